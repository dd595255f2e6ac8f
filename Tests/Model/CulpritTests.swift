import Testing

@testable import Model

@Suite struct CulpritTests {
  @Test("what was found out is a sentence")
  func words() {
    func words(
      _ finding: Culprit.Finding, _ tests: [TestID], also: [[TestID]] = [], _ without: Culprit.Without?
    ) -> String { Culprit(finding, tests, also: also, without: without, runs: 9).words }
    #expect(words(.after, ["T.A/a"], .passes) == "fails after T.A/a and passes without it (9 runs)")
    #expect(
      words(.after, ["T.A/a", "T.B/b"], .passes)
        == "fails after T.A/a and T.B/b and passes without them (9 runs)")
    #expect(words(.beside, ["T.A/a"], .passes) == "fails beside T.A/a and passes without it (9 runs)")
    #expect(words(.after, ["T.A/a"], nil) == "fails after T.A/a and not alone (9 runs)")
    #expect(
      words(.after, ["T.A/a"], also: [["T.B/b"], ["T.C/c", "T.D/d"]], .passes)
        == "fails after T.A/a, also after T.B/b, also after T.C/c and T.D/d, and passes without all of these "
        + "(9 runs)")
    #expect(
      words(.after, ["T.A/a"], .fails)
        == "fails after T.A/a, and without it after others too, of which it was not found which (9 runs)")
    #expect(
      words(.beside, ["T.A/a"], also: [["T.B/b"]], nil)
        == "fails beside T.A/a, also beside T.B/b, and not alone (9 runs)")
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

  @Test("what fails alone, and passed alone, is no matter of an order")
  func passedAlone() {
    #expect(Culprit(.alone, runs: 2).wherePassedAlone == Culprit(.chance, runs: 2))
    let after = Culprit(.after, ["T.A/b"], without: .passes, runs: 9)
    #expect(after.wherePassedAlone == after)
  }

  @Test("it stands beside how often the test was repeated")
  func attempts() {
    var row = TestCase(
      id: "T.A/a", library: .xctest, target: "T", suite: "A", name: "a", outcome: .flaky)
    #expect(row.attemptWords == nil)
    row.culprit = Culprit(.after, ["T.A/b"], without: .passes, runs: 9)
    #expect(row.attemptWords == "It fails after T.A/b and passes without it (9 runs).")
  }
}
