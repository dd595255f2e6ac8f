/// Text of others made fit to be seen: what would act, or hide, is shown as a sign instead.
public enum Shown {
  /// One line; control characters and marks of direction become visible.
  public static func line(_ text: String, most: Int = .max) -> String {
    cleaned(text, keepsLines: false, most: most)
  }

  /// Lines and tabs stay.
  public static func lines(_ text: String, most: Int = .max) -> String {
    cleaned(text, keepsLines: true, most: most)
  }

  private static func cleaned(_ text: String, keepsLines: Bool, most: Int) -> String {
    // Most text is plain, and is all that is shown.
    if text.utf8.count <= most, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    var shown = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == most { return shown + "…" }
      count += 1
      if keepsLines, scalar == "\n" || scalar == "\t" {
        shown.unicodeScalars.append(scalar)
      } else if keepsLines, scalar == "\r" {
        continue
      } else if let sign = UnseenCharacter.picture(of: scalar) {
        shown += sign
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// With the colours that a program wrote for a terminal spelled out: two values that an assertion compares
  /// may differ in nothing else.
  public static func withColorsSpelled(_ text: String) -> String {
    text.utf8.contains(0x1B) ? text.replacing("\u{1B}", with: "\\u{1B}") : text
  }

  /// Without the colours that a program wrote for a terminal.
  public static func withoutColors(_ text: String) -> String {
    guard text.utf8.contains(0x1B) else { return text }
    return PaintedText.pieces(of: text).reduce(into: "") { plain, piece in
      if case .text(let text) = piece { plain += text }
    }
  }
}
