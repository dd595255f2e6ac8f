import Explaining
import Files
import Foundation
import Keeping
import Model
import Ordering
import Processes
import Publishing
import Sockets
package import State
import Store
import Synchronization
import Watcher
import Words

/// The watcher from its start to its end: every bot, until told to stop.
package struct WatcherProcess {
  let state: StateFolder
  /// The folder of the bot files.
  let bots: String
  let templates: String?
  let environment: [String: String]
  /// How many integrations may run at once; nil: as many as the machine bears.
  package var workers: Int?
  /// How long what runs may go on once it was told to stop.
  package var graceSeconds: Double = 0
  /// The words of the command that serves the pages; nil: they are not served.
  package var serving: [String]?
  private let failures = RecentFailures()

  package init(state: StateFolder, bots: String, templates: String?, environment: [String: String]) {
    (self.state, self.bots, self.templates, self.environment) = (state, bots, templates, environment)
  }

  package func perform() throws {
    expectLongLife()
    Signals.refuseIdle()
    adoptOrphans()
    let readings = try BotFiles(path: bots, state: state).read()
    try state.open()
    let lock = try takeState()
    defer { withExtendedLifetime(lock) {} }
    // From here on it is there for everybody, and is asked to end by whoever sees it.
    let request = EndRequest()
    for (signal, name) in [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM")] {
      onEach([signal]) {
        WatchLog.write(.notice, nil, "The watcher is asked to end, by \(name)")
        request.ask()
      }
    }
    do { try watch(readings, lock, request) } catch {
      // Whatever went wrong then, it is because of that.
      throw lock.isFound ? error : Watch.stateIsGone
    }
    WatchLog.write(.notice, nil, "The watcher has ended")
  }

  private func watch(_ readings: [BotID: BotReading], _ lock: FileLock, _ request: EndRequest) throws {
    // Whatever a watcher that was killed left is ended before anything is begun.
    endOrphans()
    Leftovers(state: state).removeAll()
    warnRoot()
    let events = WatchFiles(bots: bots)
    let progress = WatchProgress(state: state)
    let messages = WatchMessages(state: state, templates: templates, failed: failed)
    closeOthers(messages, among: Set(readings.keys))
    let watch = try assemble(readings, progress, messages, lock, hasEvents: events != nil)
    let server = WatcherServer(
      watch: watch, server: try LineServer(path: state.watchSocket), processID: getpid(), progress: progress,
      files: BotFiles(path: bots, state: state))
    let pulse = Supervisor(environment: environment).map { WatchPulse(supervisor: $0, watch: watch) }
    request.answer {
      pulse?.supervisor.isStopping("Lets what runs end")
      watch.end()
    }
    let files = BotFileWatch(
      files: BotFiles(path: bots, state: state), first: readings, watch: watch, tell: WatchLog.tell,
      seconds: events == nil ? 5 : 300
    ) { isNew in
      if isNew { messages.wake() }
      if isNew { try await events?.follow(watch) } else { await pulse?.reloaded() }
    }
    onEach([SIGHUP]) {
      pulse?.supervisor.isReloading()
      files.poke()
    }
    let served = serving.map { WatchServing(state: state, words: $0, environment: environment) }
    served?.begin()
    defer { served?.end() }
    try performUntilEnd(watch, messages, files, events, server, pulse)
  }

  private func performUntilEnd(
    _ watch: Watch, _ messages: WatchMessages, _ files: BotFileWatch, _ events: WatchFiles?,
    _ server: WatcherServer, _ pulse: WatchPulse?
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
          group.addTask { await server.run() }
          group.addTask { await messages.run(watch) }
          group.addTask { await dropOld() }
          if let events { group.addTask { await events.run(watch, botFiles: files) } }
          if let pulse { group.addTask { await pulse.run() } }
          try await watch.run()
          group.cancelAll()
        }
      } catch { failure.withLock { $0 = error } }
    }
    end.wait()
    withExtendedLifetime(task) {}
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// What was begun by hand, and cut off, before anything is compared with it.
  private func closeOthers(_ messages: WatchMessages, among bots: Set<BotID>) {
    do {
      let store = try SQLiteStore(folder: state.path)
      let closed = try Recovery(state: state, store: store).performOthers()
      guard !closed.isEmpty else { return }
      let after = AfterIntegration(state: state, templates: templates, store: store, failed: failed)
      for (bot, number) in closed {
        after.publishMissing(bot, number)
        do { try messages.end(bot, number, store) } catch { failed(error) }
        let past = try store.integration(bot: bot, number: number)
        if bots.contains(bot), let past { try store.rememberByHand(past, of: bot) }
        let result = past?.result?.rawValue ?? "without a result"
        WatchLog.write(.warning, bot, "\(number), begun by hand, had ended: \(result). \(past?.reason ?? "")")
      }
      after.settle(closed, [:])
    } catch { failed(error) }
  }

  /// Backups of bots that were removed are kept for a day.
  private func dropOld() async {
    repeat {
      do { try BotRemoval(state: state, templates: templates).dropOld() } catch { failed(error) }
    } while (try? await Task.sleep(for: .seconds(1800))) != nil
  }

  /// Whatever a repository builds and tests would do so as root.
  private func warnRoot() {
    guard geteuid() == 0 else { return }
    WatchLog.write(
      .warning, nil,
      "The watcher runs as root, and with it everything that it builds and tests; "
        + "`bothy doctor --systemd` prints a unit with a user of its own")
  }

  /// On the thread of the integration that asks for them: whatever its scripts do, no other waits for it.
  private var askedPages: @Sendable (BotID, IntegrationNumber) -> Bool {
    let (state, templates, failed) = (state, templates, failed)
    return { bot, number in
      guard FileFacts(state.integration(bot, number).pagesAsked) != nil else { return false }
      do {
        let store = try SQLiteStore(folder: state.path)
        return AfterIntegration(state: state, templates: templates, store: store, failed: failed)
          .publishAsked(bot, number)
      } catch {
        failed(error)
        return false
      }
    }
  }

  private func takeState() throws -> FileLock {
    let path = state.watchLock
    if let lock = try FileLock(taking: path) { return lock }
    let holder = FileLock.holder(of: path).map { "process \($0)" } ?? "another process"
    throw Explanation(
      doing: "watching with the state directory \(state.path)", wrong: "\(holder) does that already",
      advice: "end that one first, or choose another directory with --state")
  }

  /// Tells each failure once in a while.
  private var failed: @Sendable (any Error) -> Void {
    let (state, failures) = (state, failures)
    return { error in
      let told = Explanation(error)
      if (error as? StoreError)?.kind == .full { state.spareRoom.giveUp() }
      let words = told.sentence
      if failures.isNews(words, at: Date()) { WatchLog.write(.error, nil, words) }
    }
  }

  private func assemble(
    _ readings: [BotID: BotReading], _ progress: WatchProgress, _ messages: WatchMessages, _ lock: FileLock,
    hasEvents: Bool
  ) throws -> Watch {
    let signal = WakeSignal()
    let (state, environment, templates) = (state, environment, templates)
    let workers = self.workers ?? WatchMachine.defaultWorkers
    let makePages = askedPages
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
        launcher: WatchLauncher(
          state: state, store: store, environment: environment, messages: messages, makePages: makePages
        ) { signal.send() },
        machine: WatchMachine(state: state, environment: environment), clock: MachineClock(),
        settings: settings,
        inquirer: WatchInquirer(state: state, store: store, templates: templates, environment: environment) {
          signal.send()
        }, searcher: WatchSearcher(state: state), log: WatchLog.write)
      try rounds.begin(readings)
      return rounds
    }
    WatchLog.write(
      .notice, nil,
      "Watches \(Figures.count(readings.count, "bot")) of \(bots), at most \(workers) at once; "
        + "everything is kept in \(state.path)")
    let failed = failed
    let pages = WatchPages(
      state: state, progress: progress, templates: templates, messages: messages,
      removed: { WatchLog.write(.notice, $0, $1) }, failed: failed)
    return Watch(
      core: core, refs: WatchRefs(read: MirroredLook(state: state, environment: environment).perform),
      pages: pages, signal: signal, graceSeconds: graceSeconds,
      keepsState: { lock.isFound }, tell: { WatchLog.write(.notice, nil, $0) }, failed: failed)
  }
}
