import Foundation
import Model
import Reports
import State
import Watcher
import Words

/// How far the running integrations were when the pages were last made.
struct WatchPageProgress {
  let state: StateFolder
  private var tails: [String: ProgressTail] = [:]
  private var told: [BotID: [IntegrationNumber: String]] = [:]
  private var moment = Date()

  init(state: StateFolder) { self.state = state }

  /// Returns the bots of which something else is to be told than before.
  mutating func read(_ overview: [BotID: BotOverview]) -> Set<BotID> {
    var (tails, told): ([String: ProgressTail], [BotID: [IntegrationNumber: String]]) = ([:], [:])
    for (bot, one) in overview {
      for open in one.running {
        let key = "\(bot)\(open.number)"
        let tail = self.tails[key] ?? ProgressTail(state.integration(bot, open.number).progress)
        tail.read()
        tails[key] = tail
        told[bot, default: [:]][open.number] = Self.words(tail)
      }
    }
    let moved = Set(told.keys).union(self.told.keys).filter { told[$0] != self.told[$0] }
    (self.tails, self.told, moment) = (tails, told, Date())
    return Set(moved)
  }

  /// "test, 87 of 549 tests".
  private static func words(_ tail: ProgressTail) -> String? {
    guard let phase = tail.phase else { return nil }
    guard let done = tail.done, phase == .build || phase == .test else { return phase.rawValue }
    let thing = phase == .test ? "test" : "step"
    let all = tail.total.map { "\(Figures.grouped(done)) of \(Figures.count($0, thing))" }
    return "\(phase.rawValue), \(all ?? Figures.count(done, thing))"
  }

  func activity(of bot: BotID, _ overview: BotOverview?) -> BotActivity {
    var activity = BotActivity()
    guard let overview else { return activity }
    activity.running = overview.running.map {
      BotActivity.Running(
        number: $0.number, branch: $0.branch, since: $0.started, progress: told[bot]?[$0.number],
        expectedEnd: overview.expectedEnds[$0.number])
    }
    activity.waiting = overview.waiting
    activity.problems = overview.problems
    activity.keepsSettings = overview.settings != nil
    activity.trouble = overview.trouble
    activity.pause = overview.pause
    activity.due = overview.due
    if !overview.isQuiet { activity.moment = moment }
    return activity
  }
}
