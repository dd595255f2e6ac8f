/// Why coverage could not be read: what was being done, what went wrong, what to do.
public struct CoverageError: Error, Equatable, Sendable, CustomStringConvertible {
  public var doing: String
  public var wrong: String
  public var advice: String

  public init(doing: String, wrong: String, advice: String) {
    self.doing = doing
    self.wrong = wrong
    self.advice = advice
  }

  public var description: String { "\(doing): \(wrong): \(advice)" }
}
