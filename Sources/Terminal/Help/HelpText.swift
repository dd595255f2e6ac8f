import Words

/// What `bothy help` says, made from the command table.
public enum HelpText {
  /// The overview where no command is named.
  public static func text(topic: String?, width: Int) -> String {
    let page = HelpPage(width: max(20, min(width, 100)))
    let command = topic.flatMap(CommandName.init(rawValue:)).map(CommandTable.command)
    return command.map(page.text(of:)) ?? page.overview()
  }

  /// What holds for every command.
  static var common: [(title: String, rows: [(term: String, what: String)])] { HelpPage(width: 100).common }

  /// The commands that matter first.
  public static func beginning(width: Int) -> String { HelpPage(width: max(20, min(width, 100))).beginning() }
}

private struct HelpPage {
  let width: Int

  func overview() -> String {
    let commands = CommandTable.shown.map { (term: $0.usage, what: $0.summary) }
    return sections([
      paragraph(
        "bothy integrates Swift packages: it builds them, runs their tests, and tells what failed, what is "
          + "new, and which lines did not run."),
      "Usage: bothy COMMAND [OPTIONS]",
      section("Commands", commands),
      section("Everywhere", (CommandTable.everywhere + [.version]).map(term)),
      section("Exit status", Self.exitStatuses),
      section("Environment", Self.environment),
      section("Examples", CommandTable.shown.compactMap(\.examples.first).map { ($0.line, $0.what) }),
    ])
  }

  var common: [(title: String, rows: [(term: String, what: String)])] {
    [
      ("Everywhere", (CommandTable.everywhere + [.version]).map(term)), ("Exit status", Self.exitStatuses),
      ("Environment", Self.environment),
    ]
  }

  /// For somebody who types nothing but the name.
  func beginning() -> String {
    let commands: [CommandName] = [.run, .show, .demo, .create, .watch]
    return section("Begin with", commands.map(CommandTable.command).map { ("bothy " + $0.usage, $0.summary) })
      + "\n"
  }

  func text(of command: CommandDescription) -> String {
    let takes = command.options.isEmpty ? "" : " [OPTIONS]"
    let summary = command.summary.capitalizedFirst
    let end = summary.hasSuffix("?") ? "" : "."
    let endsAsIntegration = [.run, .show, .integrate, .rerun].contains(command.name)
    return sections([
      paragraph("Usage: bothy \(command.usage)\(takes)"), paragraph(summary + end),
      paragraph(command.paragraph),
      section("Options", command.options.map { term($0, behind: command.name) }),
      section("Everywhere", CommandTable.everywhere.map(term)),
      section("Exit status", endsAsIntegration ? Self.exitStatuses : []),
      section("Examples", command.examples.map { ($0.line, $0.what) }),
    ])
  }

  private static let exitStatuses: [(term: String, what: String)] = [
    ("0", "all tests passed"),
    ("1", "tests failed, crashed, timed out or were flaky; or what --require asks for does not hold"),
    ("2", "wrong usage or configuration"),
    ("3", "did not build, the manifest included"),
    ("4", "inconclusive: nothing was tested, or what was measured cannot be trusted"),
    ("5", "could not be carried out: no such repository or revision, disk, toolchain, a bug of ours"),
    ("130", "interrupted, or asked and not answered with yes"),
  ]

  private static let environment: [(term: String, what: String)] = [
    ("BOTHY_BOTS", "the folder of bot files, unless --bots names it"),
    ("BOTHY_STATE", "the state directory, unless --state names it"),
    ("BOTHY_TEMPLATES", "the folder of your templates, unless --templates names it"),
    ("BOTHY_TOKEN", "what lets in where --server leads"),
    ("NO_COLOR", "when set, no colours and no moving line"),
  ]

  private func term(_ name: OptionName) -> (term: String, what: String) { term(name, behind: nil) }

  private func term(_ name: OptionName, behind command: CommandName?) -> (term: String, what: String) {
    let option = CommandTable.option(name, behind: command)
    let short = option.short.map { "-\($0), " } ?? "    "
    return (
      short + option.long + (option.value.map { " " + $0.placeholder } ?? ""),
      CommandTable.summary(of: name, behind: command)
    )
  }

  private func sections(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func paragraph(_ text: String) -> String {
    Columns.wrapped(text, to: width).joined(separator: "\n")
  }

  /// Two columns; a term that is too long for the first has a line of its own.
  private func section(_ title: String, _ rows: [(term: String, what: String)]) -> String {
    guard !rows.isEmpty else { return "" }
    let widest = rows.map(\.term.count).max() ?? 0
    let column = min(widest, max(8, width / 2 - 8))
    let lines = rows.flatMap { row -> [String] in
      let what = Columns.wrapped(row.what, to: max(10, width - column - 4))
      let indent = String(repeating: " ", count: column + 4)
      let isLong = row.term.count > column
      let first = "  " + (isLong ? row.term : Columns.padded(row.term, to: column) + "  " + what[0])
      return [first] + (isLong ? what[...] : what.dropFirst()).map { indent + $0 }
    }
    return ([title] + lines).joined(separator: "\n")
  }
}
