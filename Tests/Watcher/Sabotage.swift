import Foundation
import Model

/// Ways to break a watcher that the invariants must notice.
enum Sabotage: String, CaseIterable {
  /// What newer commits pass over is not listed.
  case forgetsPassedOver
  /// A tip is remembered before what follows from it is.
  case remembersTipsAlone
  /// What was cut off is not due again.
  case forgetsCutOff
  /// Queued once more although it is queued.
  case queuesTwice
  /// A place in the queue is taken away without a word.
  case losesPlaces
  /// What ended without a report goes on running for ever.
  case neverAbandons
  /// An integration gets the number of the one before.
  case givesNumbersAgain
  /// What waited for a place that is replaced is forgotten.
  case forgetsReplaced
  /// What was dropped is not looked for where its branch or its bot is there again.
  case forgetsDropped
}

final class SabotagedMemory: WatchMemory {
  private let inner: any WatchMemory
  private let way: Sabotage

  init(_ inner: any WatchMemory, _ way: Sabotage) {
    self.inner = inner
    self.way = way
  }

  func apply(_ changes: [WatchChange], at time: Date) throws {
    try inner.apply(changes.flatMap(distorted), at: time)
  }

  private func distorted(_ change: WatchChange) -> [WatchChange] {
    switch (way, change) {
    case (.forgetsPassedOver, .queue(let request, _, let replaced)):
      return [.queue(request, passingOver: [], replacing: replaced)]
    case (.remembersTipsAlone, .queue(let request, _, _)) where request.source == .commit: return []
    case (.forgetsCutOff, .settle(let bot, let number, .again)): return [.settle(bot, number, .done)]
    case (.queuesTwice, .queue(let request, _, _)) where request.source == .commit: return [change, change]
    case (.losesPlaces, .queue(let request, let passed, let replaced)) where !replaced.isEmpty:
      return replaced.map { .unqueue(turn: $0, .dropped, "") } + [.queue(request, passingOver: passed)]
    case (.forgetsReplaced, .queue(let request, let passed, let replaced)) where !replaced.isEmpty:
      return [.queue(request, passingOver: passed)] + replaced.map { .promote(turn: $0, .manual) }
    default: return [change]
    }
  }

  func begin(turn: Int, at time: Date, processID: Int32) throws -> IntegrationNumber {
    let number = try inner.begin(turn: turn, at: time, processID: processID)
    return way == .givesNumbersAgain ? IntegrationNumber(max(1, number.value - 1)) : number
  }

  func abandon(
    bot: BotID, integration: IntegrationNumber, result: IntegrationResult, reason: String, at end: Date
  ) throws {
    guard way != .neverAbandons else { return }
    try inner.abandon(bot: bot, integration: integration, result: result, reason: reason, at: end)
  }

  func watchedBots() throws -> [BotMemory] { try inner.watchedBots() }
  func tips(of bot: BotID) throws -> [Tip] { try inner.tips(of: bot) }
  func base(of bot: BotID) throws -> BranchName? { try inner.base(of: bot) }
  func knows(_ branch: BranchName, of bot: BotID) throws -> Bool { try inner.knows(branch, of: bot) }
  func fates(of commits: [CommitID], bot: BotID, branch: BranchName) throws -> [CommitID: Fate] {
    try inner.fates(of: commits, bot: bot, branch: branch)
  }
  func dropped(of bot: BotID) throws -> [BranchName: Set<CommitID>] {
    way == .forgetsDropped ? [:] : try inner.dropped(of: bot)
  }
  func integratedUpTo(bot: BotID, branch: BranchName) throws -> BaseChoice.Candidate? {
    try inner.integratedUpTo(bot: bot, branch: branch)
  }
  func isKept(_ number: IntegrationNumber, of bot: BotID) throws -> Bool {
    try inner.isKept(number, of: bot)
  }
  func newestIntegration(bot: BotID, branch: BranchName) throws -> BaseChoice.Candidate? {
    try inner.newestIntegration(bot: bot, branch: branch)
  }
  func counts(of commits: [CommitID], bot: BotID) throws -> CommitCounts {
    try inner.counts(of: commits, bot: bot)
  }
  func pendingIntegrations() throws -> [Pending] { try inner.pendingIntegrations() }
  func openIntegrations() throws -> [OpenIntegration] { try inner.openIntegrations() }
  func pauseOfAll() throws -> Pause? { try inner.pauseOfAll() }
  func expectedSeconds(bot: BotID, branch: BranchName?, clean: Bool) throws -> Double? {
    try inner.expectedSeconds(bot: bot, branch: branch, clean: clean)
  }
  func finish(_ report: Report) throws { try inner.finish(report) }
}
