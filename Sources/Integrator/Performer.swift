import Coverage
import Explaining
import Faults
import Files
import Formats
package import Foundation
import Git
public import Model
package import Processes
package import State

/// Performs one integration: the phases in their order, then the verdict and the report.
public final class Performer {
  private let workbench: Workbench
  private let demangle: @Sendable (String) -> String
  /// Tells this program from another one, whose exports may look different.
  private let maker: String
  private var report: Report
  private var facts = Verdict.Facts()
  private var diagnostics: [Diagnostic] = []
  private var package: PackageDescription?
  private var toolchain: Toolchain?
  private var ledger = TestLedger()
  private var coverageDetail: CoverageDetail?

  package init(
    folder: IntegrationFolder, order: Order, cancellation: Cancellation, startedAt: Date,
    maker: String, surroundings: Surroundings = .real, demangle: @escaping @Sendable (String) -> String
  ) throws {
    let log = try Log(folder: folder, limitMegabytes: order.settings.limits.logMegabytes)
    let secrets = try Secrets.read(order.settings.secrets, from: order.secretsFile ?? "")
    workbench = Workbench(
      order: order, folder: folder, log: log, cancellation: cancellation, startedAt: startedAt,
      secrets: secrets, surroundings: surroundings)
    self.demangle = demangle
    self.maker = maker
    report = Report(
      bot: order.bot, integration: order.integration, result: .internalError, reason: "", commit: nil,
      toolchain: "", configuration: order.settings.configuration, queued: order.queued, started: startedAt)
    report.clean = order.clean
  }

  private var order: Order { workbench.order }
  private var folder: IntegrationFolder { workbench.folder }
  private var now: Date { workbench.surroundings.now() }

  /// Always ends with a report, whatever happened on the way.
  public func perform() throws -> Report {
    try makeFolder(folder.scratch)
    FaultPoint.reach(.scratchMade)
    defer {
      try? FileManager.default.removeItem(atPath: folder.scratch)
      FaultPoint.reach(.scratchRemoved)
    }
    do {
      try phases()
    } catch let stop as PhaseStop {
      take(stop)
    } catch {
      facts.internalError = Explanation(error, doing: "integrating").sentence
    }
    workbench.surroundings.endDescendants()
    let began = now
    workbench.log.write(line: "\n==> report")
    BuildFolder(order).tidy()
    if let sentence = workbench.log.closing() { workbench.notes.add(sentence) }
    judge()
    keepSources()
    FaultPoint.reach(.sourcesKept)
    try writeExports()
    FaultPoint.reach(.exportsWritten)
    add(Phase(name: .report, status: .passed, seconds: now.timeIntervalSince(began)))
    close()
    try runAfterScripts()
    report.notes = workbench.notes.all
    FaultPoint.reach(.scriptsRun)
    try publish(ReportJSON.encode(report), as: folder.report)
    FaultPoint.reach(.reportPublished)
    workbench.log.tell(.ended(report.result))
    return report
  }

  // MARK: Phases

  private func phases() throws {
    try phase(.checkout) {
      FaultPoint.reach(.checkoutBegun)
      try CheckoutPhase(workbench: self.workbench).perform(into: &self.report)
      try self.clean()
      FaultPoint.reach(.buildFolderMade)
      let scripts = Scripts(workbench: self.workbench)
      let facts = ScriptFacts(
        order: self.order, folder: self.folder, packageFolder: self.workbench.packageFolder,
        commit: self.report.commit?.id)
      if let failure = try scripts.runBefore(facts) { throw PhaseStop.trigger(failure) }
    }
    FaultPoint.reach(.checkoutEnded)
    tellWhatIsLeftOut()
    try phase(.resolve) { try self.resolve() }
    FaultPoint.reach(.resolveEnded)
    try phase(.build) { try self.build() }
    FaultPoint.reach(.buildEnded)
    if order.settings.actions.contains(.test) {
      try phase(.test) { try self.test() }
      FaultPoint.reach(.testEnded)
    }
  }

  private func phase(_ name: Phase.Kind, _ body: () throws -> Void) throws {
    workbench.log.write(line: (name == .checkout ? "" : "\n") + "==> \(name.rawValue)")
    workbench.log.tell(
      .phaseStarted(name, expectedSeconds: order.baseline?.phaseSeconds[name.rawValue]))
    let began = now
    var status = Phase.Status.passed
    defer { add(Phase(name: name, status: status, seconds: now.timeIntervalSince(began))) }
    do {
      guard !workbench.cancellation.isCanceled else { throw PhaseStop.canceled }
      try body()
      if name == .test, ledger.cases.contains(where: { $0.outcome.isFailure }) { status = .failed }
    } catch let stop as PhaseStop {
      switch stop {
      case .canceled: status = .canceled
      case .limit: status = .timedOut
      default: status = .failed
      }
      throw stop
    } catch {
      status = .failed
      throw error
    }
  }

  private func add(_ phase: Phase) {
    report.phases.append(phase)
    workbench.log.tell(.phaseEnded(phase))
  }

  /// Throws away the build products where the order says so, or where they can't be continued.
  private func clean() throws {
    let folder = BuildFolder(order)
    if let obstacle = folder.obstacle(isCleanAsked: order.clean) {
      workbench.log.write(line: obstacle)
      try folder.throwAway()
    }
    try folder.make()
  }

  /// What the bot file asks for and this version does not do is told, never passed over in silence.
  private func tellWhatIsLeftOut() {
    if let note = TestEntryPoint.note(packageFolder: workbench.packageFolder) { workbench.note(note) }
    for action in order.settings.actions where action != .test {
      workbench.note("The action `\(action.rawValue)` was not carried out: this version of Bothy only tests.")
    }
    for trigger in order.settings.triggers {
      switch trigger.act {
      case .email, .webhook: workbench.note("No mail or webhook was sent: this version of Bothy sends none.")
      case .before, .after: break
      }
    }
  }

  private func resolve() throws {
    let toolchain = try ToolchainFinder(workbench: workbench).find()
    self.toolchain = toolchain
    report.toolchain = toolchain.version
    workbench.log.write(line: "\(toolchain.version), \(toolchain.swift)")
    let package = PackageFacts(workbench: workbench, toolchain: toolchain)
    do {
      self.package = try package.find()
    } catch PhaseStop.build(let sentence) {
      diagnostics = package.failures.diagnostics.map(\.placedInManifest)
      if !diagnostics.contains(where: { $0.severity == .error }) {
        diagnostics.append(
          Diagnostic(severity: .error, message: sentence, file: nil, line: nil, column: nil))
      }
      for diagnostic in diagnostics { workbench.log.tell(.diagnostic(diagnostic)) }
      throw PhaseStop.build(sentence)
    }
  }

  private func build() throws {
    guard let toolchain else { return }
    let outcome = try BuildPhase(workbench: workbench, toolchain: toolchain, package: package).perform()
    diagnostics = outcome.diagnostics
    guard outcome.succeeded else {
      let first = diagnostics.first { $0.severity == .error }?.message
      throw PhaseStop.build(first ?? "swift build failed")
    }
  }

  private var sources: SourceMap {
    SourceMap(packageFolder: workbench.packageFolder, targets: package?.sourceMapTargets ?? [])
  }

  private func test() throws {
    guard let toolchain, let package else { return }
    defer { completeTests() }
    let found = TestProgram.search(
      package: package, buildFolder: order.buildFolder, configuration: order.settings.configuration)
    switch found {
    case .noTests:
      report.coverageNote = "the package has no test targets"
    case .unknownLayout:
      let arguments = BuildPhase(workbench: workbench, toolchain: toolchain, package: package).sharedArguments
      report.coverageNote = "the tests were run by `swift test`, whose layout Bothy does not know"
      try StockTestRun(
        workbench: workbench, toolchain: toolchain, sources: sources, sharedArguments: arguments
      ).perform(into: &ledger)
    case .found(let path):
      try test(TestProgram(path: path), toolchain, package)
    }
  }

  private func test(_ program: TestProgram, _ toolchain: Toolchain, _ package: PackageDescription) throws {
    let run = TestRun(
      workbench: workbench, program: program, sources: sources,
      profiles: ProfileSettings(
        folder: folder.scratch + "/profiles", isWanted: order.settings.coverage.enabled,
        keepsCountsOfCrashes: toolchain.keepsCountsOfCrashes))
    let stop: (any Error)?
    (ledger, stop) = run.perform()
    if case PhaseStop.canceled? = stop as? PhaseStop {
      report.coverageNote = "the integration was canceled first"
      throw PhaseStop.canceled
    }
    try measure(run, toolchain, program, package)
    if let stop { throw stop }
  }

  /// Coverage is had for red integrations too, and its absence never hides what the tests said.
  private func measure(
    _ run: TestRun, _ toolchain: Toolchain, _ program: TestProgram, _ package: PackageDescription
  ) throws {
    guard order.settings.coverage.enabled else {
      report.coverageNote = "coverage was switched off"
      return
    }
    if !toolchain.keepsCountsOfCrashes,
      ledger.cases.contains(where: { $0.outcome == .crashed || $0.outcome == .timedOut })
    {
      workbench.note(
        "This toolchain loses the counts of a process that dies, so what its tests executed is missing.")
    }
    do {
      let profile = Profile(
        workbench: workbench, toolchain: toolchain, program: program, package: package, demangle: demangle)
      switch try profile.measure(rawFolder: run.profiles.folder) {
      case .measured(let coverage, let detail):
        report.coverage = coverage
        coverageDetail = detail
      case .notMeasured(let why):
        report.coverageNote = why
      }
    } catch let stop as PhaseStop {
      report.coverageNote = "the integration ended first"
      throw stop
    }
  }

  private func completeTests() {
    let places = package.map { TestPlaces(package: $0, packageFolder: workbench.packageFolder) }
    report.tests = TestReport(
      cases: ledger.cases.map { row in
        var row = row
        if row.library == .xctest, row.line == nil, let place = places?.place(of: row) {
          row.file = place.file
          row.line = place.line
        }
        return row.withPlaces
      })
  }
}

// MARK: Verdict and report

extension Performer {
  private func take(_ stop: PhaseStop) {
    switch stop {
    case .canceled:
      let phase = report.phases.last.map { " in the \($0.name.rawValue) phase" } ?? ""
      // Whoever ordered it may have been killed, and it is then ended with them.
      let isOrphan = workbench.surroundings.isOrphan()
      facts.canceled =
        (isOrphan ? "It was ended with the Bothy that ordered it" : "It was ended by hand") + phase
    case .limit(let sentence): facts.limitReached = sentence
    case .checkout(let sentence): facts.checkoutError = sentence
    case .trigger(let sentence): facts.triggerError = sentence
    case .build: facts.buildFailed = true
    case .inconclusive(let sentence): facts.doubts.append(sentence)
    }
  }

  private func judge() {
    let placed = diagnostics.map { $0.relative(to: workbench.packageFolder) }
    facts.buildErrors = placed.count { $0.severity == .error }
    facts.warnings = placed.count { $0.severity == .warning }
    facts.testsRequested = order.settings.actions.contains(.test)
    facts.tests = report.tests
    facts.doubts += ledger.doubts
    for sentence in ledger.oddEnds + ledger.doubts { workbench.note(sentence) }
    if report.tests.failureCount == 0 { facts.doubts += ledger.oddEnds }
    facts.announced = report.tests.cases.count
    report.selection = TestSelection.of(order.settings.tests)
    facts.isFiltered = report.selection != nil
    let verdict = Verdict.judge(facts)
    report.result = verdict.result
    report.reason = verdict.reason
    let findings = Findings.issues(
      from: report.tests, diagnostics: placed, target: { self.target(of: $0) },
      integration: order.integration)
    report.issues = IssueLifeCycle.judge(
      findings: findings, open: order.baseline?.openIssues ?? [], result: report.result,
      tests: report.tests, wholePackage: report.selection == nil && facts.testsRequested,
      integration: order.integration)
    if let baseline = order.baseline {
      var coverage = report.coverage == nil ? nil : baseline.coverage
      if coverage?.toolchain == report.toolchain { coverage?.toolchain = nil }
      report.comparedWith = Comparison(integration: baseline.integration, coverage: coverage)
    }
    if report.coverage == nil, report.coverageNote == nil {
      report.coverageNote = "no tests were run"
    }
  }

  /// The target whose folder a file lies in.
  private func target(of file: String?) -> String? {
    guard let file else { return nil }
    let owners = (package?.targets ?? []).filter { $0.path == "." || file.hasPrefix($0.path + "/") }
    return owners.max { $0.path.count < $1.path.count }?.name
  }

  /// Without them the pages cannot be made again as they are, which is no reason to fail.
  private func keepSources() {
    do {
      try KeptSources.keep(report, order, in: folder)
    } catch {
      workbench.note("The changed sources could not be kept: \(Explanation(error).sentence).")
    }
  }

  private func writeExports() throws {
    let report = self.report
    var exports = [Artifacts.Export(path: folder.junit) { JUnit.encode(report) }]
    if let coverage = report.coverage, let detail = coverageDetail {
      // The commit's own time, so that the same coverage of the same commit is the same file.
      let time = report.commit?.date ?? workbench.startedAt
      exports += try Artifacts.exports(
        coverage, detail, timestamp: Int(time.timeIntervalSince1970), maker: maker,
        earlier: order.earlierFolder, isShared: order.settings.triggers.isEmpty, in: folder)
    }
    let (attachments, note) = Artifacts.attachments(in: folder)
    if let note { workbench.note(note) }
    if attachments.isEmpty { try? FileManager.default.removeItem(atPath: folder.attachments) }
    self.report.artifacts = try Artifacts.write(exports, in: folder) + attachments
  }

  private func close() {
    (report.usage, report.machine) = (workbench.runner.usage, ThisMachine().facts)
    report.notes = workbench.notes.all
    report.ended = now
    report.seconds = report.ended.timeIntervalSince(report.started)
  }

  private func runAfterScripts() throws {
    guard !workbench.cancellation.isCanceled else { return }
    let early = folder.scratch + "/report.json"
    try makeFolder(folder.scratch)
    let facts = ScriptFacts(
      order: order, folder: folder, packageFolder: workbench.packageFolder, report: report, reportFile: early)
    guard order.settings.triggers.contains(where: { $0.applies(to: report) }) else { return }
    try publish(ReportJSON.encode(report), as: early)
    do {
      try Scripts(workbench: workbench).runAfter(facts, report: report)
    } catch is PhaseStop {
      workbench.note("The scripts afterwards were ended with the integration.")
    }
  }
}
