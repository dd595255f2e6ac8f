import Testing

@testable import Model

@Suite struct CulpritTests {
  @Test("what was found out is a sentence")
  func words() {
    #expect(Culprit(.after, ["T.A/a"], runs: 9).words == "fails only after T.A/a (9 runs)")
    #expect(Culprit(.after, ["T.A/a", "T.B/b"], runs: 1).words == "fails only after T.A/a and T.B/b (1 run)")
    #expect(Culprit(.beside, ["T.A/a"], runs: 2).words == "fails only beside T.A/a (2 runs)")
    let many = (1...7).map { TestID("t\($0)") }
    #expect(
      Culprit(.unclear, many, runs: 60).words
        == "fails among 7 tests, of which it was not found which are needed: t1, t2, t3, t4, t5 and 2 more "
        + "(60 runs)")
    #expect(Culprit.Finding.allCases.allSatisfy { !Culprit($0, ["t"], runs: 3).words.contains("  ") })
  }

  @Test("it stands beside how often the test was repeated")
  func attempts() {
    var row = TestCase(
      id: "T.A/a", library: .xctest, target: "T", suite: "A", name: "a", outcome: .flaky)
    #expect(row.attemptWords == nil)
    row.culprit = Culprit(.after, ["T.A/b"], runs: 9)
    #expect(row.attemptWords == "It fails only after T.A/b (9 runs).")
  }
}
