import Daemon
import Formats
import Foundation
import Model
import Store
import Terminal
import Words

extension BotsCommand {
  /// A bot, with all that is known of it.
  struct Row {
    var id: BotID
    /// The package's folder of a bot without a file.
    var path: String?
    var entry: BotFolder.Entry?
    var problems: [BotFile.Problem]
    var latest: PastIntegration?
    /// The branch that `latest` is of, where one is the face of the bot.
    var base: BranchName?
    /// The newest that ended of each other branch.
    var beside: [PastIntegration] = []
    /// Those of them that are all in the base branch.
    var merged: Set<BranchName> = []
    var isRunning: Bool
    var waiting: PendingRequest?
    var pause: Pause?
    /// The next moment of a periodic schedule.
    var due: Date?
    var dueText: String?
    /// The process of the watcher that runs, and what that tells.
    var watcher: Int32?
    /// By a file in whichever folder.
    var isWatched = false
    var now = BotNow()
    var bytes: Int?
    /// There are integrations, and none of them is a whole one.
    var isOnlyLimited = false
    var canceledTips: [CanceledTip] = []

    private static let mostBranches = 8

    /// The bot, and below it its other branches.
    func lines(at now: Date) -> [BotLine] {
      guard !beside.isEmpty else { return [line(at: now)] }
      let left = beside.count - Self.mostBranches
      return [line(at: now)]
        + beside.prefix(Self.mostBranches).map { past in
          let reason = past.reason?.ended ?? ""
          let isMerged = past.branch.map(merged.contains) ?? false
          var line = BotLine(
            id, past.result.map { .ended($0) } ?? .never,
            sentence: isMerged ? "Merged; it said: \(reason.capitalizedFirst)" : reason.capitalizedFirst)
          (line.besideBase, line.number, line.commit) = (past.branch, past.number, past.commit)
          line.when = past.ended ?? past.started
          return line
        } + (left > 0 ? [BotLine(more: Figures.count(left, "more branch", "more branches"), of: id)] : [])
    }

    private func line(at now: Date) -> BotLine {
      var line = BotLine(id, lineState, sentence: sentence(at: now))
      (line.number, line.branch, line.commit) = (latest?.number, latest?.branch, latest?.commit)
      line.when = latest.map { $0.ended ?? $0.started }
      (line.next, line.bytes) = (next, bytes)
      return line
    }

    private var lineState: BotLine.State {
      guard let latest else {
        return !now.running.isEmpty ? .running : entry?.bot == nil && !problems.isEmpty ? .broken : .never
      }
      if let result = latest.result { return .ended(result) }
      return isRunning ? .running : .ended(.canceled)
    }

    private func sentence(at now: Date) -> String {
      if isRunning, let running = self.now.running.first(where: { $0.number == latest?.number }) {
        return BotsText.doing(running, now: now)
      }
      guard let latest else {
        if let running = self.now.running.first { return BotsText.doing(running, now: now) }
        let place = base.map { " on \($0)" } ?? ""
        if isOnlyLimited { return "only limited integrations\(place) so far" }
        return lineState == .broken ? "its file has mistakes" : "nothing was integrated\(place) yet"
      }
      if let reason = latest.reason { return reason.capitalizedFirst.ended }
      return isRunning ? latest.subject ?? "" : AtWork.words.ended
    }

    /// When it is due, or why it is not.
    var next: String {
      if let pause { return pause.reason.map { "paused: \($0)" } ?? "paused" }
      if let search = now.running.lazy.compactMap(\.search).first { return search }
      if let first = now.waiting.first {
        return first.why.hasPrefix("waits ") ? first.why : "waiting: \(first.why)"
      }
      if let inquiry = now.inquiry { return inquiry.words }
      if let waiting { return "waiting: \(waiting.reason)" }
      if let running = now.running.first(where: { $0.number != latest?.number }), latest != nil {
        return "integrates \(running.number)" + (running.branch.map { " of \($0)" } ?? "")
      }
      let isKept = now.keepsSettings && !now.problems.isEmpty
      // Integrated is what has a file, or a package that somebody named.
      let isLeft = entry == nil && path == nil && problems.isEmpty
      // Another folder may be read than the watcher's, or none be here.
      let left = isWatched ? "no bot file here; as the watcher read it" : "no bot file here"
      let kept = isKept ? "by its last good settings" : isLeft ? left : ""
      return dueText ?? entry?.bot.map { ScheduleText.text($0.schedule) } ?? kept
    }

    /// What keeps it from its work, beside mistakes that its file tells of here, and what it leaves undone.
    var troubles: [String] {
      var troubles = problems.isEmpty ? now.problems : []
      if now.keepsSettings, !now.problems.isEmpty {
        troubles.append("its file has mistakes, so its last good settings are kept")
      }
      if let trouble = now.trouble { troubles.append("the repository cannot be read: \(trouble)") }
      troubles += now.unread ?? []
      troubles += canceledTips.map(\.words)
      return troubles
    }
  }
}
