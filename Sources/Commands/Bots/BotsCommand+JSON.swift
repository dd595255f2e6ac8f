import Foundation
import Model

/// What a program reads of a bot: every key is there, with null where there is nothing to tell.
extension BotsCommand.Row: Encodable {
  private enum Key: String, CodingKey {
    case bot, name, path, file, repository, problems, integration, result, reason, running, branch, commit
    case subject, started, ended, seconds, next, due, paused, waiting, watcher, phase, done, total
    case expectedEnd, queue, troubles, diskBytes
    case base, branches, inquiry
  }

  /// The newest that ended of a branch beside the base branch.
  private struct JSONBranch: Encodable {
    @Nullable var branch: BranchName? = nil
    var integration: IntegrationNumber
    @Nullable var result: IntegrationResult? = nil
    @Nullable var reason: String? = nil
    @Nullable var commit: CommitID? = nil
    @Nullable var ended: Date? = nil
    /// All of it is in the base branch.
    var merged: Bool
  }

  private struct JSONInquiry: Encodable {
    var integration: IntegrationNumber
    var what: String
    var test: TestID?
    var done: Int?
    var total: Int?
    var since: Date
  }

  private struct JSONPlace: Encodable {
    @Nullable var branch: BranchName? = nil
    var commit: CommitID
    @Nullable var waitsFor: String? = nil
  }

  func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: Key.self)
    try row.encode(id, forKey: .bot)
    try row.encode(entry?.bot?.name, forKey: .name)
    try row.encode(path, forKey: .path)
    try row.encode(entry?.file, forKey: .file)
    try row.encode(entry?.bot?.source, forKey: .repository)
    try row.encode(problems.map(\.description), forKey: .problems)
    try row.encode(latest?.number, forKey: .integration)
    try row.encode(latest?.result, forKey: .result)
    try row.encode(latest?.reason, forKey: .reason)
    try row.encode(isRunning || !now.running.isEmpty, forKey: .running)
    try row.encode(latest?.branch, forKey: .branch)
    try row.encode(latest?.commit, forKey: .commit)
    try row.encode(latest?.subject, forKey: .subject)
    try row.encode(latest?.started, forKey: .started)
    try row.encode(latest?.ended, forKey: .ended)
    try row.encode(latest?.seconds, forKey: .seconds)
    try row.encode(next.isEmpty ? nil : next, forKey: .next)
    try row.encode(pause == nil ? due : nil, forKey: .due)
    try row.encode(pause != nil, forKey: .paused)
    try row.encode(waiting?.reason, forKey: .waiting)
    // The process of the watcher; null when none runs.
    try row.encode(watcher, forKey: .watcher)
    let running = now.running.last
    let isAfterwards = running?.progress.isAfterwards == true
    let progress = isAfterwards ? nil : running?.progress
    try row.encode(isAfterwards ? "afterwards" : progress?.phase?.rawValue, forKey: .phase)
    try row.encode(progress?.done, forKey: .done)
    try row.encode(progress?.total, forKey: .total)
    try row.encode(running?.expectedEnd, forKey: .expectedEnd)
    let places = now.waiting.map {
      JSONPlace(branch: $0.pending.branch, commit: $0.pending.commit, waitsFor: $0.waitsFor)
    }
    try row.encode(places, forKey: .queue)
    let inquiry = now.inquiry.map { one in
      let what = one.isOfPages == true ? "pages" : one.isMap ? "who-tests-what" : "why"
      return JSONInquiry(
        integration: one.integration, what: what, test: one.test, done: one.done, total: one.total,
        since: one.since)
    }
    try row.encode(inquiry, forKey: .inquiry)
    try row.encode(troubles, forKey: .troubles)
    try row.encode(bytes, forKey: .diskBytes)
    try row.encode(base, forKey: .base)
    let branches = beside.map {
      JSONBranch(
        branch: $0.branch, integration: $0.number, result: $0.result, reason: $0.reason, commit: $0.commit,
        ended: $0.ended, merged: $0.branch.map(merged.contains) ?? false)
    }
    try row.encode(branches, forKey: .branches)
  }
}
