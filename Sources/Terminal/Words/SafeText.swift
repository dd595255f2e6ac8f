import Words

/// Text that others wrote, made harmless for a terminal: what it hides or commands is shown instead.
enum SafeText {
  /// One line. Line ends are shown as `\n`.
  static func line(_ text: String) -> String {
    guard UnseenCharacter.isIn(text) || Columns.hasMarks(text) else { return text }
    var safe = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars {
      marks = Columns.isMark(scalar) ? marks + 1 : 0
      if marks > mostMarks { continue }
      if let spelling = UnseenCharacter.spelling(of: scalar) {
        safe.append(contentsOf: spelling.unicodeScalars)
      } else {
        safe.append(scalar)
      }
    }
    return String(safe)
  }

  /// The lines of a message. Every kind of line end counts; empty lines at the end do not.
  static func lines(_ text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line(String($0)) }
    while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines
  }

  /// A text of several lines as a sentence of one.
  static func flat(_ text: String) -> String {
    text.contains(where: \.isNewline)
      ? lines(text).filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " ") : line(text)
  }

  private static let mostMarks = 8
}
