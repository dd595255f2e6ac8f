public import Foundation
public import Model

public protocol WatchClock {
  /// For schedules and for people.
  var now: Date { get }
  /// Seconds that only ever grow, for waiting.
  var uptime: Double { get }
}

/// What the watcher asks of the machine it runs on.
public protocol Machine: AnyObject {
  /// On the disk that holds the state; nil when it cannot be told.
  func freeBytes() -> Int?
  /// The toolchain that would integrate this bot, in words; nil when there is none.
  func toolchain(of bot: BotID, _ settings: Bot) -> String?
}

/// Starts integrations as processes of their own and knows how they are.
public protocol Launcher: AnyObject {
  /// Why nothing can begin in a bot's folders now: somebody works there by hand. In words.
  func hindrance(_ bot: BotID) -> String?
  /// Whether all is known of the repository that is needed to begin one; it is asked aside, and says when it
  /// has answered.
  func isReady(_ pending: Pending, _ settings: Bot) throws -> Bool
  /// Has the bot's folders for what is started there, until that is tidied or they are given back. False
  /// where somebody else was first.
  func take(_ bot: BotID) throws -> Bool
  func giveBack(_ bot: BotID)
  /// Leaves the order in the integration's folder and starts who performs it.
  func start(_ pending: Pending, as number: IntegrationNumber, _ settings: Bot) throws -> ProcessMark
  /// How long it may take, where the code that it integrates says so; nil: what its bot says.
  func limitMinutes(_ bot: BotID, _ number: IntegrationNumber) -> Double?
  /// Asks it to end; may be asked twice, and for one that has ended. `why`: where nobody asked for it.
  func cancel(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?, why: String?)
  /// Ends it and everything below it.
  func kill(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?)
  /// Whether anything still performs it; without a mark, whatever was started for it.
  func isAlive(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?) -> Bool
  /// What it left, when that is whole.
  func report(_ bot: BotID, _ number: IntegrationNumber) throws -> Report?
  /// When it wrote of its work last; nil where that is not known.
  func lastSign(_ bot: BotID, _ number: IntegrationNumber) -> Date?
  /// How it ended without a report, in words.
  func ending(_ bot: BotID, _ number: IntegrationNumber) -> String?
  /// What is needed only while it is performed goes.
  func tidy(_ bot: BotID, _ number: IntegrationNumber)
  /// A branch is integrated no more: what was built for it goes.
  func lost(_ branch: BranchName, of bot: BotID)
}

extension Launcher {
  public func hindrance(_ bot: BotID) -> String? { nil }
  public func isReady(_ pending: Pending, _ settings: Bot) -> Bool { true }
  public func take(_ bot: BotID) -> Bool { true }
  public func giveBack(_ bot: BotID) {}
  public func lost(_ branch: BranchName, of bot: BotID) {}
}

/// Finds out why tests fail that pass alone, and which test executes what, one at a time, in a process of its
/// own.
public protocol Inquirer: AnyObject {
  /// Where it would find out which test executes what now; nil where that is known, or nobody can tell.
  func map(of bot: BotID) -> Inquiry?
  /// Of which test it would find out now why it fails; nil where there is none, or it was asked that before.
  func question(of bot: BotID) throws -> Inquiry?
  func begin(_ inquiry: Inquiry) throws
  /// Asks it to end. `forGood`: it is not to be asked that again.
  func cancel(forGood: Bool)
  func kill()
  var isRunning: Bool { get }
  /// It has ended: what it came to, in words; nil where it was ended before.
  func finish() -> String?
}

/// Finds out which commit broke what fails, by integrations that are wanted one after the other: what they
/// come to is its memory.
public protocol Searcher: AnyObject {
  /// The next one that a bot is to have; nil where nothing is to be found out, or nothing more can be.
  func next(of bot: BotID, _ settings: Bot, at now: Date) throws -> PendingRequest?
}

/// Looks into repositories, several at a time. Its answers are of one moment. When its task is canceled it
/// answers at once, whatever the repository does.
public protocol RefReader: Sendable {
  func look(_ question: LookQuestion) async -> Sighting.Outcome
}

/// Makes pages, and tells others of what they show.
public protocol PageMaker: Sendable {
  /// Those of an integration that ended, and what tells of it above them.
  func makePages(_ bot: BotID, _ number: IntegrationNumber, settings: Bot?) async throws
  /// Puts what is to be told of an integration that ended where it is not lost. May be called twice.
  func tell(_ bot: BotID, _ number: IntegrationNumber) async throws
  /// What the bots do now, in the pages above. Tells after how many seconds that is to be done again although
  /// nothing is new; nil when there is nothing to wait for.
  func show(_ overview: [BotID: BotOverview]) async -> Double?
}

/// How much a line of the watcher's log matters.
public enum Weight: Sendable { case notice, warning, error }

public struct WatchSettings: Sendable {
  public var workers: Int
  /// Below this nothing new is begun.
  public var floorBytes = 1 << 30
  /// How often each repository is looked at when nothing says that it changed.
  public var lookSeconds: Double = 60
  /// Beyond its own limit of minutes an integration is ended from outside.
  public var slackSeconds: Double = 300
  /// How often one that is cut off is begun again.
  public var attempts = 3
  /// How many commits of a branch wait at most where every one is integrated.
  public var mostCommits = 50
  /// How many commits of one push are listed.
  public var mostListed = 10_000
  public var processID: Int32

  public init(workers: Int, processID: Int32) {
    self.workers = max(1, workers)
    self.processID = processID
  }
}
