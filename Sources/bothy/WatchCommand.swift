import Faults
import Files
import Formats
import Foundation
import Model
import Processes
import Sockets
import Store
import Synchronization
import Terminal
import Watcher

/// `bothy watch`: every bot, until told to stop.
struct WatchCommand {
  let options: WatchOptions
  let state: StateFolder
  let bots: String
  let environment: [String: String]
  let templates: String?

  func perform() throws -> Int32 {
    expectLongLife()
    adoptOrphans()
    let readings = try BotFiles(path: bots).read()
    try prepareState()
    let lock = try takeState()
    defer { withExtendedLifetime(lock) {} }
    // Whatever a watcher that was killed left is ended before anything is begun.
    endOrphans()
    Leftovers(state: state).removeAll()
    warnRoot()
    let events = WatchFiles(bots: bots)
    let watch = try assemble(readings, hasEvents: events != nil)
    let desk = WatchDesk(
      watch: watch, server: try LineServer(path: state.watchSocket), processID: getpid(),
      progress: WatchProgress(state: state))
    let pulse = Supervisor(environment: environment).map { WatchPulse(supervisor: $0, watch: watch) }
    onEach([SIGINT, SIGTERM]) {
      pulse?.supervisor.isStopping("Lets what runs end")
      watch.end()
    }
    let files = BotFileWatch(
      files: BotFiles(path: bots), first: readings, watch: watch, tell: WatchLog.tell,
      seconds: events == nil ? 5 : 300
    ) { isNew in
      if isNew { try await events?.follow(watch) } else { await pulse?.reloaded() }
    }
    onEach([SIGHUP]) {
      pulse?.supervisor.isReloading()
      files.poke()
    }
    try performUntilEnd(watch, files, events, desk, pulse)
    WatchLog.write(.notice, nil, "The watcher has ended")
    return 0
  }

  private func performUntilEnd(
    _ watch: Watch, _ files: BotFileWatch, _ events: WatchFiles?, _ desk: WatchDesk, _ pulse: WatchPulse?
  ) throws {
    let end = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    let task = Task {
      defer { end.signal() }
      do {
        // Before the first look, so that nothing that changes after it is missed.
        try await events?.follow(watch)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { await files.run() }
          group.addTask { await desk.run() }
          if let events { group.addTask { await events.run(watch, botFiles: files) } }
          if let pulse { group.addTask { await pulse.run() } }
          try await watch.run()
          group.cancelAll()
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    end.wait()
    withExtendedLifetime(task) {}
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// Whatever a repository builds and tests would do so as root.
  private func warnRoot() {
    guard geteuid() == 0 else { return }
    WatchLog.write(
      .warning, nil,
      "The watcher runs as root, and with it everything that it builds and tests; "
        + "`bothy doctor --systemd` prints a unit with a user of its own")
  }

  private func prepareState() throws {
    do {
      try makeFolder(state.path, mode: 0o700)
      try Ballast(path: state.path + "/ballast").take()
      FaultPoint.reach(.stateMade)
    } catch let error as FileError {
      throw CommandError(
        doing: "opening the state directory \(state.path)", wrong: error.wrong,
        advice: "mend that, or choose another one with --state DIR", status: 5)
    }
  }

  private func takeState() throws -> FileLock {
    let path = state.watchLock
    if let lock = try FileLock(taking: path) { return lock }
    let holder = FileLock.holder(of: path).map { "process \($0)" } ?? "another process"
    throw CommandError(
      doing: "watching with the state directory \(state.path)", wrong: "\(holder) does that already",
      advice: "end that one first, or choose another directory with --state", status: 5)
  }

  private func assemble(_ readings: [BotID: BotReading], hasEvents: Bool) throws -> Watch {
    let bell = Bell()
    let (state, environment) = (state, environment)
    let workers = options.jobs ?? WatchMachine.defaultWorkers
    // A store that cannot be used is told at once.
    _ = try SQLiteStore(folder: state.path)
    let core = WatchCore {
      let store = try SQLiteStore(folder: state.path)
      var settings = WatchSettings(workers: workers, processID: getpid())
      // Where events say "look now", the timer is for what they miss, and must cost next to nothing.
      settings.lookSeconds =
        hasEvents ? max(60, 2 * Double(readings.count)) : max(2, Double(readings.count) / 10)
      let rounds = Rounds(
        memory: store,
        launcher: WatchLauncher(state: state, store: store, environment: environment) { bell.ring() },
        machine: WatchMachine(state: state, environment: environment), clock: MachineClock(),
        settings: settings
      ) { event in
        if case .told(let weight, let bot, let text) = event { WatchLog.write(weight, bot, text) }
      }
      try rounds.begin(readings)
      return rounds
    }
    WatchLog.write(
      .notice, nil,
      "Watches \(Sentence.count(readings.count, "bot")) of \(bots), at most \(workers) at once; "
        + "everything is kept in \(state.path)")
    let failures = TellOnce()
    let failed: @Sendable (any Error) -> Void = { error in
      let told = CommandError(error)
      if (error as? StoreError)?.kind == .full { Ballast(path: state.path + "/ballast").drop() }
      let words = "\(told.doing): \(told.wrong): \(told.advice)"
      if failures.isNews(words, at: Date()) { WatchLog.write(.error, nil, words) }
    }
    let pages = WatchPages(
      state: state, templates: templates, removed: { WatchLog.write(.notice, $0, $1) }, failed: failed)
    return Watch(
      core: core, refs: WatchRefs(), pages: pages, bell: bell, graceSeconds: options.graceSeconds,
      tell: { WatchLog.write(.notice, nil, $0) }, failed: failed)
  }
}

/// A line per event on standard error, in the priorities of journald where it listens.
enum WatchLog {
  private static let isJournal = ProcessInfo.processInfo.environment["JOURNAL_STREAM"] != nil

  static func write(_ weight: WatchEvent.Weight, _ bot: BotID?, _ text: String) {
    let level =
      switch weight {
      case .notice: "<5>"
      case .warning: "<4>"
      case .error: "<3>"
      }
    let time = isJournal ? level : Date().formatted(.iso8601) + " "
    let line = text.replacing("\n", with: " ")
    Output.error.write(time + (bot.map { "\($0): " } ?? "") + line + "\n")
  }

  static func tell(_ text: String) { write(.error, nil, text) }
}
