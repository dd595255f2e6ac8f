public import Foundation

/// One thing that the watcher decided, to be remembered.
public enum WatchChange: Equatable, Sendable {
  case watch(BotID, settings: Bot)
  case retire(BotID)
  case sawTip(BotID, BranchName, CommitID)
  case lostTip(BotID, BranchName, isThere: Bool = false)
  /// The first place of those it is `replacing`, or one at the end of the queue. What they waited for, and
  /// the commits, are passed over by it.
  case queue(PendingRequest, passingOver: [CommitID] = [], replacing: [Int] = [])
  /// Takes a place away; what waited for it is left.
  case unqueue(turn: Int, Fate.Leaving, String)
  case promote(turn: Int, QueueSource)
  case passOver(BotID, BranchName, [CommitID], Fate)
  /// nil pauses all.
  case pause(BotID?, reason: String?)
  case resume(BotID?)
  case toolchain(BotID, String)
  /// The branch that is its face from now on.
  case face(BotID, BranchName)
  case tick(BotID, Date)
  case started(BotID, IntegrationNumber, ProcessMark)
  case cancel(BotID, IntegrationNumber, Canceling)
  case settle(BotID, IntegrationNumber, Settling)
}

/// What follows from an integration that ended.
public enum Settling: Equatable, Sendable {
  case done
  /// It was cut off, for this reason: the same place in the queue again.
  case again(String, attempt: Int)
  /// It was cut off, and a newer commit of its branch is waiting anyway.
  case passed(toTurn: Int)
  /// It was cut off, and there is nobody any more to begin it again for.
  case left(Fate.Leaving, String)
}

/// Where the watcher remembers. Each call is done wholly or not at all.
public protocol WatchMemory: AnyObject {
  func watchedBots() throws -> [BotMemory]
  func tips(of bot: BotID) throws -> [Tip]
  func fates(of commits: [CommitID], bot: BotID, branch: BranchName) throws -> [CommitID: Fate]
  /// What waited on branches and was dropped since their tips were seen.
  func dropped(of bot: BotID) throws -> [BranchName: Set<CommitID>]
  /// The newest integration of a branch, which is what its pages show; also one that runs.
  func newestIntegration(bot: BotID, branch: BranchName) throws -> BaseChoice.Candidate?
  /// Up to where a branch was integrated, by what came to a verdict.
  func integratedUpTo(bot: BotID, branch: BranchName) throws -> BaseChoice.Candidate?
  func isKept(_ number: IntegrationNumber, of bot: BotID) throws -> Bool
  /// The branch that is its face; nil: whichever was integrated last.
  func base(of bot: BotID) throws -> BranchName?
  /// Whether the branch was integrated, or is being so, with all that the bot asks for.
  func knows(_ branch: BranchName, of bot: BotID) throws -> Bool
  /// What becomes of commits that come with a newer one.
  func counts(of commits: [CommitID], bot: BotID) throws -> CommitCounts
  /// In the order of their turns.
  func pendingIntegrations() throws -> [Pending]
  func openIntegrations() throws -> [OpenIntegration]
  func pauseOfAll() throws -> Pause?
  /// The median of the last few that ended with a report.
  func expectedSeconds(bot: BotID, branch: BranchName?, clean: Bool) throws -> Double?
  /// Makes an integration of a pending one and gives it its number.
  func begin(turn: Int, at time: Date, processID: Int32) throws -> IntegrationNumber
  func apply(_ changes: [WatchChange], at time: Date) throws
  func finish(_ report: Report) throws
  func abandon(
    bot: BotID, integration: IntegrationNumber, result: IntegrationResult, reason: String, at end: Date
  ) throws
}
