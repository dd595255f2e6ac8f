/// A log as markup: its phases, its colours, and its errors and warnings in elements of their own.
enum LogMarkup {
  struct Section {
    /// The phase's name; empty for what stands before the first.
    var name: String
    var markup = ""
    var errors = 0
    var warnings = 0
  }

  private static let phases: Set<String> = [
    "checkout", "resolve", "build", "analyze", "test", "archive", "report",
  ]
  /// A longer line is cut: no reader gets to its end.
  private static let mostBytes = 20_000

  static func sections(of log: [UInt8]) -> [Section] {
    var sections = [Section(name: "")]
    var ink = Ink()
    var hasPlain = false
    for line in log.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if let name = phaseName(line) {
        close(&sections, &hasPlain)
        ink = Ink()
        sections.append(Section(name: name))
        continue
      }
      let text = String(decoding: line.prefix(mostBytes), as: UTF8.self)
      let kind = Kind.of(text)
      let markup = ink.markup(text) + (line.count > mostBytes ? " …" : "") + "\n"
      let last = sections.count - 1
      if kind == .plain {
        if !hasPlain { sections[last].markup += "<span>" }
        hasPlain = true
        sections[last].markup += markup
      } else {
        close(&sections, &hasPlain)
        if kind == .error { sections[last].errors += 1 } else { sections[last].warnings += 1 }
        sections[last].markup += "<span class=\(kind == .error ? "le" : "lw")>\(markup)</span>"
      }
    }
    close(&sections, &hasPlain)
    for index in sections.indices { trim(&sections[index].markup) }
    return sections.filter { !$0.name.isEmpty || !isBlank($0) }
  }

  /// Blank lines at the end say nothing.
  private static func trim(_ markup: inout String) {
    while markup.hasSuffix("\n\n") { markup.removeLast() }
    while markup.hasSuffix("\n\n</span>") { markup = markup.dropLast(9) + "\n</span>" }
  }

  private static func isBlank(_ section: Section) -> Bool {
    section.markup.replacing("<span>", with: "").replacing("</span>", with: "").allSatisfy(\.isWhitespace)
  }

  private static func close(_ sections: inout [Section], _ hasPlain: inout Bool) {
    if hasPlain { sections[sections.count - 1].markup += "</span>" }
    hasPlain = false
  }

  private static func phaseName(_ line: ArraySlice<UInt8>) -> String? {
    guard line.starts(with: "==> ".utf8), line.count < 20 else { return nil }
    let name = String(decoding: line.dropFirst(4), as: UTF8.self)
    return phases.contains(name) ? name : nil
  }

  private enum Kind {
    case plain, warning, error

    static func of(_ text: String) -> Kind {
      if text.contains(": error: ") || text.hasPrefix("error: ") || text.contains("Fatal error: ") {
        return .error
      }
      return text.contains(": warning: ") || text.hasPrefix("warning: ") ? .warning : .plain
    }
  }

  /// The colour that is in force, kept from line to line.
  private struct Ink {
    private var color: Int?
    private var isBold = false

    mutating func markup(_ text: String) -> String {
      guard text.utf8.contains(0x1B) || color != nil || isBold else { return LogMarkup.plain(text) }
      var html = ""
      var rest = text.unicodeScalars[...]
      while !rest.isEmpty {
        let plain = rest.prefix { $0 != "\u{1B}" }
        html += painted(LogMarkup.plain(String(plain)))
        rest = rest.dropFirst(plain.count)
        guard !rest.isEmpty else { break }
        rest = rest.dropFirst()
        guard rest.first == "[" else {
          html += "␛"
          continue
        }
        let codes = rest.dropFirst().prefix { "0123456789;".unicodeScalars.contains($0) }
        let behind = rest.dropFirst(1 + codes.count)
        guard behind.first == "m" else {
          html += "␛"
          continue
        }
        apply(String(codes))
        rest = behind.dropFirst()
      }
      return html
    }

    private func painted(_ html: String) -> String {
      guard !html.isEmpty, color != nil || isBold else { return html }
      let classes = [color.map { "k\($0)" }, isBold ? "kb" : nil].compactMap { $0 }.joined(separator: " ")
      return "<span class=\"\(classes)\">\(html)</span>"
    }

    private mutating func apply(_ codes: String) {
      let numbers = codes.split(separator: ";").map { Int($0) ?? 0 }
      if numbers.isEmpty { reset() }
      for number in numbers {
        switch number {
        case 0: reset()
        case 1: isBold = true
        case 22: isBold = false
        case 30...37: color = number - 30
        case 90...97: color = number - 90
        case 39: color = nil
        case 38, 48: return
        default: continue
        }
      }
    }

    private mutating func reset() {
      color = nil
      isBold = false
    }
  }

  private static func plain(_ text: String) -> String {
    var text = text
    while text.unicodeScalars.last == "\r" { text.unicodeScalars.removeLast() }
    return Markup.escaped(Shown.lines(text))
  }
}
