public import Explaining

/// Why bytes are not taken for what they should be. A refusal is better than a wrong count.
public enum ProfileRefusal: Explained, Equatable {
  /// Another toolchain writes them.
  case unknownVersion(of: String, UInt64)
  case notSupported(String)
  case damaged(String)
  case noMap

  public var doing: String { "reading what a test executed" }

  public var wrong: String {
    switch self {
    case .unknownVersion(let format, let version): "the \(format)' version \(version) is not known"
    case .notSupported(let what): "it holds \(what), which Bothy does not read"
    case .damaged(let what): what
    case .noMap: "the test program has no coverage map"
    }
  }

  public var advice: String {
    switch self {
    case .unknownVersion, .notSupported: "coverage itself is measured by the toolchain's own tools"
    case .damaged: "let it be built and run once more"
    case .noMap: "let it be built with coverage"
    }
  }
}
