/// One line of a log as a terminal may show it: colours stay when they are wanted, everything else is shown.
public enum LogText {
  public static func line(_ text: some StringProtocol, colors: Bool) -> String {
    var shown = ""
    var isPainted = false
    var rest = Substring(text)
    // What a program wrote for a terminal ends with a carriage return and may start over with one.
    while rest.unicodeScalars.last == "\r" { rest.unicodeScalars.removeLast() }
    while let escape = rest.unicodeScalars.firstIndex(of: "\u{1B}") {
      shown += SafeText.line(String(rest[..<escape]))
      let (sequence, isColor) = sequence(rest[escape...])
      if isColor {
        if colors { shown += sequence }
        isPainted = colors
      } else {
        shown += SafeText.line(String(sequence))
      }
      rest = rest[sequence.endIndex...]
    }
    return shown + SafeText.line(String(rest)) + (isPainted ? "\u{1B}[0m" : "")
  }

  /// `ESC [ numbers m` paints; of anything else only the escape is taken.
  private static func sequence(_ text: Substring) -> (Substring, isColor: Bool) {
    let scalars = text.unicodeScalars
    let start = scalars.index(after: scalars.startIndex)
    guard start < scalars.endIndex, scalars[start] == "[" else { return (text[..<start], false) }
    var end = scalars.index(after: start)
    while end < scalars.endIndex, "0123456789;:".unicodeScalars.contains(scalars[end]) {
      end = scalars.index(after: end)
    }
    guard end < scalars.endIndex, scalars[end] == "m" else { return (text[..<start], false) }
    return (text[..<scalars.index(after: end)], true)
  }
}
