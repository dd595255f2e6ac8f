import Words

/// One line of a log as a terminal may show it: colours stay when they are wanted, everything else is shown.
public enum LogText {
  public static func line(_ text: some StringProtocol, colors: Bool) -> String {
    // What a program wrote for a terminal ends with a carriage return and may start over with one.
    var rest = Substring(text)
    while rest.unicodeScalars.last == "\r" { rest.unicodeScalars.removeLast() }
    var isPainted = false
    let shown = PaintedText.pieces(of: rest).reduce(into: "") { shown, piece in
      switch piece {
      case .text(let text): shown += SafeText.line(String(text))
      case .paint(let numbers) where colors:
        shown += "\u{1B}[\(numbers)m"
        isPainted = true
      case .paint: break
      }
    }
    return shown + (isPainted ? "\u{1B}[0m" : "")
  }
}
