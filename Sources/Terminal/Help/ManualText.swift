import Words

/// The pages of the manual, made from the command table and from docs/bot-file.md.
public enum ManualText {
  /// Every page by its path below a folder `man`. - Parameter botFile: The text of docs/bot-file.md.
  public static func pages(version: String, botFile: String) -> [String: String] {
    var pages = [
      "man1/bothy.1": overview(version),
      "man5/bothy.5": Roff.page(
        "bothy", "5", version, "bot files and the other settings of Bothy", Roff.body(markdown: botFile)),
    ]
    for command in CommandTable.shown {
      pages["man1/bothy-\(command.name.rawValue).1"] = page(of: command, version)
    }
    return pages
  }

  private static func overview(_ version: String) -> String {
    let parts = CommandPart.allCases.map { part in
      ".SS \(part.rawValue)\n"
        + CommandTable.commands.filter { $0.part == part }.map { command in
          Roff.term("bothy \(command.usage)", command.summary.capitalizedFirst + ".")
        }.joined()
    }
    let body =
      ".SH SYNOPSIS\n.B bothy\nCOMMAND [OPTIONS]\n.SH COMMANDS\n" + parts.joined() + commonOptions
      + ".SH FILES\n" + Roff.term("bots/ID.yaml", "A bot: see bothy(5).")
      + Roff.term("~/.local/state/bothy", "The state directory.")
      + ".SH SEE ALSO\nbothy(5), bothy\\-COMMAND(1)\n"
    return Roff.page("bothy", "1", version, "integrate Swift packages", body)
  }

  private static func page(of command: CommandDescription, _ version: String) -> String {
    let own = command.options.map { option(CommandTable.option($0, of: command.name)) }.joined()
    let examples = command.examples.map { Roff.term($0.line, $0.what.capitalizedFirst + ".") }.joined()
    let paragraph = command.paragraph.isEmpty ? "" : "\n" + Roff.text(command.paragraph)
    let body =
      ".SH SYNOPSIS\n.B bothy \(Roff.escaped(command.usageInFull))\n[OPTIONS]\n"
      + ".SH DESCRIPTION\n" + Roff.text(command.summary.capitalizedFirst + ".") + paragraph
      + (own.isEmpty ? "" : ".SH OPTIONS\n" + own) + commonOptions
      + (examples.isEmpty ? "" : ".SH EXAMPLES\n" + examples) + ".SH SEE ALSO\nbothy(1), bothy(5)\n"
    return Roff.page("bothy-\(command.name.rawValue)", "1", version, command.summary, body)
  }

  private static var commonOptions: String {
    ".SH OPTIONS OF EVERY COMMAND\n" + CommandTable.options(of: nil).map(option).joined()
      + ".SH EXIT STATUS\n"
      + HelpText.exitStatuses.map { Roff.term($0.status, $0.meaning.capitalizedFirst + ".") }.joined()
      + ".SH ENVIRONMENT\n"
      + Roff.term("BOTHY_BOTS, BOTHY_STATE, BOTHY_TEMPLATES", "Used without --bots, --state and --templates.")
      + Roff.term("XDG_STATE_HOME", "Used instead of ~/.local/state for the state directory.")
      + Roff.term("NO_COLOR", "No colours and no moving progress line.")
  }

  private static func option(_ option: OptionDescription) -> String {
    let usage = HelpText.usage(option).drop { $0 == " " }
    return Roff.term(String(usage), option.summary.capitalizedFirst + ".")
  }
}

/// Text in the language of man pages.
private enum Roff {
  static func page(_ name: String, _ section: String, _ version: String, _ summary: String, _ body: String)
    -> String
  {
    ".TH \(name.uppercased().replacing("-", with: "\\-")) \(section) \"\" \"Bothy \(version)\" \"Bothy\"\n"
      + ".SH NAME\n\(escaped(name)) \\- \(escaped(summary))\n" + body
  }

  static func term(_ term: String, _ what: String) -> String { ".TP\n.B \(escaped(term))\n" + text(what) }

  static func text(_ words: String) -> String {
    let line = escaped(words)
    // A line that begins with one of these would be a request.
    return (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
  }

  /// Roff sets a plain hyphen as a dash that nobody can copy.
  static func escaped(_ words: String) -> String {
    words.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }
      .replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("`", with: "")
  }

  /// Headings, tables with a header, lists, indented or fenced code, and paragraphs.
  static func body(markdown: String) -> String {
    var body = ""
    var isCode = false
    var isNewParagraph = true
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        isCode.toggle()
        body += isCode ? ".PP\n.nf\n" : ".fi\n"
      } else if isCode {
        body += text(line)
      } else if line.hasPrefix("## ") {
        body += ".SH \(escaped(String(line.dropFirst(3))))\n"
      } else if line.hasPrefix("# ") {
        body += ".SH DESCRIPTION\n"
      } else if line.hasPrefix("|") {
        let isHeader = lines.indices.contains(index + 1) && lines[index + 1].hasPrefix("|--")
        if !isHeader, !line.hasPrefix("|--") { body += row(line) }
      } else if line.hasPrefix("- ") {
        body += ".IP \\(bu 2\n" + text(String(line.dropFirst(2)))
      } else if !line.isEmpty {
        body += (isNewParagraph ? ".PP\n" : "") + text(line.drop { $0 == " " }.description)
      }
      isNewParagraph = line.isEmpty || line.hasPrefix("#") || line.hasPrefix("```") || line.hasPrefix("|")
    }
    return body
  }

  /// A row of a table: key, values, default and meaning.
  private static func row(_ line: String) -> String {
    var cells = line.replacing("\\|", with: "\u{1}").split(separator: "|").map { cell in
      cell.replacing("\u{1}", with: "|").split(separator: " ").joined(separator: " ")
    }
    if cells.count == 4, cells[2] != "–" { cells[2] = "Default: " + cells[2] }
    let sentences = cells.dropFirst().filter { $0 != "–" }.map { $0.hasSuffix(".") ? $0 : $0 + "." }
    return term(cells.first ?? "", sentences.joined(separator: " "))
  }
}
