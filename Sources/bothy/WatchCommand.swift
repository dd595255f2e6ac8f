import Files
import Formats
import Foundation
import Model
import Processes
import Store
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
    adoptOrphans()
    let readings = try BotFiles(path: bots).read()
    try prepareState()
    let lock = try takeState()
    defer { withExtendedLifetime(lock) {} }
    // Whatever a watcher that was killed left is ended before anything is begun.
    endOrphans()
    let watch = try assemble(readings)
    onEach([SIGINT, SIGTERM]) { watch.end() }
    let files = BotFileWatch(files: BotFiles(path: bots), first: readings, watch: watch, tell: WatchLog.tell)
    onEach([SIGHUP]) { files.poke() }
    let end = DispatchSemaphore(value: 0)
    let task = Task {
      defer { end.signal() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await files.run() }
        try await watch.run()
        group.cancelAll()
      }
    }
    end.wait()
    withExtendedLifetime(task) {}
    WatchLog.write(.notice, nil, "The watcher has ended")
    return 0
  }

  private func prepareState() throws {
    do {
      try makeFolder(state.path, mode: 0o700)
      try Ballast(path: state.path + "/ballast").take()
    } catch let error as FileError {
      throw CommandError(
        doing: "opening the state directory \(state.path)", wrong: error.wrong,
        advice: "mend that, or choose another one with --state DIR", status: 5)
    }
  }

  private func takeState() throws -> FileLock {
    let path = state.path + "/watch-lock"
    if let lock = try FileLock(taking: path) { return lock }
    let holder = FileLock.holder(of: path).map { "process \($0)" } ?? "another process"
    throw CommandError(
      doing: "watching with the state directory \(state.path)", wrong: "\(holder) does that already",
      advice: "end that one first, or choose another directory with --state", status: 5)
  }

  private func assemble(_ readings: [BotID: BotReading]) throws -> Watch {
    let bell = Bell()
    let (state, environment) = (state, environment)
    let workers = options.jobs ?? WatchMachine.defaultWorkers
    // A store that cannot be used is told at once.
    _ = try SQLiteStore(folder: state.path)
    let core = WatchCore {
      let store = try SQLiteStore(folder: state.path)
      var settings = WatchSettings(workers: workers, processID: getpid())
      settings.lookSeconds = max(2, Double(readings.count) / 10)
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
      "Watches \(readings.count) bots of \(bots), at most \(workers) at once; "
        + "everything is kept in \(state.path)")
    return Watch(
      core: core, refs: WatchRefs(), pages: WatchPages(state: state, templates: templates), bell: bell,
      graceSeconds: options.graceSeconds, tell: { WatchLog.write(.notice, nil, $0) },
      failed: { error in
        let told = CommandError(error)
        if (error as? StoreError)?.kind == .full { Ballast(path: state.path + "/ballast").drop() }
        WatchLog.write(.error, nil, "\(told.doing): \(told.wrong): \(told.advice)")
      })
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
