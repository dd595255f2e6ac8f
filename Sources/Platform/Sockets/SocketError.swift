public import Explaining

/// Something about a local socket that could not be carried out: three strings for a person.
public struct SocketError: Explained, Equatable, Sendable {
  public enum Kind: Sendable {
    /// Somebody listens there already.
    case inUse
    case other
  }

  public var kind = Kind.other
  public var doing: String
  public var wrong: String
  public var advice: String

  init(_ kind: Kind = .other, doing: String, wrong: String, advice: String) {
    (self.kind, self.doing, self.wrong, self.advice) = (kind, doing, wrong, advice)
  }
}
