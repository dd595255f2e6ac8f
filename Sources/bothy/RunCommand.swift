import Faults
import Files
import Formats
import Foundation
import Git
import Integrator
import Model
import Processes
import Store
import Terminal

/// `bothy run`: one integration, ordered, followed, remembered and told.
struct RunCommand {
  let options: RunOptions
  let state: StateFolder
  let environment: [String: String]
  /// A folder of the user's.
  var templates: String?
  /// Whose integration it is; nil: of the package as it is known by its path.
  var bot: BotID?

  func perform() throws -> Int32 {
    let cancellation = Cancellation.onSignals([SIGINT, SIGTERM, SIGHUP])
    adoptOrphans()
    let target = try RunTarget(options)
    if let output = options.output { try ReportCopy.check(output) }
    let secretsFile = target.botFileStem.map { state.secrets($0) }
    do {
      _ = try Secrets.read(target.settings.secrets, from: secretsFile ?? "")
    } catch let error as IntegrationError {
      throw CommandError(doing: error.doing, wrong: error.wrong, advice: error.advice, status: 2)
    }
    try prepareState()
    let store = try SQLiteStore(folder: state.path)
    let bot =
      try self.bot ?? store.localBot(path: target.packagePath, folderName: target.folderName)
    try makeFolder(state.bot(bot))
    let lock = try waitForTurn(bot, cancellation)
    defer { withExtendedLifetime(lock) {} }
    let cutOff = try Recovery(state: state, store: store).perform(bot)
    _ = try ToolchainPlace.swift(of: target.settings, environment: environment)
    let order = try begin(bot, target, store)
    let folder = IntegrationFolder(state.integration(bot, order.integration))
    let follower = ProgressFollower(
      folder: folder,
      display: Display(
        capabilities: .of(descriptor: STDERR_FILENO, environment: environment), quiet: options.quiet,
        verbose: options.verbose, packagePrefix: packagePrefix(target)))
    let aftermath = Aftermath(
      state: state, templates: templates, store: store,
      failed: { Output.error.write(CommandError($0).text + "\n") })
    for one in cutOff { aftermath.publishMissing(one.bot, one.number) }
    let history = { aftermath.settle(cutOff + [(bot, order.integration)], [bot: order.settings]) }
    let report: Report
    do {
      report = try carryOut(order, folder, follower, store, cancellation)
    } catch {
      history()
      throw error
    }
    return try tell(report, order, folder, follower, aftermath, history)
  }

  private func prepareState() throws {
    do {
      try makeFolder(state.path, mode: 0o700)
      try ballast.take()
      FaultPoint.reach(.stateMade)
    } catch let error as FileError {
      throw CommandError(
        doing: "opening the state directory \(state.path)", wrong: error.wrong,
        advice: "mend that, or choose another one with --state DIR", status: 5)
    }
  }

  private var ballast: Ballast { Ballast(path: state.path + "/ballast") }

  /// Two at once would share one checkout: the later one waits, and says for whom.
  private func waitForTurn(_ bot: BotID, _ cancellation: Cancellation) throws -> FileLock {
    var isTold = false
    while true {
      if let lock = try FileLock(taking: state.lock(bot)) { return lock }
      if cancellation.isCanceled {
        throw CommandError(
          doing: "waiting for another integration of \(bot)", wrong: "interrupted before it began",
          advice: "run it again when you like", status: 130)
      }
      if !isTold, !options.quiet {
        let holder = FileLock.holder(of: state.lock(bot)).map { " (process \($0))" } ?? ""
        Output.error.write("Waiting for another integration of \(bot)\(holder) to end.\n")
        isTold = true
      }
      usleep(100_000)
    }
  }

  private func begin(_ bot: BotID, _ target: RunTarget, _ store: SQLiteStore) throws -> Order {
    let now = Date()
    var commit: CommitID?
    if case .commit(let id) = target.source { commit = id }
    let number = try store.begin(
      bot: bot, branch: target.branch, commit: commit, queued: now, started: now, processID: getpid())
    let order = Order(
      bot: bot, integration: number, settings: target.settings, repository: target.root,
      source: target.source, branch: target.branch, checkoutFolder: state.checkout(bot, of: target.settings),
      buildFolder: state.build(bot), toolchainFolder: state.toolchains,
      clean: CleaningMark(buildFolder: state.build(bot)).isDue(target.settings.cleaning, now: now),
      jobs: options.jobs, queued: now,
      baseline: try store.baseline(
        bot: bot, branch: target.branch, toolchain: nil, configuration: target.settings.configuration,
        selection: TestSelection.of(target.settings.tests)),
      earlierFolder: state.earlierIntegration(than: number, of: bot),
      secretsFile: target.botFileStem.map { state.secrets($0) })
    let folder = IntegrationFolder(state.integration(bot, number))
    do {
      try makeFolder(folder.path)
      FaultPoint.reach(.folderMade)
      try publish([UInt8](OrderJSON.encode(order)), as: folder.order)
      FaultPoint.reach(.orderWritten)
    } catch {
      let told = CommandError(error)
      try? FileManager.default.removeItem(atPath: folder.path)
      ballast.drop()
      try? store.abandon(
        bot: bot, integration: number, result: .internalError, reason: "\(told.doing): \(told.wrong)",
        at: Date())
      throw error
    }
    return order
  }

  private func carryOut(
    _ order: Order, _ folder: IntegrationFolder, _ follower: ProgressFollower, _ store: SQLiteStore,
    _ cancellation: Cancellation
  ) throws -> Report {
    follower.cancellation = cancellation
    let end = try Processes.perform(
      Command(
        executable: "/proc/self/exe", arguments: ["perform", folder.path], environment: environment,
        folder: "/", outputs: .merged), limits: ProcessLimits(), cancellation: Cancellation(),
      observer: follower)
    FaultPoint.reach(.processEnded)
    follower.finish()
    Leftovers(state: state).remove(of: folder)
    if let report = folder.report(of: order.bot, order.integration) {
      try keep(report, store)
      return report
    }
    ballast.drop()
    let canceled = cancellation.isCanceled
    let reason = canceled ? "It was ended by hand" : Self.reason(of: end, saying: follower.lastWords)
    try store.abandon(
      bot: order.bot, integration: order.integration, result: canceled ? .canceled : .internalError,
      reason: reason, at: Date())
    throw CommandError(
      doing: "integrating \(order.settings.repository)",
      wrong: canceled ? "it was ended by hand before there was anything to report" : reason,
      advice: canceled
        ? "run it again when you like"
        : "see \(folder.log), free memory and disk if they ran out, and run it again",
      status: canceled ? 130 : 5)
  }

  /// A disk that is full has room for the end of an integration, if not for all that its report tells.
  private func keep(_ report: Report, _ store: SQLiteStore) throws {
    do {
      try store.finish(report)
    } catch {
      ballast.drop()
      try? store.abandon(
        bot: report.bot, integration: report.integration, result: .internalError,
        reason: CommandError(error).wrong, at: Date())
      throw error
    }
  }

  private static func reason(of end: ProcessEnd, saying words: String?) -> String {
    if let words { return words }
    switch end.ending {
    case .exited(let status): return "its process ended with status \(status) before its report was written"
    case .signaled(SIGKILL): return "its process was killed before its report was written"
    case .signaled(let signal):
      return "its process was ended by signal \(signal) before its report was written"
    }
  }

  private func tell(
    _ report: Report, _ order: Order, _ folder: IntegrationFolder, _ follower: ProgressFollower,
    _ aftermath: Aftermath, _ history: () -> Void
  ) throws -> Int32 {
    var failure: (any Error)?
    var address = aftermath.publish(report, order, folder, output: options.output) ?? folder.path
    history()
    if let output = options.output {
      do {
        try ReportCopy(from: folder, to: output).make()
        address = FileFacts(output + "/index.html") == nil ? output : output + "/index.html"
      } catch {
        failure = error
      }
    }
    Output.error.write(follower.ending(report, address: address))
    defer { aftermath.measure(report.bot) }
    if let failure { throw failure }
    if options.json { try printReport(folder) }
    if options.open { Opening.open(address, environment: environment) }
    return report.result.exitStatus
  }

  private func printReport(_ folder: IntegrationFolder) throws {
    guard let bytes = contents(of: folder.report), !Output.standard.write(bytes) else { return }
    let code = errno
    // Whoever reads only the beginning of it has had enough.
    guard code != EPIPE else { return }
    throw CommandError(
      doing: "printing report.json", wrong: String(cString: strerror(code)),
      advice: "it is at \(folder.report)", status: 5)
  }

  /// From the folder where the user stands to the package, so that a terminal's places can be jumped to.
  private func packagePrefix(_ target: RunTarget) -> String {
    let here = FileManager.default.currentDirectoryPath
    let package = target.packagePath
    if package == here { return "" }
    if package.hasPrefix(here + "/") { return package.dropFirst(here.count + 1) + "/" }
    return package + "/"
  }
}

/// Follows an integration through its folder and shows what it does.
final class ProgressFollower: ProcessObserver {
  private let file: FollowedFile
  private var display: Display
  private var rest: [UInt8] = []
  private var words: [UInt8] = []
  private let began = Date()
  private var process: StartedProcess?
  private var canceledAt: Double?
  var cancellation: Cancellation?

  /// After that the integration is ended from outside.
  private static let cancelSeconds = 2.5

  init(folder: IntegrationFolder, display: Display) {
    file = FollowedFile(folder.progress)
    self.display = display
  }

  /// Only what went wrong is printed there; the rest is in the folder.
  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    if words.count < 1 << 16 { words.append(contentsOf: bytes) }
  }

  func started(_ process: StartedProcess) {
    self.process = process
    FaultPoint.reach(.processStarted)
  }

  func check(elapsed: Double) -> String? {
    readProgress()
    let text = display.tick(at: elapsed)
    if !text.isEmpty { Output.error.write(text) }
    guard cancellation?.isCanceled == true else { return nil }
    if let canceledAt { return elapsed - canceledAt > Self.cancelSeconds ? "it did not end" : nil }
    // Only the integration is told: it ends its own processes and writes its report.
    canceledAt = elapsed
    process?.send(SIGTERM)
    Output.error.write(display.canceling())
    return nil
  }

  func finish() {
    readProgress()
    Output.error.write(display.clearing())
  }

  func ending(_ report: Report, address: String) -> String {
    display.finish(report, address: address)
  }

  /// The sentence of an integration that could not even report, without the name it begins with.
  var lastWords: String? {
    let lines = String(decoding: words, as: UTF8.self).split(separator: "\n")
    return lines.last.map { String($0.hasPrefix("bothy: ") ? $0.dropFirst(7) : $0) }
  }

  private func readProgress() {
    file.readNew { rest.append(contentsOf: $0) }
    let elapsed = Date().timeIntervalSince(began)
    var start = rest.startIndex
    while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if let progress = try? JSONDecoder().decode(Model.Progress.self, from: Data(rest[start..<end])) {
        let text = display.show(progress, at: elapsed)
        if !text.isEmpty { Output.error.write(text) }
      }
      start = end + 1
    }
    // Once for all: thousands of tests may have ended since.
    rest.removeSubrange(..<start)
  }
}

/// When the build products were last thrown away.
struct CleaningMark {
  let buildFolder: String

  func isDue(_ cleaning: Bot.Cleaning, now: Date) -> Bool {
    let age = FileFacts(Order.buildMark(in: buildFolder)).map { now.timeIntervalSince1970 - $0.modified }
    switch cleaning {
    case .never: return false
    case .always: return true
    case .daily: return age.map { $0 >= 86400 } ?? false
    case .weekly: return age.map { $0 >= 7 * 86400 } ?? false
    }
  }
}

/// A report of its own in a folder of the user's.
struct ReportCopy {
  let from: IntegrationFolder
  let to: String

  /// Told before an hour is spent: is there, or can there be, such a folder?
  static func check(_ place: String) throws {
    let path = URL(fileURLWithPath: place).standardizedFileURL.path
    var folder = path
    while FileFacts(folder) == nil, folder.count > 1 {
      folder = (folder as NSString).deletingLastPathComponent
    }
    let doing = "preparing \(place) for the report"
    guard FileFacts(folder)?.isFolder == true else {
      throw CommandError(
        doing: doing, wrong: "\(folder) is a file, not a folder", advice: "name a folder with --output",
        status: 2)
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      let said = String(cString: strerror(errno))
      throw CommandError(
        doing: doing, wrong: "\(folder): \(said)",
        advice: "name a folder that can be written with --output", status: 5)
    }
  }

  func make() throws {
    try makeFolder(to)
    for name in FileTree.names(below: from.path, skipping: ["scratch", "sources"])
    where !IntegrationFolder.inner.contains(name) {
      guard let bytes = contents(of: from.file(name)) else { continue }
      let place = to + "/" + name
      try makeFolder((place as NSString).deletingLastPathComponent)
      try publish(bytes, as: place)
    }
  }
}

enum Opening {
  /// Shows the report with whatever this desktop opens things with; without one there is nothing to do.
  static func open(_ address: String, environment: [String: String]) {
    let program = environment["BROWSER"] ?? "xdg-open"
    let opener = Process()
    opener.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    opener.arguments = [program, address]
    opener.standardOutput = FileHandle.standardError
    do {
      try opener.run()
      opener.waitUntilExit()
    } catch {
      Output.error.write("The report could not be opened with \(program); it is at \(address)\n")
    }
  }
}
