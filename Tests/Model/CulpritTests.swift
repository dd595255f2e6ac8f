import Testing

@testable import Model

@Suite struct CulpritTests {
  @Test("what was found out is a sentence")
  func words() {
    #expect(Culprit(.after, ["T.A/a"], runs: 9).words == "fails after T.A/a and passes without it (9 runs)")
    #expect(
      Culprit(.after, ["T.A/a", "T.B/b"], runs: 1).words
        == "fails after T.A/a and T.B/b and passes without them (1 run)")
    #expect(
      Culprit(.beside, ["T.A/a"], runs: 2).words == "fails beside T.A/a and passes without it (2 runs)")
    #expect(
      Culprit(.chance, ["T.A/a"], runs: 9).words
        == "failed and passed with the same tests in its process: by chance, or because of something that "
        + "outlives the process (a file, defaults) (9 runs)")
    let many = (1...7).map { TestID("t\($0)") }
    #expect(
      Culprit(.unclear, many, runs: 60).words
        == "failed among 7 tests, of which it was not found which are needed: t1, t2, t3, t4, t5 and 2 more "
        + "(60 runs)")
    #expect(Culprit.Finding.allCases.allSatisfy { !Culprit($0, ["t"], runs: 3).words.contains("  ") })
  }

  @Test("it stands beside how often the test was repeated")
  func attempts() {
    var row = TestCase(
      id: "T.A/a", library: .xctest, target: "T", suite: "A", name: "a", outcome: .flaky)
    #expect(row.attemptWords == nil)
    row.culprit = Culprit(.after, ["T.A/b"], runs: 9)
    #expect(row.attemptWords == "It fails after T.A/b and passes without it (9 runs).")
  }
}
