public import Explaining
public import Foundation
public import Model
import Words

/// The watcher's decisions, round after round: what is remembered, what was seen, and what runs decide what
/// to do; nothing depends on being told something exactly once. Belongs to one thread at a time.
public final class Rounds {
  let memory: any WatchMemory
  let launcher: any Launcher
  let machine: any Machine
  let clock: any WatchClock
  public let settings: WatchSettings
  let zone: TimeZone
  /// A line for each event, never one for a look that saw nothing.
  private let log: (Weight, BotID?, String) -> Void

  var bots: [BotID: WatchedBot] = [:]
  /// Looked after by this watcher, and since when.
  var own: [OpenKey: Own] = [:]
  /// Ended, with a report that could not be kept so far, and since when.
  var untaken: [OpenKey: Double] = [:]
  /// Bots whose file is gone, by what was known of them; nobody else writes that.
  var retired: [BotID: BotMemory] = [:]
  /// Those that are being removed, and since when: a reading of their files may be older than that.
  var leaving: [BotID: Double] = [:]
  /// The looks that were begun and not answered, and from when on no other is to wait for them; also those of
  /// bots that are gone meanwhile.
  var underWay: [Int: Double] = [:]
  var lastLook = 0
  /// By the clock that only grows: when the next round is to come.
  private var comesBackAt = Double.infinity
  var isEnding = false
  /// The bot files as they were read, until they are heeded.
  var unheeded: [BotID: BotReading]?
  private var toldDisk = false
  /// Something waits for what is done by hand: nobody tells when that has ended.
  private var isHeldUp = false
  let inquirer: (any Inquirer)?
  let searcher: (any Searcher)?
  var inquiring: Inquiring?
  /// Bots whose tests nobody was asked about since their last integration; first comes the last.
  var unasked: [BotID] = []
  /// Bots of which it may be found out which test executes what; first comes the last.
  var unmapped: [BotID] = []
  var asksAgainAt: Double?
  /// Since when nothing is integrated.
  var restsSince = 0.0
  /// Grows with whatever may change what is shown of the bots.
  public internal(set) var news = 0

  struct OpenKey: Hashable {
    var bot: BotID
    var number: IntegrationNumber
  }

  struct Own {
    var began: Double
    var process: ProcessMark?
    var killed: String?
    /// Why it left no report.
    var reportless: String?
    var wasCanceled = false
    /// Ended without a verdict, because a disk was full.
    var hadNoRoom = false
    /// Begun by a watcher that is gone, and asked to end.
    var isAdopted = false
  }

  public init(
    memory: any WatchMemory, launcher: any Launcher, machine: any Machine, clock: any WatchClock,
    settings: WatchSettings, inquirer: (any Inquirer)? = nil, searcher: (any Searcher)? = nil,
    zone: TimeZone = .current, log: @escaping (Weight, BotID?, String) -> Void
  ) {
    (self.inquirer, self.searcher) = (inquirer, searcher)
    restsSince = clock.uptime
    (self.memory, self.launcher, self.machine, self.clock) = (memory, launcher, machine, clock)
    (self.settings, self.zone, self.log) = (settings, zone, log)
  }

  /// What remains to be done outside, and when to come back.
  public struct Work: Sendable {
    /// Each of them has to be asked, and its answer taken.
    public var questions: [LookQuestion] = []
    /// How many looks have taken so long that others must not wait for them.
    public var silent = 0
    /// Ended; their pages are to be made, then `settle` is to be called.
    public var ended: [OpenIntegration] = []
    /// Why integrations that ended could not be taken in; each is tried again.
    public var failures: [any Error] = []
    public var wakeAfterSeconds: Double = 3600
    public var news = 0
  }

  /// One look at everything that is known. Cheap when nothing happens.
  public func round() throws -> Work {
    isHeldUp = false
    if let unheeded { try reload(unheeded) }
    tellSilent()
    let failures = try attendRunning()
    attendInquiry()
    let due = dueBots()
    let questions = try questions(about: due)
    try fill()
    if inquirer != nil || searcher != nil { try inquireWhenIdle(queue()) }
    let open = try memory.openIntegrations()
    // Only now: had anything failed, all of them would still be due.
    handOut(questions, about: due)
    var work = Work(questions: questions, ended: open.filter { !$0.isRunning }, failures: failures)
    let uptime = clock.uptime
    work.silent = underWay.values.count { $0 <= uptime }
    work.news = news
    work.wakeAfterSeconds = wake(isBusy: open.contains(where: \.isRunning))
    comesBackAt = uptime + work.wakeAfterSeconds
    return work
  }

  /// Whether something is to be done about a bot before the round that is to come.
  public func isRoundLate(for bot: BotID) -> Bool {
    guard let bot = bots[bot] else { return false }
    let look = bot.look.flatMap { underWay[$0.number] }
    return [bot.looksAgainAt, bot.silentAt, look].contains { $0.map { $0 < comesBackAt } ?? false }
  }

  private func wake(isBusy: Bool) -> Double {
    let (uptime, now) = (clock.uptime, clock.now)
    // Nothing tells that there is room on the disk again.
    var wait = isBusy || toldDisk || isHeldUp ? 5.0 : 3600.0
    if let asksAgainAt { wait = min(wait, asksAgainAt - uptime) }
    if unheeded != nil { wait = min(wait, 1) }
    if inquiring?.stoppedAt != nil { wait = min(wait, 5) }
    for bot in bots.values {
      if let look = bot.looksAgainAt { wait = min(wait, look - uptime) }
      if let silent = bot.silentAt, silent > uptime { wait = min(wait, silent - uptime) }
      if let again = bot.startsAgainAt, again > uptime { wait = min(wait, again - uptime) }
      if bot.trouble == nil, bot.look == nil, let tick = bot.nextTick {
        wait = min(wait, tick.timeIntervalSince(now))
      }
    }
    for silent in underWay.values where silent > uptime { wait = min(wait, silent - uptime) }
    // A wall clock that is put forward is noticed within this time.
    return max(0, min(wait, bots.values.contains { $0.nextTick != nil } ? 30 : wait))
  }

  func apply(_ changes: [WatchChange], at date: Date) throws {
    guard !changes.isEmpty else { return }
    news += 1
    try memory.apply(changes, at: date)
  }

  func tell(_ weight: Weight, _ bot: BotID?, _ text: String) {
    news += 1
    log(weight, bot, text)
  }

  // MARK: Beginning

  public func queue() throws -> Queue {
    var queue = Queue(workers: settings.workers)
    queue.pending = try memory.pendingIntegrations()
    queue.open = try memory.openIntegrations()
    queue.isEnding = isEnding
    guard !queue.pending.isEmpty else { return queue }
    queue.pauseOfAll = try memory.pauseOfAll()
    queue.pauses = bots.compactMapValues(\.pause)
    let uptime = clock.uptime
    for bot in Set(queue.pending.map(\.bot)) {
      if let known = bots[bot] {
        queue.obstacles[bot] = known.obstacle(uptime: uptime)
        if known.settings == nil { queue.obstacles[bot] = "its bot file has mistakes" }
      } else {
        queue.obstacles[bot] = "its bot file is gone"
      }
      // What is found out gives way, and what runs is told by its number.
      guard queue.obstacles[bot] == nil, inquiring?.inquiry.bot != bot,
        !queue.open.contains(where: { $0.bot == bot }), let words = launcher.hindrance(bot)
      else { continue }
      queue.obstacles[bot] = words
      isHeldUp = true
    }
    queue.freeBytes = machine.freeBytes()
    queue.floorBytes = settings.floorBytes
    return queue
  }

  func fill() throws {
    let queue = try giveWay(queue())
    guard !queue.pending.isEmpty else { return }
    tellDisk(queue)
    for place in queue.places() where place.waitsFor == nil {
      stopInquiry()
      // The search works in the same checkout; its end is told.
      if inquiring?.inquiry.bot != place.pending.bot { try begin(place.pending) }
    }
  }

  private func tellDisk(_ queue: Queue) {
    let isLow = queue.freeBytes.map { $0 < queue.floorBytes } ?? false
    guard isLow != toldDisk else { return }
    toldDisk = isLow
    tell(
      isLow ? .warning : .notice, nil,
      isLow
        ? "Nothing new is begun: \(Figures.bytes(queue.freeBytes ?? 0)) are free on disk, and "
          + "\(Figures.bytes(queue.floorBytes)) are needed"
        : "There is room on disk again")
  }

  private func begin(_ pending: Pending) throws {
    guard let bot = bots[pending.bot]?.settings, take(pending, bot) else { return }
    let number: IntegrationNumber
    do {
      number = try memory.begin(turn: pending.turn, at: clock.now, processID: settings.processID)
    } catch {
      launcher.giveBack(pending.bot)
      throw error
    }
    let key = OpenKey(bot: pending.bot, number: number)
    own[key] = Own(began: clock.uptime)
    let mark: ProcessMark
    do { mark = try launcher.start(pending, as: number, bot) } catch let error as LaunchError {
      try notStarted(pending, number, error)
      return
    }
    own[key]?.process = mark
    bots[pending.bot]?.startsAgainAt = nil
    bots[pending.bot]?.startFailure = nil
    try apply([.started(pending.bot, number, mark)], at: clock.now)
    tell(.notice, pending.bot, "\(number) began: \(pending.what). \(pending.reason)")
  }

  /// From here on its time counts, and what it is compared with stays the newest.
  private func take(_ pending: Pending, _ settings: Bot) -> Bool {
    let bot = pending.bot
    do {
      if try launcher.isReady(pending, settings) && launcher.take(bot) { return true }
      isHeldUp = true
    } catch {
      let wrong = Explanation(error, doing: "starting an integration").wrong
      bots[bot]?.startsAgainAt = clock.uptime + 30
      bots[bot]?.startFailure = "it could not be started: \(wrong)"
      tell(.error, bot, "Nothing of it could be started: \(wrong)")
    }
    return false
  }

  private func notStarted(_ pending: Pending, _ number: IntegrationNumber, _ error: LaunchError) throws {
    let isLast = pending.attempt + 1 >= settings.attempts
    let why = "It could not be started: \(error.wrong)"
    startLater(pending, why.uncapitalizedFirst)
    tell(.error, pending.bot, "\(number): \(why)")
    launcher.tidy(pending.bot, number)
    try memory.abandon(
      bot: pending.bot, integration: number, result: isLast ? .internalError : .canceled, reason: why,
      at: clock.now)
  }

  /// What kept it may go meanwhile.
  func startLater(_ pending: Pending, _ why: String) {
    bots[pending.bot]?.startsAgainAt = clock.uptime + 30 * Double(1 << min(pending.attempt, 6))
    bots[pending.bot]?.startFailure = why
  }
}

/// Why an integration could not be started.
public struct LaunchError: Explained, Equatable, Sendable {
  public var wrong: String
  public var doing: String { "starting an integration" }
  public var advice: String { "the watcher tries it again by itself" }

  public init(_ wrong: String) { self.wrong = wrong }
}
