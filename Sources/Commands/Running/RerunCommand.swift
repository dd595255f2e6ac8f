import Daemon
import Explaining
import Files
import Formats
import Foundation
import Git
import Integrator
import Model
import Ordering
import Processes
import Publishing
import State
import Store
import Terminal
import Words

/// `bothy rerun BOT#N`: the same commit again, or why a test of it failed.
struct RerunCommand {
  let address: IntegrationAddress
  let options: RerunOptions
  let state: StateFolder
  let environment: [String: String]
  let templates: String?
  /// The mark of what is begun once.
  var once: String?

  private static let mostNamed = 10

  func perform() throws -> Int32 {
    let doing = "rerunning \(address)"
    let found = try FoundIntegration.find(
      address, in: try SQLiteStore(folder: state.path, readOnly: true), state: state, doing: doing)
    let name = "\(found.bot)\(found.known.number)"
    guard found.known.result != nil else {
      throw Explanation(doing: doing, wrong: "\(name) has not ended", advice: "wait for its end", status: 2)
    }
    guard let report = found.folder.report(of: found.bot, found.known.number) else {
      throw Explanation(
        doing: doing, wrong: "\(name) left no report", advice: "integrate its commit again", status: 2)
    }
    let order = try found.folder.readOrder(doing: doing)
    if options.whoTestsWhat {
      return try MapFinding(
        found: found, order: order, options: options, state: state, environment: environment,
        templates: templates, doing: "finding out who tests what of \(name)"
      ).perform()
    }
    if let why = options.why { return try find(why: why, report, order, found, doing) }
    guard let commit = Self.commit(of: report, order) else {
      throw Explanation(
        doing: doing, wrong: "\(name) was of files that are not committed",
        advice: "`\(Self.asTheyStand(order))` integrates them as they stand now", status: 2)
    }
    // By itself, beside a watcher too: its queue would take what the bot file says now.
    var run = RunOptions()
    (run.quiet, run.verbose) = (options.quiet, options.verbose)
    return try RunCommand(
      options: run, state: state, environment: environment, templates: templates, bot: found.bot,
      once: once, target: target(of: order, report, commit, doing)
    ).perform()
  }

  /// One that was ended before its commit was brought does not report it, and was of it all the same.
  static func commit(of report: Report, _ order: Order) -> CommitID? {
    if let commit = report.commit { return commit.changes ? nil : commit.id }
    guard case .commit(let id) = order.source else { return nil }
    return id
  }

  /// With the bot file that it had: without that they would be integrated with other settings.
  static func asTheyStand(_ order: Order) -> String {
    let file = order.botFile.flatMap { FileFacts($0) == nil ? nil : ["--bot", $0] } ?? []
    return ShellWord.line(["bothy", "run", order.packagePath] + file)
  }

  private func target(
    of order: Order, _ report: Report, _ commit: CommitID, _ doing: String
  ) throws -> RunTarget {
    var settings = order.settings
    settings.repository = order.repository
    settings.triggers = triggers(of: order)
    if options.onlyFailed {
      let failed = report.tests.cases.filter(\.outcome.wentWrong)
      guard !failed.isEmpty else {
        throw Explanation(
          doing: doing, wrong: "no test failed in it", advice: "leave out --failed", status: 2)
      }
      settings.tests.filters = failed.map(\.filterPattern)
      settings.tests.skips = []
      settings.mark(Bot.selectionKeys, as: .command)
    }
    if !options.filters.isEmpty {
      settings.tests.filters = options.filters
      settings.mark(["tests.filter"], as: .command)
    }
    let repository = try Repository(at: try Repository.find(from: order.repository))
    let isOlder = try !repository.isTip(commit.rawValue, of: order.branch?.rawValue)
    let whole = BotFolder.askedNow(order)
    var limited = Limitation(settings, of: whole, isOlderCommit: isOlder)
    if isOlder { limited?.isOffBranch = try OlderCommit.isOff(commit, order.branch, in: repository) }
    if let before = order.limited {
      var both = limited ?? before
      both.tests = both.tests ?? before.tests
      both.wholeSelection = before.wholeSelection
      limited = both
    }
    if options.onlyFailed { limited?.tests?.failedIn = report.integration }
    var target = RunTarget(
      root: order.repository, settings: settings, source: .commit(commit), branch: order.branch,
      limited: limited,
      botFileStem: order.secretsFile.map {
        (($0 as NSString).lastPathComponent as NSString).deletingPathExtension
      }, botFile: order.botFile)
    // What could not be read then cannot be obeyed now.
    target.mistakes = order.settingsMistakes ?? []
    return target
  }

  /// Its scripts as they were, and whoever is told as the bot file names them now: somebody may have left.
  private func triggers(of order: Order) -> [Bot.Trigger] {
    let then = order.settings.triggers
    guard let now = order.botFile.flatMap({ BotFolder.read($0).bot?.triggers }), now != then else {
      return then
    }
    return then.filter { !$0.act.tells } + now.filter(\.act.tells)
  }

  // MARK: Why a test failed

  private func find(
    why part: String, _ report: Report, _ order: Order, _ found: FoundIntegration, _ doing: String
  ) throws -> Int32 {
    let test = try self.test(part, in: report, doing)
    let hadChanges = report.commit?.changes ?? true
    let cancellation = CommandContext.cancellation()
    adoptOrphans()
    let turn = try BotTurn.wait(for: found.bot, in: state, cancellation, isQuiet: options.quiet)
    defer { withExtendedLifetime(turn) {} }
    let folder = IntegrationFolder(state.bot(found.bot) + "/why")
    try? FileManager.default.removeItem(atPath: folder.path)
    try makeFolder(folder.path)
    try publish([UInt8](OrderJSON.encode(question(test, report, order, hadChanges))), as: folder.order)
    let name = "\(found.bot)\(found.known.number)"
    if hadChanges {
      Output.error.write("\(name) was of files that are not committed: they are taken as they stand now.\n")
    }
    let answer = try carryOut(folder, found, cancellation)
    guard let culprit = answer?.tests.cases.first(where: { $0.id == test.id })?.culprit else {
      if cancellation.isCanceled {
        throw Explanation(
          doing: doing, wrong: "it was ended by hand before it was found out",
          advice: "run it again when you like", status: 130)
      }
      throw Explanation(
        doing: doing, wrong: answer?.reason ?? "its process ended before it said anything",
        advice: "see \(folder.log)", status: answer?.result.exitStatus ?? 5)
    }
    let known = test.passedAlone && !hadChanges ? culprit.wherePassedAlone : culprit
    Output.standard.write(CulpritText.line(test.id, known))
    if !hadChanges { try keep(known, of: test.id, found) }
    return known.isAnswer ? 0 : 4
  }

  private func test(_ part: String, in report: Report, _ doing: String) throws -> TestCase {
    let failed = report.tests.cases.filter(\.outcome.wentWrong)
    let meant =
      failed.first { $0.id.rawValue == part }.map { [$0] }
      ?? failed.filter { $0.id.rawValue.localizedCaseInsensitiveContains(part) }
    if let only = meant.first, meant.count == 1 { return only }
    let names = (meant.isEmpty ? failed : meant).prefix(Self.mostNamed).map(\.id.rawValue)
    throw Explanation(
      doing: doing,
      wrong: meant.isEmpty
        ? "no test that failed in it has `\(part)` in its name"
        : "several tests that failed in it have `\(part)` in their names",
      advice: names.isEmpty ? "no test failed in it" : "say which: \(names.joined(separator: ", "))",
      status: 2)
  }

  private func question(_ test: TestCase, _ report: Report, _ order: Order, _ hadChanges: Bool) -> Order {
    var settings = order.settings
    settings.triggers.removeAll { if case .before = $0.act { false } else { true } }
    var asked = Order(
      bot: order.bot, integration: order.integration, settings: settings, repository: order.repository,
      source: report.commit.flatMap { hadChanges ? nil : .commit($0.id) } ?? order.source,
      branch: order.branch, checkoutFolder: state.checkout(order.bot, of: settings),
      buildFolder: state.build(order.bot, counted: settings.coverage.enabled),
      toolchainFolder: state.toolchains, clean: false, jobs: order.jobs, queued: Date(), baseline: nil,
      secretsFile: order.secretsFile)
    let fatal = report.tests.cases.filter {
      $0.id != test.id && ($0.firstOutcome == .crashed || $0.firstOutcome == .timedOut)
    }
    asked.why = CulpritQuestion(test: test.id, library: test.library, leftOut: fatal.map(\.id))
    return asked
  }

  private func carryOut(
    _ folder: IntegrationFolder, _ found: FoundIntegration, _ cancellation: Cancellation
  ) throws -> Report? {
    let follower = ProgressFollower(folder, options, environment: environment)
    follower.cancellation = cancellation
    _ = try follower.perform(folder, of: state, environment: environment)
    return folder.report(of: found.bot, found.known.number)
  }

  /// It stays where it was asked about, and its pages tell it.
  private func keep(_ culprit: Culprit, of test: TestID, _ found: FoundIntegration) throws {
    let isKept = try state.amendReport(of: found.bot, found.known.number) { report in
      guard let place = report.tests.cases.firstIndex(where: { $0.id == test }) else { return false }
      report.tests.cases[place].culprit = culprit
      return true
    }
    guard isKept else { return }
    let after = AfterIntegration(
      state: state, templates: templates, store: try SQLiteStore(folder: state.path),
      failed: { Output.error.write(state.typed.completing(Explanation($0).text) + "\n") })
    try after.publishAgain(found.bot, found.known.number)
  }
}
