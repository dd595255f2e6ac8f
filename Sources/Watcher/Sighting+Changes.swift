import Foundation
import Model
import Words

/// What was remembered of a bot when it is decided what a sighting means.
struct Remembered {
  var settings: Bot
  var tips: [Tip]
  /// Of this bot, in the order of their turns.
  var pending: [Pending]
  var fates: (BranchName, [CommitID]) throws -> [CommitID: Fate]
  /// Of what a branch shows, where its tip has come to that; nil where nothing else is shown in its place.
  var newest: (BranchName, Fate?) throws -> CommitID?
}

extension Sighting.Seen {
  func changes(
    bot: BotID, cause: LookCause, remembered: Remembered, mostCommits: Int, now: Date
  ) throws -> [WatchChange] {
    var changes: [WatchChange] = []
    if case .manual(let revision?, let who) = cause {
      return try byHand(revision, bot: bot, who: who, remembered: remembered, now: now)
    }
    for branch in branches {
      let commits = (branch.commits + branch.dropped).map(\.id) + [branch.tip] + branch.abandoned.sorted()
      let fates = try remembered.fates(branch.name, commits)
      changes += BranchPlan(
        bot: bot, settings: remembered.settings, cause: cause, mostCommits: mostCommits, now: now,
        branch: branch, known: remembered.tips.first { $0.branch == branch.name },
        fates: fates,
        pending: remembered.pending.filter { $0.branch == branch.name },
        newest: try remembered.newest(branch.name, fates[branch.tip])
      ).changes()
    }
    let present = Set(branches.map(\.name))
    for tip in remembered.tips where !tip.isGone && !present.contains(tip.branch) {
      let isThere = unwatched.contains(tip.branch)
      changes.append(.lostTip(bot, tip.branch, isThere: isThere))
      let why =
        isThere
        ? "\(tip.branch) is not watched any more" : "\(tip.branch) was deleted before it was integrated"
      for one in remembered.pending where one.branch == tip.branch && one.request.source != .manual {
        changes.append(.unqueue(turn: one.turn, .dropped, why))
      }
    }
    return changes
  }

  private func byHand(
    _ revision: String, bot: BotID, who: String, remembered: Remembered, now: Date
  ) throws -> [WatchChange] {
    guard let resolved else { return [] }
    let reason = "\(who.capitalizedFirst): \(revision)"
    var request = PendingRequest(
      bot: bot, branch: resolved.branch, commit: resolved.commit, source: .manual, reason: reason, queued: now
    )
    if let branch = resolved.branch,
      case .integrated? = try remembered.fates(branch, [resolved.commit])[resolved.commit]
    {
      request.isRepeat = true
    }
    return remembered.pending.goingFirst(request)
  }
}
