import Model
import Testing

@testable import Integrator

/// What tests that stood still side by side are told to have done the second time.
@Suite("Together again")
struct TogetherAgainTests {
  private func words(
    _ outcomes: [TestOutcome], quiet: Double = 4, isStalled: Bool = false, hasEnd: Bool = true,
    undecided: Set<TestID> = [], known: Set<TestID> = [], openFor: Double = 5
  ) -> String? {
    var outcome = BatchOutcome()
    for (place, row) in outcomes.enumerated() {
      var test = TestCase(
        id: TestID("M.t\(place)()"), library: .swiftTesting, target: "M", suite: "", name: "t\(place)()",
        outcome: row)
      test.span = TestSpan(from: 0, to: openFor)
      test.begun = row == .notRun ? true : nil
      if row == .notRun { outcome.ledger.announce([test]) } else { outcome.ledger.record(test) }
    }
    let batch = Batch(library: .swiftTesting, selection: .named)
    if hasEnd {
      outcome.end = BatchEnd(batch: batch, asked: [], decided: [], isStalled: isStalled, longestQuiet: quiet)
    }
    var still = TestLedger.StoodStill(
      tests: ["M.t0()", "M.t1()"], story: TestLedger.Story(sentence: "it stood still", moment: .sideBySide),
      still: TestLedger.Standstill(leastAlone: 3.6, leastAgain: 3.6, batch: batch), aloneSeconds: 5)
    still.still.undecided = undecided
    return outcome.whatWentWrong(of: still, but: known, within: "19 s")
  }

  @Test("what is as quiet again and ends was slow")
  func slow() {
    #expect(words([.passed, .passed]) == nil)
    #expect(words([.skipped, .passed]) == nil)
    #expect(words([.failed, .passed]) == nil, "red is told as red")
  }

  @Test("what is heard of sooner had not been slow")
  func soon() {
    #expect(
      words([.passed, .passed], quiet: 2.5) == "and when they had 19 s, they were quiet for 2.5 s at most")
    #expect(
      words([.passed, .passed], openFor: 2) == "and when they had 19 s, they were quiet for 2.0 s at most",
      "what was quiet then was another one")
  }

  @Test("so is what had not begun when they stood still; of what had ended well before nothing is asked")
  func others() {
    #expect(words([.passed, .passed, .crashed]) == nil)
    #expect(words([.passed, .passed, .crashed], undecided: ["M.t2()"], known: ["M.t2()"]) == nil)
    #expect(
      words([.passed, .passed, .crashed], undecided: ["M.t2()"]) == "and when they had 19 s, M.t2() crashed")
  }

  @Test("what stands still again, does not end, fails or cannot be told is no better than before")
  func wrong() {
    #expect(words([.notRun, .notRun], isStalled: true) == "and once more when they had 19 s")
    #expect(
      words([.passed, .passed, .notRun], isStalled: true, undecided: ["M.t2()"])
        == "and once more when they had 19 s (then it was M.t2())")
    #expect(words([.passed, .passed], hasEnd: false) == "and when they had 19 s not all came to an end")
    #expect(
      words([.passed, .notRun]) == "and when they had 19 s, not all came to an end (then it was M.t1())")
    #expect(words([.passed, .crashed]) == "and when they had 19 s, M.t1() crashed")
    var limited = BatchOutcome()
    limited.stop = PhaseStop.limit("x")
    let still = TestLedger.StoodStill(
      tests: [], story: TestLedger.Story(sentence: "x", moment: .cases),
      still: TestLedger.Standstill(
        leastAlone: 1, leastAgain: 1, batch: Batch(library: .swiftTesting, selection: .all)),
      aloneSeconds: 1)
    #expect(
      limited.whatWentWrong(of: still, within: "9 s")
        == "and when they had 9 s, until the integration's time was up")
  }

  @Test("quiet is the longest time without a word while any was open, up to the last look")
  func quiet() {
    var stillness = Stillness(timeoutSeconds: 60, cores: 2)
    func look(_ open: Int, _ told: Int, _ elapsed: Double) {
      _ = stillness.look(open: open, told: told, elapsed: elapsed, worked: { elapsed })
    }
    look(0, 0, 3)
    look(2, 2, 4)
    look(2, 2, 6)
    look(2, 3, 6.5)
    #expect(stillness.longestQuiet == 2.5)
    look(1, 3, 7)
    look(1, 3, 11)
    #expect(stillness.longestQuiet == 4.5)
    look(0, 4, 11.5)
    look(0, 4, 30)
    look(0, 4, 30.5)
    #expect(stillness.longestQuiet == 5)
  }
}
