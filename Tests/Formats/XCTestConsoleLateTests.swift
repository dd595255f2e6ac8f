import Formats
import Model
import Testing

/// A child that a test forks prints its failure when it likes, also after the test has ended.
@Suite("Failures that nobody counts")
struct XCTestConsoleLateTests {
  private static let moment = "2026-11-20 07:06:48.974"

  private func read(_ lines: [String], status: Int32, failures: Int = 0) -> XCTestConsole {
    let entries = ["testA", "testB"].map { TestList.Entry(module: "M", class: "C", method: $0) }
    var console = XCTestConsole(
      announced: entries, sources: SourceMap(packageFolder: "/p", targets: []))
    let counted = "\t Executed 2 tests, with \(failures) failures (0 unexpected) in 0.0 (0.0) seconds"
    let all =
      ["Test Suite 'All tests' started at @", "Test Suite 'C' started at @"] + lines
      + ["Test Suite 'C' passed at @", counted, "Test Suite 'All tests' passed at @", counted]
    let text = all.map { $0.replacing("@", with: Self.moment) + "\n" }.joined()
    Array(text.utf8).withUnsafeBytes { console.read($0) }
    console.finish(status: status)
    return console
  }

  private let stray = "/p/T.swift:5: error: C.testA : failed - child"

  private func session(_ stray: [String], beforeStart: Bool, end: String = "passed") -> [String] {
    ["Test Case 'C.testA' started at @", "Test Case 'C.testA' passed (0.1 seconds)"]
      + (beforeStart ? stray : []) + ["Test Case 'C.testB' started at @"] + (beforeStart ? [] : stray)
      + (end == "failed" ? ["/p/T.swift:9: error: C.testB : failed - b"] : [])
      + ["Test Case 'C.testB' \(end) (0.2 seconds)"]
  }

  @Test("one that comes between two tests reopens none of them", arguments: [1, 3], ["passed", "failed"])
  func between(count: Int, end: String) {
    let lines = session(Array(repeating: stray, count: count), beforeStart: true, end: end)
    let isRed = end == "failed"
    let console = read(lines, status: isRed ? 1 : 0, failures: isRed ? 1 : 0)
    #expect(console.cases.map(\.outcome.rawValue) == ["passed", end])
    #expect(console.unfinished == nil && console.failureCount == (isRed ? 1 : 0))
    #expect(console.printedFailures == ["C.testA"])
  }

  @Test("one that is told before its test begins is that test's, if it failed and nothing else says why")
  func early() {
    let stray = "/x/y.swift:2: error: C.testB : before"
    func told(end: String, own: Bool = false) -> (messages: [String]?, count: Int) {
      var lines = session([stray], beforeStart: true, end: end)
      if end == "failed", !own { lines.removeAll { $0.hasSuffix(" - b") } }
      let console = read(lines, status: end == "failed" ? 1 : 0, failures: end == "failed" ? 1 : 0)
      return (console.cases.last?.failures.map(\.message), console.failureCount)
    }
    #expect(told(end: "failed") == (["before (at /x/y.swift:2)"], 1))
    #expect(told(end: "failed", own: true) == (["failed - b"], 1))
    #expect(told(end: "passed") == ([], 0))
  }

  @Test(
    "what a class prints when it is torn down, as if its last test began, failed and ended, is not believed",
    arguments: [false, true], ["passed", "failed"])
  func forged(hasStart: Bool, end: String) {
    let start = hasStart ? ["Test Case 'C.testA' started at @"] : []
    let forged = start + [stray, "Test Case 'C.testA' failed (0.1 seconds)"]
    let isRed = end == "failed"
    let console = read(
      session(forged, beforeStart: true, end: end) + forged.map { $0.replacing("testA", with: "testB") },
      status: isRed ? 1 : 0, failures: isRed ? 1 : 0)
    #expect(console.cases.map(\.outcome.rawValue) == ["passed", end])
    #expect(console.cases.map(\.failures.count) == [0, isRed ? 1 : 0])
    #expect(console.printedFailures == ["C.testA", "C.testB"])
  }

  @Test("that a test failed is not believed of who prints it behind each end", arguments: [0, 1])
  func observed(failures: Int) {
    let end = failures > 0 ? "failed" : "passed"
    let forged = "Test Case 'C.testA' failed (0.0 seconds)"
    let console = read(
      session([forged], beforeStart: true, end: end) + [forged.replacing("testA", with: "testB")],
      status: Int32(failures), failures: failures)
    #expect(console.cases.map(\.outcome.rawValue) == ["passed", end])
  }

  @Test("a test that printed its own end and then failed has failed, if that is what XCTest counts")
  func ownEnd() {
    let lines = session(
      [stray, "Test Case 'C.testA' failed (0.1 seconds)"], beforeStart: true)
    let console = read(lines, status: 1, failures: 1)
    #expect(console.cases.map(\.outcome) == [.failed, .passed])
    #expect(console.failureCount == 1)
  }

  @Test("one that comes while another test runs, or after the last, is known by its name")
  func beside() {
    for console in [
      read(session([stray], beforeStart: false), status: 0),
      read(session([], beforeStart: true) + [stray.replacing("testA", with: "testB")], status: 0),
    ] {
      #expect(console.cases.map(\.outcome) == [.passed, .passed])
      #expect(console.printedFailures.count == 1)
    }
  }

  @Test(
    "of a test that only said it was over: it exits otherwise, is counted, or others are missing",
    arguments: [(1, 0, true), (0, 1, true), (0, 0, false)] as [(Int32, Int, Bool)])
  func own(status: Int32, failures: Int, hasOther: Bool) {
    var lines = session([stray], beforeStart: true)
    if !hasOther { lines.removeLast(2) }
    let console = read(lines, status: status, failures: failures)
    #expect(console.unfinished == TestID("M.C/testA"))
    #expect(console.cases.first?.failures.isEmpty == false)
  }
}
