import Foundation
import Kit
import Model
import Testing

@testable import Formats

@Suite struct JUnitTests {
  /// What a reader of Python's sees, as lines of text; nil when it is not well-formed.
  private func parsed(_ bytes: [UInt8]) throws -> String? {
    let scratch = try ScratchFolder("junit")
    let path = scratch.path + "/junit.xml"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let script = """
      import sys, json, xml.etree.ElementTree as E
      def v(e): return [e.tag, e.attrib, e.text if e.text and e.text.strip() else None, [v(c) for c in e]]
      json.dump(v(E.parse(sys.argv[1]).getroot()), sys.stdout)
      """
    let end = try Command("python3", ["-c", script, path]).runHere()
    return end.status == 0 ? end.outputText : nil
  }

  private struct Element {
    var tag: String
    var attributes: [String: String]
    var text: String?
    var children: [Element]

    init(_ value: Any) throws {
      let parts = try #require(value as? [Any])
      tag = try #require(parts[0] as? String)
      attributes = try #require(parts[1] as? [String: String])
      text = parts[2] as? String
      children = try #require(parts[3] as? [Any]).map(Element.init)
    }

    func child(_ tag: String) -> Element? { children.first { $0.tag == tag } }
  }

  private func element(_ report: Report) throws -> Element {
    let text = try #require(try parsed(JUnit.encode(report)))
    return try Element(JSONSerialization.jsonObject(with: Data(text.utf8)))
  }

  private func report(_ cases: [TestCase]) -> Report {
    var report = SampleReport.empty
    report.result = .succeeded
    report.tests = TestReport(cases: cases)
    return report
  }

  private func test(_ outcome: TestOutcome, suite: String = "S") -> TestCase {
    TestCase(
      id: "T.S/a", library: .xctest, target: "T", suite: suite, name: "a", outcome: outcome)
  }

  @Test("whatever a test prints, the file is well-formed and says it as far as XML can")
  func wellFormed() throws {
    let root = try element(SampleReport.full)
    let crashed = try #require(root.children.first?.children.first)
    let shown = "a \"b\" \\ / \u{fffd}[31m\u{fffd}\u{7f} é 𝄞 \n\t ]]> <&> \u{fffd}"
    #expect(crashed.child("system-out")?.text?.hasSuffix(shown) == true)
    #expect(crashed.child("error")?.attributes["message"] == "Fatal error: <x>")
    #expect(crashed.child("error")?.text?.contains("41: a \"b\"") == true)
  }

  @Test(
    "every character can stand anywhere", arguments: ["]", "]]", "]]>", "]]]>", "]]>]]>", ">", "]]>\u{0}"])
  func anywhere(text: String) throws {
    var test = test(.failed)
    test.output = text
    test.failures = [TestFailure(message: text, file: nil, line: nil, kind: .assertion)]
    let shown = text.replacing("\u{0}", with: "\u{fffd}")
    let element = try #require(try element(report([test])).children.first?.children.first)
    #expect(element.child("system-out")?.text == shown)
    #expect(element.child("failure")?.attributes["message"] == shown)
  }

  @Test("a flaky test that a bot lets pass is no failure, as Maven tells it")
  func tolerated() throws {
    var report = report([test(.flaky), test(.passed)])
    report.tolerated = true
    let root = try element(report)
    #expect(root.attributes["failures"] == "0" && root.attributes["errors"] == "0")
    #expect(root.children.first?.children.first?.child("flakyFailure")?.attributes["type"] == "flaky")
    #expect(root.children.first?.children.first?.child("failure") == nil)
  }

  @Test("beside what makes all inconclusive such a test tells nothing of that, so that it is told apart")
  func toleratedBesideDoubt() throws {
    let flaky = test(.flaky)
    var report = report([flaky, test(.passed)])
    (report.result, report.reason) = (.inconclusive, "an issue was recorded outside of every test")
    report.flakyPasses = true
    let root = try element(report)
    #expect(root.attributes["failures"] == "0" && root.attributes["errors"] == "1")
    let error = root.children.first?.children.first?.child("error")
    #expect(error?.attributes["message"] == "an issue was recorded outside of every test")
  }

  @Test("beside a red one such a test is no failure either, where it passed alone in this build")
  func toleratedBesideRed() throws {
    let flaky = test(.flaky)
    var report = report([flaky, test(.failed)])
    report.flakyPasses = flaky.passedAlone
    let root = try element(report)
    #expect(flaky.passedAlone && root.attributes["failures"] == "1")
    #expect(root.children.first?.children.first?.child("flakyFailure") != nil)
  }

  @Test("namesakes are told apart, as readers know a test by its class and name")
  func namesakes() throws {
    let cases = (1...2).map { place in
      var test = test(.passed)
      (test.id, test.name, test.library) = (TestID("T.S/f(_:)/S.swift#\(place)"), "f(_:)", .swiftTesting)
      test.file = "Tests/T/S.swift"
      return test
    }
    let names = try element(report(cases)).children.first?.children.map { $0.attributes["name"] }
    #expect(names == ["f(_:)/S.swift#1", "f(_:)/S.swift#2"])
    #expect(test(.passed).ownName == test(.passed).name)
  }

  @Test("each outcome is told as its readers expect it")
  func outcomes() throws {
    let cases = TestOutcome.allCases.map { outcome in
      var test = test(outcome)
      if outcome == .skipped { test.skipReason = "no gpu" }
      return test
    }
    let root = try element(report(cases))
    let suite = try #require(root.children.first)
    for counts in [root.attributes, suite.attributes] {
      #expect(counts["tests"] == "8" && counts["failures"] == "2" && counts["errors"] == "2")
      #expect(counts["skipped"] == "2")
    }
    let told = Dictionary(uniqueKeysWithValues: zip(TestOutcome.allCases, suite.children))
    #expect(told[.passed]?.children.isEmpty == true)
    #expect(told[.flaky]?.child("failure")?.attributes["type"] == "flaky")
    #expect(told[.failed]?.child("failure")?.attributes["type"] == "other")
    #expect(told[.crashed]?.child("error")?.attributes["type"] == "crash")
    #expect(told[.timedOut]?.child("error")?.attributes["type"] == "timeout")
    #expect(told[.skipped]?.child("skipped")?.attributes["message"] == "no gpu")
    #expect(told[.notRun]?.child("skipped")?.attributes["message"] == "not run")
    let expected = told[.expectedFailure]
    #expect(expected?.child("failure") == nil && expected?.child("skipped") == nil)
    #expect(expected?.child("properties")?.children.first?.attributes["value"] == "expected-failure")
    #expect(expected?.child("system-out")?.text == "Failed as expected.")
  }

  @Test("what is silenced is skipped with its reason, so that no reader is redder than the integration")
  func silenced() throws {
    let quiet = test(.failed)
    var loud = test(.failed, suite: "Loud")
    loud.id = "T.Loud/other"
    var report = report([quiet, loud])
    var issue = Issue(
      kind: .testFailure, message: "no", target: "T", file: nil, line: nil, test: quiet.id, since: 1)
    issue.silence = Silence(.test(quiet.id), until: .resolved, reason: "waits for 2.0", origin: .command)
    report.issues.silenced = [issue]
    let root = try element(report)
    #expect(root.attributes["failures"] == "1" && root.attributes["skipped"] == "1")
    let told = try #require(root.children.first?.children.first)
    #expect(told.child("failure") == nil)
    let words = told.child("skipped")?.attributes["message"] ?? ""
    #expect(words.hasPrefix("failed, silenced until it is resolved: waits for 2.0"))
    // It fails otherwise too: that is heard.
    issue.silence = nil
    report.issues.new = [issue]
    #expect(try element(report).attributes["failures"] == "2")
  }

  @Test("a silenced flaky test is skipped, though what it failed of before is still open")
  func silencedFlaky() throws {
    let test = test(.flaky)
    var report = report([test])
    var flaky = Issue(
      kind: .flaky, message: "no", target: "T", file: nil, line: nil, test: test.id, since: 2)
    let failed = Issue(
      kind: .testFailure, message: "no", target: "T", file: nil, line: nil, test: test.id, since: 1)
    flaky.silence = Silence(.test(test.id), until: .forever, reason: "known", origin: .command)
    (report.issues.silenced, report.issues.unresolved) = ([flaky], [failed])
    let root = try element(report)
    #expect(root.attributes["failures"] == "0" && root.attributes["skipped"] == "1")
  }

  @Test("a failing test has one element that tells all of its failures with their places")
  func failures() throws {
    var test = test(.failed)
    test.file = "Tests/T/S.swift"
    test.line = 40
    test.seconds = 0.0125
    test.failures = [
      TestFailure(message: "known", file: nil, line: nil, kind: .other, isKnown: true),
      TestFailure(message: "one", file: "Tests/T/S.swift", line: 41, kind: .assertion),
      TestFailure(message: "two", file: "Tests/T/H.swift", line: 2, kind: .thrownError),
    ]
    var warning = TestFailure(message: "odd", file: "Tests/T/S.swift", line: 9, kind: .other, isKnown: true)
    warning.isWarning = true
    test.failures.append(warning)
    test.arguments = [TestArgument(name: "1", outcome: .passed), TestArgument(name: "2", outcome: .failed)]
    let element = try #require(try element(report([test])).children.first?.children.first)
    #expect(element.attributes["file"] == "Tests/T/S.swift" && element.attributes["line"] == "40")
    #expect(element.attributes["time"] == "0.012500" && element.attributes["classname"] == "T.S")
    #expect(element.children.filter { $0.tag == "failure" }.count == 1)
    #expect(element.child("failure")?.attributes["message"] == "one")
    #expect(element.child("failure")?.attributes["type"] == "assertion")
    #expect(element.child("failure")?.text == "Tests/T/S.swift:41: one\nTests/T/H.swift:2: two")
    let told = ["known issue: known", "warning: Tests/T/S.swift:9: odd", "passed: 1", "failed: 2"]
    #expect(element.child("system-out")?.text == told.joined(separator: "\n"))
  }

  @Test("a crash is told once, and a frame with its place as far as that is known")
  func stacks() throws {
    var test = test(.crashed)
    let frames = [
      StackFrame(function: "trap", file: nil, line: nil, column: nil),
      StackFrame(function: "D.risky(_:)", file: "Sources/D.swift", line: nil, column: nil),
      StackFrame(function: "D.after(_:)", file: "Sources/D.swift", line: 15, column: 3),
    ]
    let stack = "\n  at trap\n  at D.risky(_:) (Sources/D.swift)\n  at D.after(_:) (Sources/D.swift:15)"
    func told() throws -> String? {
      try element(report([test])).children.first?.children.first?.child("error")?.text
    }
    test.crash = TestCrash(signal: "SIGILL", message: "no", file: "Sources/D.swift", line: 15, frames: frames)
    #expect(try told() == "Sources/D.swift:15: SIGILL: no" + stack)
    test.failures = [TestFailure(message: "no", file: "Sources/D.swift", line: 15, kind: .crash)]
    #expect(try told() == "Sources/D.swift:15: no" + stack)
    (test.outcome, test.crash, test.stack) = (.timedOut, nil, frames)
    #expect(try told() == "Sources/D.swift:15: no" + stack)
  }

  @Test("suites are told apart by target and suite, nested ones by dots")
  func suites() throws {
    let cases = [
      test(.passed, suite: "A/B"), test(.passed, suite: ""), test(.passed, suite: "A/B"),
      test(.passed, suite: "A"),
    ]
    let root = try element(report(cases))
    #expect(root.children.map { $0.attributes["name"] } == ["T.A.B", "T", "T.A"])
    #expect(root.children.map { $0.attributes["tests"] } == ["2", "1", "1"])
    #expect(root.children.first?.attributes["timestamp"] == "2026-11-20T07:06:48.000Z")
  }

  @Test("what went wrong where no test did is an error of its own, the first one of the build")
  func untold() throws {
    var report = report([])
    (report.result, report.reason) = (.buildErrors, "The package did not build: 2 errors")
    report.issues.new = [
      Issue(
        kind: .buildError, message: "cannot find 'a' in scope", target: nil, file: "Sources/A.swift", line: 3,
        test: nil, since: 1)
    ]
    var root = try element(report)
    for counts in [root.attributes, try #require(root.children.first).attributes] {
      #expect(counts["tests"] == "1" && counts["failures"] == "0" && counts["errors"] == "1")
    }
    var test = try #require(root.children.first?.children.first)
    #expect(test.attributes["file"] == "Sources/A.swift" && test.attributes["name"] == "build-errors")
    #expect(test.child("error")?.attributes["message"] == "cannot find 'a' in scope")
    #expect(test.child("error")?.text?.hasPrefix("Sources/A.swift:3: cannot find") == true)
    #expect(test.child("error")?.text?.hasSuffix("\nThe package did not build: 2 errors") == true)
    // Tests that passed leave it as red as it is.
    report = self.report([self.test(.passed)])
    (report.result, report.reason) = (.inconclusive, "Not all tests ran.")
    root = try element(report)
    #expect(root.attributes["tests"] == "2" && root.attributes["errors"] == "1" && root.children.count == 2)
    test = try #require(root.children.first?.children.first)
    #expect(test.child("error")?.attributes == ["message": "Not all tests ran.", "type": "inconclusive"])
    // A test that failed says it, and green is green.
    report = self.report([self.test(.failed)])
    report.result = .testFailures
    #expect(try element(report).attributes["tests"] == "1")
  }

  @Test("no test at all makes a file without suites, and times that are none count as zero")
  func empty() throws {
    #expect(try element(report([])).children.isEmpty)
    var test = test(.passed)
    test.seconds = .nan
    let root = try element(report([test]))
    #expect(root.attributes["time"] == "0.000000")
  }

  @Test("beside a test that hung the times of the others count")
  func hung() throws {
    var (passed, hung) = (test(.passed), test(.timedOut))
    (passed.seconds, hung.seconds) = (0.028, nil)
    let root = try element(report([passed, hung]))
    #expect(root.attributes["time"] == "0.028000")
    #expect(root.children.map { $0.attributes["time"] } == ["0.028000"])
  }
}
