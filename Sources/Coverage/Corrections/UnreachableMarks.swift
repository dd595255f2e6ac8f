internal import Model
internal import Tokens

/// Finds the lines that are marked by `// bothy: unreachable, REASON`: the comment's own line where code
/// stands before it, else the next line that has code.
struct UnreachableMarks {
  struct Mark: Equatable {
    var line: Int
    var reason: String?
  }

  static func marks(in source: [UInt8], path: String) -> [Mark] {
    guard source.holds("bothy:"), let language = SourceLanguage(path: path) else { return [] }
    var marks: [Mark] = []
    var waiting: [String?] = []
    var line = 1
    var hasCode = false
    for token in SourceTokens(source, language) {
      switch token.kind {
      case .space: break
      case .newline:
        line += 1
        hasCode = false
      case .comment:
        let text = String(decoding: source[token.range], as: UTF8.self)
        if let mark = reason(in: text) {
          if hasCode { marks.append(Mark(line: line, reason: mark)) } else { waiting.append(mark) }
        }
        line += newlines(source, token)
      case .text, .textBegin, .textMiddle, .textEnd, .pattern, .number, .identifier, .keyword, .attribute,
        .directive, .punctuation:
        marks += waiting.map { Mark(line: line, reason: $0) }
        waiting = []
        hasCode = true
        line += newlines(source, token)
      }
    }
    return marks + waiting.map { Mark(line: line, reason: $0) }
  }

  private static func newlines(_ source: [UInt8], _ token: SourceToken) -> Int {
    source[token.range].count { $0 == UInt8(ascii: "\n") }
  }

  /// Nil when the comment marks nothing; the inner value is absent when it says no reason.
  private static func reason(in comment: String) -> String?? {
    var words = Substring(comment).drop { $0 == "/" || $0 == "*" || $0.isWhitespace }
    if words.hasSuffix("*/") { words.removeLast(2) }
    guard words.hasPrefix("bothy:") else { return nil }
    words = words.dropFirst(6).drop(while: \.isWhitespace)
    guard words.hasPrefix("unreachable") else { return nil }
    words = words.dropFirst(11)
    guard words.first.map({ !$0.isLetter && !$0.isNumber }) ?? true else { return nil }
    let reason = words.drop { $0.isWhitespace || $0 == "," || $0 == ":" }
    var text = String(reason)
    while text.last?.isWhitespace == true { text.removeLast() }
    return .some(text.isEmpty ? nil : text)
  }

  /// Takes the marked lines out of what counts, and tells what came of each mark.
  static func apply(_ marks: [Mark], to lines: inout [LineCoverage]) -> [UnreachableLine] {
    guard !marks.isEmpty else { return [] }
    let places = Dictionary(lines.indices.map { (lines[$0].number, $0) }) { first, _ in first }
    return marks.map { mark in
      func told(_ found: UnreachableLine.Found) -> UnreachableLine {
        UnreachableLine(line: mark.line, reason: mark.reason, found: found)
      }
      guard mark.reason != nil else { return told(.noReason) }
      guard let place = places[mark.line] else { return told(.notExecutable) }
      switch lines[place].state {
      case .executed: return told(.ran)
      case .partlyExecuted:
        lines[place].state = .executed
        lines[place].missed = []
        lines[place].starts.removeAll { $0.count == 0 }
        lines[place].carried.removeAll { $0 == 0 }
        return told(.inPart)
      case .notExecuted, .notKnown, .unreachable:
        lines[place].state = .unreachable
        return told(.unreachable)
      }
    }
  }
}
