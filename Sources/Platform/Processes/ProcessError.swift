public import Explaining

/// Something about processes that could not be carried out: three strings for a person.
public struct ProcessError: Explained, Sendable, Equatable {
  public let doing: String
  public let wrong: String
  public let advice: String

  public init(doing: String, wrong: String, advice: String) {
    self.doing = doing
    self.wrong = wrong
    self.advice = advice
  }
}
