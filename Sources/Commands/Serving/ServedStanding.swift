import Files
import Foundation
import Model
import State
import Store
import Web

/// What the store knows of what can be done now. Asked for each page that has buttons, it asks no watcher:
/// one that is busy would hold up pages.
struct ServedStanding {
  let state: StateFolder
  /// The folder of the bot files.
  let bots: String

  /// What was begun lately enough to run still.
  private static let mostLooked = 20
  private static let secondsFresh = 600.0

  func of(_ bot: BotID?, _ number: IntegrationNumber?) throws -> Standing {
    var standing = Standing()
    if let bot {
      standing.hasFile = ["yaml", "yml"].contains { FileFacts("\(bots)/\(bot.rawValue).\($0)") != nil }
    }
    let store: SQLiteStore
    do { store = try SQLiteStore(folder: state.path, readOnly: true) } catch let error as StoreError
      where error.kind == .missing
    {
      return standing
    }
    standing.areAllPaused = try store.pauseOfAll() != nil
    guard let bot else { return standing }
    standing.isPaused = try store.pausedBots()[bot] != nil
    let isAtWork = AtWork(state: state)
    if let number {
      standing.integration = try store.integration(bot: bot, number: number).map {
        one($0, isRunning: isAtWork(bot, $0))
      }
      return standing
    }
    let running = try store.past(bot: bot, limit: Self.mostLooked).filter { isAtWork(bot, $0) }
    standing.running = running.map(\.number).sorted()
    standing.isBusy = try !running.isEmpty || store.pendingIntegrations().contains { $0.bot == bot }
    return standing
  }

  private func one(_ past: PastIntegration, isRunning: Bool) -> Standing.One {
    var one = Standing.One()
    (one.isRunning, one.isPinned) = (isRunning, past.isPinned)
    one.isFresh = past.ended.map { Date().timeIntervalSince($0) < Self.secondsFresh } ?? false
    one.isRepeatable = past.commit != nil && !past.changes && past.reason != nil && past.ended != nil
    one.hasFailures = TestOutcome.allCases.contains { $0.wentWrong && (past.tests?[$0] ?? 0) > 0 }
    one.hasIssues =
      one.hasFailures || (past.warnings ?? 0) > 0 || (past.analyzerWarnings ?? 0) > 0
    return one
  }
}
