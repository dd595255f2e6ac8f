public import Explaining
public import Model
import Synchronization

/// The watcher, until it is told to end: rounds when something happens or is due, and nothing otherwise.
public final class Watch: Sendable {
  public let core: WatchCore
  private let refs: any RefReader
  private let pages: any PageMaker
  /// To be sent when an integration ended, or whenever there may be something to see.
  public let signal: WakeSignal
  /// Somebody has asked the watcher to end.
  private let isEnding = Atomic(false)
  private let pageSignal = WakeSignal()
  private let lanes = LookLanes()
  private let graceSeconds: Double
  private let keepsState: @Sendable () -> Bool
  private let tell: @Sendable (String) -> Void
  private let failed: @Sendable (any Error) -> Void

  /// After being asked to end, an integration writes its report and ends its processes.
  private static let cancelSeconds = 15.0
  private static let mostTries = 10

  public init(
    core: WatchCore, refs: any RefReader, pages: any PageMaker, signal: WakeSignal, graceSeconds: Double,
    keepsState: @escaping @Sendable () -> Bool = { true }, tell: @escaping @Sendable (String) -> Void,
    failed: @escaping @Sendable (any Error) -> Void
  ) {
    (self.core, self.refs, self.pages, self.signal) = (core, refs, pages, signal)
    (self.graceSeconds, self.keepsState, self.tell, self.failed) = (graceSeconds, keepsState, tell, failed)
  }

  /// Runs until `end`, or until its task is canceled; both let what runs end within the grace time. It throws
  /// when what it remembers is not in its place any more: another watcher may be at work there.
  public func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.makePages() }
      await rounds()
      if keepsState() { await end(within: graceSeconds) } else { await drop() }
      group.cancelAll()
      try await group.waitForAll()
      guard keepsState() else { throw Self.stateIsGone }
    }
  }

  public static var stateIsGone: Explanation {
    Explanation(
      doing: "watching", wrong: "the state directory was removed or replaced meanwhile",
      advice: "start the watcher again: it goes on with what is there now")
  }

  /// Nothing new is begun from now on, and `run` returns.
  public func end() {
    isEnding.store(true, ordering: .releasing)
    signal.send()
  }

  public func lookNow(_ bot: BotID?) async throws {
    try await core.act { $0.lookNow(bot) }
    signal.send()
  }

  /// An integration by hand: of a revision, else of the tips. Tells its places in the queue.
  public func integrate(_ bot: BotID, revision: String?, reason: String) async throws -> [QueuePlace] {
    defer { signal.send() }
    for _ in 0..<Self.mostTries {
      let question = try await core.act { try $0.manualQuestion(bot, revision: revision, reason: reason) }
      let sighting = Sighting(question: question, outcome: await refs.look(question))
      let places = try await core.act { rounds -> [QueuePlace]? in
        guard let taken = try rounds.takeManual(sighting) else { return nil }
        let turns = Set(taken.map(\.turn))
        return try rounds.queue().places().filter { turns.contains($0.pending.turn) }
      }
      if let places { return places }
    }
    throw Explanation(
      doing: "queueing an integration of \(bot)", wrong: "its branches move faster than they are read",
      advice: "ask again")
  }

  /// The pages of an integration that ended, although nothing but what is said of it is new.
  public func showAgain(_ bot: BotID, _ number: IntegrationNumber) async throws {
    try await pages.makePages(bot, number, settings: nil)
  }

  /// What the bots do now, in the pages above, without waiting for its turn.
  public func showNow() async throws {
    _ = await pages.show(try await core.act { try $0.overview() })
  }

  /// Anything else that is asked of the rounds: pause, resume, cancel, reload.
  public func ask<T: Sendable>(_ body: @Sendable (Rounds) throws -> T) async throws -> T {
    defer { signal.send() }
    return try await core.act(body)
  }

  // MARK: Rounds

  private func rounds() async {
    await withDiscardingTaskGroup { group in
      var failures = 0
      var news = -1
      while !Task.isCancelled, !isEnding.load(ordering: .acquiring), keepsState() {
        do {
          let work = try await core.act { try $0.round() }
          for failure in work.failures { failed(failure) }
          if !work.ended.isEmpty || work.news != news { pageSignal.send() }
          news = work.news
          for _ in 0..<lanes.add(work.questions, silent: work.silent) {
            group.addTask { await self.look() }
          }
          await signal.wait(seconds: work.wakeAfterSeconds)
          failures = 0
        } catch {
          failures += 1
          // Told again after a while only: one line per failure would fill the disk that is full already.
          if failures == 1 || failures.isMultiple(of: 20) { failed(error) }
          await signal.wait(seconds: Double(1 << min(failures, 5)))
        }
      }
      group.cancelAll()
    }
  }

  /// Looks into one repository after the other, until none is left.
  private func look() async {
    while !Task.isCancelled, let question = lanes.next() {
      do {
        guard try await beginLook(question) else { continue }
        let sighting = Sighting(question: question, outcome: await refs.look(question))
        // What it answered then is about the end and not about the repository.
        if Task.isCancelled { return }
        let isNews = try await core.act { rounds in
          let before = rounds.news
          try rounds.take(sighting)
          return rounds.news != before || rounds.isRoundLate(for: question.bot)
        }
        if isNews { signal.send() }
      } catch {
        // One that can't be kept must not take the others with it.
        failed(error)
        signal.send()
      }
    }
    signal.send()
  }

  /// Should it take too long, that is to be noticed although nothing else happens.
  private func beginLook(_ question: LookQuestion) async throws -> Bool {
    let (isWanted, isLate) = try await core.act {
      ($0.beginLook(question), $0.isRoundLate(for: question.bot))
    }
    if isLate { signal.send() }
    return isWanted
  }

  // MARK: Pages

  private func makePages() async {
    let clock = ContinuousClock()
    var shown = -1
    var next = clock.now
    var again: ContinuousClock.Instant?
    while !Task.isCancelled {
      do {
        if try await makeDuePages() { continue }
        let news = try await core.act { $0.news }
        if news == shown, again.map({ clock.now < $0 }) ?? true {
          await pageSignal.wait(seconds: again.map { ($0 - clock.now) / .seconds(1) } ?? 3600)
        } else if clock.now < next {
          await pageSignal.wait(seconds: (next - clock.now) / .seconds(1))
        } else {
          let began = clock.now
          let seconds = await pages.show(try await core.act { try $0.overview() })
          shown = news
          // However much happens, most of the time is left for other work.
          next = clock.now + max(.milliseconds(500), (clock.now - began) * 10)
          again = seconds.map { max(next, clock.now + .seconds($0)) }
        }
      } catch {
        failed(error)
        await pageSignal.wait(seconds: 5)
      }
    }
  }

  /// Pages that can't be made hold up nothing: they can be made again when that is mended. What is told is
  /// made but once: what it cannot be kept for is settled later, and thrown when all others are.
  private func makeDuePages() async throws -> Bool {
    let ended = try await core.act { try $0.openIntegrations().filter { !$0.isRunning } }
    var failure: (any Error)?
    for one in ended {
      do {
        let settings = try await core.act { $0.settings(of: one.bot) }
        try await pages.makePages(one.bot, one.number, settings: settings)
      } catch { failed(error) }
      do { try await pages.tell(one.bot, one.number) } catch {
        failure = error
        continue
      }
      try await core.act { try $0.settle(one.bot, one.number) }
      signal.send()
    }
    if let failure { throw failure }
    return !ended.isEmpty
  }

  // MARK: Ending

  /// What runs may end by itself for a while; then it is canceled, and due again next time.
  private func end(within seconds: Double) async {
    do {
      let running = try await core.act { rounds in
        rounds.beginEnding()
        return try rounds.openIntegrations().count(where: \.isRunning)
      }
      if running > 0, seconds > 0 { tell("Waits for \(running) that run, at most \(Int(seconds)) s") }
      if try await !quiet(within: seconds) {
        try await core.act { try $0.cancelForEnding() }
        _ = try await quiet(within: Self.cancelSeconds)
      }
      _ = try await makeDuePages()
    } catch { failed(error) }
  }

  /// Ends what runs, and keeps and shows nothing of it.
  private func drop() async {
    do {
      try await core.act { rounds in
        rounds.beginEnding()
        try rounds.cancelForEnding()
      }
      _ = try await quiet(within: Self.cancelSeconds)
    } catch { failed(error) }
  }

  private func quiet(within seconds: Double) async throws -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(seconds)
    while true {
      let (isQuiet, failures) = try await core.act { rounds in
        let failures = try rounds.round().failures
        let isBusy = try rounds.isInquiring || rounds.openIntegrations().contains(where: \.isRunning)
        return (!isBusy, failures)
      }
      for failure in failures { failed(failure) }
      if isQuiet { return true }
      guard clock.now < deadline else { return false }
      await signal.wait(seconds: 0.2, evenWhenCanceled: true)
    }
  }
}
