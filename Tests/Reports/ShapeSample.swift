import Coverage
import Foundation
import Model

@testable import Reports

/// Integrations that nobody performed: one with everything that a page can show, one with nothing.
enum ShapeSample {
  static var inputs: [SiteInput] {
    let bare = Report(
      bot: "sample", integration: 1, result: .canceled, reason: "Canceled", commit: nil, toolchain: "",
      configuration: .debug, queued: moment, started: moment)
    var many = full
    let one = full.tests.cases[0]
    many.tests.cases += (0..<2001).map { number in
      var test = TestCase(
        id: TestID("SampleTests.test\(number)"), library: .xctest, target: "SampleTests", suite: "",
        name: "test\(number)", outcome: .skipped)
      (test.skipReason, test.tags, test.seconds) = ("No.", one.tags + ["a"], 1)
      return test
    }
    many.issues.resolved += Array(repeating: full.issues.resolved[0], count: 501)
    var analyzed = full
    analyzed.analysis = [Analysis(.clang)]
    analyzed.commit?.changes = false
    analyzed.tests.cases.removeAll { $0.name.hasPrefix("testMany") || $0.name.hasPrefix("testAlike") }
    var product = ArchivedProduct(product: "a", path: "archive/a", bytes: 1, sha256: "0")
    (product.symbols, product.unstripped) = ("archive/b", "c")
    product.earlier = .init(integration: 41, bytes: 2)
    (analyzed.archive, many.phases) = ([product], [notArchived])
    var upgraded = input(analyzed)
    upgraded.upgradedFrom = 41
    return [upgraded, input(bare), input(many)]
  }

  private static var notArchived: Phase {
    var phase = Phase(name: .archive, status: .skipped, seconds: 0)
    phase.why = "no"
    return phase
  }

  static let moment = Date(timeIntervalSince1970: 1_800_000_000)
  private static let file: PackagePath = "Sources/Sample/Sample.swift"
  private static let test: PackagePath = "Tests/SampleTests/SampleTests.swift"
  private static let text = String(repeating: "let sample = true ? 1 : 2\n", count: 12)

  private static func input(_ report: Report) -> SiteInput {
    var input = SiteInput(report: report, botName: "Sample", packagePath: "/sample")
    input.source = { _ in Array(text.utf8) }
    input.detail = { CoverageDetail.File(path: $0, target: "", lines: lines, functions: functions) }
    let passed = (1...12).map { "✔ Test a\($0)() passed after 0.1 seconds.\n" }.joined()
    input.log = Array((log + "\n" + passed).utf8)
    input.logTimes = LogTimes(Array("0 3\n".utf8))
    input.exports = ["report.json", "log.txt"]
    input.rerun = "sample#42"
    input.changes = (0..<501).map { number in
      FileChange(
        ChangedFiles.File(path: "a", from: "b", kind: .renamed, added: 1, isBinary: number == 0), path: file,
        hunks: [.init(old: 1, new: 1, lines: ["+a"])], isCut: true)
    }
    input.link = "https://forge.example/{commit}"
    input.bytes = ["report.json": 1, "attachments/a.txt": 1, "archive/a": 1, "archive/b": 1]
    for path in compared + report.attachmentsOfNobody { input.bytes[path] = 1 }
    input.attached = { path in
      let lines = (0..<20).map {
        path.contains("same") ? "" : path.contains("actual") ? " \($0)\ta" : " \($0) a"
      }
      return Array(lines.joined(separator: "\n").utf8)
    }
    for test in report.tests.cases {
      input.earlier.outcomes[test.id] = [
        EarlierOutcome(integration: 41, outcome: .failed), .init(integration: 40, outcome: .passed),
      ]
    }
    input.earlier.coverage = [FileLines(target: "Sample", path: file, lines: LineCounts(executable: 3))]
    input.earlier.pages = [41]
    input.earlier.hasIssuePages = true
    input.messages = (0..<13).map { number in
      var message = Message(
        bot: "sample", integration: 42, branch: "main", trigger: number, topic: .end, recipient: "https://a",
        why: "W", content: .post(.init(address: "a", body: "b", secretsFile: "")), made: moment)
      message.attempts = [.init(at: moment, said: "500"), .init(at: moment, said: "200")]
      return message
    }
    input.earlier.paged = Set(report.tests.cases.map(\.id))
    input.testMap = map(of: report)
    return input
  }

  /// Two that differ, and two that do not.
  private static let compared = ["", "same-"].flatMap {
    ["attachments/\($0)actual", "attachments/\($0)expected"]
  }

  /// A group of lines for each of its first lines, one of them of more tests than are named.
  private static func map(of report: Report) -> TestMap {
    var map = TestMap(commit: report.commit?.id, mark: "")
    map.functions = [TestMap.Function(path: file, symbol: "$s1", name: "f()", line: 1, mark: "")]
    map.traces = (0..<302).map { TestMap.Trace(function: 0, lines: [$0...$0]) }
    map.before = [0]
    map.tests = report.tests.cases.enumerated().map { number, test in
      TestMap.Test(
        id: test.id, outcome: .passed, mark: "", traces: number < 301 ? [1, min(number + 1, 301)] : [1],
        measuredAt: nil)
    }
    map.tests += (0..<302).map { number in
      TestMap.Test(
        id: TestID("T.S/\(number)"), outcome: .passed, mark: "", traces: [1, max(number, 2)], measuredAt: nil)
    }
    return map
  }

  private static let log = """
    first
    $ ./a.sh
    ==> build
    Sources/Sample/Sample.swift:1:1: error: 0
    Sources/Sample/Sample.swift:1:1: warning: 0
    ==> test
    Test Case 'SampleTests.testfailed' started at 2026-11-20 07:06:48.974
    Test Case 'SampleTests.testLong' started at 2026-11-20 07:06:48.974

    """

  private static let lines = [
    LineCoverage(
      number: 1, state: .partlyExecuted, count: 2, missed: [ColumnSpan(start: 5, end: 9)],
      starts: [RegionStart(column: 5, count: 0)], carried: [2]),
    LineCoverage(number: 2, state: .notExecuted, count: 0, starts: [RegionStart(column: 1, count: 0)]),
    LineCoverage(number: 3, state: .executed, count: 1),
  ]

  private static let functions = [FunctionCoverage(name: "f()", line: 1, column: 1, count: 0)]

  static var full: Report {
    var report = Report(
      bot: "sample", integration: 42, result: .testFailures, reason: "Tests failed", commit: commit(0),
      toolchain: "Swift", configuration: .debug, queued: moment, started: moment)
    report.seconds = 60
    report.phases = Phase.Kind.allCases.map { Phase(name: $0, status: .passed, seconds: 1) }
    report.changes = Changes(
      since: Changes.Since(integration: 41, commit: commit(1).id, hadChanges: true),
      files: [ChangedFile(path: file, lines: [[1, 3]])], note: "A note")
    report.commits = (0..<8).map(commit)
    report.tests = TestReport(cases: cases)
    report.tests.didNotRun = (0..<301).flatMap { number in
      [DidNotRun.Kind.suite, .knownIssue].map {
        DidNotRun($0, "n\(number)", target: "T", suite: "S", file: file, line: 1, why: "w")
      }
    }
    report.tests.didNotRun.append(
      DidNotRun(.condition, "gone0", target: "T", suite: "S", file: file, line: 1, why: "w"))
    report.selection = TestSelection(filters: ["a"], skips: ["b"])
    report.coverage = coverage
    report.coverageNote = "A note"
    report.issues = issues
    report.comparedWith = Comparison(
      integration: 41,
      coverage: Comparison.Coverage(integration: 41, lines: LineCounts(executable: 3), toolchain: nil))
    let some = OtherTests.between(TestReport(cases: []), TestReport(cases: cases))
    report.comparedWith?.coverage?.otherLines = OtherLines(
      sameSources: false,
      files: (0..<101).map { _ in
        OtherLines.File(
          path: file, ran: (1...41).map { [$0 * 2, $0 * 2] }, didNotRun: [[2, 3]], partly: [4])
      }, tests: some)
    var came = TestChanges(since: 41)
    came.added = cases.map(\.id)
    came.renamed = cases.dropFirst().map { TestRename(from: "T.S/old", to: $0.id, how: .moved) }
    came.suites = [SuiteRename(from: "T.A", to: "T.B", tests: 2)]
    came.gone = (0..<301).map { TestID("T.S/gone\($0)") }
    report.comparedWith?.tests = came
    let pin = PinnedDependency(identity: "y", location: "l", version: "1", branch: nil, revision: nil)
    report.comparedWith?.dependencies = (0..<51).map {
      DependencyDifference(identity: "y\($0)", before: nil, now: pin)
    }
    report.comparedWith?.base = BaseComparison(branch: "base", integration: 41, commit: commit(1).id)
    report.notes = ["A note"]
    report.artifacts = ["n-actual", "n-expected", "n-same-actual", "n-same-expected", "n"].map {
      Artifact(name: $0, path: "attachments/\($0)", bytes: 1, sha256: "00ff")
    }
    report.triggers = (0..<22).map { number in
      ScriptRun(
        number == 0 ? .before : .after, "./a.sh", number < 2 ? .passed : .failed, why: number < 2 ? nil : "w")
    }
    for place in report.triggers.indices where place > 1 { report.triggers[place].seconds = 1 }
    report.machine = HostMachine(host: "m", system: "s", kernel: "k", cores: 1, memoryBytes: 1)
    report.usage = Usage(cpuSeconds: 1, peakMemoryBytes: 1)
    return report
  }

  private static func commit(_ number: Int) -> Commit {
    var commit = Commit(
      id: CommitID(String(repeating: "\(number % 10)", count: 40)), branch: "main", author: "A", email: "a@b",
      date: moment, subject: "S", changes: true, skipped: number > 0)
    commit.body = "B"
    commit.integratedAs = number.isMultiple(of: 2) ? 3 : nil
    commit.changed = ChangedFiles(
      count: 2, files: [ChangedFiles.File(path: "a", from: "b", kind: .renamed, added: 1)])
    return commit
  }

  /// Of failing ones more than a page has cards for.
  private static var cases: [TestCase] {
    let outcomes = TestOutcome.allCases.map { made("test\($0.rawValue)", $0) }
    var unexplained = made("testUnexplained", .flaky)
    unexplained.passedIn = nil
    let alike = (0..<25).map { alone("testAlike\($0)", in: "Alike.swift", "failed - ") }
    return nested + outcomes + [unexplained] + special + alike
      + (0..<70).map { alone("testMany\($0)", in: "Many\($0).swift", "failed - ") } + [withoutWords]
  }

  private static func made(_ name: String, _ outcome: TestOutcome) -> TestCase {
    var test = TestCase(
      id: TestID("SampleTests.SampleTests/\(name)"), library: .xctest, target: "SampleTests",
      suite: "SampleTests", name: name, outcome: outcome)
    test.seconds = 1
    test.file = Self.test
    test.line = 3
    test.tags = [".tag"]
    test.output = "printed\n"
    test.skipReason = "A reason"
    test.attachments = ["attachments/a.txt"] + compared
    test.arguments = [
      TestArgument(name: "1", outcome: .passed), TestArgument(name: "2", outcome: .failed),
    ]
    test.measurements = [Measurement(metric: "Time", average: 1, relativeStandardDeviation: 1, values: [1])]
    guard outcome.wentWrong else { return test }
    let equality = "Expectation failed: (a → \"one\") == \"two\"\nsaid"
    test.failures = [
      TestFailure(message: equality, file: Self.test, line: 3, kind: .assertion),
      TestFailure(message: "a crash", file: file, line: 1, kind: .crash),
      TestFailure(message: "known", file: Self.test, line: 4, kind: .assertion, isKnown: true),
    ]
    test.failures[0].values = ComparedValues(
      ComparedValues.Value("\"one\"", of: "a"), ComparedValues.Value("\"two\""), comment: "said")
    var blanks = TestFailure(message: "not equal", file: Self.test, line: 4, kind: .assertion)
    blanks.values = ComparedValues(ComparedValues.Value("\t a"), ComparedValues.Value("  a"))
    test.failures.append(blanks)
    test.failures += (5..<20).map {
      TestFailure(message: "no", file: Self.test, line: $0, kind: .timeout)
    }
    test.failures += (5..<20).map { (line: Int) in
      TestFailure(message: "no \(line)", file: Self.test, line: line, kind: .other)
    }
    test.crash = TestCrash(
      signal: "SIGILL", message: "Fatal error", file: file, line: 1,
      frames: [
        StackFrame(function: "f()", file: file.rawValue, line: 1, column: 1),
        StackFrame(function: "t()", file: Self.test.rawValue, line: 3, column: 1),
      ])
    test.attempts = [TestAttempt(test), TestAttempt(test)]
    test.passedIn = 7
    return test
  }

  /// Like no other, unless it fails in the same file.
  private static func alone(
    _ name: String, in file: String, _ message: String, values: ComparedValues? = nil
  ) -> TestCase {
    var test = made(name, .failed)
    test.failures[0] = TestFailure(
      message: message, file: PackagePath("Tests/SampleTests/\(file)"), line: 1, kind: .assertion)
    test.failures[0].values = values
    return test
  }

  /// What some failures tell: a difference, a long text, values that print the same, and a crash elsewhere.
  private static var special: [TestCase] {
    let lines = (0..<15).flatMap { ["–a\t \($0)", "+a\($0)"] } + ["@@ 1 @@", " a", " b"]
    let long = ComparedValues.Value(String(repeating: "a ", count: 400))
    var crashed = made("testCrashedElsewhere", .crashed)
    crashed.attempts = []
    crashed.crash?.line = 2
    crashed.crash?.frames =
      (1...4).map {
        StackFrame(function: "f()", file: file.rawValue, line: $0, column: 1)
      } + [StackFrame(function: "t()", file: Self.test.rawValue, line: 3, column: 1)]
      + (0..<40).map { _ in StackFrame(function: "main", file: nil, line: nil, column: nil) }
    let difference = "differs:\n" + lines.joined(separator: "\n")
    let many = (0..<40).map { "\($0)" }.joined(separator: "\n")
    var folded = alone("testFolded", in: "Folded.swift", "failed - ")
    let messages = [difference, many, "Expectation failed: (a → \"one\") == \"two\"", "same"]
    folded.failures.insert(
      contentsOf: messages.map {
        TestFailure(message: $0, file: Self.test, line: 3, kind: .assertion)
      }, at: 1)
    folded.failures[3].values = ComparedValues(ComparedValues.Value("1", of: "a"), ComparedValues.Value("2"))
    folded.failures[4].values = ComparedValues(long, long)
    var again = alone("testAgain", in: "Again.swift", "failed - ")
    again.failures.insert(again.failures[0], at: 1)
    again.failures[1].line = 2
    var quiet = made("testQuiet", .crashed)
    quiet.attempts = []
    quiet.crash?.line = 3
    quiet.failures = [TestFailure(message: "no", file: Self.test, line: 3, kind: .assertion)]
    let blanks = ComparedValues(ComparedValues.Value("\t a"), ComparedValues.Value("  a"))
    return [
      folded, again, quiet, alone("testBlanks", in: "Blanks.swift", "not equal", values: blanks),
      alone("testDifference", in: "Difference.swift", difference),
      alone("testLong", in: "Long.swift", many),
      alone("testSame", in: "Same.swift", "not equal", values: ComparedValues(long, long)), crashed,
    ]
  }

  /// One at each depth.
  private static var nested: [TestCase] {
    ["", "SampleTests/Nested", "SampleTests/Nested/Deeper"].map { suite in
      var test = made("testNested", .failed)
      test.id = TestID("SampleTests.\(suite)/testNested")
      test.suite = suite
      return test
    }
  }

  private static var withoutWords: TestCase {
    TestCase(
      id: "SampleTests.free()", library: .swiftTesting, target: "SampleTests", suite: "", name: "free()",
      outcome: .failed)
  }

  private static var coverage: CoverageReport {
    let files = (0..<12).map { number in
      FileCoverage(
        path: number == 0 ? file : PackagePath("Sources/Sample/More\(number).swift"),
        lines: LineCounts(executable: 3, executed: 2, partial: 1),
        regions: PlaceCounts(count: 2, executed: 1), functions: PlaceCounts(count: 2, executed: 1),
        llvm: LLVMTotals(), missedLines: [[2, 2]], partialLines: [1], unusedMessageLines: [])
    }
    var marked = files
    marked[0].unreachable = UnreachableLine.Found.allCases.map { found in
      var mark = UnreachableLine(line: 2, reason: "A reason", found: found)
      mark.since = 41
      return mark
    }
    marked[0].lines.unreachable = 1
    marked[0].lines.notKnown = 1
    marked[0].notKnownLines = [[3, 3]]
    marked[0].atMostLines = [[1, 1]]
    var excluded = Excluded(path: "Sources/G.swift", rule: "Sources/G*", lines: 1)
    excluded.reason = "A reason"
    var report = CoverageReport(
      targets: [TargetCoverage(name: "Sample", files: marked)],
      notMeasured: [
        NotMeasured(path: "Sources/Tool/main.swift", why: "no test links this target"),
        NotMeasured(path: "Sources/Help/Help.swift", why: NewTestSupport.why, support: "Help"),
      ],
      excluded: [excluded])
    report.tooLow = ["A profile is gone."]
    return report
  }

  private static var issues: IssueLists {
    let culprit = CommitCulprit(.found(1), of: (0...2).map(commit), by: [43, 44])
    func issue(_ kind: Issue.Kind, _ number: Int, test: TestID? = nil) -> Issue {
      var issue = Issue(
        kind: kind, message: "\(number)", target: "Sample", file: file, line: 1, test: test, since: 41,
        identity: IssueIdentity("\(kind) \(number)"))
      issue.culprit = culprit
      return issue
    }
    let failing = cases.filter(\.outcome.isFailure).map(\.id)
    let many = (0..<30).flatMap {
      [issue(.warning, $0, test: failing[0]), issue(.buildError, $0, test: failing[0])]
    }
    var back = issue(.warning, 2)
    back.lastIn = 40
    var gone =
      (0..<30).map { issue(.warning, $0, test: failing[0]) } + [issue(.testFailure, 3, test: "T.S/gone")]
    for index in gone.indices { (gone[index].testIsGone, gone[index].renamedFrom) = (true, "T.S/old") }
    var again = issue(.flaky, 8, test: "SampleTests.SampleTests/testskipped")
    again.lastIn = 40
    var fresh = issue(.warning, 7)
    (fresh.since, fresh.culprit) = (42, nil)
    // One of those that fail alike, and one that fails like no other.
    let broken = [failing[0], TestID("SampleTests.SampleTests/testSame")].map {
      issue(.testFailure, 0, test: $0)
    }
    return IssueLists(
      new: many + [fresh, broken[0]], cameBack: [back, broken[1]],
      unresolved: failing[1..<6].map { issue(.testFailure, 1, test: $0) }
        + (0..<30).map { issue(.analyzerWarning, $0, test: failing[0]) },
      resolved: (0..<30).map { issue(.warning, $0, test: failing[0]) } + gone,
      silenced: [issue(.warning, 0)],
      flaky: (0..<30).map { issue(.warning, $0, test: "SampleTests.SampleTests/testpassed") } + [again])
  }
}
