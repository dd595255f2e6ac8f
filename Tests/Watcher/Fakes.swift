import Foundation
import Kit
import Model
import Watcher

/// The watcher was killed here.
struct Crash: Error {}
/// The disk that holds the store is full.
struct Full: Error {}

final class FakeClock: WatchClock {
  var now = Date(timeIntervalSince1970: 1_795_000_000)
  var uptime = 1000.0

  func advance(_ seconds: Double) {
    now += seconds
    uptime += seconds
  }
}

final class FakeMachine: Machine {
  var free = 50 << 30
  var swift: String? = "Swift 6.3.1"

  func freeBytes() -> Int? { free }
  func toolchain(of bot: BotID, _ settings: Bot) -> String? { swift }
}

/// Between the watcher and the real store: says when the disk is full, and where the watcher is killed.
final class FaultyMemory: WatchMemory {
  let inner: any WatchMemory
  var isFull = false
  /// Reports of this bot can't be kept, whatever is done.
  var refusesReports: BotID?
  /// Killed at the so many-th act from now: before it when even, after it when odd.
  var crashIn: Int?

  init(_ inner: any WatchMemory) { self.inner = inner }

  private func act<T>(_ body: () throws -> T) throws -> T {
    if isFull { throw Full() }
    guard let left = crashIn else { return try body() }
    crashIn = left - 2
    guard left < 2 else { return try body() }
    if left == 1 { _ = try body() }
    throw Crash()
  }

  func watchedBots() throws -> [BotMemory] { try inner.watchedBots() }
  func tips(of bot: BotID) throws -> [Tip] { try inner.tips(of: bot) }
  func base(of bot: BotID) throws -> BranchName? { try inner.base(of: bot) }
  func knows(_ branch: BranchName, of bot: BotID) throws -> Bool { try inner.knows(branch, of: bot) }
  func fates(of commits: [CommitID], bot: BotID, branch: BranchName) throws -> [CommitID: Fate] {
    try inner.fates(of: commits, bot: bot, branch: branch)
  }
  func dropped(of bot: BotID) throws -> [BranchName: Set<CommitID>] { try inner.dropped(of: bot) }
  func integratedUpTo(bot: BotID, branch: BranchName) throws -> BaseChoice.Candidate? {
    try inner.integratedUpTo(bot: bot, branch: branch)
  }
  func isKept(_ number: IntegrationNumber, of bot: BotID) throws -> Bool {
    try inner.isKept(number, of: bot)
  }
  func newestIntegration(bot: BotID, branch: BranchName) throws -> BaseChoice.Candidate? {
    try inner.newestIntegration(bot: bot, branch: branch)
  }
  func counts(of commits: [CommitID], bot: BotID) throws -> CommitCounts {
    try inner.counts(of: commits, bot: bot)
  }
  func pendingIntegrations() throws -> [Pending] { try inner.pendingIntegrations() }
  func openIntegrations() throws -> [OpenIntegration] { try inner.openIntegrations() }
  func pauseOfAll() throws -> Pause? { try inner.pauseOfAll() }
  func expectedSeconds(bot: BotID, branch: BranchName?, clean: Bool) throws -> Double? {
    try inner.expectedSeconds(bot: bot, branch: branch, clean: clean)
  }
  func begin(turn: Int, at time: Date, processID: Int32) throws -> IntegrationNumber {
    try act { try inner.begin(turn: turn, at: time, processID: processID) }
  }
  func apply(_ changes: [WatchChange], at time: Date) throws {
    guard !changes.isEmpty else { return }
    try act { try inner.apply(changes, at: time) }
  }
  func finish(_ report: Report) throws {
    if report.bot == refusesReports { throw Full() }
    try act { try inner.finish(report) }
  }
  func abandon(
    bot: BotID, integration: IntegrationNumber, result: IntegrationResult, reason: String, at end: Date
  ) throws {
    try act {
      try inner.abandon(bot: bot, integration: integration, result: result, reason: reason, at: end)
    }
  }
}

/// Integrations as entries of a list, which end when their time has come.
final class FakeLauncher: Launcher {
  struct Key: Hashable {
    var bot: BotID
    var number: IntegrationNumber
  }

  enum Leaves: Equatable {
    case report(IntegrationResult, String = "because")
    case nothing(String)
  }

  struct Performed {
    var mark: ProcessMark
    var isAlive = true
    var isHanging = false
    var endsAt: Double
    var leaves: Leaves
    var isSearch = false
  }

  let clock: FakeClock
  var random: SeededRandom
  var performed: [Key: Performed] = [:]
  var violations: [String] = []
  var numbers: [BotID: Int] = [:]
  var nextIsSlow = false
  var nextCrashes = false
  var nextHangs = false
  /// What the code of each asks for.
  var minutes: Double?
  var refuses = false
  /// What this bot left cannot be read now.
  var hidesReports: BotID?
  /// Somebody works with these by hand.
  var byHand: Set<BotID> = []
  /// Somebody begins to, right when something is to be started.
  var isSlower = false
  private var taken: Set<BotID> = []
  /// What forbids to begin anything for a bot now.
  var forbids: (BotID) -> String? = { _ in nil }
  /// The same for what nobody asked for.
  var forbidsSearch: (BotID) -> String? = { _ in nil }
  /// The watcher is killed right before it starts one (0) or right after (1).
  var crash: Int?
  private var lastProcess: Int32 = 100

  init(clock: FakeClock, random: SeededRandom) {
    self.clock = clock
    self.random = random
  }

  func hindrance(_ bot: BotID) -> String? {
    byHand.contains(bot) && !taken.contains(bot) ? "waits for somebody who works with it by hand" : nil
  }
  func take(_ bot: BotID) -> Bool {
    if isSlower { byHand.insert(bot) }
    guard !byHand.contains(bot) else { return false }
    taken.insert(bot)
    return true
  }
  func giveBack(_ bot: BotID) { taken.remove(bot) }
  func beginByHand(_ bot: BotID) { if !taken.contains(bot) { byHand.insert(bot) } }

  func start(_ pending: Pending, as number: IntegrationNumber, _ settings: Bot) throws -> ProcessMark {
    let (bot, key) = (pending.bot, Key(bot: pending.bot, number: number))
    if crash == 0 { throw Crash() }
    if number.value <= numbers[bot, default: 0] {
      violations.append("\(bot)\(number) was given out before")
    }
    numbers[bot] = number.value
    if performed.contains(where: { $0.key.bot == bot && $0.value.isAlive }) {
      violations.append("two integrations of \(bot) share its checkout")
    }
    if pending.request.search != nil, let why = forbidsSearch(bot) {
      violations.append("\(bot)\(number) looks back, but \(why)")
    }
    if byHand.contains(bot) || !taken.contains(bot) {
      violations.append("\(bot)\(number) began, but its folders are not the watcher's")
    }
    if let why = forbids(bot) { violations.append("\(bot)\(number) began, but \(why)") }
    if performed.values.count(where: \.isAlive) >= 2 { violations.append("more run than there are workers") }
    if refuses { throw LaunchError("no process could be made") }
    lastProcess += 1
    let mark = ProcessMark(processID: lastProcess, started: UInt64(clock.uptime))
    let results: [IntegrationResult] = [.succeeded, .testFailures, .buildErrors, .checkoutError]
    performed[key] = Performed(
      mark: mark, isHanging: nextHangs,
      endsAt: clock.uptime + (nextIsSlow ? 2000 : .random(in: 1...60, using: &random)),
      leaves: nextCrashes ? .nothing("it was killed") : .report(results.randomElement(using: &random)!))
    performed[key]?.isSearch = pending.request.search != nil
    nextIsSlow = false
    nextCrashes = false
    nextHangs = false
    if crash == 1 { throw Crash() }
    return mark
  }

  /// What is due to end by now has ended.
  private func update(_ key: Key) {
    guard let one = performed[key], one.isAlive, !one.isHanging, one.endsAt <= clock.uptime else { return }
    performed[key]?.isAlive = false
  }

  func limitMinutes(_ bot: BotID, _ number: IntegrationNumber) -> Double? { minutes }

  func cancel(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?, why: String?) {
    endSoon(Key(bot: bot, number: number))
  }

  /// It was told to end: with a report that says so, or without, or it was done anyway.
  func endSoon(_ key: Key) {
    update(key)
    guard let one = performed[key], one.isAlive, !one.isHanging else { return }
    performed[key]?.endsAt = min(one.endsAt, clock.uptime + .random(in: 0...3, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: break
    case 1: performed[key]?.leaves = .nothing("it was ended")
    default: performed[key]?.leaves = .report(.canceled)
    }
  }

  func kill(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?) {
    let key = Key(bot: bot, number: number)
    guard performed[key]?.isAlive == true else { return }
    performed[key]?.isHanging = false
    performed[key]?.endsAt = clock.uptime
    performed[key]?.leaves = .nothing("it was killed")
  }

  func isAlive(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?) -> Bool {
    let key = Key(bot: bot, number: number)
    update(key)
    guard let one = performed[key], one.isAlive else { return false }
    return process == nil || process == one.mark
  }

  func report(_ bot: BotID, _ number: IntegrationNumber) throws -> Report? {
    if bot == hidesReports { throw Full() }
    guard let one = performed[Key(bot: bot, number: number)], !one.isAlive,
      case .report(let result, let reason) = one.leaves
    else { return nil }
    var report = Report(
      bot: bot, integration: number, result: result, reason: reason, commit: nil, toolchain: "Swift 6.3.1",
      configuration: .debug, queued: clock.now, started: clock.now)
    report.limited = one.isSearch ? Limitation() : nil
    return report
  }

  func lastSign(_ bot: BotID, _ number: IntegrationNumber) -> Date? { nil }

  func ending(_ bot: BotID, _ number: IntegrationNumber) -> String? {
    guard case .nothing(let words)? = performed[Key(bot: bot, number: number)]?.leaves else { return nil }
    return words
  }

  func tidy(_ bot: BotID, _ number: IntegrationNumber) { giveBack(bot) }
}
