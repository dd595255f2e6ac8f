import Explaining
import Foundation
public import Model
import Words

extension Rounds {
  /// Before the first round: what is remembered, and what a watcher that is gone left running.
  public func begin(_ readings: [BotID: BotReading]) throws {
    for one in try memory.watchedBots() {
      if one.retired == nil { admit(one) } else { retired[one.bot] = one }
    }
    try reload(readings)
    try dropSearches { _ in true }
    unasked = bots.keys.sorted()
    unmapped = unasked
  }

  /// Without settings, but with all that is remembered.
  private func standBy(_ memory: BotMemory) {
    var idle = WatchedBot(memory, nextLook: .infinity)
    if let why = memory.unreadable {
      let words = "The settings that are stored of it cannot be read: \(why)"
      idle.unreadable = words
      idle.problems = [words]
      tell(.error, memory.bot, words)
    }
    bots[memory.bot] = idle
  }

  private func admit(_ memory: BotMemory) {
    guard let settings = memory.settings else { return standBy(memory) }
    var admitted = bots[memory.bot] ?? WatchedBot(memory, nextLook: clock.uptime)
    if admitted.settings?.source != settings.source {
      admitted.trouble = nil
      // The answer to the look at the former one is not heeded.
      admitted.look = nil
    }
    if admitted.unreadable != nil { admitted.problems = [] }
    admitted.unreadable = nil
    admitted.memory = memory
    admitted.ticks = Ticks(settings.schedule, machineZone: zone)
    admitted.nextTick = nil
    if let ticks = admitted.ticks { admitted.heed(memory.lastTick ?? ticks.last(upTo: clock.now)) }
    admitted.nextLook = clock.uptime
    bots[memory.bot] = admitted
  }

  /// Heeds the bot files as they are now.
  public func reload(_ readings: [BotID: BotReading]) throws {
    unheeded = readings
    let all = readings
    leaving = leaving.filter { clock.uptime - $0.value < Self.secondsOfLeaving }
    let readings = all.filter { leaving[$0.key] == nil }
    let sorted = readings.sorted { $0.key < $1.key }
    let fresh = sorted.compactMap { bot, reading -> News? in
      if case .good(let settings) = reading { news(bot, settings) } else { nil }
    }
    // A thousand new ones are remembered at once.
    try apply(fresh.flatMap(\.changes), at: clock.now)
    for one in fresh { heed(one) }
    for (bot, reading) in sorted {
      switch reading {
      case .good: isRight(bot)
      case .bad(let problems): try bad(bot, problems)
      }
    }
    for bot in bots.keys.sorted() where readings[bot] == nil { try retire(bot) }
    // A file of that name that is still there then is a new one.
    unheeded = readings.count == all.count ? nil : all
  }

  private static var secondsOfLeaving: Double { 3 }

  private struct News {
    var memory: BotMemory
    var changes: [WatchChange]
    var isOtherwise: Bool
  }

  /// nil when its settings are those that are heeded already.
  private func news(_ bot: BotID, _ settings: Bot) -> News? {
    var former = upToDate(bot)
    guard bots[bot]?.settings != settings || former.retired != nil else { return nil }
    var changes: [WatchChange] = [.watch(bot, settings: settings)]
    // Of settings that cannot be read it is not known: what fell due meanwhile stays due.
    let isScheduleNew = former.unreadable == nil && former.settings?.schedule != settings.schedule
    if let ticks = Ticks(settings.schedule, machineZone: zone), former.lastTick == nil || isScheduleNew {
      let tick = ticks.last(upTo: clock.now)
      former.lastTick = tick
      changes.append(.tick(bot, tick))
    }
    let isOtherwise =
      bots[bot]?.isOtherwise == true || former.retired != nil
      || former.settings?.branches != settings.branches
      || former.settings?.source != settings.source
    former.settings = settings
    former.unreadable = nil
    former.retired = nil
    return News(memory: former, changes: changes, isOtherwise: isOtherwise)
  }

  private func heed(_ news: News) {
    let bot = news.memory.bot
    let isNew = bots[bot] == nil
    let repository = news.memory.settings?.source ?? ""
    retired[bot] = nil
    admit(news.memory)
    bots[bot]?.isOtherwise = news.isOtherwise
    // What was left when its file went, or is wanted only now.
    heedTests(of: bot)
    tell(.notice, bot, isNew ? "Watched from now on: \(repository)" : "Its bot file changed")
  }

  private func isRight(_ bot: BotID) {
    guard let known = bots[bot], !known.problems.isEmpty else { return }
    bots[bot]?.problems = []
    tell(.notice, bot, "Its bot file is right again")
  }

  private func upToDate(_ bot: BotID) -> BotMemory {
    bots[bot]?.memory ?? retired[bot] ?? BotMemory(bot: bot)
  }

  private func bad(_ bot: BotID, _ problems: [String]) throws {
    if bots[bot] == nil {
      var former = upToDate(bot)
      if let settings = former.settings {
        try apply([.watch(bot, settings: settings)], at: clock.now)
        former.retired = nil
      }
      retired[bot] = nil
      admit(former)
    }
    let unreadable = bots[bot]?.unreadable.map { [$0] } ?? []
    guard bots[bot]?.problems != unreadable + problems else { return }
    bots[bot]?.problems = unreadable + problems
    let kept = bots[bot]?.settings == nil ? "it is not watched" : "its last good settings are kept"
    tell(.error, bot, "Its bot file has mistakes, so \(kept): \(problems.joined(separator: "; "))")
  }

  private func retire(_ bot: BotID) throws {
    if inquiring?.inquiry.bot == bot { stopInquiry() }
    let waiting = try memory.pendingIntegrations().filter { $0.bot == bot }
    let isKept = bots[bot]?.settings != nil || bots[bot]?.unreadable != nil
    let changes: [WatchChange] = waiting.map {
      .unqueue(turn: $0.turn, .dropped, "The bot file was removed before it was integrated")
    }
    try apply(changes + (isKept ? [.retire(bot)] : []), at: clock.now)
    if isKept {
      retired[bot] = bots[bot]?.memory
      retired[bot]?.retired = clock.now
    }
    bots[bot] = nil
    tell(.notice, bot, "Its bot file is gone: it is watched no more, and its history is kept")
  }

  // MARK: Removing

  /// Lets go of a bot for good, whatever is read of its file from now on: what waits leaves the queue, and
  /// what runs is asked to end.
  public func forget(_ bot: BotID, reason: String) throws {
    if inquiring?.inquiry.bot == bot { stopInquiry(forGood: true) }
    let waiting = try memory.pendingIntegrations().filter { $0.bot == bot }
    let running = try memory.openIntegrations().filter { $0.bot == bot && $0.isRunning }
    try apply(
      waiting.map { .unqueue(turn: $0.turn, .dropped, reason) }
        + running.map { .cancel(bot, $0.number, .byHand(reason)) }, at: clock.now)
    leaving[bot] = clock.uptime
    (bots[bot], retired[bot]) = (nil, nil)
    unasked.removeAll { $0 == bot }
    unmapped.removeAll { $0 == bot }
    tell(.notice, bot, "\(reason): it is watched no more")
  }

  /// It was not removed, or has come back with what is remembered of it.
  public func heedAgain(_ bot: BotID) throws {
    leaving[bot] = nil
    guard bots[bot] == nil else { return }
    retired[bot] = try memory.watchedBots().first { $0.bot == bot }
  }

  // MARK: By hand

  /// What must be asked of the repository for an integration by hand.
  public func manualQuestion(_ bot: BotID, revision: String?, reason: String) throws -> LookQuestion {
    guard let settings = bots[bot]?.settings else { throw Explanation.unknownBot(bot) }
    return try question(bot, settings, .manual(revision: revision, reason: reason))
  }

  /// Takes in the answer; tells the places in the queue that came of it, before any of them can begin. nil
  /// when something else changed meanwhile, so that it has to be asked again.
  public func takeManual(_ sighting: Sighting) throws -> [Pending]? {
    let bot = sighting.question.bot
    func refusal(_ wrong: String, _ advice: String) -> Explanation {
      Explanation(doing: "queueing an integration of \(bot)", wrong: wrong, advice: advice)
    }
    guard !isEnding else { throw refusal("the watcher is ending", "ask the next one") }
    guard case .seen(let seen) = sighting.outcome else {
      let sentence =
        switch sighting.outcome {
        case .trouble(let sentence): sentence
        case .unreachable(let one): one.sentence
        case .seen: ""
        }
      throw refusal(sentence, "mend that, ask again later, or name another commit with --commit")
    }
    guard try isOfNow(sighting) else { return nil }
    try take(sighting)
    let places = try memory.pendingIntegrations().filter { one in
      one.bot == bot && one.request.source == .manual
        && seen.resolved.map { asked in
          // A commit without a branch may have waited already, for the branch that it came with.
          asked.commit == one.commit && (asked.branch == nil || asked.branch == one.branch)
        } ?? (one.branch != nil)
    }
    guard !places.isEmpty else {
      throw refusal(
        "no branch of its repository is one of its `branches`",
        "name a commit with --commit, or mend the bot file")
    }
    return places
  }

  private func isOfNow(_ sighting: Sighting) throws -> Bool {
    let question = sighting.question
    guard let settings = bots[question.bot]?.settings else { throw Explanation.unknownBot(question.bot) }
    return try question.isAbout(settings) && question.patterns == settings.branches
      && isOfNow(question)
  }

  /// One integration that runs; without a number all that runs and waits. Tells how many.
  public func cancel(_ bot: BotID, _ number: IntegrationNumber?, reason: String) throws -> Int {
    guard bots[bot] != nil else { throw Explanation.unknownBot(bot) }
    var changes: [WatchChange] = []
    if number == nil {
      changes += try memory.pendingIntegrations().filter { $0.bot == bot }.map {
        .unqueue(turn: $0.turn, .canceled, reason)
      }
    }
    let running = try memory.openIntegrations().filter {
      $0.bot == bot && $0.isRunning && (number == nil || $0.number == number)
    }
    changes += running.map { .cancel(bot, $0.number, .byHand(reason)) }
    try apply(changes, at: clock.now)
    let isInquiry = finds(out: bot, number)
    if isInquiry {
      stopInquiry(forGood: true)
      tell(
        .notice, bot,
        "\((inquiring?.inquiry.name ?? "the search").capitalizedFirst) is asked to end: \(reason)")
    }
    let taken = changes.count - running.count
    if taken > 0 {
      tell(.notice, bot, "\(Figures.count(taken, "commit")) taken out of the queue: \(reason)")
    }
    for one in running { tell(.notice, bot, "\(one.number) is asked to end: \(reason)") }
    return changes.count + (isInquiry ? 1 : 0)
  }

  /// Whether something is found out of it.
  public func finds(out bot: BotID, _ number: IntegrationNumber?) -> Bool {
    inquiring.map { $0.inquiry.bot == bot && (number == nil || $0.inquiry.integration == number) } ?? false
  }

  public func pause(_ bot: BotID?, reason: String?) throws {
    if let bot, bots[bot] == nil { throw Explanation.unknownBot(bot) }
    try apply([.pause(bot, reason: reason)], at: clock.now)
    if let bot { bots[bot]?.memory.pause = Pause(since: clock.now, reason: reason) }
    if bot == nil || bot == inquiring?.inquiry.bot { stopInquiry() }
    tell(.notice, bot, bot == nil ? "All bots are paused" : "Paused")
  }

  public func resume(_ bot: BotID?) throws {
    if let bot, bots[bot] == nil { throw Explanation.unknownBot(bot) }
    try apply([.resume(bot)], at: clock.now)
    if let bot { bots[bot]?.memory.pause = nil }
    tell(.notice, bot, bot == nil ? "All bots go on" : "Goes on")
  }

  // MARK: Ending

  /// From now on nothing new is begun.
  public func beginEnding() {
    isEnding = true
    stopInquiry()
  }

  /// What still runs is asked to end; it is due again when the watcher is back.
  public func cancelForEnding() throws {
    let running = try memory.openIntegrations().filter(\.isRunning)
    try apply(
      running.filter { $0.canceling == nil }.map {
        .cancel($0.bot, $0.number, .byEnding("the watcher was ended"))
      }, at: clock.now)
  }

  // MARK: Telling

  public var roster: [WatchedBot] { bots.values.sorted { $0.bot < $1.bot } }

  public func settings(of bot: BotID) -> Bot? { bots[bot]?.settings }

  public func openIntegrations() throws -> [OpenIntegration] { try memory.openIntegrations() }
}

extension Explanation {
  fileprivate static func unknownBot(_ bot: BotID) -> Explanation {
    Explanation(
      doing: "looking for the bot \(bot)", wrong: "the watcher knows no such bot",
      advice: "`bothy bots` lists what there is")
  }
}
