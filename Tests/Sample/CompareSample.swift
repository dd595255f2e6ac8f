import Foundation
import Model
import Reports

/// Two integrations that differ in everything that can be told.
enum CompareSample {
  static func input() -> ComparePageInput {
    var input = ComparePageInput(
      bot: KnownBot(id: "stack", name: "Stack", path: HistorySample.path), difference: difference(),
      command: "bothy compare stack#103 stack#104")
    input.hasPage = { number, page in
      HistorySample.besides.contains("bots/stack/\(number.value)/\(page)")
    }
    return input
  }

  /// Of one of which nothing is known.
  static func bare() -> ComparePageInput {
    var (one, other) = (report(103, "Swift 6.3.0"), report(104, "Swift 6.3.0"))
    (one.tests.cases, other.tests.cases, one.commit) = ([], [], nil)
    (one.phases, other.phases, one.coverage) = ([], [], nil)
    (one.issues, other.issues) = (IssueLists(), IssueLists())
    return ComparePageInput(
      bot: KnownBot(id: "bare", name: "Bare", path: nil),
      difference: IntegrationDifference(
        ComparedIntegration(one, settings: nil), ComparedIntegration(other, settings: nil)), command: "c")
  }

  private static func difference() -> IntegrationDifference {
    var before = report(103, "Swift 6.3.0")
    before.tests.cases = outcomes.map { test($0.name, $0.before, $0.message) }
    before.tests.cases += [test("testOld", .passed), test("testGone", .skipped)]
    before.issues.new = [issue("will never be executed", "Sources/Stack/Gone.swift")]
    before.coverage = coverage([
      ("Sources/Stack/Stack.swift", 1200, 1100), ("Sources/Stack/Gone.swift", 4, 4),
      ("Sources/Stack/Same.swift", 7, 7),
      ("Tests/StackTests/StackTests.swift", 8, 8),
    ])
    var now = report(104, "Swift 6.3.1")
    now.tests.cases = outcomes.map { test($0.name, $0.now, $0.message) }
    now.tests.cases += [test("testNew", .passed, body: "testOld"), test("testCame", .failed, "<no> & never")]
    now.issues.new = [
      issue("variable 'x' was never <used>", "Tests/StackTests/StackTests.swift"),
      issue("unused", "Sources/Stack/New.swift"),
    ]
    now.coverage = coverage([
      ("Sources/Stack/Stack.swift", 1204, 1100), ("Sources/Stack/New.swift", 30, 2),
      ("Sources/Stack/Same.swift", 7, 7),
      ("Tests/StackTests/StackTests.swift", 9, 8),
    ])
    now.commit?.id = CommitID(String(repeating: "c", count: 40))
    for (index, seconds) in [0.25, 40, 9.5].enumerated() { now.phases[index].seconds = seconds }
    for index in before.tests.cases.indices { before.tests.cases[index].seconds = 0.5 }
    for index in now.tests.cases.indices { now.tests.cases[index].seconds = 1 }
    before.tests.cases[0].seconds = 4
    now.tests.cases[1].seconds = 7
    now.dependencies = [
      PinnedDependency(identity: "yams", location: "/yams", version: "5.1.0", branch: nil, revision: nil)
    ]
    before.dependencies = now.dependencies
    var sources = ComparedSources()
    sources.commits = .later(1)
    sources.sameFiles = ["Tests/StackTests/StackTests.swift"]
    sources.otherLines = [
      OtherLines.File(
        path: "Tests/StackTests/StackTests.swift", ran: [[3, 4], [9, 9]], didNotRun: [], partly: [12])
    ]
    let bot = Bot(name: "Stack", repository: HistorySample.path)
    return IntegrationDifference(
      ComparedIntegration(before, settings: bot), ComparedIntegration(now, settings: bot), sources)
  }

  /// With other settings and dependencies, of which no file tells anything.
  static func rebuilt() -> ComparePageInput {
    var input = input()
    input.hasPage = { _, _ in true }
    var (before, now) = (input.difference.before, input.difference.now)
    now.settings?.configuration = .release
    before.report.dependencies = []
    before.report.tests.cases += (0..<600).map { test("testMany\($0)", .passed) }
    input.difference = IntegrationDifference(before, now)
    return input
  }

  private static let outcomes: [(name: String, before: TestOutcome, now: TestOutcome, message: String?)] = [
    ("testFaster", .passed, .passed, nil), ("testSlower", .passed, .passed, nil),
    ("testPop", .passed, .failed, "XCTAssertNil failed: \"<3>\""), ("testPush", .failed, .passed, nil),
    ("testPeek", .failed, .crashed, "Fatal error: Index out of range"),
    ("testNow", .passed, .flaky, "timed out"), ("testGPU", .passed, .skipped, nil),
    ("testLate", .passed, .notRun, nil), ("testAgain", .skipped, .passed, nil),
    ("testKnown", .expectedFailure, .passed, nil), ("testA", .passed, .passed, nil),
    ("testB", .passed, .passed, nil), ("testC", .passed, .passed, nil), ("testD", .passed, .passed, nil),
    ("testE", .passed, .passed, nil), ("testF", .passed, .passed, nil),
  ]

  private static func test(
    _ name: String, _ outcome: TestOutcome, _ message: String? = nil, body: String? = nil
  ) -> TestCase {
    var test = TestCase(
      id: TestID("StackTests.StackTests/\(name)"), library: .xctest, target: "StackTests",
      suite: "StackTests",
      name: name, outcome: outcome)
    test.body = TestBody(body ?? name)
    guard let message, outcome.wentWrong else { return test }
    test.failures = [
      TestFailure(message: message, file: "Tests/StackTests/StackTests.swift", line: 5, kind: .assertion)
    ]
    return test
  }

  private static func issue(_ message: String, _ file: PackagePath) -> Issue {
    Issue(kind: .warning, message: message, target: "Stack", file: file, line: 3, test: nil, since: 103)
  }

  private static func coverage(_ files: [(PackagePath, Int, Int)]) -> CoverageReport {
    let files = files.map { path, executable, executed in
      FileCoverage(
        path: path, lines: LineCounts(executable: executable, executed: executed), regions: PlaceCounts(),
        functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [], partialLines: [],
        unusedMessageLines: [])
    }
    return CoverageReport(
      targets: [TargetCoverage(name: "Stack", files: files)], notMeasured: [],
      excluded: [Excluded(path: "Sources/Stack/Gone.swift", rule: "**/Gone.swift", lines: 4)])
  }

  private static func report(_ number: Int, _ toolchain: String) -> Report {
    let date = HistorySample.date(number)
    var report = Report(
      bot: "stack", integration: IntegrationNumber(number), result: .testFailures,
      reason: "2 of 549 tests failed",
      commit: Commit(
        id: CommitID(String(repeating: "b", count: 40)), branch: "main", author: "Ada", email: "ada@x.org",
        date: date, subject: "Pop <more>"), toolchain: toolchain, configuration: .debug, queued: date,
      started: date)
    (report.ended, report.seconds) = (date.addingTimeInterval(71), 71.3)
    report.phases = [(Phase.Kind.checkout, 0.25), (.build, 12), (.test, 9.4)].map {
      Phase(name: $0.0, status: .passed, seconds: $0.1)
    }
    report.machine = HostMachine(host: "ci-1", system: nil, kernel: nil, cores: nil, memoryBytes: nil)
    return report
  }
}
