/// Why something is not answered, in words for who asked.
public struct Refusal: Error, Equatable, Sendable {
  public var status: Int
  public var sentence: String
  /// The methods that would do.
  public var allow: String?

  public init(_ status: Int, _ sentence: String, allow: String? = nil) {
    (self.status, self.sentence, self.allow) = (status, sentence, allow)
  }

  static let noPage = Refusal(404, "There is no such page here; / lists all bots.")
}
