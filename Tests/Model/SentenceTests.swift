import Foundation
import Testing

@testable import Model

@Suite struct SentenceTests {
  @Test("a green one names what failed before and did not run: nobody mended that")
  func unseen() {
    func told(
      _ names: [String], silenced: [String] = [], ran: [String] = [],
      _ result: IntegrationResult = .succeeded
    ) -> String {
      var report = Report(
        bot: "b", integration: 2, result: result, reason: "3 tests passed, 1 skipped", commit: nil,
        toolchain: "Swift 6.3.1", configuration: .debug, queued: Date(), started: Date())
      func issues(_ names: [String]) -> [Model.Issue] {
        names.map {
          Model.Issue(
            kind: .testFailure, message: "wrong", target: "T", file: nil, line: nil,
            test: TestID("T.A/\($0)"), since: 1, seen: false)
        }
      }
      (report.issues.unresolved, report.issues.silenced) = (issues(names), issues(silenced))
      report.tests.cases = ran.map { name in
        TestCase(
          id: TestID("T.A/\(name)"), library: .xctest, target: "T", suite: "A", name: name, outcome: .passed)
      }
      return Sentence.outcome(report)
    }
    #expect(told(["testKnown"]) == "3 tests passed, 1 skipped; testKnown, which failed before, did not run")
    #expect(told(["a", "b"]).hasSuffix("skipped; 2 tests that failed before did not run"))
    #expect(told([]) == "3 tests passed, 1 skipped")
    #expect(told([], silenced: ["a"]).hasSuffix("; a, which failed before and is silenced, did not run"))
    #expect(
      told(["a"], silenced: ["b"]).hasSuffix(
        "; 2 tests that failed before, 1 of them silenced, did not run"))
    #expect(told(["a"], .buildErrors) == "3 tests passed, 1 skipped")
    #expect(told(["a", "b"], ran: ["b"]).hasSuffix("skipped; a, which failed before, did not run"))
    #expect(told(["b"], ran: ["b"]) == "3 tests passed, 1 skipped")
  }

  @Test(
    "tests are told by what is wrong with them",
    arguments: [
      (tests((.failed, 2), (.passed, 547)), "2 of 549 tests failed"),
      (tests((.failed, 1)), "1 of 1 test failed"),
      (tests((.failed, 1), (.crashed, 1), (.passed, 3)), "1 of 5 tests failed, 1 crashed"),
      (tests((.crashed, 1), (.timedOut, 2), (.passed, 1)), "1 of 4 tests crashed, 2 timed out"),
      (tests((.timedOut, 1), (.skipped, 1)), "1 of 2 tests timed out"),
      (tests((.passed, 1234)), "1,234 tests passed"), (tests((.passed, 1)), "1 test passed"),
      (tests((.passed, 3), (.skipped, 2), (.notRun, 1)), "3 tests passed, 2 skipped, 1 not run"),
      (tests(), "There was no test to run"),
    ])
  func tested(report: TestReport, expected: String) {
    #expect(Sentence.tests(report) == expected)
  }

  @Test(
    "lines are told by how many did not run, against a named integration",
    arguments: [
      (683, Int?.none, "683 lines did not run"), (1, nil, "1 line did not run"), (0, nil, "Every line ran"),
      (683, 695, "683 lines did not run, 12 fewer than in #41"),
      (1683, 1, "1,683 lines did not run, 1,682 more than in #41"),
      (5, 5, "5 lines did not run, as in #41"), (0, 3, "Every line ran; 3 did not in #41"),
      (0, 0, "Every line ran, as in #41"),
    ])
  func lines(missed: Int, before: Int?, expected: String) {
    let baseline = before.map {
      Comparison.Coverage(
        integration: 41, lines: LineCounts(executable: 5000, executed: 5000 - $0), toolchain: nil)
    }
    let now = LineCounts(executable: 4000, executed: 4000 - missed)
    #expect(Sentence.lines(now, before: baseline) == expected)
  }

  @Test(
    "where the figures are not sure the sentence says which way the truth lies",
    arguments: [
      (CoverageReport.Bound.tooLow, 20, "At most 20 lines did not run"),
      (.tooHigh, 1, "At least 1 line did not run"), (.unclear, 2, "2 lines did not run, as far as is known"),
      (.tooLow, 0, "Every line ran"), (.tooHigh, 0, "Every line ran, as far as is known"),
      (.unclear, 0, "Every line ran, as far as is known"),
    ])
  func bounds(bound: CoverageReport.Bound, missed: Int, expected: String) {
    let now = LineCounts(executable: 4000, executed: 4000 - missed)
    #expect(Sentence.lines(now, before: nil, bound: bound) == expected)
  }

  @Test(
    "what is compared with a figure that is not sure is told beside it, without a difference",
    arguments: [
      (CoverageReport.Bound.tooHigh, 11, "11 lines did not run; in #41 at least 13"),
      (.tooLow, 11, "11 lines did not run; in #41 at most 13"),
      (.unclear, 13, "13 lines did not run; in #41 13, as far as is known"),
      (.tooHigh, 0, "Every line ran; at least 13 did not in #41"),
      (.exact, 11, "11 lines did not run, 2 fewer than in #41"),
    ])
  func unsure(bound: CoverageReport.Bound, missed: Int, expected: String) {
    var before = Comparison.Coverage(
      integration: 41, lines: LineCounts(executable: 5000, executed: 4987), toolchain: nil)
    before.bound = bound
    let now = LineCounts(executable: 4000, executed: 4000 - missed)
    #expect(Sentence.lines(now, before: before) == expected)
  }

  @Test(
    "a figure that is not sure itself stands beside what it is compared with, without a difference",
    arguments: [
      (CoverageReport.Bound.tooHigh, 15, 13, "At least 15 lines did not run; in #41 13"),
      (.tooLow, 13, 13, "At most 13 lines did not run; in #41 13"),
      (.unclear, 1, 13, "1 line did not run, as far as is known; in #41 13"),
      (.tooHigh, 2, 0, "At least 2 lines did not run; in #41 none"),
      (.tooHigh, 0, 13, "Every line ran, as far as is known; 13 did not in #41"),
    ])
  func unsureNow(bound: CoverageReport.Bound, missed: Int, before: Int, expected: String) {
    let earlier = LineCounts(executable: 50, executed: 50 - before)
    let now = LineCounts(executable: 40, executed: 40 - missed)
    let compared = Comparison.Coverage(integration: 41, lines: earlier, toolchain: nil)
    #expect(Sentence.lines(now, before: compared, bound: bound) == expected)
  }

  @Test(
    "where every line ran before, that is said as far as it is known, with what ran only in part",
    arguments: [
      (CoverageReport.Bound.tooHigh, 0, 0, 0, "Every line ran; in #41 too, as far as is known"),
      (.unclear, 2, 0, 0, "2 lines did not run; in #41 every line ran, as far as is known"),
      (.tooLow, 2, 0, 0, "2 lines did not run, 2 more than in #41"),
      (.exact, 0, 1, 0, "Every line ran, 1 only in part; in #41 none"),
      (.exact, 0, 1, 1, "Every line ran, 1 only in part, as in #41"),
      (.exact, 0, 0, 2, "Every line ran; in #41 2 ran only in part"),
      (.exact, 3, 0, 2, "3 lines did not run, 3 more than in #41"),
    ])
  func besideAll(
    bound: CoverageReport.Bound, missed: Int, partial: Int, partialBefore: Int, expected: String
  ) {
    func counts(_ missed: Int, _ partial: Int) -> LineCounts {
      LineCounts(executable: 50, executed: 50 - missed, partial: partial)
    }
    var before = Comparison.Coverage(integration: 41, lines: counts(0, partialBefore), toolchain: nil)
    before.bound = bound
    #expect(Sentence.lines(counts(missed, partial), before: before) == expected)
  }

  @Test("figures of another toolchain are not compared silently")
  func toolchain() {
    let baseline = Comparison.Coverage(
      integration: 41, lines: LineCounts(executable: 9, executed: 1), toolchain: "Swift 6.2")
    let now = LineCounts(executable: 9, executed: 2)
    #expect(
      Sentence.lines(now, before: baseline, toolchain: "Swift 6.3")
        == "7 lines did not run; #41 was measured with another toolchain, Swift 6.2")
    #expect(
      Sentence.lines(now, before: baseline, toolchain: "Swift 6.2")
        == "7 lines did not run, 1 fewer than in #41")
  }

  private func report(_ tests: TestReport, new: [TestID], compared: Bool = true) -> Report {
    var report = Report(
      bot: "p", integration: 42, result: .testFailures, reason: Sentence.tests(tests), commit: nil,
      toolchain: "S", configuration: .debug, queued: Date(), started: Date())
    report.tests = tests
    report.issues.new = new.map {
      Issue(
        kind: .testFailure, message: "m", target: nil, file: nil, line: nil, test: $0, since: 42,
        identity: IssueIdentity($0.rawValue))
    }
    if compared {
      report.comparedWith = Comparison(
        integration: 41,
        coverage: .init(integration: 41, lines: LineCounts(executable: 4785, executed: 4090), toolchain: nil))
    }
    return report
  }

  @Test("what its own settings leave out is told with how many tests that are, behind what is wrong")
  func leftOut() {
    var report = report(tests((.failed, 2), (.passed, 26)), new: ["T.S/test0"])
    report.selection = TestSelection(filters: [], skips: ["Slow"])
    report.tests.didNotRun = [DidNotRun(.filtered, "192 tests", why: "w", tests: 192)]
    #expect(
      Sentence.outcome(report) == "2 of 28 tests failed, 1 of them new; 192 left out by `tests: skip`")
    report.limited = Limitation()
    report.limited?.isOlderCommit = true
    #expect(!Sentence.outcome(report).contains("left out"))
  }

  @Test(
    "an integration that was asked for less says so first, and nothing of lines that it was not asked for")
  func limited() {
    var report = report(tests((.passed, 1)), new: [], compared: false)
    (report.result, report.reason) = (.succeeded, "1 test passed")
    report.coverage = CoverageReport(targets: [], notMeasured: [], excluded: [])
    var whole = Bot(name: "p", repository: "/p")
    var asked = whole
    #expect(Limitation(asked, of: whole, isOlderCommit: false) == nil)
    asked.tests.filters = ["Tree"]
    report.limited = Limitation(asked, of: whole, isOlderCommit: false)
    report.limited?.wholeCount = 549
    #expect(Sentence.whole(report) == "1 of 549 tests, only Tree: passed.")
    report.limited?.tests?.failedIn = 6
    #expect(Sentence.whole(report) == "1 of 549 tests, only those that failed in #6: passed.")
    report.limited?.tests?.failedIn = nil
    // Nothing was listed, as it did not build.
    report.limited?.wholeCount = nil
    #expect(Sentence.whole(report) == "1 test, only Tree: passed.")
    report.tests = TestReport(cases: [])
    #expect(Sentence.whole(report) == "Only Tree: 1 test passed.")
    report.tests = tests((.passed, 1))
    report.limited = Limitation(whole, of: whole, isOlderCommit: true)
    report.limited?.isOffBranch = true
    #expect(
      Sentence.whole(report) == "A commit that is not on its branch: 1 test passed. No line can be executed.")
    report.limited?.isOffBranch = nil
    #expect(Sentence.whole(report) == "An older commit: 1 test passed. No line can be executed.")
    asked.coverage.enabled = false
    asked.tests.filters = []
    report.limited = Limitation(asked, of: whole, isOlderCommit: false)
    report.coverage = nil
    #expect(Sentence.whole(report) == "Without coverage: 1 test passed.")
    // What a bot file itself selects is that bot's whole.
    whole.tests.filters = ["Tree"]
    asked = whole
    #expect(Limitation(asked, of: whole, isOlderCommit: false) == nil)
  }

  @Test("the commit has as many tests as were asked for and as were not")
  func listed() {
    var tests = tests((.passed, 1), (.notRun, 2))
    #expect(tests.listedCount == 3)
    tests.didNotRun = [
      DidNotRun(.filtered, "201 tests", why: "w", tests: 201), DidNotRun(.condition, "a", why: "w"),
    ]
    #expect(tests.listedCount == 204)
  }

  @Test("a line that ran only in part is no line that ran, nor is one that is counted at most")
  func inPart() {
    #expect(
      Sentence.lines(LineCounts(executable: 9, executed: 9, partial: 1), before: nil)
        == "Every line ran, 1 only in part")
    #expect(
      Sentence.lines(LineCounts(executable: 9, executed: 9, partial: 2), before: nil, atMost: 3)
        == "Every line ran, 2 only in part, 3 perhaps not at all")
    #expect(
      Sentence.lines(LineCounts(executable: 9, executed: 8), before: nil, atMost: 3) == "1 line did not run")
    var file = FileCoverage(
      path: "a", lines: LineCounts(executable: 9, executed: 9), regions: PlaceCounts(),
      functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [], partialLines: [],
      unusedMessageLines: [])
    file.atMostLines = [[2, 3], [7, 7]]
    var report = report(tests((.passed, 1)), new: [], compared: false)
    report.coverage = CoverageReport(
      targets: [TargetCoverage(name: "P", files: [file])], notMeasured: [], excluded: [])
    #expect(Sentence.whole(report) == "1 test passed. Every line ran, 3 perhaps not at all.")
  }

  @Test("the whole sentence is the one that the look asks for")
  func whole() {
    var report = report(tests((.failed, 2), (.passed, 547)), new: ["T.S/test1"])
    let file = FileCoverage(
      path: "a", lines: LineCounts(executable: 4785, executed: 4102), regions: PlaceCounts(),
      functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [], partialLines: [],
      unusedMessageLines: [])
    report.coverage = CoverageReport(
      targets: [TargetCoverage(name: "P", files: [file])], notMeasured: [], excluded: [])
    #expect(
      Sentence.whole(report)
        == "2 of 549 tests failed, 1 of them new. 683 lines did not run, 12 fewer than in #41.")
  }

  @Test("how many failures are new is told in good English")
  func newness() {
    func sentence(_ failed: Int, _ new: Int) -> String {
      Sentence.whole(
        report(tests((.failed, failed)), new: (0..<new).map { TestID("T.S/test\($0)") }))
    }
    #expect(sentence(1, 0) == "1 of 1 test failed, not a new one.")
    #expect(sentence(1, 1) == "1 of 1 test failed, a new one.")
    #expect(sentence(2, 0) == "2 of 2 tests failed, none of them new.")
    #expect(sentence(2, 2) == "2 of 2 tests failed, both new.")
    #expect(sentence(3, 3) == "3 of 3 tests failed, all of them new.")
    #expect(sentence(3, 2) == "3 of 3 tests failed, 2 of them new.")
    // A flaky one is never new.
    let among = report(tests((.failed, 2), (.flaky, 1)), new: ["T.S/test0", "T.S/test1"])
    #expect(Sentence.whole(among) == "2 of 3 tests failed, both new, 1 flaky.")
    func returned(_ failed: Int, _ count: Int) -> String {
      var back = report(tests((.failed, failed)), new: (0..<count).map { TestID("T.S/test\($0)") })
      (back.issues.cameBack, back.issues.new) = (back.issues.new, [])
      return Sentence.whole(back)
    }
    #expect(returned(1, 1) == "1 of 1 test failed, it came back.")
    #expect(returned(2, 2) == "2 of 2 tests failed, both of them came back.")
    #expect(returned(3, 3) == "3 of 3 tests failed, all of them came back.")
    #expect(returned(3, 2) == "3 of 3 tests failed, 2 of them came back.")
    let first = report(tests((.failed, 1)), new: ["T.S/test0"], compared: false)
    #expect(Sentence.whole(first) == "1 of 1 test failed.")
  }
}
