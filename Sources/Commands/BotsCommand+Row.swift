import Control
import Daemon
import Formats
import Foundation
import Model
import Store
import Terminal

extension BotsCommand {
  /// A bot, with all that is known of it.
  struct Row {
    var id: BotID
    /// The package's folder of a bot without a file.
    var path: String?
    var entry: BotFolder.Entry?
    var problems: [BotFile.Problem]
    var latest: StoredIntegration?
    var isRunning: Bool
    var waiting: PendingRequest?
    var pause: Pause?
    /// The next moment of a periodic schedule.
    var due: Date?
    var dueText: String?
    /// The process of the watcher that runs; what follows is told by it.
    var watcher: Int32?
    var doing: ControlStatus.Running?
    var places: [ControlPlace] = []
    var troubles: [String] = []
    var bytes: Int?

    func line(at now: Date) -> BotLine {
      BotLine(
        id: id, number: latest?.number, state: lineState, sentence: sentence(at: now),
        branch: latest?.branch, commit: latest?.commit, when: latest.map { $0.ended ?? $0.started },
        next: next, bytes: bytes)
    }

    private var lineState: BotLine.State {
      guard let latest else { return entry?.bot == nil && !problems.isEmpty ? .broken : .never }
      if let result = latest.result { return .ended(result) }
      return isRunning ? .running : .ended(.canceled)
    }

    private func sentence(at now: Date) -> String {
      if let doing, isRunning {
        return BotsText.doing(
          doing.phase, done: doing.done, of: doing.total, expectedEnd: doing.expectedEndDate,
          isCanceling: doing.isCanceling, now: now)
      }
      guard let latest else {
        return lineState == .broken ? "its file has mistakes" : "nothing was integrated yet"
      }
      if let reason = latest.reason { return reason }
      return isRunning ? latest.subject ?? "" : "Bothy was ended while it ran"
    }

    /// When it is due, or why it is not.
    var next: String {
      if let pause { return pause.reason.map { "paused: \($0)" } ?? "paused" }
      if let first = places.first { return "waiting: " + (first.waitsFor ?? "begins now") }
      if let waiting { return "waiting: \(waiting.reason)" }
      return dueText ?? entry?.bot.map { ScheduleText.text($0.schedule) } ?? ""
    }
  }
}
