/// A piece of source, in bytes. The tokens of a file follow each other without a gap.
public struct SourceToken: Equatable, Sendable {
  public enum Kind: UInt8, Sendable {
    /// Blanks of one line.
    case space
    case newline
    /// Also the first line of a script.
    case comment
    /// A text with its quotes; what is interpolated in one stands between a beginning and an end.
    case text
    /// From the quotes to the first `\(`.
    case textBegin
    /// From `)` to the next `\(`.
    case textMiddle
    /// From `)` to the quotes.
    case textEnd
    case pattern
    case number
    case identifier
    case keyword
    /// `@main`
    case attribute
    /// `#if`, `#expect`
    case directive
    /// One byte; of hashes, all that stand together.
    case punctuation

    /// Whether it says nothing to the compiler.
    public var isBlank: Bool { self == .space || self == .newline || self == .comment }
  }

  public var kind: Kind
  public var start: Int
  public var end: Int

  init(_ kind: Kind, _ start: Int, _ end: Int) {
    (self.kind, self.start, self.end) = (kind, start, end)
  }

  public var range: Range<Int> { start..<end }
}
