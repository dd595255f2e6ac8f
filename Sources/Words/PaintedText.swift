/// What a program wrote for a terminal, taken apart.
public enum PaintedText {
  public enum Piece: Equatable, Sendable {
    case text(Substring)
    /// The numbers of `ESC [ numbers m`, which paints what follows. Whatever else an escape begins is text.
    case paint(Substring)
  }

  public static func pieces(of text: some StringProtocol) -> [Piece] {
    let scalars = Substring(text).unicodeScalars
    var pieces: [Piece] = []
    var start = scalars.startIndex
    var place = start
    while let escape = scalars[place...].firstIndex(of: "\u{1B}") {
      place = scalars.index(after: escape)
      guard scalars[place...].first == "[" else { continue }
      let numbers = scalars[place...].dropFirst().prefix { "0123456789;:".unicodeScalars.contains($0) }
      guard scalars[numbers.endIndex...].first == "m" else { continue }
      if start < escape { pieces.append(.text(Substring(scalars[start..<escape]))) }
      pieces.append(.paint(Substring(numbers)))
      place = scalars.index(after: numbers.endIndex)
      start = place
    }
    if start < scalars.endIndex { pieces.append(.text(Substring(scalars[start...]))) }
    return pieces
  }
}
