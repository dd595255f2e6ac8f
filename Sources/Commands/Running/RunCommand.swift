import Explaining
import Faults
import Files
import Formats
import Foundation
import Integrator
import Model
import Ordering
import Processes
import Publishing
import State
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
  /// The mark of what is begun once.
  var once: String?
  /// Given the report instead of the terminal; and where its pages are.
  var tells: ((Report, String) -> Void)?
  /// What is integrated, where the options do not say it.
  var target: RunTarget?

  /// One that never integrated has no test that failed, and gets no history by the question.
  private func localBot(of target: RunTarget, _ store: SQLiteStore) throws -> BotID {
    let known = try store.knownLocalBot(path: target.packagePath)
    if known == nil, options.onlyFailed { throw target.neverTested }
    return try known ?? store.localBot(path: target.packagePath, folderName: target.folderName)
  }

  func perform() throws -> Int32 {
    let cancellation = CommandContext.cancellation()
    adoptOrphans()
    var target = try self.target ?? RunTarget(options, isOfBot: bot != nil)
    if !options.quiet { Output.error.write(ErrorText.lines(target.warnings)) }
    if let output = options.output { try ReportCopy.check(output) }
    try checkSecrets(of: target)
    try state.open()
    let store = try SQLiteStore(folder: state.path)
    let bot = try self.bot ?? localBot(of: target, store)
    if options.onlyFailed {
      let (failed, number) = try target.onlyFailed(of: bot, in: store, state)
      guard let failed else {
        besideData.write("No test failed in \(bot)\(number): there is none to run again.\n")
        return 0
      }
      target = failed
    }
    try makeFolder(state.bot(bot))
    let lock = try BotTurn.wait(for: bot, in: state, cancellation, isQuiet: options.quiet)
    defer { withExtendedLifetime(lock) {} }
    try target.lookAgain(bot, in: store)
    let cutOff = try Recovery(state: state, store: store).perform(bot)
    _ = try ToolchainPlace.swift(of: target.settings, environment: environment)
    let order = try begin(bot, target, store)
    let folder = state.integration(bot, order.integration)
    let follower = ProgressFollower(folder: folder, display: display(of: target))
    let after = AfterIntegration(
      state: state, templates: templates, store: store,
      failed: { Output.error.write(state.typed.completing(Explanation($0).text) + "\n") })
    for one in cutOff { after.publishMissing(one.bot, one.number) }
    let telling = telling(order, store, cutOff: cutOff.filter { $0.bot == bot }.map(\.number))
    var beside = after.history
    beside.isBeside = true
    var isLed = false
    follower.showLive = {
      // A page that could not be made is told when all are made.
      if !isLed { try? beside.publish([], touched: [bot]) }
      isLed = true
      try? beside.publishRunning(bot)
    }
    follower.showPages = { after.publishAsked(bot, order.integration) }
    let history = { after.settle(cutOff + [(bot, order.integration)], [bot: order.settings]) }
    let ended: Ended
    do { ended = try carryOut(order, folder, follower, store, cancellation) } catch {
      after.publishMissing(bot, order.integration)
      history()
      if let report = folder.report(of: bot, order.integration) {
        tellOthers(report, order, after, telling)
        try? printForm(of: report, folder)
      }
      throw error
    }
    let status = try tell(ended, order, folder, follower, after, telling, history)
    // What was found is told all the same.
    if let unkept = ended.unkept { throw unkept }
    publishTests(order, after, cancellation)
    // Whoever interrupts wants no success, though what was found until then is kept and told.
    return cancellation.isCanceled ? IntegrationResult.canceled.exitStatus : status
  }

  /// Of a bot's own; what was cut off before is told first.
  private func telling(_ order: Order, _ store: SQLiteStore, cutOff: [IntegrationNumber]) -> HandTelling? {
    guard bot != nil else { return nil }
    let telling = HandTelling(state, templates: templates, store: store)
    telling.catchUp(order.bot, cutOff)
    telling.begin(order)
    return telling
  }

  private func checkSecrets(of target: RunTarget) throws {
    let file = target.botFileStem.map { state.secrets($0) }
    do { _ = try Secrets.read(target.settings.secrets, from: file ?? "") } catch var error as Explanation {
      error.status = 2
      throw error
    }
  }

  /// Where words go that are for a person.
  private var besideData: Output { options.form != .words ? .error : .standard }

  /// What another program reads.
  private func printForm(of report: Report, _ folder: IntegrationFolder) throws {
    switch options.form {
    case .words, .full: break
    case .json: try printData(contents(of: folder.report), folder.report)
    case .markdown: try printData(SummaryMarkdown.encode(report), folder.summary)
    }
  }

  /// Whoever typed this has all else by now.
  private func publishTests(_ order: Order, _ after: AfterIntegration, _ cancellation: Cancellation) {
    guard order.settings.whoTestsWhat == .every, EachTestPublishing.isDue(order.bot, in: state) else {
      return
    }
    _ = after.publishTests(of: order.bot, order.integration) { !cancellation.isCanceled }
  }

  private func display(of target: RunTarget) -> Display {
    Display(
      capabilities: .of(descriptor: STDERR_FILENO, environment: environment), quiet: options.quiet,
      verbose: options.verbose, packagePrefix: Self.packagePrefix(at: target.packagePath))
  }

  /// What was found, and why it is not in the store.
  private struct Ended {
    var report: Report
    var unkept: (any Error)?
  }

  private func begin(_ bot: BotID, _ target: RunTarget, _ store: SQLiteStore) throws -> Order {
    let now = Date()
    var commit: CommitID?
    if case .commit(let id) = target.source { commit = id }
    let number = try store.begin(
      bot: bot, branch: target.branch, commit: commit, queued: now, started: now, processID: getpid(),
      isLimited: target.limited != nil, once: once)
    let making = OrderMaking(state: state, store: store)
    var order = try making.order(
      bot, number, settings: target.settings, source: target.source, branch: target.branch, queued: now,
      limited: target.limited)
    order.jobs = options.jobs
    order.botFile = target.botFile
    order.again = target.again
    if target.isFirst { order.beginAnew() }
    if !target.mistakes.isEmpty { order.settingsMistakes = target.mistakes }
    if options.requiresChanged {
      order.requiresChanged = true
      order.measuredBefore = try order.baseline?.measured.flatMap {
        try store.measured(bot: bot, branch: target.branch, otherThan: $0.commit)
      }
      order.measuredElsewhere = try store.measuredAnywhere(bot: bot, limit: 2)
    }
    order.secretsFile = target.botFileStem.map { state.secrets($0) }
    do { try making.leave(order) } catch {
      let told = Explanation(error)
      try? FileManager.default.removeItem(atPath: state.integration(bot, number).path)
      state.spareRoom.giveUp()
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
  ) throws -> Ended {
    follower.cancellation = cancellation
    let end = try follower.perform(folder, of: state, environment: environment)
    if let report = try state.endedReport(of: order.bot, order.integration) {
      return Ended(report: report, unkept: keep(report, store))
    }
    state.spareRoom.giveUp()
    let canceled = cancellation.isCanceled
    let reason =
      canceled ? "It was ended by hand" : follower.heard.lastWords ?? PerformingProcess.fate(end.ending)
    try store.abandon(
      bot: order.bot, integration: order.integration, result: canceled ? .canceled : .internalError,
      reason: reason, at: Date())
    throw Explanation(
      doing: "integrating \(order.settings.source)",
      wrong: canceled ? "it was ended by hand before there was anything to report" : reason,
      advice: canceled
        ? "run it again when you like"
        : "see \(folder.log), free memory and disk if they ran out, and run it again",
      status: canceled ? 130 : 5)
  }

  /// A disk that is full has room for the end of an integration, if not always for all that its report tells.
  private func keep(_ report: Report, _ store: SQLiteStore) -> (any Error)? {
    do { try store.finish(report) } catch {
      state.spareRoom.giveUp()
      do { try store.finish(report) } catch {
        try? store.abandon(
          bot: report.bot, integration: report.integration, result: .internalError,
          reason: Explanation(error).wrong, at: Date())
        return error
      }
    }
    return nil
  }

  /// What the bot's triggers tell, and pages that tell what became of it.
  private func tellOthers(
    _ report: Report, _ order: Order, _ after: AfterIntegration, _ telling: HandTelling?
  ) {
    if telling?.end(report, order) == true { after.publishMessages(of: report, order) }
  }

  private func tell(
    _ ended: Ended, _ order: Order, _ folder: IntegrationFolder, _ follower: ProgressFollower,
    _ after: AfterIntegration, _ telling: HandTelling?, _ history: () -> Void
  ) throws -> Int32 {
    let report = ended.report
    var failure: (any Error)?
    var address = after.publish(report, order, folder, output: options.output) ?? folder.path
    history()
    if ended.unkept == nil { tellOthers(report, order, after, telling) }
    if let output = options.output {
      do {
        try ReportCopy(from: folder, to: output).make()
        address = FileFacts(output + "/index.html") == nil ? output : output + "/index.html"
      } catch { failure = error }
    }
    defer { after.measure(report.bot) }
    if let tells {
      Output.error.write(follower.erasing())
      tells(report, address)
      return report.exitStatus
    }
    let hasData = options.form != .words
    try follower.tell(
      report, address: address, again: again(report),
      show: state.typed.line(["show", "\(report.bot)\(report.integration)"]), besideData: hasData,
      tellsRequired: options.requiresChanged, environment: environment)
    if let failure { throw failure }
    try printForm(of: report, folder)
    if options.open, !Opening.open(address, environment: environment) {
      Output.error.write("There is no browser here that shows it: the report is at \(address)\n")
    }
    guard options.requiresChanged else { return report.exitStatus }
    let required = RequiredLines(report)
    let status = report.exitStatus == 0 ? required.exitStatus : report.exitStatus
    (hasData ? Output.error : Output.standard).write(
      RequiredText.text(required, prefix: Self.packagePrefix(at: order.packagePath))
        + (status == report.exitStatus ? "" : "So it ends with \(status), as --require changed asks.\n"))
    return status
  }

  /// What runs the tests that failed once more, where somebody is likely to want that.
  private func again(_ report: Report) -> String? {
    guard report.tests.cases.contains(where: \.outcome.wentWrong) else { return nil }
    if self.target != nil || bot != nil {
      let isKept = report.commit.map { !$0.changes } ?? false
      let address = "\(report.bot)\(report.integration)"
      return isKept ? state.typed.line(["rerun", address, "--failed"]) : nil
    }
    // Of a commit it stays what it is, whatever is integrated until it is copied.
    if options.commit != nil, report.limited == nil {
      return state.typed.line(["rerun", "\(report.bot)\(report.integration)", "--failed"])
    }
    let path = options.path.hasPrefix("-") ? "./" + options.path : options.path
    var rest = options
    (rest.filters, rest.skips) = ([], [])
    return state.typed.line(
      ["run"] + (path == "." ? [] : [path]) + rest.words
        // What was named may be another one by then.
        + (options.commit.map { ["--commit", report.commit?.id.rawValue ?? $0] } ?? []) + ["--failed"])
  }

  /// Beside the last lines, which then go to standard error.
  private func printData(_ bytes: [UInt8]?, _ path: String) throws {
    guard let bytes else { return }
    try Self.print(
      bytes, doing: "printing \((path as NSString).lastPathComponent)", advice: "it is at \(path)")
  }

  static func print(_ bytes: [UInt8], doing: String, advice: @autoclosure () -> String) throws {
    guard !Output.standard.write(bytes) else { return }
    let code = errno
    // Whoever reads only the beginning of it has had enough.
    guard code != EPIPE else { return }
    throw Explanation(doing: doing, wrong: String(cString: strerror(code)), advice: advice())
  }

  /// From the folder where the user stands to the package, so that a terminal's places can be jumped to.
  static func packagePrefix(at package: String) -> String {
    let here = FileManager.default.currentDirectoryPath
    if package == here { return "" }
    // A bare repository holds no file to jump to.
    if FileFacts(package + "/Package.swift") == nil { return "" }
    if package.hasPrefix(here + "/") { return package.dropFirst(here.count + 1) + "/" }
    return package + "/"
  }
}
