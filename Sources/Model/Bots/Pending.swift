public import Foundation

/// What asked for an integration.
public enum QueueSource: String, Codable, Sendable, CaseIterable {
  case commit, manual, schedule, upgrade
  /// The watcher itself, to find out which commit broke something, while nothing else is to be done.
  case search

  /// Newer commits of the branch take its place.
  public var isReplaceable: Bool { self == .commit || self == .schedule }

  /// Manual first, then upgrades, then whoever came first; what only looks back is last.
  public var rank: Int {
    switch self {
    case .manual: 0
    case .upgrade: 1
    case .commit, .schedule: 2
    case .search: 3
    }
  }
}

/// An integration that is asked for and has not begun.
public struct PendingRequest: Codable, Equatable, Sendable {
  public var bot: BotID
  /// Absent for a bare revision.
  public var branch: BranchName?
  public var commit: CommitID
  public var source: QueueSource
  /// In words, for people.
  public var reason: String
  public var queued: Date
  public var clean: Bool
  /// Its commit was integrated before: that stays what became of the commit.
  public var isRepeat: Bool
  /// Of one that a search asks for.
  public var search: CommitSearchStep?

  public init(
    bot: BotID, branch: BranchName?, commit: CommitID, source: QueueSource, reason: String, queued: Date,
    clean: Bool = false, isRepeat: Bool = false
  ) {
    (self.bot, self.branch, self.commit, self.source) = (bot, branch, commit, source)
    (self.reason, self.queued, self.clean, self.isRepeat) = (reason, queued, clean, isRepeat)
  }
}

/// A place in the queue.
public struct Pending: Codable, Equatable, Sendable {
  /// Given once, kept when it is cut off and due again, never given to another: the clock may jump.
  public var turn: Int
  public var request: PendingRequest
  /// How often it was cut off before.
  public var attempt: Int
  /// Why it waits again, when it was cut off: the last time only.
  public var again: String?

  public init(turn: Int, request: PendingRequest, attempt: Int, again: String? = nil) {
    (self.turn, self.request, self.attempt, self.again) = (turn, request, attempt, again)
  }

  /// In words, for people.
  public var reason: String { request.reason + (again.map { "; again, because \($0)" } ?? "") }

  public var bot: BotID { request.bot }
  public var branch: BranchName? { request.branch }
  public var commit: CommitID { request.commit }

  /// "1f3a9c2e of main".
  public var what: String { commit.short + (branch.map { " of \($0)" } ?? "") }

  public func isBefore(_ other: Pending) -> Bool {
    (request.source.rank, turn) < (other.request.source.rank, other.turn)
  }
}

/// The last tip seen of a branch.
public struct Tip: Equatable, Sendable {
  public var branch: BranchName
  public var commit: CommitID
  /// The branch was deleted, or is not watched any more.
  public var isGone: Bool
  /// Since then something that waited was dropped: it is looked for when its bot or its branch is there.
  public var hasDropped: Bool

  public init(branch: BranchName, commit: CommitID, isGone: Bool, hasDropped: Bool = false) {
    (self.branch, self.commit, self.isGone, self.hasDropped) = (branch, commit, isGone, hasDropped)
  }
}

/// The tip of a branch that is not integrated because somebody canceled that.
public struct CanceledTip: Equatable, Sendable {
  public var branch: BranchName
  public var commit: CommitID
  public var reason: String

  public init(branch: BranchName, commit: CommitID, reason: String) {
    (self.branch, self.commit, self.reason) = (branch, commit, reason)
  }

  /// "the tip 1f3a9c2e of topic was not integrated: canceled by hand".
  public var words: String {
    let why = reason.prefix(1).lowercased() + reason.dropFirst()
    return "the tip \(commit.short) of \(branch) was not integrated: \(why)"
  }
}

/// What became of a commit that was seen on a watched branch.
public enum Fate: Equatable, Sendable {
  public enum Leaving: String, Sendable, CaseIterable {
    /// Its branch, its bot or its line of history went away; due again when that comes back.
    case dropped
    case canceled
    /// It touches nothing that `paths` names.
    case uninteresting
    case tooMany = "too-many"
  }

  case pending(turn: Int)
  case integrated(IntegrationNumber)
  /// A newer one will be integrated instead.
  case passedOver(byTurn: Int)
  case passedOverBy(IntegrationNumber)
  case left(Leaving, String)

  /// A tip with this fate is integrated all the same.
  public var isDueAsTip: Bool {
    switch self {
    case .passedOver, .passedOverBy, .left(.dropped, _), .left(.tooMany, _): true
    case .pending, .integrated, .left: false
    }
  }
}

public struct Pause: Codable, Equatable, Sendable {
  public var since: Date
  public var reason: String?

  public init(since: Date, reason: String?) { (self.since, self.reason) = (since, reason) }

  public static let ofBot = "paused since"
  public static let ofAll = "all bots are paused since"
}

/// What is remembered of a watched bot besides its history.
public struct BotMemory: Equatable, Sendable {
  public var bot: BotID
  /// The last good ones.
  public var settings: Bot?
  /// Why those that are stored cannot be read, in a sentence.
  public var unreadable: String?
  public var pause: Pause?
  public var toolchain: String?
  /// The last moment of its schedule that was heeded.
  public var lastTick: Date?
  /// When its file was found missing.
  public var retired: Date?

  public init(bot: BotID) { self.bot = bot }
}

/// One process for good: numbers are given again.
public struct ProcessMark: Hashable, Sendable {
  public var processID: Int32
  /// Clock ticks since boot.
  public var started: UInt64

  public init(processID: Int32, started: UInt64) { (self.processID, self.started) = (processID, started) }
}

/// Who asked a running integration to end.
public enum Canceling: Equatable, Sendable {
  case byHand(String)
  /// The watcher ends; the integration is due again.
  case byEnding(String)

  public var isByHand: Bool { if case .byHand = self { true } else { false } }

  public var reason: String {
    switch self {
    case .byHand(let reason), .byEnding(let reason): reason
    }
  }
}

/// An integration of the watcher that runs, or that ended and is not settled yet.
public struct OpenIntegration: Equatable, Sendable {
  /// The place in the queue that it had.
  public var pending: Pending
  public var number: IntegrationNumber
  public var started: Date
  public var process: ProcessMark?
  public var canceling: Canceling?
  /// Absent while it runs.
  public var result: IntegrationResult?
  public var hasReport = false

  public init(pending: Pending, number: IntegrationNumber, started: Date) {
    (self.pending, self.number, self.started) = (pending, number, started)
  }

  public var bot: BotID { pending.bot }
  public var branch: BranchName? { pending.branch }
  public var commit: CommitID { pending.commit }
  public var isRunning: Bool { result == nil }
}
