import Model
import Testing

@Suite("An integration of the tests that what changed concerns")
struct SelectedTests {
  private var limited: Limitation {
    var limited = Limitation()
    limited.tests = TestSelection(filters: [], skips: [])
    limited.tests?.affectedSince = 12
    limited.wholeCount = 549
    return limited
  }

  @Test("says so first")
  func words() {
    var report = Report(
      bot: "parser", integration: 42, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: .distantPast, started: .distantPast)
    report.limited = limited
    report.tests = TestReport(
      cases: (1...41).map { number in
        TestCase(
          id: TestID("T.A/\(number)"), library: .xctest, target: "T", suite: "A", name: "\(number)",
          outcome: .passed)
      })
    #expect(
      Sentence.outcome(report)
        == "41 of 549 tests, only those that may execute what changed since #12: passed")
  }

  @Test("is told apart from what somebody asked for")
  func apart() {
    #expect(limited.isOfSelecting)
    var other = limited
    other.isOlderCommit = true
    #expect(!other.isOfSelecting)
    other = limited
    other.tests = TestSelection(filters: ["A"], skips: [])
    #expect(!other.isOfSelecting)
    #expect(!Limitation().isOfSelecting)
  }
}
