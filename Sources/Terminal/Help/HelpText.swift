import Words

/// The text of `bothy help`, made from the command table.
public enum HelpText {
  /// The text of one command, or the overview without one.
  /// - Parameter hasManual: Whether `man` has a page of that command.
  public static func text(topic: String?, width: Int, hasManual: Bool = false) -> String {
    let page = HelpPage(width: max(20, min(width, 100)))
    guard let command = topic.flatMap(CommandName.init).map(CommandTable.command) else {
      return page.overview()
    }
    return page.text(of: command, hasManual: hasManual)
  }

  /// The first commands to try, for someone who typed no command.
  public static func beginning(width: Int) -> String { HelpPage(width: max(20, min(width, 100))).beginning() }

  static let exitStatuses: [(status: String, meaning: String)] = [
    ("0", "all passed"), ("1", "tests failed"), ("2", "wrong usage or configuration"), ("3", "did not build"),
    ("4", "inconclusive"), ("5", "could not be carried out"), ("130", "interrupted"),
  ]

  /// `pause, resume [BOT]`: the usage of a command, with the command that undoes it.
  static func overviewUsage(_ command: CommandDescription) -> String {
    let undoing = CommandTable.commands.filter { $0.undoes == command.name }.map(\.name.rawValue)
    let names = [command.name.rawValue] + undoing
    return ([names.joined(separator: ", ")] + command.arguments.map(\.usage)).joined(separator: " ")
  }

  /// `-c, --configuration debug|release`
  static func usage(_ option: OptionDescription) -> String {
    (option.short.map { "-\($0), " } ?? "    ") + option.long
      + (option.value.map { " " + $0.placeholder } ?? "")
  }
}

private struct HelpPage {
  let width: Int

  func overview() -> String {
    let parts = CommandPart.allCases.map { part in
      let commands = CommandTable.commands.filter { $0.part == part && $0.undoes == nil }
      return (part.rawValue, commands.map { (HelpText.overviewUsage($0), $0.summary) })
    }
    let column = parts.flatMap(\.1).map(\.0.count).max() ?? 0
    let statuses = HelpText.exitStatuses.map { "\($0.status) \($0.meaning)" }.joined(separator: ", ")
    return sections(
      [paragraph("Bothy integrates Swift packages.\nUsage: bothy COMMAND [OPTIONS]")]
        + parts.map { section($0.0, $0.1, column: column) } + [
          section("Options", rows(CommandTable.options(of: nil))), paragraph("Exit status: \(statuses)"),
        ])
  }

  func beginning() -> String {
    let commands: [CommandName] = [.run, .show, .demo, .create, .watch]
    return section("Begin with", commands.map(CommandTable.command).map { ("bothy " + $0.usage, $0.summary) })
      + "\n"
  }

  func text(of command: CommandDescription, hasManual: Bool) -> String {
    let takes = command.options.isEmpty ? "" : " [OPTIONS]"
    let prose = [command.summary.capitalizedFirst + ".", command.paragraph].filter { !$0.isEmpty }
    return sections([
      paragraph("Usage: bothy \(command.usageInFull)\(takes)"), paragraph(prose.joined(separator: " ")),
      section("Options", rows(command.options.map { CommandTable.option($0, of: command.name) })),
      section("Examples", command.examples.map { ($0.line, $0.what) }),
      hasManual ? "See bothy-\(command.name.rawValue)(1)." : "",
    ])
  }

  private func rows(_ options: [OptionDescription]) -> [(term: String, what: String)] {
    options.map { (HelpText.usage($0), $0.summary) }
  }

  private func sections(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func paragraph(_ text: String) -> String {
    text.split(separator: "\n").flatMap { Columns.wrapped(String($0), to: width) }.joined(separator: "\n")
  }

  /// Two columns; a term that is too long for the first one gets a line of its own.
  private func section(_ title: String, _ rows: [(term: String, what: String)], column: Int? = nil) -> String
  {
    guard !rows.isEmpty else { return "" }
    let widest = column ?? rows.map(\.term.count).max() ?? 0
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
