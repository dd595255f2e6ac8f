import Words

/// Lines for one reader: broken to the width of a terminal, left whole for a pipe.
struct Paragraphs {
  let palette: Palette
  /// Absent for a pipe.
  let width: Int?
  /// Of the screen; absent for a pipe.
  let height: Int?

  init(_ capabilities: TerminalCapabilities) {
    palette = Palette(capabilities)
    width = capabilities.isTerminal ? max(20, capabilities.width) : nil
    height = capabilities.isTerminal ? capabilities.height : nil
  }

  /// Safe text, the first line behind `first`, the others behind as many spaces.
  func broken(_ text: String, first: String = "", indent: Int) -> [String] {
    let lines = width.map { Columns.wrapped(text, to: max(10, $0 - indent)) } ?? [text]
    let space = String(repeating: " ", count: indent)
    return lines.enumerated().map { ($0.offset == 0 && !first.isEmpty ? first : space) + $0.element }
  }

  private static let column = 12

  /// A label in a column of its own, and what it says.
  func row(_ label: String, _ text: String) -> [String] {
    text.isEmpty ? [] : broken(text, first: self.label(label), indent: Self.column)
  }

  /// For a command, which stays on one line, so that it can be copied.
  func label(_ text: String) -> String {
    let space = Columns.width(text) < Self.column ? "" : "  "
    return palette.paint(Columns.padded(text, to: Self.column) + space, .dim)
  }

  func heading(_ text: String) -> [String] { ["", palette.paint(text, .bold)] }

  /// A name that is too long loses its beginning: its end says most.
  func name(_ text: String, beside taken: Int) -> String {
    let safe = SafeText.line(text)
    guard let width else { return safe }
    return Columns.truncatedAtStart(safe, to: max(10, width - taken), ellipsis: palette.ellipsis)
  }

  /// Safe text on one line, whatever is lost.
  func cut(_ text: String) -> String {
    width.map { Columns.truncated(text, to: $0, ellipsis: palette.ellipsis) } ?? text
  }

  /// A tab in a line may be of a value, which two blanks would make another one.
  private static func withTabsSeen(_ message: String) -> String {
    guard message.contains("\t") else { return message }
    let lines = message.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
      let lead = line.prefix { $0 == "\t" || $0 == " " }
      return String(lead + line[lead.endIndex...].replacing("\t", with: "→"))
    }
    return lines.joined(separator: "\n")
  }

  /// `place: message`, at most so many lines. The place stays whole, so that it can be jumped to.
  func message(_ message: String, at place: String?, indent: Int, most: Int) -> [String] {
    let lines = SafeText.lines(Self.withTabsSeen(message))
    let first = lines.first ?? ""
    let head = place.map { first.isEmpty ? $0 : "\($0): \(first)" } ?? first
    guard !head.isEmpty else { return [] }
    var broken = self.broken(head, indent: indent)
    if let place, let width, indent + Columns.width(place) + 1 >= width {
      broken = [String(repeating: " ", count: indent) + place + (first.isEmpty ? "" : ":")]
      if !first.isEmpty { broken += self.broken(first, indent: indent) }
    }
    broken += lines.dropFirst().flatMap { self.broken($0, indent: indent + 2) }
    guard broken.count > most else { return broken }
    let left = Figures.count(broken.count - most + 1, "more line")
    return broken.prefix(most - 1) + [String(repeating: " ", count: indent) + "\(palette.ellipsis) \(left)"]
  }
}
