import Model
import Testing

@testable import Integrator

/// What tests that stood still side by side are told to have done the second time.
@Suite("Together again")
struct TogetherAgainTests {
  private typealias Row = (outcome: TestOutcome, from: Double, to: Double)

  private func words(_ rows: [Row], isStalled: Bool = false, hasEnd: Bool = true) -> String? {
    var outcome = BatchOutcome()
    for (place, row) in rows.enumerated() {
      var test = TestCase(
        id: TestID("M.t\(place)()"), library: .swiftTesting, target: "M", suite: "", name: "t\(place)()",
        outcome: row.outcome)
      test.span = TestSpan(from: row.from, to: row.to)
      if row.outcome == .notRun { outcome.ledger.announce([test]) } else { outcome.ledger.record(test) }
    }
    let batch = Batch(library: .swiftTesting, selection: .named)
    if hasEnd { outcome.end = BatchEnd(batch: batch, asked: [], decided: [], isStalled: isStalled) }
    let still = TestLedger.StoodStill(
      tests: ["M.t0()", "M.t1()"], story: TestLedger.Story(sentence: "it stood still", moment: .sideBySide),
      stillSeconds: 4, aloneSeconds: 5)
    return outcome.whatWentWrong(of: still, within: "19")
  }

  @Test("what takes as long again and ends was slow")
  func slow() {
    #expect(words([(.passed, 0, 4.5), (.passed, 0, 5)]) == nil)
    #expect(words([(.skipped, 0, 0), (.passed, 0, 2)]) == nil)
  }

  @Test("what is soon done had not been slow")
  func soon() {
    #expect(words([(.passed, 0, 1), (.passed, 0, 2.5)]) == "and once more so they took 2.5 s")
  }

  @Test("what stands still again, does not end, fails or cannot be told is no better than before")
  func wrong() {
    #expect(words([(.notRun, 0, 0), (.notRun, 0, 0)], isStalled: true) == "and once more when they had 19 s")
    #expect(words([(.passed, 0, 5), (.passed, 0, 5)], hasEnd: false) == "and once more when they had 19 s")
    #expect(
      words([(.passed, 0, 5), (.notRun, 0, 0)]) == "and when they had 19 s, not all came to an end")
    #expect(words([(.passed, 0, 5), (.failed, 0, 5)]) == "and when they had 19 s, M.t1() failed")
  }
}
