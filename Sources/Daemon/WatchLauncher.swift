import Explaining
import Faults
import Files
import Foundation
import Git
import Integrator
import Model
import Ordering
import Processes
import State
import Store
import Synchronization
import Watcher

/// Starts `bothy perform FOLDER` for each integration and follows it on a thread of its own.
final class WatchLauncher: Launcher {
  private let state: StateFolder
  private let store: SQLiteStore
  private let environment: [String: String]
  private let messages: WatchMessages
  /// The pages that an integration's scripts wait for.
  private let makePages: @Sendable (BotID, IntegrationNumber) -> Bool
  private let ended: @Sendable () -> Void
  private var followed: [String: FollowedProcess] = [:]
  private var limits: [String: Double] = [:]
  /// What was asked of the repositories of bots that are about to begin something.
  private var readings:
    [BotID: (question: RepositoryReading.Question, answer: AskedAside<RepositoryReading>)] =
      [:]
  private let read: @Sendable (RepositoryReading.Question) -> RepositoryReading
  /// Of the bots of what runs: who works with one by hand waits for that, and is waited for.
  private var turns: [BotID: FileLock] = [:]

  init(
    state: StateFolder, store: SQLiteStore, environment: [String: String], messages: WatchMessages,
    makePages: @escaping @Sendable (BotID, IntegrationNumber) -> Bool,
    read: @escaping @Sendable (RepositoryReading.Question) -> RepositoryReading = { RepositoryReading($0) },
    ended: @escaping @Sendable () -> Void
  ) {
    self.read = read
    (self.state, self.store, self.environment) = (state, store, environment)
    (self.messages, self.makePages, self.ended) = (messages, makePages, ended)
  }

  private func folder(_ bot: BotID, _ number: IntegrationNumber) -> IntegrationFolder {
    state.integration(bot, number)
  }

  private func key(_ bot: BotID, _ number: IntegrationNumber) -> String { "\(bot)\(number)" }

  func hindrance(_ bot: BotID) -> String? {
    if let reading = readings[bot], reading.answer.value() == nil, reading.answer.seconds > Self.secondsAsked
    {
      return "waits for its repository, which has not answered for \(Int(reading.answer.seconds)) s"
    }
    guard turns[bot] == nil, let process = FileLock.holder(of: state.lock(bot)) else { return nil }
    let running = try? store.past(bot: bot, limit: Self.mostLooked).first {
      $0.isRunning && $0.processID == process
    }
    guard let number = running?.number else {
      return "waits for process \(process), which works with this bot by hand"
    }
    return "waits for \(number) of this bot, which process \(process) integrates by hand"
  }

  private static let mostLooked = 10

  /// Nearly all answer at once; every other bot waits meanwhile.
  private static let secondsAsked = 0.5
  /// What was read of a branch is not so any more.
  private static let secondsOfUse = 300.0

  func isReady(_ pending: Pending, _ settings: Bot) throws -> Bool {
    let newest = try newest(pending, before: nil)
    let question = RepositoryReading.Question(pending: pending, settings: settings, newest: newest)
    if let asked = readings[pending.bot] {
      // One that does not answer is not asked by more and more threads.
      guard asked.answer.value() != nil else { return false }
      if asked.question == question, asked.answer.seconds < Self.secondsOfUse { return true }
    }
    let (read, ended) = (self.read, self.ended)
    let answer = AskedAside("bothy-reading", answered: ended) { read(question) }
    readings[pending.bot] = (question, answer)
    return answer.value(within: Self.secondsAsked) != nil
  }

  func take(_ bot: BotID) throws -> Bool {
    guard turns[bot] == nil else { return true }
    try makeFolder(state.bot(bot))
    turns[bot] = try FileLock(taking: state.lock(bot))
    return turns[bot] != nil
  }

  func giveBack(_ bot: BotID) { turns[bot] = nil }

  func start(_ pending: Pending, as number: IntegrationNumber, _ settings: Bot) throws -> ProcessMark {
    let order: Order
    do {
      try makeFolder(state.bot(pending.bot))
      order = try self.order(pending, number, settings)
      if order.limited?.isOlderCommit == true { try store.markOnlyPart(number, of: pending.bot) }
      try OrderMaking(state: state, store: store).leave(order)
    } catch {
      let told = Explanation(error)
      throw LaunchError("\(told.doing): \(told.wrong)")
    }
    let (bot, makePages) = (pending.bot, self.makePages)
    let following = FollowedProcess { makePages(bot, number) }
    let command = PerformingProcess.command(folder(pending.bot, number), environment: environment)
    let ended = self.ended
    // The integration ends with the thread that started it.
    let thread = Thread {
      following.perform(command)
      FaultPoint.reach(.processEnded)
      ended()
    }
    thread.name = "bothy-integration"
    thread.start()
    let process = try following.waitForStart()
    FaultPoint.reach(.processStarted)
    followed[key(pending.bot, number)] = following
    limits[key(pending.bot, number)] = order.settings.limits.minutes
    messages.begin(order, store)
    return ProcessMark(processID: process.pid, started: process.started)
  }

  private func order(_ pending: Pending, _ number: IntegrationNumber, _ settings: Bot) throws -> Order {
    let newest = try newest(pending, before: number)
    let known = readings.removeValue(forKey: pending.bot)?.answer.value()
    let found = known ?? read(.init(pending: pending, settings: settings, newest: newest))
    let asked = found.asked
    let whole = asked.settings(of: settings)
    let settings = pending.request.search.map { whole.searching($0) } ?? whole
    var making = OrderMaking(state: state, store: store)
    making.base = { _ in found.base }
    var order = try making.order(
      pending.bot, number, settings: settings, source: .commit(pending.commit), branch: pending.branch,
      queued: pending.request.queued,
      limited: limitation(
        pending, settings, of: whole,
        isOlder: pending.request.search == nil ? found.isOlder : newest != pending.commit))
    if order.limited?.isOlderCommit == true { order.limited?.isOffBranch = found.isOffBranch }
    if pending.request.clean { order.clean = true }
    if case .wrong(let mistakes) = asked { order.settingsMistakes = mistakes }
    order.botFile = state.botFile(of: pending.bot)
    order.again = pending.again
    let left = order.limited == nil ? try store.leftBehind(bot: pending.bot, before: number) : []
    order.left = left.isEmpty ? nil : left
    try making.tellOthers(&order, passedOver: try store.passedOver(bot: pending.bot, by: number))
    return order
  }

  /// Up to which commit its branch is integrated. What was begun by hand and came to no verdict makes nothing
  /// older that waited.
  private func newest(_ pending: Pending, before number: IntegrationNumber?) throws -> CommitID? {
    guard let branch = pending.branch else { return nil }
    return pending.request.source.isReplaceable
      ? try store.integratedUpTo(bot: pending.bot, branch: branch)?.commit
      : try store.newestCommit(bot: pending.bot, branch: branch, before: number)
  }

  private func limitation(
    _ pending: Pending, _ settings: Bot, of whole: Bot, isOlder: Bool?
  ) -> Limitation? {
    let whole = pending.request.search == nil ? settings : whole
    return isOlder.flatMap { Limitation(settings, of: whole, isOlderCommit: $0) }
  }

  func limitMinutes(_ bot: BotID, _ number: IntegrationNumber) -> Double? {
    limits[key(bot, number)]
  }

  func cancel(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?, why: String?) {
    // Without it the report says less; it ends all the same.
    if let why { try? publish(Array(why.utf8), as: state.integration(bot, number).endReason) }
    if let following = followed[key(bot, number)] {
      following.cancel()
    } else {
      known(process)?.send(SIGTERM)
    }
  }

  func kill(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?) {
    if let following = followed[key(bot, number)] {
      following.kill()
    } else {
      known(process)?.send(SIGKILL)
      endOrphans()
    }
  }

  func isAlive(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?) -> Bool {
    if let following = followed[key(bot, number)] { return following.isRunning }
    if process != nil { return known(process)?.isAlive ?? false }
    return FileLock.holder(of: state.performLock(bot)) != nil
  }

  /// One that another watcher began.
  private func known(_ process: ProcessMark?) -> ProcessIdentity? {
    process.map { ProcessIdentity(pid: $0.processID, started: $0.started) }
  }

  func report(_ bot: BotID, _ number: IntegrationNumber) throws -> Report? {
    try state.endedReport(of: bot, number)
  }

  func lastSign(_ bot: BotID, _ number: IntegrationNumber) -> Date? { folder(bot, number).lastSign }

  func ending(_ bot: BotID, _ number: IntegrationNumber) -> String? { followed[key(bot, number)]?.ending }

  func tidy(_ bot: BotID, _ number: IntegrationNumber) {
    followed[key(bot, number)] = nil
    limits[key(bot, number)] = nil
    giveBack(bot)
    Leftovers(state: state).remove(of: folder(bot, number))
  }

  /// Some gigabytes may take a while. Where something is performed just then, the next one does it.
  func lost(_ branch: BranchName, of bot: BotID) {
    let (places, lock) = (state.branchPlaces(bot), state.performLock(bot))
    guard places.isParked(branch) else { return }
    Thread.detachNewThread {
      guard let turn = try? FileLock(taking: lock) else { return }
      places.remove(BranchPlaces.key(of: branch))
      withExtendedLifetime(turn) {}
    }
  }
}
