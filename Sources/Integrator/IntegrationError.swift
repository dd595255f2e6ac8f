public import Explaining

/// An operational error of an integration, told to a person.
public struct IntegrationError: Explained, Sendable {
  public var doing: String
  public var wrong: String
  public var advice: String

  public init(doing: String, wrong: String, advice: String) {
    self.doing = doing
    self.wrong = wrong
    self.advice = advice
  }
}
