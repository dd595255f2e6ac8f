import Formats
import Model
import Testing

@testable import Integrator

/// A process that hangs is asked to quit, goes on where a signal ended a `sleep`, and is ended soon after.
@Suite("What a process tells once it was asked to quit")
struct AftermathTests {
  private func observed(_ later: [String]) throws -> TestObserver {
    let bench = try SmallWorld().bench()
    let observer = TestObserver(
      console: XCTestConsole(announced: [], sources: SourceMap(packageFolder: "/p", targets: [])),
      log: LogPart(bench.log, isItsTurn: true), timeoutSeconds: 1)
    func print(_ lines: [String]) {
      let text = lines.map { $0.replacing("@", with: "2026-11-20 09:51:27.446") + "\n" }.joined()
      Array(text.utf8).withUnsafeBytes { observer.received($0, from: .standardOutput) }
    }
    print(["Test Suite 'A' started at @", "Test Case 'A.testEarly' started at @"])
    print(["Test Case 'A.testEarly' passed (0.1 seconds)", "Test Case 'A.testHangs' started at @", "mine"])
    for elapsed in [0.1, 0.9, 1.2] { _ = observer.check(elapsed: elapsed) }
    #expect(observer.clock.overdue == ["A/testHangs"])
    print(["*** Signal 3: Backtracing from 0x1"] + later)
    observer.finish()
    return observer
  }

  private let goesOn = [
    "Test Case 'A.testHangs' passed (1.2 seconds)", "Test Case 'A.testNext' started at @",
  ]

  @Test("a test that fails or crashes there is known, and whose output is whose")
  func wrong() throws {
    let failing = [
      "/p/T.swift:3: error: A.testNext : failed - left", "Test Case 'A.testNext' failed (0.1 seconds)",
    ]
    let observer = try observed(goesOn + failing)
    #expect(observer.wrongAfterwards.map(\.id) == ["A/testNext"])
    #expect(observer.wrongAfterwards.first?.failures.map(\.message) == ["failed - left"])
    #expect(observer.cases.map(\.outcome) == [.passed, .notRun])
    #expect(observer.cases.last?.output == "mine\n*** Signal 3: Backtracing from 0x1\n")
    let crashed = try observed(goesOn + ["M/T.swift:9: Fatal error: left something", "*** Signal 4: Back"])
    #expect(crashed.wrongAfterwards.map(\.outcome) == [.crashed])
    #expect(
      crashed.wrongAfterwards.first?.failures.map(\.message) == ["M/T.swift:9: Fatal error: left something"])
  }

  @Test("the test that hung, one that passes and one that had only begun say nothing there")
  func nothing() throws {
    let own = "/p/T.swift:3: error: A.testHangs : failed - late"
    #expect(try observed([own, "Test Case 'A.testHangs' failed (1.2 seconds)"]).wrongAfterwards.isEmpty)
    #expect(try observed(goesOn).wrongAfterwards.isEmpty)
    #expect(try observed(goesOn + ["Test Case 'A.testNext' passed (0.1 seconds)"]).wrongAfterwards.isEmpty)
    #expect(try observed([]).wrongAfterwards.isEmpty)
  }

  private func row(_ outcome: TestOutcome, _ message: String? = nil) -> TestCase {
    var row = TestCase(
      id: "M.A/testNext", library: .xctest, target: "M", suite: "A", name: "testNext", outcome: outcome)
    row.failures = message.map { [TestFailure(message: $0, file: nil, line: nil, kind: .other)] } ?? []
    return row
  }

  @Test("it leaves a doubt where the test passes in another process, and none where it fails there")
  func doubt() {
    func told(_ outcome: TestOutcome) -> [String] {
      var (first, second) = (TestLedger(), TestLedger())
      first.hear(row(.failed, "left"), after: "M.A/testHangs")
      second.record(row(outcome))
      first.merge(second)
      first.recallFailures()
      return first.oddEnds
    }
    let words =
      "M.A/testNext failed in the process in which M.A/testHangs hung, after that was asked to end, and not "
      + "in another: left"
    #expect(told(.passed) == [words] && told(.notRun) == [words])
    #expect(told(.failed).isEmpty && told(.crashed).isEmpty)
    var open = TestLedger()
    open.hear(row(.notRun, "died"), after: "M.A/testHangs")
    open.recallFailures()
    #expect(open.oddEnds.first?.hasPrefix("M.A/testNext may have crashed in the process") == true)
  }
}
