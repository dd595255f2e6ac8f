import Foundation
import Model
import Testing

@testable import Terminal

@Suite("What the last lines name")
struct EndingNewsTests {
  @Test("new warnings are told with their places, as many as there is room for, and the command for the rest")
  func warnings() {
    var report = EndingTests.report()
    report.issues.new += (1...6).map { (number: Int) in
      Model.Issue(
        kind: .warning, message: "variable \(number) was never used\nsaid at length", target: "P",
        file: "Sources/P/S.swift", line: number, test: nil, since: 42,
        identity: IssueIdentity("w\(number)"))
    }
    report.issues.cameBack = [report.issues.new[6]]
    let capabilities = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    let lines = EndingText(
      report: report, page: "a", show: "bothy show 'parser#42'", paragraphs: Paragraphs(capabilities),
      place: Place(prefix: ""), isQuiet: false
    ).lines
    #expect(lines.contains("New warning Sources/P/S.swift:1: variable 1 was never used"))
    #expect(lines.contains("            and 1 more: bothy show 'parser#42'"))
    #expect(lines.contains("Came back   Sources/P/S.swift:6: variable 6 was never used"))
    // Nine reds on a small screen.
    var small = TerminalCapabilities(
      isTerminal: true, windowWidth: 80, environment: ["TERM": "xterm", "LANG": "C.UTF-8"])
    small.height = 24
    let failing = report.tests.cases.first { $0.outcome == .failed }
    report.tests.cases += (1...9).compactMap { (number: Int) in
      var test = failing
      test?.id = TestID("P.H/test\(number)")
      return test
    }
    let few = EndingText(
      report: report, page: "a", paragraphs: Paragraphs(small), place: Place(prefix: ""), isQuiet: false
    ).lines
    #expect(few.count <= 40)
  }

  @Test("a test that hung names the function in which it hung")
  func hung() {
    var report = EndingTests.report()
    var test = TestCase(
      id: "P.H/testHang", library: .xctest, target: "P", suite: "H", name: "testHang", outcome: .timedOut)
    test.failures = [
      TestFailure(message: "Timed out: long", file: "Sources/P/S.swift", line: 15, kind: .timeout)
    ]
    test.stack = [
      StackFrame(function: "swift_endAccess", file: nil, line: nil, column: nil),
      StackFrame(function: "static Danger.risky(_:)", file: "Sources/P/S.swift", line: nil, column: nil),
    ]
    report.tests.cases = [test]
    let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    let lines = EndingText(
      report: report, page: "a", paragraphs: Paragraphs(pipe), place: Place(prefix: ""), isQuiet: false
    ).lines
    #expect(lines.contains("    hung in static Danger.risky(_:), called there"))
  }
}
