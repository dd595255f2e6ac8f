import Daemon
import Explaining
import Files
import Foundation
import Model
import Processes
import State
import Store
import Terminal

/// Follows a place in the queue of a watcher to the end of its integration, through the store: the watcher
/// may be ended and come back meanwhile.
struct TurnFollower {
  let bot: BotID
  let turn: Int
  let state: StateFolder
  let environment: [String: String]
  let client: WatcherClient
  let cancellation: Cancellation
  /// Its result follows on those of others, so that it says whose it is.
  var isOneOfSeveral = false
  /// Only what failed, the sentence, and where the report is.
  var isQuiet = false

  private static let pauseMicroseconds: UInt32 = 100_000
  private static let mostSecondsAlone = 15.0

  func perform() throws -> Int32 {
    let store = try SQLiteStore(folder: state.path, readOnly: true)
    var shown: (number: IntegrationNumber, follower: ProgressFollower)?
    let began = Date()
    var lastSeen = began
    while true {
      if cancellation.isCanceled {
        shown?.follower.finish()
        let cancel = state.typed.line(["cancel", bot.rawValue])
        Output.error.write("It goes on without you; `\(cancel)` ends it.\n")
        return 130
      }
      switch try store.state(ofTurn: turn) {
      case .waiting: shown = nil
      case .running(let number):
        if shown?.number != number { shown = (number, follower(of: number)) }
        _ = shown?.follower.check(elapsed: Date().timeIntervalSince(began))
      case .ended(let number, _):
        shown?.follower.finish()
        return try tell(number, shown?.follower, store)
      case .gone:
        shown?.follower.finish()
        throw Explanation(
          doing: "waiting for \(bot)", wrong: "it was taken out of the queue before it began",
          advice: "integrate it again when you like", status: IntegrationResult.canceled.exitStatus)
      }
      try lookForWatcher(&lastSeen)
      usleep(Self.pauseMicroseconds)
    }
  }

  /// As the one who integrates here and now is told; what left no report has only a sentence.
  private func tell(
    _ number: IntegrationNumber, _ shown: ProgressFollower?, _ store: SQLiteStore
  ) throws -> Int32 {
    let folder = state.integration(bot, number)
    guard let report = folder.report(of: bot, number) else {
      return try ShowCommand(
        store: store, state: state, capabilities: .of(descriptor: STDOUT_FILENO, environment: environment)
      ).perform(IntegrationAddress(bot: bot, number: number), as: .words)
    }
    let page = state.page(bot, number)
    if isOneOfSeveral {
      let branch = report.commit?.branch.map { " \($0)" } ?? ""
      let commit = report.commit.map { " \($0.id.short)" } ?? ""
      Output.standard.write("\n\(bot)\(number)\(branch)\(commit):\n")
    }
    try (shown ?? follower(of: number)).tell(
      report, address: FileFacts(page) == nil ? folder.path : page,
      again: report.tests.cases.contains(where: \.outcome.wentWrong)
        ? state.typed.line(["rerun", "\(bot)\(number)", "--failed"]) : nil,
      show: state.typed.line(["show", "\(bot)\(number)"]),
      environment: environment)
    return report.exitStatus
  }

  private func lookForWatcher(_ lastSeen: inout Date) throws {
    let alone = Date().timeIntervalSince(lastSeen)
    guard alone > 1 else { return }
    if FileLock.holder(of: state.watchLock) != nil {
      lastSeen = Date()
    } else if alone > Self.mostSecondsAlone {
      throw Explanation(
        doing: "waiting for \(bot)", wrong: "the watcher has ended",
        advice: "start it again with `bothy watch`; the integration keeps its place in the queue")
    }
  }

  private func follower(of number: IntegrationNumber) -> ProgressFollower {
    ProgressFollower(
      folder: state.integration(bot, number),
      display: Display(
        capabilities: .of(descriptor: STDERR_FILENO, environment: environment), quiet: isQuiet, verbose: false
      ))
  }
}
