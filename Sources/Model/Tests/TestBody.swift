/// A mark of what a test's function does, by which the test is known again under another name: the same for
/// the same tokens, whatever stands between them.
public struct TestBody: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }
}
