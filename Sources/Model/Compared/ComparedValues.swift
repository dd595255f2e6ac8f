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

  /// What stands behind both in one line: "1 ≠ 2: why", "1.1 ≠ 1.2 (not within 0.01)".
  public var behind: String {
    if comment.isEmpty { return "" }
    return isBound ? " (not \(comment))" : ": \(comment)"
  }

  /// The comment tells how far apart they might have been, and nothing else.
  public var isBound: Bool { comment.hasPrefix("within ") && !comment.contains("\n") }
}
