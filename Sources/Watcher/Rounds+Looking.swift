import Foundation
public import Model
import Words

extension Rounds {
  /// Something says that this bot's repository changed; nil: any of them may have.
  public func lookNow(_ bot: BotID?) {
    let uptime = clock.uptime
    for bot in bot.map({ [$0] }) ?? Array(bots.keys) {
      bots[bot]?.nextLook = uptime
      bots[bot]?.isAskedFor = true
    }
  }

  func dueBots() -> [WatchedBot] {
    guard !isEnding else { return [] }
    let (uptime, now) = (clock.uptime, clock.now)
    guard bots.values.contains(where: { $0.isDue(now, uptime) }) else { return [] }
    let slack = settings.lookSeconds / 50
    return bots.values.filter { $0.isDue(now, uptime, slack: slack) }.sorted {
      $0.isRemote == $1.isRemote ? $0.bot < $1.bot : $1.isRemote
    }
  }

  func questions(about due: [WatchedBot]) throws -> [LookQuestion] {
    let now = clock.now
    return try due.compactMap { bot in
      guard let settings = bot.settings else { return nil }
      try heedToolchain(bot, settings)
      mendTicks(bot, now)
      var cause: LookCause? = bot.trouble == nil ? nil : .probing
      if settings.schedule.on == .commit { cause = .watching }
      if bots[bot.bot]?.isTickDue(now) == true { cause = .tick }
      guard let cause else { return nil }
      var question = try question(bot.bot, settings, cause)
      lastLook += 1
      question.number = lastLook
      return question
    }
  }

  func handOut(_ questions: [LookQuestion], about due: [WatchedBot]) {
    for bot in due {
      let seconds = bot.isRemote ? WatchedBot.secondsBetweenCalls : settings.lookSeconds
      bots[bot.bot]?.planLook(after: seconds, clock.uptime)
    }
    for question in questions { bots[question.bot]?.look = WatchedBot.Look(number: question.number) }
  }

  /// The repository is being looked at from now on. False when nobody heeds the answer any more.
  @discardableResult public func beginLook(_ question: LookQuestion) -> Bool {
    guard bots[question.bot]?.look?.number == question.number else { return false }
    bots[question.bot]?.look?.since = clock.uptime
    underWay[question.number] =
      clock.uptime + (question.remote == nil ? WatchedBot.patienceSeconds : WatchedBot.secondsOfCall)
    return true
  }

  /// A disk that does not answer, as one over a network may, holds up its own repositories and no other.
  func tellSilent() {
    for bot in bots.values where bot.trouble == nil && bot.isSilent(clock.uptime) {
      let seconds = Int(bot.patience)
      tellTrouble(
        bot,
        bot.isRemote
          ? "it is being fetched for more than \(seconds) s" : "it has not answered for \(seconds) s")
    }
  }

  /// A clock that was in the future for a while must not silence a schedule until then.
  private func mendTicks(_ bot: WatchedBot, _ now: Date) {
    guard let ticks = bot.ticks, let last = bot.memory.lastTick, last > now.addingTimeInterval(ticks.period)
    else { return }
    tell(.warning, bot.bot, "The clock was put back; its schedule counts from now on")
    bots[bot.bot]?.heed(ticks.last(upTo: now))
  }

  /// What is to be asked about a bot's repository.
  func question(_ bot: BotID, _ settings: Bot, _ cause: LookCause) throws -> LookQuestion {
    let tips = try memory.tips(of: bot)
    var question = LookQuestion(
      bot: bot, cause: cause, repository: settings.repository, patterns: settings.branches,
      known: Self.commits(of: tips), wantsPaths: !settings.paths.isEmpty,
      mostCommits: self.settings.mostListed)
    question.dropped = try memory.dropped(of: bot)
    question.base = settings.base
    (question.remote, question.access) = (settings.remote, settings.access)
    question.listsNew = !question.known.isEmpty && bots[bot]?.isOtherwise == false
    return question
  }

  private static func commits(of tips: [Tip]) -> [BranchName: CommitID] {
    Dictionary(tips.map { ($0.branch, $0.commit) }) { first, _ in first }
  }

  /// Whether it was asked knowing what is known now.
  func isOfNow(_ question: LookQuestion) throws -> Bool {
    try Self.commits(of: memory.tips(of: question.bot)) == question.known
      && memory.dropped(of: question.bot) == question.dropped
  }

  /// Decides what a sighting means. One of a moment that is past is not heeded; the next look tells.
  public func take(_ sighting: Sighting) throws {
    let question = sighting.question
    underWay[question.number] = nil
    if bots[question.bot]?.look?.number == question.number { bots[question.bot]?.look = nil }
    guard let bot = bots[question.bot], let settings = bot.settings, !isEnding,
      question.isAbout(settings), question.patterns == settings.branches
    else { return }
    do { try heed(sighting, bot, settings) } catch {
      // What could not be kept is seen again soon; not at once, or a full disk kept a processor busy.
      bots[question.bot]?.nextLook = clock.uptime + Self.secondsAfterFailure
      throw error
    }
  }

  private func heed(_ sighting: Sighting, _ bot: WatchedBot, _ settings: Bot) throws {
    let question = sighting.question
    switch sighting.outcome {
    case .trouble(let sentence):
      if case .manual(_?, _) = question.cause { return }
      tellTrouble(bot, sentence)
      bots[question.bot]?.planRetry(clock.uptime)
    case .unreachable(let one):
      if case .manual(_?, _) = question.cause { return }
      tellTrouble(bot, one.sentence)
      if bots[question.bot]?.tried != one.tried {
        bots[question.bot]?.tried = one.tried
        news += 1
      }
      bots[question.bot]?.planCall(clock.uptime)
    case .seen(let seen):
      guard try isOfNow(question) else {
        bots[question.bot]?.nextLook = clock.uptime
        return
      }
      if case .manual(_?, _) = question.cause {} else { tellTrouble(bot, nil) }
      if question.cause != .probing {
        try take(seen, question, settings)
        if case .manual(_?, _) = question.cause {} else { bots[question.bot]?.isOtherwise = false }
      }
      if case .manual(_?, _) = question.cause { return }
      tellLeftOut(seen.leftOut, question.bot)
      tellUnread(seen.unread, question.bot)
    }
  }

  private func tellUnread(_ now: [BranchName: String], _ bot: BotID) {
    let before = bots[bot]?.unread ?? [:]
    bots[bot]?.unread = now
    for (name, wrong) in now.sorted(by: { $0.key < $1.key }) where before[name] != wrong {
      tell(.warning, bot, "\(wrong): nothing new of it is integrated until it can be")
    }
    for name in before.keys.sorted() where now[name] == nil {
      tell(.notice, bot, "\(name) can be read again")
    }
  }

  /// Who pushes a branch and waits for it is to read why nothing comes. Each is told once.
  private func tellLeftOut(_ names: Set<BranchName>, _ bot: BotID) {
    let known = bots[bot]?.leftOut ?? []
    bots[bot]?.leftOut = names
    guard let words = LeftOutBranches.words(names.subtracting(known)) else { return }
    tell(.notice, bot, words)
  }

  private func take(_ seen: Sighting.Seen, _ question: LookQuestion, _ settings: Bot) throws {
    let bot = question.bot
    let memory = self.memory
    let remembered = Remembered(
      settings: settings, tips: try memory.tips(of: bot),
      pending: try memory.pendingIntegrations().filter { $0.bot == bot && $0.request.source != .search },
      fates: { try memory.fates(of: $1, bot: bot, branch: $0) },
      newest: { branch, fate in
        let newest = try memory.newestIntegration(bot: bot, branch: branch)
        // What its tip came to is the newest, and is not kept any more.
        if case .integrated(let number)? = fate, let newest, number > newest.integration,
          try !memory.isKept(number, of: bot)
        {
          return nil
        }
        return newest?.commit
      })
    let now = clock.now
    var changes = try seen.changes(
      bot: bot, cause: question.cause, remembered: remembered, mostCommits: self.settings.mostCommits,
      now: now)
    let isIdle = !changes.contains { if case .queue = $0 { true } else { false } }
    changes += try face(seen, bot, settings)
    let tick = question.cause == .tick ? bots[bot]?.ticks?.last(upTo: now) : nil
    if let tick { changes.append(.tick(bot, tick)) }
    let waiting = Dictionary(remembered.pending.map { ($0.turn, $0.commit) }) { first, _ in first }
    try apply(changes, at: now)
    if let tick {
      bots[bot]?.heed(tick)
      let when = Moment.local(tick, in: zone)
      let why =
        settings.schedule.onlyIfChanged && remembered.pending.isEmpty
        ? "nothing changed since the integration before" : "what was asked for before still waits"
      let words = "Nothing was integrated at \(when): \(why)"
      if isIdle { tell(.notice, bot, words) }
    }
    let merged = Set(seen.branches.flatMap { $0.commits.flatMap(\.merged) })
    try tellQueued(bot, changes, merged: merged)
    tellChanges(bot, changes, waiting)
    let gone = Set(remembered.tips.filter(\.isGone).map(\.branch))
    let back = changes.count {
      if case .sawTip(_, let branch, _) = $0 { gone.contains(branch) } else { false }
    }
    bots[bot]?.movedBranches += back
  }

  /// Where HEAD names another branch than it did; what was not integrated has nothing to show.
  private func face(_ seen: Sighting.Seen, _ bot: BotID, _ settings: Bot) throws -> [WatchChange] {
    guard let head = seen.head, settings.base == nil else { return [] }
    // Without one, what was integrated last goes on, and its page says where it is not there any more.
    guard let face = BaseBranch.face(settings, base: BaseBranch.of(settings, head: head)),
      try face != memory.base(of: bot), try memory.knows(face, of: bot)
    else { return [] }
    return [.face(bot, face)]
  }

  private static var secondsAfterFailure: Double { 2 }

  private func tellTrouble(_ bot: WatchedBot, _ sentence: String?) {
    guard bot.trouble != sentence else { return }
    bots[bot.bot]?.trouble = sentence
    bots[bot.bot]?.tried = nil
    if let sentence {
      tell(.warning, bot.bot, "The repository cannot be read: \(sentence)")
    } else {
      bots[bot.bot]?.retries = 0
      tell(.notice, bot.bot, "The repository can be read again")
    }
  }

  /// Many commits of one push are one event. `merged`: what came with merges, and is passed over by none.
  private func tellQueued(
    _ bot: BotID, _ changes: [WatchChange], merged: Set<CommitID>
  ) throws {
    let queued = changes.compactMap { change -> (request: PendingRequest, passed: [CommitID])? in
      if case .queue(let request, let passed, _) = change { (request, passed) } else { nil }
    }
    var rest = queued[...]
    while let (first, _) = rest.first {
      let like = rest.prefix { $0.request.branch == first.branch && $0.request.reason == first.reason }
      rest = rest.dropFirst(like.count)
      let passed = like.flatMap(\.passed)
      var counts = try memory.counts(of: passed, bot: bot)
      counts.passedOver -= try memory.counts(of: passed.filter(merged.contains), bot: bot).passedOver
      let over = counts.words.map { ", \($0)" }.joined()
      if let last = like.last?.request, like.count > 1 {
        let what = "\(like.count) commits are queued, \(first.commit.short) … \(last.commit.short)"
        tell(.notice, bot, "\(what): \(first.reason)\(over)")
      } else {
        tell(.notice, bot, "\(first.commit.short) is queued: \(first.reason)\(over)")
      }
    }
  }

  private func tellChanges(_ bot: BotID, _ changes: [WatchChange], _ waiting: [Int: CommitID]) {
    for change in changes {
      switch change {
      case .unqueue(let turn, _, let reason):
        let what = waiting[turn].map { "\($0.short) is taken" } ?? "Taken"
        tell(.notice, bot, "\(what) out of the queue: \(reason)")
      case .passOver(_, _, let commits, .left(.dropped, let reason)):
        tell(.notice, bot, "\(commits.map(\.short).joined(separator: ", ")) waits no more: \(reason)")
      case .passOver(_, let branch, let commits, .left(_, let reason)):
        let what = commits.count == 1 ? "1 commit" : "\(commits.count) commits"
        tell(.notice, bot, "\(what) of \(branch) passed over: \(reason)")
      case .face(_, let branch):
        bots[bot]?.movedBranches += 1
        tell(.notice, bot, "\(branch) stands for the bot from now on, as HEAD or the bot file names it")
      case .lostTip(_, let branch, let isThere):
        bots[bot]?.movedBranches += 1
        launcher.lost(branch, of: bot)
        tell(.notice, bot, isThere ? "\(branch) is watched no more" : "\(branch) is gone")
      default: break
      }
    }
  }

  // MARK: Toolchains

  /// When swift itself changed, what was integrated last is integrated again, clean.
  private func heedToolchain(_ bot: WatchedBot, _ settings: Bot) throws {
    guard let present = machine.toolchain(of: bot.bot, settings), present != bot.memory.toolchain
    else { return }
    var changes: [WatchChange] = [.toolchain(bot.bot, present)]
    if let former = bot.memory.toolchain, settings.schedule.onToolchainUpgrade {
      changes += try upgrades(bot.bot, from: former, to: present)
    }
    try apply(changes, at: clock.now)
    bots[bot.bot]?.memory.toolchain = present
    if let former = bot.memory.toolchain {
      tell(.notice, bot.bot, "Swift changed from \(former) to \(present)")
    }
  }

  private func upgrades(_ bot: BotID, from former: String, to present: String) throws -> [WatchChange] {
    let waiting = try memory.pendingIntegrations().filter { $0.bot == bot && $0.request.source == .upgrade }
    return try memory.tips(of: bot).filter { !$0.isGone }.compactMap { tip in
      let shown: CommitID? =
        switch try memory.fates(of: [tip.commit], bot: bot, branch: tip.branch)[tip.commit] {
        case .integrated: tip.commit
        // What the branch shows is of a commit before it.
        case .left: try memory.newestIntegration(bot: bot, branch: tip.branch)?.commit
        case .pending, .passedOver, .passedOverBy, nil: nil
        }
      guard let commit = shown else { return nil }
      guard !waiting.contains(where: { $0.branch == tip.branch && $0.commit == commit }) else { return nil }
      return .queue(
        PendingRequest(
          bot: bot, branch: tip.branch, commit: commit, source: .upgrade,
          reason: "Swift changed from \(former) to \(present)", queued: clock.now, clean: true,
          isRepeat: true))
    }
  }
}
