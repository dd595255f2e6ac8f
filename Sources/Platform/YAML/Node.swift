/// Where something stands in a text; both count from 1, columns in characters.
public struct Place: Hashable, Comparable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  public static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A value of a YAML text, as it is written: what a scalar means is for its reader to say.
public struct Node: Equatable, Sendable {
  public struct Scalar: Equatable, Sendable {
    public var text: String
    /// Written without quotes and not as a block of text.
    public var isPlain: Bool
  }

  public struct Entry: Equatable, Sendable {
    public var key: String
    public var keyPlace: Place
    public var value: Node
  }

  public indirect enum Content: Equatable, Sendable {
    case scalar(Scalar)
    case sequence([Node])
    /// In the order of the text; no key stands in it twice.
    case mapping([Entry])
    /// Something that is not taken and that a mistake of the document tells about.
    case refused
  }

  public var content: Content
  public var place: Place

  init(_ content: Content, at place: Place) { (self.content, self.place) = (content, place) }

  /// Nothing is written, or YAML's word for nothing.
  public var isEmpty: Bool {
    guard case .scalar(let scalar) = content, scalar.isPlain else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
  }
}

/// What is wrong with a text, and where.
public struct Mistake: Error, Equatable, Sendable {
  public var place: Place
  public var message: String

  init(_ message: String, at place: Place) { (self.message, self.place) = (message, place) }
}

/// One YAML text and everything that is wrong with it as YAML.
public struct Document: Equatable, Sendable {
  /// Absent when the text is empty.
  public var root: Node?
  /// Whether all of the text was read; otherwise the nodes are what came before the last mistake.
  public var isWhole: Bool
  public var mistakes: [Mistake]
}

/// What a text may ask of its reader.
public enum Bounds {
  public static let bytes = 1 << 20
  public static let depth = 32
}
