/// A mark of what a test's function does, by which the test is known again under another name: the same for
/// the same tokens, whatever stands between them.
public struct TestBody: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }

  /// With a sign before one that says so little that other tests may well say the same.
  public init(mark: String, isTelling: Bool) { rawValue = (isTelling ? "" : "~") + mark }

  public var isTelling: Bool { !rawValue.hasPrefix("~") }
}
