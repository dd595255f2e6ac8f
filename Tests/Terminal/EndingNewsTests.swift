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

  @Test("changed lines that did not run are named, a few of them, but where all of them are told behind it")
  func missed() {
    var report = EndingTests.report()
    var changed = ChangedFile(path: "Sources/P/S.swift", lines: [[1, 90]])
    report.coverage?.targets[0].files[0].missedLines = [[28, 33], [40, 40]]
    report.changes = Changes(since: .init(integration: 41, commit: "c"), files: [changed], note: nil)
    func lines(tellsRequired: Bool = false) -> [String] {
      let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
      return EndingText(
        report: report, page: "a", show: "bothy show 'parser#42'", paragraphs: Paragraphs(pipe),
        place: Place(prefix: "pkg/"), isQuiet: false, tellsRequired: tellsRequired
      ).lines
    }
    let place = lines().firstIndex(of: "Changed     7 changed lines since #41 did not run:") ?? 0
    #expect(
      lines()[place...].dropFirst().prefix(2) == [
        "            pkg/Sources/P/S.swift:28-33", "            pkg/Sources/P/S.swift:40",
      ])
    report.coverage?.targets[0].files[0].missedLines = (1...7).map { [$0 * 2, $0 * 2] }
    #expect(lines().contains("            and 2 more places: bothy show 'parser#42'"))
    #expect(!lines(tellsRequired: true).contains { $0.hasPrefix("Changed") })
    changed.lines = [[95, 99]]
    report.changes?.files = [changed]
    #expect(!lines().contains { $0.hasPrefix("Changed") })
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
