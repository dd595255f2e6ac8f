import Foundation
import Model

/// A report in which nothing is absent, so that no member can be forgotten by a writer.
enum SampleReport {
  static let nasty = "a \"b\" \\ / \u{1b}[31m\u{0}\u{7f} é 𝄞 \r\n\t ]]> <&> \u{fffe}"

  static func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_795_158_408 + seconds) }

  private static func comparison(_ pin: PinnedDependency) -> Comparison {
    var comparison = Comparison(
      integration: 41,
      coverage: .init(
        integration: 40, lines: LineCounts(executable: 9, executed: 8, partial: 7), toolchain: "Swift 6.2"))
    var tests = OtherTests()
    let some = OtherTests.Some(["a"])
    (tests.new, tests.gone, tests.failed, tests.mended) = (some, some, some, some)
    (tests.silent, tests.ranAgain, tests.otherwise, tests.rewritten) = (some, some, some, some)
    comparison.coverage?.unequal = .both
    comparison.dependencies = [DependencyDifference(identity: "yams", before: pin, now: pin)]
    comparison.coverage?.otherLines = OtherLines(
      sameSources: true, files: [.init(path: "A.swift", ran: [[1, 2]], didNotRun: [[3, 3]], partly: [4])],
      tests: tests)
    comparison.tests = changes
    var base = BaseComparison(
      branch: "main", integration: 3, commit: CommitID(String(repeating: "b", count: 40)))
    base.tests = BaseComparison.Tests(total: 5, added: 1, gone: 2, newlyFailing: ["T.S/a"], mended: ["T.S/b"])
    base.tests?.skipped = 1
    base.tests?.otherwise = 2
    base.coverage = comparison.coverage
    comparison.base = base
    return comparison
  }

  static var full: Report {
    var report = Report(
      bot: "parser", integration: 42, result: .testFailures, reason: nasty, commit: commit,
      toolchain: "Swift 6.3.1", configuration: .release, queued: at(0.001), started: at(0.25))
    report.commits = [commit]
    report.untested = UntestedCommits(since: 40, commit: commit.id, commits: [commit])
    report.changes = Changes(
      since: Changes.Since(
        integration: 41, commit: CommitID(String(repeating: "b", count: 40)), hadChanges: true),
      files: [ChangedFile(path: "Sources/P/A b+é.swift", lines: [[3, 9], [12, 12]])], note: nasty)
    report.changes?.files[0].executable = 5
    report.changes?.files[0].withoutCode = [[3, 3]]
    report.settings = [UsedSetting(key: "tests.timeout", value: "5 s", from: .package)]
    report.clean = true
    var pin = PinnedDependency(
      identity: "yams", location: nasty, version: "5.1.0", branch: "main", revision: "025fd2bb")
    pin.committed = true
    report.dependencies = [pin]
    (report.ended, report.seconds) = (at(71.91), 71.66)
    report.tolerated = true
    report.phases = [phase]
    report.tests = TestReport(cases: [test] + TestOutcome.allCases.map(plain))
    report.tests.sharing = TestSharing(processes: 1, inARow: 4, why: .order)
    report.tests.affected = AffectedFirst(count: 4, passed: 2, failed: 1, firstVerdictSeconds: 12.5)
    report.tests.score = SelectionScore(
      since: 41, total: 549, leftOut: 508, seconds: 3.5, misses: [.init(test: "T.S/a", why: nasty)])
    report.tests.didNotRun = [
      DidNotRun(
        .condition, nasty, target: "T", suite: "S", file: "Tests/T/A.swift", line: 3, why: nasty, tests: 2)
    ]
    report.selection = TestSelection(filters: ["a/b"], skips: ["c"], failedIn: 6)
    report.selection?.failedSince = 4
    report.limited = Limitation()
    report.limited?.tests = TestSelection(filters: ["a/b"], skips: ["c"], failedIn: 6)
    report.limited?.wholeCount = 549
    report.limited?.wholeSelection = TestSelection(filters: ["a"], skips: ["d"], failedIn: 5)
    report.coverage = coverage
    report.coverageNote = "note"
    report.issues = IssueLists(
      new: [issue("n")], cameBack: [issue("b")], unresolved: [issue("u")], resolved: [issue("r")],
      silenced: [issue("s")], flaky: [issue("f")])
    report.comparedWith = comparison(pin)
    var artifact = Artifact(name: "a", path: "archive/a", bytes: 7, sha256: "00ff")
    artifact.test = TestID(nasty)
    report.artifacts = [artifact]
    (report.notes, report.triggers) = ([nasty, "two"], [script])
    report.machine = HostMachine(host: "h", system: nasty, kernel: "6.1", cores: 4, memoryBytes: 1 << 35)
    report.archive = [product]
    (report.analysis, report.usage) = ([analysis], Usage(cpuSeconds: 12.5, peakMemoryBytes: 1 << 40))
    return report
  }

  private static var phase: Phase {
    var phase = Phase(name: .checkout, status: .timedOut, seconds: 1.25)
    phase.why = nasty
    return phase
  }

  private static var product: ArchivedProduct {
    var product = ArchivedProduct(product: nasty, path: "archive/a", bytes: 7, sha256: "00ff")
    (product.symbols, product.unstripped) = ("archive/a.debug", nasty)
    product.earlier = .init(integration: 4, bytes: 6)
    return product
  }

  static var empty: Report {
    Report(
      bot: "parser", integration: 1, result: .checkoutError, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: at(0), started: at(0))
  }

  private static var commit: Commit {
    var commit = Commit(
      id: CommitID(String(repeating: "a", count: 40)), branch: "main", author: "Ada é", email: "a@b.org",
      date: at(-100), subject: nasty, changes: true, skipped: true)
    commit.body = nasty
    commit.integratedAs = 3
    commit.changed = ChangedFiles(
      count: 2,
      files: [
        ChangedFiles.File(path: nasty, from: "b", kind: .renamed, added: 1, removed: 2, isBinary: true)
      ])
    return commit
  }

  private static var test: TestCase {
    var test = TestCase(
      id: "T.S/a", library: .swiftTesting, target: "T", suite: "S/Inner", name: "a(_:)", outcome: .crashed)
    test.displayName = nasty
    test.groups = [nasty]
    test.suiteNames = ["", nasty]
    test.seconds = 0.012345
    test.span = TestSpan(from: 0.5, to: 0.75)
    test.file = "Tests/T/S.swift"
    test.line = 40
    test.body = "00ff"
    test.tags = [".slow", nasty]
    test.skipReason = "because"
    test.output = nasty
    test.failures = [
      TestFailure(message: nasty, file: "Tests/T/S.swift", line: 41, column: 3, kind: .thrownError),
      TestFailure(message: "known", file: nil, line: nil, kind: .other, isKnown: true),
    ]
    test.failures[1].isWarning = true
    test.failures[0].values = ComparedValues(
      ComparedValues.Value(nasty, of: nasty), ComparedValues.Value("2", of: "two"), comment: nasty)
    test.stack = [StackFrame(function: "f()", file: "Sources/P/F.swift", line: 3, column: 4)]
    test.crash = TestCrash(
      signal: "SIGILL", message: "Fatal error: <x>", file: "Sources/P/A.swift", line: 7,
      frames: [StackFrame(function: "f<T>(_:)", file: "/abs/A.swift", line: 7, column: 9)])
    test.arguments = [TestArgument(name: nasty, outcome: .expectedFailure)]
    test.attachments = ["attachments/a.txt", nasty]
    test.measurements = [
      Measurement(
        metric: "Time, seconds", average: 0.1, relativeStandardDeviation: 3.2, values: [0.000142, 2])
    ]
    test.attempts = [TestAttempt(test), TestAttempt(plain(.passed))]
    test.passedIn = 7
    test.culprit = Culprit(.after, ["T.A/a"], runs: 9)
    test.apart = .beside
    return test
  }

  private static func plain(_ outcome: TestOutcome) -> TestCase {
    var test = TestCase(
      id: TestID("T/\(outcome)"), library: .xctest, target: "T", suite: "", name: "\(outcome)",
      outcome: outcome)
    if outcome.isFailure {
      test.failures = [TestFailure(message: "m", file: nil, line: nil, kind: .assertion)]
    }
    return test
  }

  private static var analysis: Analysis {
    var analysis = Analysis(.command(nasty))
    (analysis.files, analysis.problem, analysis.warnings, analysis.seconds) = (3, nasty, 2, 1.5)
    analysis.places = 4
    return analysis
  }

  private static var script: ScriptRun {
    var script = ScriptRun(.after, nasty, .failed, why: nasty)
    script.seconds = 1.5
    return script
  }

  private static func issue(_ name: String) -> Issue {
    var issue = Issue(
      kind: .analyzerWarning, message: name + nasty, target: "T", file: "F.swift", line: 3, test: "T.S/a",
      since: 7, identity: "0011", seen: false)
    (issue.lastIn, issue.otherMessageIn, issue.flakyIn, issue.testIsGone) = (5, 6, 4, true)
    (issue.setAsideIn, issue.cameFrom) = (6, 3)
    (issue.knownOn, issue.renamedFrom, issue.asIn) = ("main", "T.S/old", 2)
    issue.firstMessage = nasty
    issue.lineChangedBy = commit.id
    issue.mayExecute = ChangedSources(files: ["Sources/A.swift"], isMapped: true)
    issue.culprit = CommitCulprit(.unclear(1...2), of: [commit, commit, commit], by: [8, 9])
    issue.culprit?.commit = commit
    return issue
  }

  private static var changes: TestChanges {
    var changes = TestChanges(since: 40)
    (changes.added, changes.gone, changes.skipped) = (["T.S/new"], ["T.S/gone"], ["T.S/skipped"])
    changes.renamed = [TestRename(from: "T.R/a", to: "T.S/a", how: .renamed)]
    changes.renamed[0].isInSuite = true
    changes.suites = [SuiteRename(from: "T.R", to: "T.S", tests: 2)]
    return changes
  }

  private static var coverage: CoverageReport {
    var file = FileCoverage(
      path: "Sources/P/A b+é.swift", lines: LineCounts(executable: 30, executed: 20, partial: 2),
      regions: PlaceCounts(count: 11, executed: 10), functions: PlaceCounts(count: 5, executed: 4),
      llvm: LLVMTotals(
        lines: .init(count: 34, covered: 21), regions: .init(count: 12, covered: 9),
        functions: .init(count: 6, covered: 3)),
      missedLines: [[9, 10], [12, 12]], partialLines: [8, 11], unusedMessageLines: [14])
    (file.notKnownLines, file.atMostLines) = ([[5, 6]], [[7, 7]])
    file.unreachable = [UnreachableLine(line: 12, reason: nasty, found: .inPart)]
    file.unreachable[0].since = 3
    var excluded = Excluded(path: "G.swift", rule: "Sources/Generated/**", lines: 120)
    excluded.reason = nasty
    var report = CoverageReport(
      targets: [TargetCoverage(name: "P", files: [file])],
      notMeasured: [NotMeasured(path: "Sources/Tool/main.swift", why: "no test links this target")],
      excluded: [excluded])
    (report.tooLow, report.tooHigh, report.standsAlone) = ([nasty], [nasty], true)
    return report
  }
}
