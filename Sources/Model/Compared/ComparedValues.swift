/// The two values of an equality that did not hold, as the failure's message tells them.
public struct ComparedValues: Codable, Equatable, Sendable {
  public struct Value: Codable, Equatable, Sendable {
    /// What the value is of, where the message names it.
    @Nullable public var expression: String?
    public var value: String

    public init(_ value: String, of expression: String? = nil) {
      (self.value, self.expression) = (value, expression)
    }
  }

  public var first: Value
  public var second: Value
  /// What the author of the test said about it, or how far apart the two might have been.
  public var comment: String

  public init(_ first: Value, _ second: Value, comment: String = "") {
    (self.first, self.second, self.comment) = (first, second, comment)
  }
}
