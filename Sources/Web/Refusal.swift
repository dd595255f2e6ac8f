import Model

/// Why something is not answered, in words for who asked.
public struct Refusal: Error, Equatable, Sendable {
  public var status: Int
  public var sentence: String
  /// The methods that would do.
  public var allow: String?

  /// Who said who they are would perhaps be let in.
  public var asksWho = false

  /// What a command would have ended with.
  public var exitStatus: Int32?

  /// How long it is to be waited before it is tried again.
  public var seconds: Int?

  public init(
    _ status: Int, _ sentence: String, allow: String? = nil, asksWho: Bool = false, exitStatus: Int32? = nil
  ) {
    (self.status, self.sentence, self.allow, self.asksWho) = (status, sentence, allow, asksWho)
    self.exitStatus = exitStatus
  }

  static func beingMade(_ number: IntegrationNumber) -> Refusal {
    var refusal = Refusal(503, "\(number) has ended, and its pages are being made: look again in a moment.")
    refusal.seconds = 5
    return refusal
  }

  static let noPage = Refusal(404, "There is no such page here; / lists all bots.")
}
