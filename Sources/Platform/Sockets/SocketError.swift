import Glibc

/// Something about a local socket that could not be carried out: three strings for a person.
public struct SocketError: Error, Equatable, Sendable {
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

/// What errno means, as words within a sentence.
func words(for code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  let sentence = String(cString: text)
  return sentence.prefix(1).lowercased() + sentence.dropFirst()
}
