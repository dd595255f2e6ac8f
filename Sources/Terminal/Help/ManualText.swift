import Words

/// A page of the system's manual (roff, for man), made of what help says.
public enum ManualText {
  /// bothy(1).
  public static func commands(version: String) -> String {
    var page = Roff("BOTHY", "1", version)
    page.section("NAME")
    page.text("bothy - integrate Swift packages: build, test with coverage, tell what is new")
    page.section("SYNOPSIS")
    page.line(".B bothy")
    page.text("COMMAND [OPTIONS]")
    page.section("COMMANDS")
    for command in CommandTable.shown { page.add(command) }
    for (title, rows) in HelpText.common {
      page.section(title.uppercased())
      for row in rows { page.term(row.term.trimmed, row.what) }
    }
    page.section("FILES")
    page.term("bots/ID.yaml", "a bot: bothy(5)")
    page.term("~/.local/state/bothy", "where everything is kept")
    page.section("SEE ALSO")
    page.text("bothy(5), swift(1), git(1), systemd.service(5)")
    return page.text
  }

  /// bothy(5). - Parameter example: a bot file with every key, each explained.
  public static func files(version: String, example: String) -> String {
    var page = Roff("BOTHY", "5", version)
    page.section("NAME")
    page.text("bothy - bot files: what a bot integrates, when, and whom it tells")
    page.section("DESCRIPTION")
    page.text(
      "A bot is one file in YAML, <id>.yaml or <id>.yml, in the folder that --bots or BOTHY_BOTS names "
        + "(default: bots). `bothy create` writes one, `bothy check` tells every mistake with its line. "
        + "This is what `create` writes, with every key:")
    page.line(".nf")
    page.line(".ft CW")
    for line in example.split(separator: "\n", omittingEmptySubsequences: false) { page.text(String(line)) }
    page.line(".ft R")
    page.line(".fi")
    page.section("SEE ALSO")
    page.text("bothy(1)")
    return page.text
  }
}

private struct Roff {
  private(set) var text: String

  init(_ name: String, _ section: String, _ version: String) {
    text = ".TH \(name) \(section) \"\" \"Bothy \(version)\" \"Bothy\"\n"
  }

  mutating func line(_ request: String) { text += request + "\n" }
  mutating func section(_ title: String) { line(".SH \(title)") }
  mutating func text(_ words: String) { line(Self.escaped(words)) }

  mutating func term(_ term: String, _ what: String) {
    line(".TP")
    line(".B " + Self.escaped(term))
    text(what)
  }

  mutating func add(_ command: CommandDescription) {
    line(".SS " + Self.escaped(command.usage))
    let summary = command.summary.capitalizedFirst
    text(summary + (summary.hasSuffix("?") ? "" : "."))
    if !command.paragraph.isEmpty {
      line(".PP")
      text(command.paragraph)
    }
    for option in command.options {
      let known = CommandTable.option(option, behind: command.name)
      let short = known.short.map { "-\($0), " } ?? ""
      let value = known.value.map { " " + $0.placeholder } ?? ""
      term(short + known.long + value, CommandTable.summary(of: option, behind: command.name))
    }
    for example in command.examples { term(example.line, example.what) }
  }

  /// A backslash begins a request, as does a point or an apostrophe at the beginning of a line; a plain
  /// hyphen would be no minus, which nobody could copy.
  private static func escaped(_ words: String) -> String {
    let text = words.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
