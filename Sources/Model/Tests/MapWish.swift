/// What is still to be found out of an integration: which test executes what. It holds as long as what was
/// built for it lies there as it was.
public struct MapWish: Codable, Equatable, Sendable {
  public var bot: BotID
  public var integration: IntegrationNumber
  /// The test program, and what it was built from.
  public var program: String
  public var code: String
  /// How the test program names tests, where it names them otherwise.
  public var rawNames: [String: String]
  /// What the variables of its environment come to; nil where nobody said so.
  public var variables: String?
  /// What its tests left in the checkout; nil where nobody said so.
  public var left: [String]?
  /// What it took until now, each time up to where it gave way.
  public var secondsSpent = 0.0
  /// How often in a row whoever looked for it was gone before it could say anything.
  public var deaths = 0

  public init(
    bot: BotID, integration: IntegrationNumber, program: String, code: String, rawNames: [TestID: String]
  ) {
    (self.bot, self.integration, self.program, self.code) = (bot, integration, program, code)
    self.rawNames = Dictionary(rawNames.map { ($0.key.rawValue, $0.value) }) { first, _ in first }
  }

  /// A machine that has no room for it ends it each time.
  public static let mostDeaths = 3

  /// What is left of the minutes that the integration itself may take.
  public func secondsLeft(of limits: Bot.Limits) -> Double { limits.minutes * 60 - secondsSpent }
}

/// Where it is found out.
public struct MapOrder: Codable, Equatable, Sendable {
  public var wish: MapWish
  /// The folder of the integration, absolute.
  public var folder: String

  public init(_ wish: MapWish, folder: String) { (self.wish, self.folder) = (wish, folder) }
}

/// Why which test executes what cannot be found out of what lies there.
public enum MapObstacle: String, Sendable {
  case builtAgain = "something else was built there since"
  case changed = "what was built or checked out there was changed since"
  case died = "it was ended from outside, three times in a row"
}
