/// Swift source without what comments and texts say: their characters become spaces, so that every character
/// of code keeps its line and column. Quotes stay, and so does the code inside of a text.
struct CodeOnly {
  private let source: [Character]
  private var at = 0
  private var result: [Character] = []
  /// For each `\(` that is open: the parentheses open inside of it, and the text that goes on behind it.
  private var interpolations: [(depth: Int, text: Text)] = []

  private struct Text {
    var hashes: Int
    var isMultiline: Bool
  }

  static func of(_ source: String) -> String {
    var scan = CodeOnly(source: Array(source))
    while scan.at < scan.source.count { scan.step() }
    return String(scan.result)
  }

  private init(source: [Character]) {
    self.source = source
    result.reserveCapacity(source.count)
  }

  private func starts(_ word: String, at offset: Int = 0) -> Bool {
    source[min(at + offset, source.count)...].starts(with: word)
  }

  private mutating func keep(_ count: Int = 1) {
    result += source[at..<min(at + count, source.count)]
    at += count
  }

  private mutating func blank(_ count: Int = 1) {
    result += source[at..<min(at + count, source.count)].map { $0.isNewline ? $0 : " " }
    at += count
  }

  private mutating func step() {
    guard "/\"#()".contains(source[at]) else { return keep() }
    if starts("//") {
      while at < source.count, !source[at].isNewline { blank() }
    } else if starts("/*") {
      blankBlockComment()
    } else if source[at] == "\"" || source[at] == "#", let hashes = hashesBeforeQuote {
      begin(Text(hashes: hashes, isMultiline: starts("\"\"\"", at: hashes)))
    } else if source[at] == "#", starts("#/") {
      blankPattern(until: "/#", from: 2)
    } else if source[at] == "/", isPatternStart {
      blankPattern(until: "/", from: 1)
    } else {
      code()
    }
  }

  private var hashesBeforeQuote: Int? {
    let hashes = source[at...].prefix { $0 == "#" }.count
    return starts("\"", at: hashes) ? hashes : nil
  }

  private mutating func code() {
    if let last = interpolations.indices.last {
      if source[at] == "(" { interpolations[last].depth += 1 }
      if source[at] == ")" { interpolations[last].depth -= 1 }
      if interpolations[last].depth == 0 {
        keep()
        return goOn(interpolations.removeLast().text)
      }
    }
    keep()
  }

  private mutating func begin(_ text: Text) {
    keep(text.hashes + (text.isMultiline ? 3 : 1))
    goOn(text)
  }

  /// From inside of a text to its end, or to the code in it.
  private mutating func goOn(_ text: Text) {
    let hashes = String(repeating: "#", count: text.hashes)
    let end = (text.isMultiline ? "\"\"\"" : "\"") + hashes
    while at < source.count {
      if starts(end) { return keep(end.count) }
      if !text.isMultiline, source[at].isNewline { return }
      if starts("\\" + hashes + "(") {
        blank(1 + text.hashes)
        keep()
        return interpolations.append((1, text))
      }
      blank(starts("\\" + hashes) ? 2 + text.hashes : 1)
    }
  }

  private mutating func blankBlockComment() {
    var depth = 0
    repeat {
      if starts("/*") { depth += 1 }
      if starts("*/") { depth -= 1 }
      blank(starts("/*") || starts("*/") ? 2 : 1)
    } while depth > 0 && at < source.count
  }

  private mutating func blankPattern(until end: String, from count: Int) {
    keep(count)
    while at < source.count, !starts(end) { blank(starts("\\") ? 2 : 1) }
    keep(end.count)
  }

  /// A slash begins a pattern where a value may begin, and when another one ends it on its line.
  private var isPatternStart: Bool {
    guard at + 1 < source.count, !source[at + 1].isWhitespace else { return false }
    guard source[(at + 1)...].prefix(while: { !$0.isNewline }).contains("/") else { return false }
    guard let before = result.last(where: { !$0.isWhitespace }) else { return true }
    return "(,=:[{;!&|?".contains(before)
  }
}
