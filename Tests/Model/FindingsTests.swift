import Testing

@testable import Model

private typealias Issue = Model.Issue

@Suite struct FindingsTests {
  private func found(
    _ cases: [TestCase] = [], _ diagnostics: [Diagnostic] = [], analyzer: [Diagnostic] = []
  ) -> [Issue] {
    var evidence = Judgement.Evidence()
    (evidence.tests, evidence.diagnostics) = (TestReport(cases: cases), diagnostics)
    (evidence.analyzer, evidence.integration) = (analyzer, 4)
    let target = PackageDescription.Target(name: "P", path: "Sources/P", sources: [])
    evidence.package = PackageDescription(name: "P", path: "/p", targets: [target])
    return Findings.issues(evidence)
  }

  private func test(_ outcome: TestOutcome, _ failures: [TestFailure] = []) -> TestCase {
    var test = TestCase(
      id: "T.S/a", library: .xctest, target: "T", suite: "S", name: "a", outcome: outcome)
    test.failures = failures
    test.file = "Tests/T/S.swift"
    test.line = 3
    return test
  }

  @Test("a test that failed is one issue, with the first message and its place")
  func distinct() {
    let failures = [
      TestFailure(message: "x took 1 ms", file: "Tests/T/S.swift", line: 7, kind: .assertion),
      TestFailure(message: "x took 2 ms", file: "Tests/T/S.swift", line: 8, kind: .assertion),
      TestFailure(message: "y", file: "Tests/T/S.swift", line: 9, kind: .assertion),
      TestFailure(message: "known", file: nil, line: nil, kind: .assertion, isKnown: true),
    ]
    let issues = found([test(.failed, failures)])
    #expect(issues.map(\.message) == ["x took 1 ms"])
    #expect(issues.map(\.line) == [7] && issues.allSatisfy { $0.test == "T.S/a" && $0.since == 4 })
    #expect(found([test(.failed, failures.reversed())]).map(\.identity) == issues.map(\.identity))
  }

  @Test(
    "a test that failed without a word is an issue all the same, at the test's place",
    arguments: [
      (TestOutcome.failed, "Failed without a message"), (.crashed, "Crashed without a message"),
      (.timedOut, "Timed out"),
    ])
  func wordless(outcome: TestOutcome, message: String) {
    let issues = found([test(outcome)])
    #expect(issues.map(\.message) == [message])
    #expect(issues.first?.file == "Tests/T/S.swift" && issues.first?.line == 3)
  }

  @Test("what several lines of a file have is one issue that names each of them")
  func otherLines() {
    func error(_ line: Int, _ message: String = "expected '}'\nmore") -> Diagnostic {
      Diagnostic(severity: .error, message: message, file: "Sources/P/A.swift", line: line, column: 1)
    }
    let issues = found([], [error(32), error(5), error(32), error(7), error(9, "other")])
    #expect(issues.map(\.line) == [32, 9] && issues.map(\.otherLines) == [[5, 7], nil])
    var issue = issues[0]
    #expect(issue.messageWithLines == "expected '}' (also in lines 5 and 7)\nmore")
    #expect(issues[1].messageWithLines == "other")
    issue.otherLines = [5]
    #expect(issue.messageWithLines.hasPrefix("expected '}' (also in line 5)\n"))
    issue.otherLines = Array(1...10)
    #expect(issue.messageWithLines.contains(" (also in lines 1, 2, 3, 4, 5, 6, 7, 8 and 2 more)"))
    // It is only carried on: where it stands now nobody knows.
    issue.seen = false
    #expect(issue.messageWithLines == issue.message)
  }

  @Test("of a test that crashed the crash is the issue, whatever failed before it")
  func crash() {
    var crashed = test(
      .crashed, [TestFailure(message: "x", file: nil, line: nil, kind: .assertion)])
    crashed.crash = TestCrash(
      signal: "SIGILL", message: "Fatal error: y", file: "Sources/P/A.swift", line: 1, frames: [])
    #expect(found([crashed]).map(\.message) == ["Fatal error: y"])
    #expect(found([crashed]).map(\.identity) != found([test(.failed)]).map(\.identity))
    crashed.failures.append(
      TestFailure(message: "Fatal error: y", file: "Sources/P/A.swift", line: 1, kind: .crash))
    #expect(found([crashed]).map(\.message) == ["Fatal error: y"])
  }

  @Test("what passed, was skipped, expected or not run is no issue")
  func fine() {
    let outcomes = TestOutcome.allCases.filter { !$0.wentWrong }
    #expect(found(outcomes.map { test($0) }).isEmpty)
  }

  @Test("diagnostics are errors and warnings of their target; one from outside the package keeps its place")
  func diagnostics() {
    func diagnostic(_ severity: Diagnostic.Severity, _ file: String?) -> Diagnostic {
      Diagnostic(severity: severity, message: "m", file: file, line: 5, column: 1)
    }
    let issues = found(
      [],
      [
        diagnostic(.error, "Sources/P/A.swift"), diagnostic(.warning, "Sources/P/A.swift"),
        diagnostic(.warning, "/d/.build/B.swift"), diagnostic(.error, nil),
      ], analyzer: [diagnostic(.warning, "Sources/P/A.swift")])
    #expect(issues.map(\.kind) == [.buildError, .warning, .warning, .buildError, .analyzerWarning])
    #expect(issues.map(\.target) == ["P", "P", nil, nil, "P"])
    #expect(issues[2].file == nil && issues[2].message == "m (/d/.build/B.swift:5)")
  }
}
