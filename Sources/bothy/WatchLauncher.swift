import Faults
import Files
import Formats
import Foundation
import Integrator
import Model
import Processes
import Store
import Synchronization
import Watcher

/// Starts `bothy perform FOLDER` for each integration and follows it on a thread of its own.
final class WatchLauncher: Launcher {
  private let state: StateFolder
  private let store: SQLiteStore
  private let environment: [String: String]
  private let ended: @Sendable () -> Void
  private var followed: [String: Following] = [:]

  init(
    state: StateFolder, store: SQLiteStore, environment: [String: String],
    ended: @escaping @Sendable () -> Void
  ) {
    self.state = state
    self.store = store
    self.environment = environment
    self.ended = ended
  }

  private func folder(_ bot: BotID, _ number: IntegrationNumber) -> IntegrationFolder {
    IntegrationFolder(state.integration(bot, number))
  }

  private func key(_ bot: BotID, _ number: IntegrationNumber) -> String { "\(bot)\(number)" }

  func start(_ launch: Launch) throws -> ProcessMark {
    let folder = folder(launch.bot, launch.number)
    do {
      try makeFolder(state.bot(launch.bot))
      try makeFolder(folder.path)
      FaultPoint.reach(.folderMade)
      try publish([UInt8](OrderJSON.encode(try order(launch))), as: folder.order)
      FaultPoint.reach(.orderWritten)
    } catch {
      let told = CommandError(error)
      throw LaunchError("\(told.doing): \(told.wrong)")
    }
    let following = Following()
    let command = Command(
      executable: "/proc/self/exe", arguments: ["perform", folder.path], environment: environment,
      folder: "/",
      outputs: .merged)
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
    followed[key(launch.bot, launch.number)] = following
    return ProcessMark(processID: process.processID, started: process.started)
  }

  private func order(_ launch: Launch) throws -> Order {
    let (bot, number, settings, pending) = (launch.bot, launch.number, launch.settings, launch.pending)
    let mark = CleaningMark(buildFolder: state.build(bot))
    var order = Order(
      bot: bot, integration: number, settings: settings, repository: settings.repository,
      source: .commit(pending.commit), branch: pending.branch,
      checkoutFolder: state.checkout(bot, of: settings),
      buildFolder: state.build(bot), toolchainFolder: state.toolchains,
      clean: pending.request.clean || mark.isDue(settings.cleaning, now: Date()), jobs: nil,
      queued: pending.request.queued,
      baseline: try store.baseline(
        bot: bot, branch: pending.branch, toolchain: nil, configuration: settings.configuration,
        selection: TestSelection.of(settings.tests)),
      earlierFolder: state.earlierIntegration(than: number, of: bot),
      secretsFile: state.secrets(bot.rawValue))
    let passed = try store.passedOver(bot: bot, by: number)
    order.passedOver = passed.isEmpty ? nil : passed
    return order
  }

  func cancel(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?) {
    if let following = followed[key(bot, number)] {
      following.cancel()
    } else {
      known(bot, process)?.send(SIGTERM)
    }
  }

  func kill(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?) {
    if let following = followed[key(bot, number)] {
      following.kill()
    } else {
      known(bot, process)?.send(SIGKILL)
      endOrphans()
    }
  }

  func isAlive(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?) -> Bool {
    if let following = followed[key(bot, number)] { return following.isRunning }
    if process != nil { return known(bot, process)?.isAlive ?? false }
    return FileLock.holder(of: performLock(bot)) != nil
  }

  /// One that another watcher began; without a mark whoever works in the bot's checkout.
  private func known(_ bot: BotID, _ process: ProcessMark?) -> KnownProcess? {
    process.map { KnownProcess(processID: $0.processID, started: $0.started) }
  }

  private func performLock(_ bot: BotID) -> String { state.bot(bot) + "/perform-lock" }

  func report(_ bot: BotID, _ number: IntegrationNumber) throws -> Report? {
    folder(bot, number).report(of: bot, number)
  }

  func ending(_ bot: BotID, _ number: IntegrationNumber) -> String? {
    followed[key(bot, number)]?.ending
  }

  func tidy(_ bot: BotID, _ number: IntegrationNumber) {
    followed[key(bot, number)] = nil
    Leftovers(state: state).remove(of: folder(bot, number))
  }
}

/// One process that performs an integration, from its start until nothing of it is left.
private final class Following: ProcessObserver, Sendable {
  private struct State {
    var process: StartedProcess?
    var failure: String?
    var isRunning = true
    var wantsEnd = false
    var wasAsked = false
    var words: [UInt8] = []
    var ending: String?
  }

  private let state = Mutex(State())
  private let started = DispatchSemaphore(value: 0)
  private let killing = Cancellation()

  func perform(_ command: Command) {
    do {
      let end = try Processes.perform(
        command, limits: ProcessLimits(), cancellation: killing, observer: self)
      state.withLock {
        $0.isRunning = false
        $0.ending = Self.words(end, $0.words)
        $0.words = []
      }
    } catch {
      let told = CommandError(error)
      state.withLock {
        $0.isRunning = false
        $0.failure = "\(told.doing): \(told.wrong)"
      }
      started.signal()
    }
  }

  func waitForStart() throws -> KnownProcess {
    started.wait()
    return try state.withLock { state in
      guard let process = state.process else { throw LaunchError(state.failure ?? "it did not start") }
      return process.known
    }
  }

  var isRunning: Bool { state.withLock { $0.isRunning } }
  var ending: String? { state.withLock { $0.ending } }

  func cancel() { state.withLock { $0.wantsEnd = true } }
  func kill() { killing.cancel() }

  func started(_ process: StartedProcess) {
    state.withLock { $0.process = process }
    started.signal()
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    state.withLock { if $0.words.count < 1 << 14 { $0.words.append(contentsOf: bytes) } }
  }

  /// Only the integration itself is told: it ends its own processes and writes its report.
  func check(elapsed: Double) -> String? {
    let process = state.withLock { state -> StartedProcess? in
      guard state.wantsEnd, !state.wasAsked else { return nil }
      state.wasAsked = true
      return state.process
    }
    process?.send(SIGTERM)
    return nil
  }

  private static func words(_ end: ProcessEnd, _ said: [UInt8]) -> String {
    let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
    if let last = lines.last { return String(last.hasPrefix("bothy: ") ? last.dropFirst(7) : last) }
    switch end.ending {
    case .exited(let status): return "Its process ended with status \(status) before its report was written"
    case .signaled(SIGKILL): return "Its process was killed before its report was written"
    case .signaled(let signal):
      return "Its process was ended by signal \(signal) before its report was written"
    }
  }
}
