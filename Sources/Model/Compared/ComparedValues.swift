/// The two values of a failed comparison.
public struct ComparedValues: Codable, Equatable, Sendable {
  /// One value of a failed comparison.
  public struct Value: Codable, Equatable, Sendable {
    /// The expression, where the message has it.
    @Nullable public var expression: String?
    /// The value.
    public var value: String

    public init(_ value: String, of expression: String? = nil) {
      (self.value, self.expression) = (value, expression)
    }
  }

  /// The first value.
  public var first: Value
  /// The second value.
  public var second: Value
  /// The comment of the test's author, or the accuracy of the comparison.
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
