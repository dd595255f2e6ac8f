import Explaining
import Files
import Formats
import Model
import Processes
import Threads

/// Runs the tests of what was built.
struct RunTests: Step {
  let phase = Phase.Kind.test
  let action: Bot.Action? = .test

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    facts.report.environment = SeenEnvironment(
      workbench.testEnvironment().filter { !Workbench.passing.contains($0.key) })
    guard let crash = try runOnce(&facts, at: workbench) else { return }
    workbench.note(
      "\(crash) newly crashed after an incremental build, so Bothy built clean and ran all tests again.")
    try BuildFolder(workbench.order).throwAwayProducts()
    for folder in ["profiles", "crashes"] { FileTree.remove("\(workbench.folder.scratch)/\(folder)") }
    try Build().carryOut(&facts, at: workbench)
    _ = try runOnce(&facts, at: workbench)
  }

  /// The first test whose crash may come from an incremental build. Then nothing of the run is kept.
  private func runOnce(_ facts: inout Facts, at workbench: Workbench) throws -> TestID? {
    let (toolchain, package) = facts.resolved
    let sources = SourceMap(packageFolder: workbench.packageFolder, targets: package.sourceMapTargets)
    let early = facts.early ?? EarlyReading(of: package, toolchain, at: workbench)
    facts.early = nil
    defer {
      facts.sources = early.read.value.compiled
      if workbench.order.why == nil, let note = early.read.value.undeclared?.note { workbench.note(note) }
    }
    var known = TestKnowledge(early, at: workbench)
    var ledger = TestLedger()
    var isWhole = false
    var crash: TestID?
    defer {
      if workbench.order.why == nil, crash == nil {
        facts.take(ledger, isWhole: isWhole, known, at: workbench)
      }
    }
    workbench.left.begin()
    let room = try workbench.openRoom()
    defer { workbench.close(room) }
    switch TestProgram.search(
      package: package, buildFolder: workbench.order.buildFolder,
      configuration: workbench.settings.configuration)
    {
    case .noTests:
      facts.report.coverageNote = "the package has no test targets"
    case .unknownLayout where workbench.order.why != nil:
      throw Self.unknownLayout
    case .unknownLayout:
      facts.report.coverageNote = "the tests were run by `swift test`, whose layout Bothy does not know"
      // A test may write others in their place.
      _ = early.read.value
      try Self.stock(sources, toolchain, at: workbench).perform(into: &ledger)
    case .found(let path):
      let program = TestProgram(path: path)
      let tested = TestedProgram(
        program, profiles: workbench.folder.scratch + "/profiles", packageFolder: workbench.packageFolder)
      facts.tested = tested
      var run = try Self.prepared(
        program, &known, sources, toolchain, processes: tested.processes, at: workbench)
      run.mark = tested.mark
      if let question = workbench.order.why {
        facts.report.tests = TestReport(cases: [try run.find(question)])
        return nil
      }
      let (found, stop) = run.perform(early.mapped)
      crash = stop == nil && facts.isIncremental ? facts.newCrash(in: found.cases) : nil
      if crash != nil { return crash }
      (ledger, facts.mapped) = (found, early.mapped.value)
      facts.testRun = (run, found.rawNames)
      if workbench.settings.coverage.enabled, !workbench.cancellation.isCanceled {
        let export = ProfileExport(workbench: workbench, toolchain: toolchain, tested: tested)
        facts.export = Later { Result { try export.make() } }
      }
      if let stop { throw stop }
    }
    isWhole = ledger.silences.isEmpty
    return nil
  }

  private static let unknownLayout = Explanation(
    doing: "finding out why a test fails", wrong: "the test program is not where Bothy knows it",
    advice: "use the toolchain that integrated it")

  private static func stock(
    _ sources: SourceMap, _ toolchain: Toolchain, at workbench: Workbench
  ) -> StockTestRun {
    StockTestRun(
      workbench: workbench, toolchain: toolchain, sources: sources,
      sharedArguments: workbench.arguments(toolchain))
  }

  /// Its tests, ready to be run.
  static func prepared(
    _ program: TestProgram, _ package: PackageDescription, _ toolchain: Toolchain,
    processes: ProfiledProcesses, at workbench: Workbench
  ) throws -> TestRun {
    let read = ReadSources.later(of: package, toolchain, at: workbench)
    var known = TestKnowledge(EarlyReading(read), at: workbench)
    let sources = SourceMap(packageFolder: workbench.packageFolder, targets: package.sourceMapTargets)
    var run = try prepared(program, &known, sources, toolchain, processes: processes, at: workbench)
    run.mark = ProgramMark(program.path)
    return run
  }

  private static func prepared(
    _ program: TestProgram, _ known: inout TestKnowledge, _ sources: SourceMap, _ toolchain: Toolchain,
    processes: ProfiledProcesses, at workbench: Workbench
  ) throws -> TestRun {
    // Where the package manager looks for such a file is its own secret.
    if known.entry != nil, try !program.startsXCTestAlone(workbench) { known.forgetEntry() }
    let profiles = ProfileSettings(
      folder: workbench.folder.scratch + "/profiles", isWanted: workbench.settings.coverage.enabled,
      keepsCountsOfCrashes: toolchain.keepsCountsOfCrashes, processes: processes,
      program: program.hasLibraries ? RawProfiles.programID(program.path) : nil)
    var run = TestRun(
      workbench: workbench, program: program, sources: sources, profiles: profiles, toolchain: toolchain,
      specs: known.specs, entry: known.entry)
    run.read = known.read
    return run
  }

  func status(_ facts: Facts) -> Phase.Status {
    let evidence = facts.evidence
    let isFlaky = evidence.flaky == .fail && evidence.tests.count(.flaky) > 0
    return isFlaky || evidence.tests.failureCount > 0 ? .failed : .passed
  }
}

/// What the sources say of the tests, read before these run.
private struct TestKnowledge {
  let read: Later<ReadSources>
  let places: Later<TestPlaces>
  private(set) var entry: TestEntryPoint?
  /// Absent where no entry file gives any to XCTest.
  private(set) var specs: QuickSpecs?

  var sources: [TestSource] { read.value.tests }

  init(_ early: EarlyReading, at workbench: Workbench) {
    (read, places) = (early.read, early.places)
    entry = TestEntryPoint(packageFolder: workbench.packageFolder)
    specs = entry.map { QuickSpecs(early.read.value.tests, entry: $0) }
  }

  /// It was not built.
  mutating func forgetEntry() { (entry, specs) = (nil, nil) }
}

extension Facts {
  /// A test that newly died without a message of Swift's runtime: a stale layout of a type shows like this.
  fileprivate func newCrash(in cases: [TestCase]) -> TestID? {
    let known = Set(evidence.baseline?.openIssues.compactMap(\.test) ?? [])
    return cases.first { test in
      test.outcome == .crashed && !known.contains(test.id)
        && test.crash?.message.hasPrefix("Fatal error") != true
    }?.id
  }

  /// What the others would have done is not known.
  private mutating func limit(since: IntegrationNumber, hasLately: Bool, _ settings: Bot.TestSettings) {
    var selection = TestSelection(filters: settings.filters, skips: settings.skips)
    (selection.affectedSince, selection.hasLately) = (since, hasLately ? true : nil)
    (evidence.selection, evidence.isLimited) = (selection, true)
    evidence.baseline?.coverage = nil
    evidence.baseline?.testedTargets = nil
    var limited = Limitation()
    (limited.tests, limited.wholeSelection) = (selection, TestSelection.of(settings))
    report.limited = limited
  }

  private func tellNotes(at workbench: Workbench) {
    let cases = evidence.tests.cases
    // A test's parent is what integrates it.
    let refused = Signals.refused.map {
      "Bothy was sent \(SignalName.of($0)) by a test, or by what a test had started, and went on."
    }
    let notes = [CleanRoom.homeNote(cases), RecordedWarnings.note(cases), refused]
    for note in notes.compactMap(\.self) { workbench.note(note) }
  }

  /// What is known of every test, each with the place where it is declared, and what did not run.
  fileprivate mutating func take(
    _ ledger: TestLedger, isWhole: Bool, _ known: TestKnowledge, at workbench: Workbench
  ) {
    let places = known.places.value
    let left = workbench.left.owners
    if let since = ledger.selectedSince {
      limit(since: since, hasLately: ledger.selectsLately, workbench.settings.tests)
    }
    evidence.silences += TestLibrary.allCases.compactMap { ledger.silences[$0] }
    evidence.doubts += ledger.doubts
    evidence.oddEnds += ledger.oddEnds
    evidence.untold += ledger.untold
    (evidence.hidesFailures, evidence.suspected) = (ledger.hidesFailures, ledger.suspected)
    evidence.nearTests = ledger.nearTests
    openEnds = ledger.openEnds
    evidence.tests = TestReport(
      cases: ledger.cases.countedFromTheFirst.map { row in
        var row = row.withBegun
        if workbench.order.limited?.tests != nil { row = places.toldApart(row) }
        if row.library == .swiftTesting {
          row.body = row.body ?? places.body(of: row)
        } else if row.body == nil, let place = places.place(of: row) {
          row.body = place.body
          if row.line == nil { (row.file, row.line) = (place.file, place.line) }
        }
        return row.with(left).withPlaces
      })
    let open = (evidence.baseline?.openIssues ?? []).compactMap(\.test)
    let ran = Set(evidence.tests.cases.filter { $0.outcome != .notRun }.map(\.id))
    evidence.leftOut = Set(open.filter { !workbench.settings.tests.admits($0) }).subtracting(ran)
    FormerTests(
      order: workbench.order, places: places, earlier: workbench.earlier, isWhole: isWhole,
      isSelected: ledger.selectedSince != nil
    ).compare(&evidence)
    tellNotes(at: workbench)
    if let words = overrides(ledger, known, places) {
      // Red is red all the same.
      if ledger.doubts.isEmpty { evidence.oddEnds.append(words) } else { evidence.doubts.append(words) }
    }
    let asked = isWhole ? workbench.order.limited?.tests : nil
    evidence.doubts += [GoneFailures.doubt(asked, among: evidence.tests.cases)].compactMap(\.self)
    evidence.tests.sharing = ledger.sharing
    choice = ledger.choice
    evidence.tests.affected = ledger.affected.map { first in
      AffectedFirst(
        first.tests, in: evidence.tests.cases, firstVerdictSeconds: first.verdictSeconds,
        isEverything: first.isEverything, mayConcernOthers: first.mayConcernOthers)
    }
    let (package, cases) = (resolved.package, evidence.tests.cases)
    let (selection, leftOut, unasked) = (evidence.selection, ledger.leftOut, ledger.unasked)
    didNotRun = Later { [known] in
      let rows = DidNotRunSearch.rows(
        known.sources, package, cases, entry: known.entry, isComplete: isWhole, selection: selection,
        leftOut: leftOut, unasked: unasked)
      let before = workbench.order.completeReport.flatMap { workbench.earlier.report(at: $0) }
      return before.map { rows.known(from: $0.tests.didNotRun, of: $0.integration) } ?? rows
    }
    countsAll = isWhole && tested != nil
  }

  /// Where the numbers contradict each other, or XCTest announced what no source declares.
  private func overrides(
    _ ledger: TestLedger, _ known: TestKnowledge, _ places: TestPlaces
  ) -> String? {
    let isStrange = ledger.cases.contains {
      $0.library == .xctest && $0.outcome == .notRun && places.place(of: $0) == nil
    }
    guard isStrange || ledger.isListTorn || !ledger.doubts.isEmpty else { return nil }
    let overrides = NameOverrides(known.sources, TestClasses(known.sources))
    return overrides.doubt(besides: ledger.cases, evidence.selection)
  }
}
