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
    var latest: PastIntegration?
    var isRunning: Bool
    var waiting: PendingRequest?
    var pause: Pause?
    /// The next moment of a periodic schedule.
    var due: Date?
    var dueText: String?
    /// The process of the watcher that runs, and what that tells.
    var watcher: Int32?
    var now = BotNow()
    var bytes: Int?

    func line(at now: Date) -> BotLine {
      var line = BotLine(id, lineState, sentence: sentence(at: now))
      (line.number, line.branch, line.commit) = (latest?.number, latest?.branch, latest?.commit)
      line.when = latest.map { $0.ended ?? $0.started }
      (line.next, line.bytes) = (next, bytes)
      return line
    }

    private var lineState: BotLine.State {
      guard let latest else { return entry?.bot == nil && !problems.isEmpty ? .broken : .never }
      if let result = latest.result { return .ended(result) }
      return isRunning ? .running : .ended(.canceled)
    }

    private func sentence(at now: Date) -> String {
      if isRunning, let running = self.now.running.last { return BotsText.doing(running, now: now) }
      guard let latest else {
        return lineState == .broken ? "its file has mistakes" : "nothing was integrated yet"
      }
      if let reason = latest.reason { return reason }
      return isRunning ? latest.subject ?? "" : "Bothy was ended while it ran"
    }

    /// When it is due, or why it is not.
    var next: String {
      if let pause { return pause.reason.map { "paused: \($0)" } ?? "paused" }
      if let first = now.waiting.first { return "waiting: \(first.why)" }
      if let waiting { return "waiting: \(waiting.reason)" }
      return dueText ?? entry?.bot.map { ScheduleText.text($0.schedule) } ?? ""
    }

    /// What keeps it from its work, beside mistakes that its file tells of here.
    var troubles: [String] {
      let isKept = now.keepsSettings && !now.problems.isEmpty
      return (problems.isEmpty ? now.problems : [])
        + (isKept ? ["its file has mistakes, so its last good settings are kept"] : [])
        + (now.trouble.map { ["the repository cannot be read: \($0)"] } ?? [])
    }
  }
}
