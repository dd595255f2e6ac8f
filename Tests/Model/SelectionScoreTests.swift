import Model
import Testing

@Suite("What selecting tests would have left out")
struct SelectionScoreTests {
  private func test(
    _ name: String, _ outcome: TestOutcome = .passed, _ message: String = "no", seconds: Double? = 1
  ) -> TestCase {
    var test = TestCase(
      id: TestID(name), library: .xctest, target: "T", suite: "A", name: name, outcome: outcome)
    test.seconds = seconds
    if outcome.wentWrong {
      test.failures = [TestFailure(message: message, file: nil, line: nil, kind: .assertion)]
    }
    return test
  }

  private func score(
    _ chosen: Set<TestID>, of tests: [TestCase], before: [TestCase] = []
  ) -> SelectionScore {
    let all = Set((tests + [test("gone")]).map(\.id)).subtracting(["unlisted"])
    return SelectionScore(
      .init(since: 4, all: all, chosen: chosen, changed: "f()"), of: TestReport(cases: tests),
      before: TestReport(cases: before))
  }

  @Test("is how many, and what they worked")
  func leftOut() {
    let found = score(["a"], of: [test("a"), test("b"), test("c", seconds: nil), test("unlisted")])
    #expect(found == SelectionScore(since: 4, total: 4, leftOut: 2, seconds: 1))
  }

  @Test("tells what would have been missed: not what is flaky, and not what failed so before")
  func misses() {
    let tests = [
      test("a", .failed), test("b", .crashed), test("c", .flaky), test("d", .failed, "took 12 ms"),
      test("e", .failed, "other words"), test("f", .skipped), test("g", .timedOut),
    ]
    let before = [
      test("d", .failed, "took 15 ms"), test("e", .failed), test("g", .passed), test("b", .skipped),
    ]
    let found = score(["a"], of: tests, before: before)
    #expect(found.misses.map(\.test) == ["b", "e", "g"])
    #expect(found.misses.allSatisfy { $0.why == "f()" })
  }

  @Test("of many commits is told once there are fifty")
  func words() {
    var scores = SelectionScores()
    (scores.count, scores.total, scores.leftOut, scores.seconds) = (49, 27_000, 23_000, 250)
    #expect(scores.words == nil)
    scores.count = 50
    #expect(
      scores.words
        == "In 50 commits `select: affected` would have left out 23,000 of 27,000 tests and saved at least "
        + "4 min 10 s; it would have missed nothing.")
    scores.misses = [.init(.init(test: "a", why: "f()"), in: 3)]
    #expect(scores.words?.hasSuffix("; it would have missed 1 failure.") == true)
  }
}
