import Foundation
import Testing

@testable import Model

@Suite("Lines that ran in only one of two integrations")
struct OtherLinesTests {
  private func coverage(_ change: (inout Comparison.Coverage) -> Void) -> Comparison.Coverage {
    var coverage = Comparison.Coverage(
      integration: 41, lines: LineCounts(executable: 9, executed: 5), toolchain: nil)
    change(&coverage)
    return coverage
  }

  private func other(_ ran: [[Int]], _ didNotRun: [[Int]], _ partly: [Int] = [], same: Bool = true)
    -> OtherLines
  {
    OtherLines(
      sameSources: same, files: [.init(path: "A.swift", ran: ran, didNotRun: didNotRun, partly: partly)],
      tests: nil)
  }

  @Test("with the same sources it is said that lines run only sometimes, also where their number is the same")
  func sometimes() {
    let now = LineCounts(executable: 9, executed: 7)
    let fewer = Sentence.lines(now, before: coverage { $0.otherLines = other([[3, 4]], []) })
    #expect(
      fewer
        == "2 lines did not run, 2 fewer than in #41; the sources are the same: 2 lines run only sometimes")
    let same = Sentence.lines(
      LineCounts(executable: 9, executed: 5), before: coverage { $0.otherLines = other([[3, 3]], [[9, 9]]) })
    #expect(
      same == "4 lines did not run, as many as in #41; the sources are the same: 2 lines run only sometimes")
    let all = Sentence.lines(
      LineCounts(executable: 9, executed: 9), before: coverage { $0.otherLines = other([[3, 3]], []) })
    #expect(all == "Every line ran; 4 did not in #41; the sources are the same: 1 line runs only sometimes")
    #expect(other([], [], [7]).sometimes == "1 line runs as a whole only sometimes")
  }

  @Test("of files that are the same among others that are not, it is told what of the change lies there")
  func otherSources() {
    func told(_ now: Int, _ ran: [[Int]], _ didNotRun: [[Int]]) -> String {
      Sentence.lines(
        LineCounts(executable: 9, executed: 9 - now),
        before: coverage { $0.otherLines = other(ran, didNotRun, same: false) })
    }
    #expect(
      told(2, [[3, 4]], [])
        == "2 lines did not run, 2 fewer than in #41, all in a file that did not change")
    #expect(
      told(3, [[3, 3]], []) == "3 lines did not run, 1 fewer than in #41, in a file that did not change")
    #expect(
      told(0, [[1, 4]], []) == "Every line ran; 4 did not in #41, all in a file that did not change")
    var several = other([[3, 3]], [], same: false)
    several.files += [
      .init(path: "B.swift", ran: [[1, 1]], didNotRun: [], partly: []),
      .init(path: "C.swift", ran: [], didNotRun: [], partly: [4]),
    ]
    #expect(
      Sentence.lines(LineCounts(executable: 9, executed: 7), before: coverage { $0.otherLines = several })
        == "2 lines did not run, 2 fewer than in #41, all in files that did not change")
    // What the commit itself changed is the other way round.
    #expect(
      told(5, [], [[1, 2], [4, 4]])
        == "5 lines did not run, 1 more than in #41 (3 more in files that did not change)")
    #expect(told(5, [[1, 1]], [[2, 2]]) == "5 lines did not run, 1 more than in #41")
  }

  @Test(
    "where tests failed in one of the two, they are unequal, and chance is not spoken of",
    arguments: [
      (Comparison.Coverage.Unequal.here, "(unequal runs: some tests failed or did not run)"),
      (.there, "(unequal runs: some tests failed or did not run in #41)"),
      (.both, "(unequal runs: some tests failed or did not run in both)"),
    ])
  func unequal(which: Comparison.Coverage.Unequal, words: String) {
    let before = coverage {
      $0.unequal = which
      $0.otherLines = other([[3, 4]], [])
    }
    #expect(
      Sentence.lines(LineCounts(executable: 9, executed: 6), before: before)
        == "3 lines did not run, 1 fewer than in #41 " + words)
  }

  @Test(
    "a test that is skipped in one of the two leaves lines out there alone",
    arguments: [
      (["a"], [], Comparison.Coverage.Unequal.here), ([], ["a"], .there), (["a"], ["b"], .both),
      (["a", "b"], ["a", "b"], nil), (["a"], ["a", "b"], .there), (["new"], [], nil), ([], ["gone"], nil),
    ] as [([TestID], [TestID], Comparison.Coverage.Unequal?)])
  func skipped(here: [TestID], there: [TestID], which: Comparison.Coverage.Unequal?) {
    func gaps(_ all: Set<TestID>, _ skipped: [TestID]) -> TestGaps {
      TestGaps(isUneven: false, skipped: Set(skipped), ran: all.subtracting(skipped))
    }
    let (now, then) = (gaps(["a", "b", "new"], here), gaps(["a", "b", "gone"], there))
    #expect(Comparison.Coverage.Unequal.of(here: now, there: then) == which)
  }

  @Test("a skipped test that is called otherwise leaves out what it did before")
  func skippedOtherwise() {
    func report(_ skipped: String) -> TestReport {
      TestReport(
        cases: [(skipped, TestOutcome.skipped), ("b", .passed)].map { name, outcome in
          var test = TestCase(
            id: TestID("T.S/\(name)"), library: .xctest, target: "T", suite: "S", name: name,
            outcome: outcome)
          test.body = TestBody(name == skipped ? "x" : name)
          return test
        })
    }
    let (before, now) = (report("old"), report("new"))
    let match = TestMatch(before: before, now: now)
    #expect(Comparison.Coverage.Unequal.of(here: now.gaps, there: before.gaps(match)) == nil)
  }

  @Test("what differs in the tests is told by name and number, and what is the same is not")
  func between() {
    func report(_ outcomes: [(String, TestOutcome)]) -> TestReport {
      TestReport(
        cases: outcomes.map {
          TestCase(
            id: TestID("T.A/\($0.0)"), library: .xctest, target: "T", suite: "A", name: $0.0, outcome: $0.1)
        })
    }
    let before = report([
      ("same", .passed), ("gone", .passed), ("fails", .passed), ("red", .failed), ("mended", .crashed),
      ("quiet", .passed), ("again", .skipped), ("off", .skipped),
    ])
    let now = report([
      ("same", .passed), ("new", .passed), ("fails", .timedOut), ("red", .failed), ("mended", .passed),
      ("quiet", .skipped), ("again", .expectedFailure), ("off", .notRun),
    ])
    let found = OtherTests.between(before, now)
    #expect(found.new.first == ["T.A/new"] && found.gone.first == ["T.A/gone"])
    #expect(found.failed.first == ["T.A/fails"] && found.mended.first == ["T.A/mended"])
    #expect(found.silent.first == ["T.A/quiet"] && found.ranAgain.first == ["T.A/again"])
    #expect(found.rows(before: 3).map(\.words).first == "not in #3")
    #expect(OtherTests.between(now, now).isNone)
  }

  @Test("many names are counted, and the first of them told")
  func many() {
    let some = OtherTests.Some((0..<100).map { TestID("\($0)") })
    #expect(some.count == 100 && some.first.count == 20)
  }

  @Test("ranges are made of numbers in order, and counted")
  func ranges() {
    #expect([1, 2, 3, 7, 9, 10].ranges == [[1, 3], [7, 7], [9, 10]])
    #expect([1, 2, 3, 7, 9, 10].ranges.lineCount == 6 && [Int]().ranges.isEmpty)
  }

  @Test("a test that fails at another place than before, or that has other code, is named")
  func otherwise() {
    func test(_ name: String, line: Int, failsAt: Int?, body: String? = nil) -> TestCase {
      var row = TestCase(
        id: TestID("T.A/\(name)"), library: .xctest, target: "T", suite: "A", name: name,
        outcome: failsAt == nil ? .passed : .failed)
      (row.file, row.line) = ("T.swift", line)
      row.body = body.map { TestBody($0) }
      row.failures =
        failsAt.map { [TestFailure(message: "m", file: "T.swift", line: $0, kind: .assertion)] } ?? []
      return row
    }
    let before = TestReport(cases: [
      test("earlier", line: 10, failsAt: 15), test("moved", line: 20, failsAt: 22),
      test("written", line: 30, failsAt: nil, body: "a"), test("unknown", line: 40, failsAt: nil),
    ])
    let now = TestReport(cases: [
      test("earlier", line: 12, failsAt: 14), test("moved", line: 22, failsAt: 24),
      test("written", line: 32, failsAt: nil, body: "b"),
      test("unknown", line: 42, failsAt: nil, body: "c"),
    ])
    let found = OtherTests.between(before, now)
    #expect(found.otherwise?.first == ["T.A/earlier"] && found.rewritten?.first == ["T.A/written"])
    #expect(
      found.rows(before: 3).map(\.words) == ["failed otherwise than in #3", "with other code than in #3"])
    #expect(OtherTests.between(before, before).isNone)
  }
}
