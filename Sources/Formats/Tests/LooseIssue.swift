public import Model

/// An issue that Swift Testing tells of no test.
public struct LooseIssue: Equatable, Sendable {
  public var failure: TestFailure
  /// Of which suite it is told, where it is of one.
  public var suite: String?

  public init(_ failure: TestFailure, suite: String? = nil) { (self.failure, self.suite) = (failure, suite) }
}
