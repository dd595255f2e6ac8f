import Foundation
import Model
import Words

/// What follows from how one branch was found. Pure.
struct BranchPlan {
  let bot: BotID
  let settings: Bot
  let cause: LookCause
  let mostCommits: Int
  let now: Date
  let branch: SightedBranch
  let known: Tip?
  /// Of the commits that the branch lists, and of its tip.
  let fates: [CommitID: Fate]
  /// Of this bot and branch.
  let pending: [Pending]
  /// The commit of the branch's newest integration, which is what its pages show.
  let newest: CommitID?

  private let paths: [Glob]

  init(
    bot: BotID, settings: Bot, cause: LookCause, mostCommits: Int, now: Date, branch: SightedBranch,
    known: Tip?, fates: [CommitID: Fate], pending: [Pending], newest: CommitID? = nil
  ) {
    (self.bot, self.settings, self.cause) = (bot, settings, cause)
    (self.mostCommits, self.now, self.branch) = (mostCommits, now, branch)
    (self.known, self.fates, self.pending) = (known, fates, pending)
    self.newest = newest
    paths = settings.paths.map { Glob($0) }
  }

  func changes() -> [WatchChange] {
    var changes: [WatchChange] = []
    if isMoved || known?.hasDropped == true {
      changes.append(.sawTip(bot, branch.name, branch.tip))
    }
    changes += settings.integrate == .latest ? latest() : every()
    return changes + again(changes)
  }

  // MARK: latest

  private func latest() -> [WatchChange] {
    let older = fresh.filter { $0.id != branch.tip }
    guard tipIsDue else { return leaveAbandoned() + withoutTip(older) }
    let dull = older.filter { !isInteresting($0) }.map(\.id)
    guard isBack || touchesAnything || !undecided(branch.dropped).isEmpty else {
      return leaveAbandoned() + leaveDull(dull + [branch.tip])
    }
    let passed = older.filter { isInteresting($0) }.map(\.id)
    let replaced = pending.filter { $0.request.source.isReplaceable && $0.commit != branch.tip }
    return leaveDull(dull) + [queue(branch.tip, passingOver: passed, replacing: replaced)]
      + leaveRewritten(replaced.map(\.commit))
  }

  /// Of a tip that touches nothing of interest nothing is known of what was dropped before it.
  private func withoutTip(_ older: [SightedCommit]) -> [WatchChange] {
    let dropped = undecided(branch.dropped).map(\.id).filter { $0 != branch.tip }
    guard case .left(.uninteresting, _)? = fates[branch.tip], let newest = dropped.first else {
      return list(older.map(\.id), like: fates[branch.tip])
    }
    return list(older.map(\.id).filter { !dropped.contains($0) }, like: fates[branch.tip])
      + [queue(newest, passingOver: Array(dropped.dropFirst()))]
  }

  /// What waited and is not in the history any more was not passed over: nothing that came after it has it.
  private func leaveRewritten(_ replaced: [CommitID]) -> [WatchChange] {
    let isUnknown = branch.relation == .rewritten(mergeBase: nil)
    let gone = replaced.filter { commit in
      (isUnknown || branch.abandoned.contains(commit))
        && !pending.contains { $0.commit == commit && !$0.request.source.isReplaceable }
    }
    return gone.isEmpty ? [] : [.passOver(bot, branch.name, gone, .left(.dropped, wasRewritten))]
  }

  private var wasRewritten: String { "The history of \(branch.name) was rewritten before it was integrated" }

  /// What nobody has decided about yet, newest first.
  private var fresh: [SightedCommit] { undecided(branch.commits + branch.dropped) }

  private func undecided(_ commits: [SightedCommit]) -> [SightedCommit] {
    commits.filter { commit in
      switch fates[commit.id] {
      case nil, .left(.dropped, _): true
      default: false
      }
    }
  }

  private var tipIsDue: Bool { isBack || fates[branch.tip]?.isDueAsTip ?? true }

  private var isMoved: Bool { known?.commit != branch.tip || known?.isGone != false }

  /// It was put back to a commit that needed nothing more, or something was integrated after its tip: what
  /// the branch shows is another commit's, so that the tip is integrated again.
  private var isBack: Bool {
    guard let newest, newest != branch.tip else { return false }
    guard isMoved ? !pending.contains(where: { $0.commit == branch.tip }) : pending.isEmpty else {
      return false
    }
    switch fates[branch.tip] {
    case .integrated: return true
    case .left:
      if case .rewritten = branch.relation { return isMoved } else { return false }
    case .pending, .passedOver, .passedOverBy, nil: return false
    }
  }

  private var touchesAnything: Bool {
    switch branch.relation {
    case .forward: break
    case .rewritten where lostNothing: break
    case .new, .same, .rewritten: return true
    }
    return branch.commits.contains { isInteresting($0) }
  }

  /// What it had and has no more touched nothing that `paths` names.
  private var lostNothing: Bool {
    !branch.abandoned.isEmpty && !branch.isCut && known?.isGone == false
      && branch.abandoned.allSatisfy {
        if case .left(.uninteresting, _)? = fates[$0] { true } else { false }
      }
  }

  /// A line that was rewritten also takes things away, so that its paths do not tell what changed; and of a
  /// new branch something is to be shown. Where more commits came than are listed, nobody knows what those
  /// touch, and the tip has them all.
  private func isInteresting(_ commit: SightedCommit) -> Bool {
    guard !paths.isEmpty, let touched = commit.paths, !(branch.isCut && commit.id == branch.tip) else {
      return true
    }
    switch branch.relation {
    case .forward: break
    case .rewritten where lostNothing: break
    case .new where commit.id != branch.tip: break
    case .new, .same, .rewritten: return true
    }
    return touched.contains { Glob.isSelected($0, by: paths) }
  }

  /// Commits that came with a tip that needs nothing share what became of it.
  private func list(_ commits: [CommitID], like fate: Fate?) -> [WatchChange] {
    guard !commits.isEmpty, let fate else { return [] }
    let shared: Fate
    switch fate {
    case .pending(let turn): shared = .passedOver(byTurn: turn)
    case .integrated(let number): shared = .passedOverBy(number)
    case .left: shared = fate
    case .passedOver, .passedOverBy: return []
    }
    return [.passOver(bot, branch.name, commits, shared)]
  }

  private func leaveDull(_ commits: [CommitID]) -> [WatchChange] {
    guard !commits.isEmpty else { return [] }
    let why = "It touches nothing that `paths` in the bot file names"
    return [.passOver(bot, branch.name, commits, .left(.uninteresting, why))]
  }

  /// Where the tip needs nothing they share what became of it; of one that is left for its own reason they
  /// have another.
  private func leaveElsewhere(_ commits: [CommitID]) -> [WatchChange] {
    let shared = list(commits, like: fates[branch.tip])
    guard shared.isEmpty, !commits.isEmpty else { return shared }
    let why = "Another branch that is watched has it too"
    return [.passOver(bot, branch.name, commits, .left(.uninteresting, why))]
  }

  // MARK: every

  private func every() -> [WatchChange] {
    // What a merge brought was never the branch itself.
    let inside = Dictionary(branch.commits.map { ($0.id, $0.merged) }) { first, _ in first }
    let merged = Set(inside.values.joined()).union(branch.dropped.filter(\.isMerged).map(\.id))
    let fresh = self.fresh
    // A branch that was rebased has what another one brought, and that is integrated there.
    var due = fresh.filter { !merged.contains($0.id) && (!$0.isElsewhere || $0.id == branch.tip) }
    if tipIsDue, !due.contains(where: { $0.id == branch.tip }) {
      due.insert(SightedCommit(id: branch.tip), at: 0)
    }
    let dull = due.filter { $0.id != branch.tip || fates[$0.id] == nil }.filter { !isInteresting($0) }
      .map(\.id)
    let wanted = due.map(\.id).filter { !dull.contains($0) }
    let tooMany = Array(wanted.dropFirst(mostCommits))
    var changes = leaveAbandoned(except: Set(wanted)) + leaveDull(dull)
    if !tooMany.isEmpty {
      let why = "\(wanted.count) commits came at once, and only the newest \(mostCommits) are integrated"
      changes.append(.passOver(bot, branch.name, tooMany, .left(.tooMany, why)))
    }
    let queued = wanted.prefix(mostCommits)
    let waiting = pending.filter {
      $0.request.source.isReplaceable && !branch.abandoned.contains($0.commit)
    }.sorted { $0.turn < $1.turn }
    let why = "More than \(mostCommits) commits of \(branch.name) waited, and newer ones came"
    changes += waiting.prefix(max(0, waiting.count + queued.count - mostCommits)).map {
      .unqueue(turn: $0.turn, .tooMany, why)
    }
    let undecided = Set(fresh.map(\.id))
    let told = Set(dull + tooMany + queued + queued.flatMap { inside[$0] ?? [] })
    // What is integrated elsewhere, and what came with a merge that is not queued: with the tip.
    let rest = fresh.map(\.id).filter { !told.contains($0) }
    return changes + (queued.contains(branch.tip) ? [] : leaveElsewhere(rest))
      + queued.reversed().map { commit in
        let brought = (inside[commit] ?? []) + (commit == branch.tip ? rest : [])
        return queue(commit, passingOver: brought.filter { undecided.contains($0) })
      }
  }

  // MARK: both

  /// What waits for a commit that a rewritten history has no more.
  private func leaveAbandoned(except kept: Set<CommitID> = []) -> [WatchChange] {
    // Where the former tip is not there any more nothing tells what came with it; and no commit but the tip
    // may be integrated last.
    let isUnknown = branch.relation == .rewritten(mergeBase: nil) && !tipIsDue
    return pending.filter {
      $0.request.source.isReplaceable && (isUnknown || branch.abandoned.contains($0.commit))
        && $0.commit != branch.tip && !kept.contains($0.commit)
    }.map { .unqueue(turn: $0.turn, .dropped, wasRewritten) }
  }

  private func queue(
    _ commit: CommitID, passingOver: [CommitID] = [], replacing: [Pending] = []
  ) -> WatchChange {
    // With the place it takes over the time: a busy branch has waited since its first commit came.
    var request = PendingRequest(
      bot: bot, branch: branch.name, commit: commit, source: source,
      reason: reason(for: commit) + instead(of: replacing),
      queued: replacing.map(\.request.queued).min() ?? now)
    if case .integrated? = fates[commit] { request.isRepeat = true }
    return .queue(request, passingOver: passingOver, replacing: replacing.map(\.turn))
  }

  /// What is new is so since the last look, and what waited may have been more.
  private func instead(of replaced: [Pending]) -> String {
    guard !replaced.isEmpty else { return "" }
    return ", instead of \(replaced.map(\.commit.short).joined(separator: ", ")) that waited"
  }

  private var source: QueueSource {
    switch cause {
    case .watching, .probing: .commit
    case .tick: .schedule
    case .manual: .manual
    }
  }

  private func reason(for commit: CommitID) -> String {
    var words: String
    switch branch.relation {
    case _ where known?.isGone == true: words = "the branch \(branch.name) is there again"
    case _ where branch.dropped.contains { $0.id == commit }:
      words = "it waited on \(branch.name) before, and was taken out of the queue"
    case .new: words = "the branch \(branch.name) is new"
    case .same: words = "the tip of \(branch.name)"
    case .forward:
      words = newCommits(upTo: commit)
    case .rewritten(branch.tip): words = "the branch \(branch.name) was put back to \(branch.tip.short)"
    case .rewritten(let base?): words = "the history of \(branch.name) was rewritten after \(base.short)"
    case .rewritten(nil): words = "the history of \(branch.name) was rewritten"
    }
    if commit == branch.tip, isBack {
      let isTold =
        branch.relation == .rewritten(mergeBase: commit) && known?.isGone != true
        && !branch.dropped.contains { $0.id == commit }
      words += isTold ? ", which was " : ", back to what was "
      words += Self.words(fates[commit])
    }
    switch cause {
    case .watching, .probing: break
    case .tick: words = "by its schedule: " + words
    // Where each new commit is due anyway, nobody had to ask.
    case .manual(_, let who): if settings.schedule.on != .commit { words = "\(who): \(words)" }
    }
    return words.capitalizedFirst
  }

  /// How many nobody had decided about, and what became of the others.
  private func newCommits(upTo commit: CommitID) -> String {
    let new = undecided(branch.commits).count
    guard new > 0 else {
      return "the tip of \(branch.name)" + (commit == branch.tip && isBack ? "" : ", passed over before")
    }
    let count = new == 1 ? "1 new commit" : "\(new) new commits"
    guard new < branch.commits.count else {
      return (branch.isCut ? "more than " : "") + "\(count) on \(branch.name)"
    }
    var (integrated, passed, waiting) = (0, 0, 0)
    for other in branch.commits {
      switch fates[other.id] {
      case .integrated: integrated += 1
      case .passedOver, .passedOverBy: passed += 1
      case .pending: waiting += 1
      case .left(let leaving, _): if leaving != .dropped { passed += 1 }
      case nil: break
      }
    }
    let before = [(integrated, "integrated"), (passed, "passed over")].filter { $0.0 > 0 }
      .map { "\($0) \($1)" }
    var others = before.isEmpty ? [] : [before.joined(separator: " and ") + " before"]
    if waiting > 0 { others.append(waiting == 1 ? "1 that waits" : "\(waiting) that wait") }
    return (branch.isCut ? "at least " : "") + "\(count) on \(branch.name), beside "
      + others.joined(separator: " and ")
  }

  private static func words(_ fate: Fate?) -> String {
    if case .integrated(let number) = fate { "integrated in \(number)" } else { "not integrated on it" }
  }

  /// Asked for by hand, or by a schedule that does not care: integrated although nothing is new.
  private func again(_ changes: [WatchChange]) -> [WatchChange] {
    let isQueued = changes.contains {
      if case .queue(let request, _, _) = $0 { request.commit == branch.tip } else { false }
    }
    guard !isQueued else { return goingAlong(changes) }
    var request = PendingRequest(
      bot: bot, branch: branch.name, commit: branch.tip, source: source, reason: "", queued: now)
    if case .integrated? = fates[branch.tip] { request.isRepeat = true }
    let waiting = pending.first { $0.commit == branch.tip }
    switch cause {
    case .watching, .probing: return []
    case .tick:
      guard !settings.schedule.onlyIfChanged, waiting == nil else { return [] }
      request.reason = "By its schedule, although nothing changed"
      return [.queue(request)]
    case .manual(_, let who):
      request.reason = who.capitalizedFirst
      return pending.goingFirst(request)
    }
  }

  /// What is new goes first when it is asked for by hand, and what waits since before goes before that.
  private func goingAlong(_ changes: [WatchChange]) -> [WatchChange] {
    guard case .manual = cause else { return [] }
    let gone = changes.flatMap { change -> [Int] in
      switch change {
      case .queue(_, _, let replaced): replaced
      case .unqueue(let turn, _, _): [turn]
      default: []
      }
    }
    return pending.filter { $0.request.source.isReplaceable && !gone.contains($0.turn) }.map {
      .promote(turn: $0.turn, .manual)
    }
  }
}

extension [Pending] {
  /// What is asked for by hand goes first, and with it what waits before it: a tip is integrated last. What
  /// waited keeps its own reason.
  func goingFirst(_ request: PendingRequest) -> [WatchChange] {
    let waiting =
      first { $0.commit == request.commit && $0.branch == request.branch }
      ?? first { $0.commit == request.commit && request.branch == nil && $0.request.source != .search }
    let branch = waiting?.branch ?? request.branch
    let before = filter {
      $0.branch == branch && $0.request.source.isReplaceable && $0.turn < (waiting?.turn ?? .max)
        && branch != nil
    }
    let moved = (before + [waiting].compactMap(\.self)).map {
      WatchChange.promote(turn: $0.turn, .manual)
    }
    return waiting == nil ? moved + [.queue(request)] : moved
  }
}
