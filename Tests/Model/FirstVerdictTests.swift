import Model
import Testing

@Suite("What is told of the tests that execute what changed")
struct FirstVerdictTests {
  @Test("is how they ended, and how many are to come")
  func passed() {
    #expect(
      FirstVerdict(count: 41, passed: 41, failed: [], total: 549, seconds: 2.1).words
        == "41 of 549 tests execute what changed: all passed in 2.1 s; 508 more are running")
    #expect(
      FirstVerdict(count: 1, passed: 1, failed: [], total: 2, seconds: 0.01).words
        == "1 of 2 tests executes what changed: it passed in 10 ms; 1 more is running")
    #expect(
      FirstVerdict(count: 3, passed: 2, failed: [], total: 9, seconds: 1).words
        == "3 of 9 tests execute what changed: none failed in 1.0 s, 2 passed; 6 more are running")
  }

  @Test("names those that failed, and calls nothing passed that is looked at again")
  func failed() {
    let names = (1...6).map { TestID("T.A/\($0)") }
    #expect(
      FirstVerdict(
        count: 7, passed: 1, failed: names, total: 1_000, seconds: 1, isDoubtful: true, areMore: true
      ).words
        == "7 of 1,000 tests execute what changed: at least 6 failed (T.A/1, T.A/2, T.A/3, T.A/4, "
        + "T.A/5 and 1 more); all run once more, one after the other")
    #expect(
      FirstVerdict(count: 2, passed: 1, failed: [], total: 9, seconds: 1, isDoubtful: true).words
        == "2 of 9 tests execute what changed: beside each other not all went well; all run once more, one "
        + "after the other")
  }

  @Test("tells those that are only not known not to be among them apart")
  func unsure() {
    #expect(
      FirstVerdict(count: 2, passed: 1, failed: ["T.A/1"], total: 13, seconds: 1, unsure: 1).words
        == "1 of 13 tests executes what changed, and 1 more may: 1 failed (T.A/1); 11 more are running")
    #expect(
      FirstVerdict(count: 1, passed: 0, failed: ["T.A/1"], total: 13, seconds: 1, unsure: 1).words
        == "1 of 13 tests may execute what changed: 1 failed (T.A/1); 12 more are running")
  }

  @Test("tells where something else changed too, of which nobody knows whom it concerns")
  func besides() {
    #expect(
      FirstVerdict(count: 2, passed: 2, failed: [], total: 13, seconds: 1, mayConcernOthers: true).words
        == "2 of 13 tests execute what changed: all passed in 1.0 s; 11 more, which something else that "
        + "changed may concern, are running")
    #expect(
      AffectedFirst(count: 2, passed: 2, failed: 0, firstVerdictSeconds: 3, mayConcernOthers: true).words
        == "The 2 tests that execute what changed, or may, ran first: 3.0 s after the beginning it was known "
        + "how they end. Something changed besides that may concern any other.")
  }

  @Test("is that there is none, where none does")
  func none() {
    #expect(
      FirstVerdict(count: 0, passed: 0, failed: [], total: 549, seconds: 0).words
        == "No test executes what changed; 549 tests run")
    #expect(
      AffectedFirst(count: 0, passed: 0, failed: 0, firstVerdictSeconds: nil).words
        == "No test executes what changed.")
  }

  @Test("is told of all where each may execute it, and the pages do not say that they ran first")
  func everything() {
    #expect(
      FirstVerdict(count: 9, passed: 9, failed: [], total: 9, seconds: 1, isEverything: true).words
        == "Each of 9 tests may execute what changed: all passed in 1.0 s")
    #expect(
      FirstVerdict(count: 1, passed: 1, failed: [], total: 1, seconds: 1, isEverything: true).words
        == "The only test may execute what changed: it passed in 1.0 s")
    #expect(
      AffectedFirst(count: 9, passed: 9, failed: 0, firstVerdictSeconds: 3, isEverything: true).words == nil)
  }

  @Test("the report counts them as they ended in the end")
  func counts() {
    func test(_ name: String, _ outcome: TestOutcome) -> TestCase {
      TestCase(
        id: TestID(name), library: .xctest, target: "T", suite: "A", name: name, outcome: outcome)
    }
    let found = AffectedFirst(
      ["a", "b", "c"],
      in: [test("a", .passed), test("b", .flaky), test("c", .skipped), test("d", .failed)],
      firstVerdictSeconds: 3)
    #expect(found == AffectedFirst(count: 3, passed: 1, failed: 1, firstVerdictSeconds: 3))
  }

  @Test("tests of one name count each, though they were told by that name alone before")
  func namesakes() {
    let cases = (1...2).map { number in
      var test = TestCase(
        id: TestID("T.over(_:)/S.swift#\(number)"), library: .swiftTesting, target: "T", suite: "",
        name: "over(_:)", outcome: number == 1 ? .passed : .failed)
      test.file = "Tests/T/S.swift"
      return test
    }
    let found = AffectedFirst(["T.over(_:)"], in: cases, firstVerdictSeconds: 3)
    #expect(found == AffectedFirst(count: 2, passed: 1, failed: 1, firstVerdictSeconds: 3))
  }
}
