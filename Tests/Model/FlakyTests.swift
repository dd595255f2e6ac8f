import Testing

@testable import Model

/// Tests that failed and, repeated alone, passed.
@Suite struct FlakyTests {
  private func row(
    _ name: String, _ first: TestOutcome, _ alone: [TestOutcome], passedIn: IntegrationNumber? = nil
  ) -> TestCase {
    var row = TestCase(
      id: TestID("T.S/\(name)"), library: .xctest, target: "T", suite: "S", name: name, outcome: first)
    row.attempts = ([first] + alone).map { outcome in
      row.outcome = outcome
      return TestAttempt(row)
    }
    row.outcome = alone.last == .passed || passedIn != nil ? .flaky : first
    row.passedIn = passedIn
    return row
  }

  private let passing = TestCase(
    id: "T.S/p", library: .xctest, target: "T", suite: "S", name: "p", outcome: .passed)

  private func judged(_ rows: [TestCase], _ change: (inout Judgement.Evidence) -> Void = { _ in })
    -> Judgement
  {
    var evidence = Judgement.Evidence()
    evidence.integration = 9
    evidence.tests = TestReport(cases: rows)
    change(&evidence)
    return Judgement.of(evidence)
  }

  @Test("the sentence says how it failed and where it passed")
  func sentences() {
    func reason(_ rows: TestCase...) -> String { judged(rows + [passing]).reason }
    #expect(
      reason(row("a", .failed, [.passed]))
        == "1 of 2 tests is flaky: it failed among the others and passed alone")
    #expect(
      reason(row("a", .failed, [.failed, .passed]), row("b", .failed, [.passed]))
        == "2 of 3 tests are flaky: they failed among the others and passed alone")
    #expect(
      reason(row("a", .crashed, [.passed]))
        == "1 of 2 tests is flaky: it crashed among the others and passed alone")
    #expect(
      reason(row("a", .timedOut, [.passed]))
        == "1 of 2 tests is flaky: it timed out and, repeated alone, passed")
    #expect(
      reason(row("a", .failed, [.failed], passedIn: 7))
        == "1 of 2 tests is flaky: it failed, and passed in #7, of the same commit")
    #expect(
      reason(row("a", .failed, [.failed], passedIn: 7), row("b", .failed, [.passed]))
        == "2 of 3 tests are flaky: "
        + "they failed, and passed alone or in an earlier integration of the same commit")
    #expect(
      judged([row("a", .failed, [.passed])]).reason
        == "1 of 1 test is flaky: it failed and, repeated alone, passed")
    #expect(
      reason(row("a", .failed, [.passed]), row("b", .failed, [.failed])) == "1 of 3 tests failed, 1 flaky")
  }

  @Test("only where all that failed passed in this build may a bot let it pass")
  func tolerance() {
    let alone = row("a", .failed, [.passed])
    func status(_ rows: [TestCase], _ effect: Bot.FlakyEffect) -> (IntegrationResult, Bool) {
      let judgement = judged(rows) { $0.flaky = effect }
      return (judgement.result, judgement.isTolerated)
    }
    #expect(status([alone, passing], .fail) == (.flaky, false))
    #expect(status([alone, passing], .pass) == (.flaky, true))
    #expect(status([alone, row("b", .failed, [.failed])], .pass) == (.testFailures, false))
    #expect(status([alone, row("b", .failed, [.failed], passedIn: 3)], .pass) == (.flaky, false))
    #expect(judged([alone, passing]) { $0.oddEnds = ["x"] }.result == .inconclusive)
  }

  @Test("what fires after flaky tests")
  func triggers() {
    func fired(_ result: IntegrationResult, tolerated: Bool) -> [Bot.Trigger.Condition] {
      var report = Report(
        bot: "b", integration: 1, result: result, reason: "", commit: nil, toolchain: "",
        configuration: .debug, queued: .distantPast, started: .distantPast)
      report.tests = TestReport(cases: [row("a", .failed, [.passed])])
      report.tolerated = tolerated
      return Bot.Trigger.Condition.allCases.filter {
        Bot.Trigger(act: .after(script: "x"), when: [$0]).applies(to: report)
      }
    }
    #expect(fired(.flaky, tolerated: false) == [.testFailures, .flaky])
    #expect(fired(.flaky, tolerated: true) == [.succeeded, .flaky])
    #expect(fired(.testFailures, tolerated: false) == [.testFailures, .flaky])
  }

  @Test("it is an issue of its own kind that is never new, and resolves no failure")
  func issues() {
    let flaky = row("a", .failed, [.passed])
    let first = judged([flaky, passing]).issues
    #expect(first.new.isEmpty && first.open.isEmpty)
    #expect(first.flaky.map(\.kind) == [.flaky] && first.flaky.map(\.since) == [9])

    let failure = judged([row("a", .failed, [.failed])]).issues.new
    #expect(failure.map(\.kind) == [.testFailure])
    let after = judged([flaky, passing]) { $0.baseline = baseline(failure) }.issues
    #expect(after.resolved.isEmpty && after.unresolved.map(\.seen) == [true])
    var passed = flaky
    (passed.outcome, passed.attempts) = (.passed, [])
    let mended = judged([passed]) { $0.baseline = baseline(after.open) }.issues
    #expect(mended.resolved.map(\.kind) == [.testFailure] && mended.flaky.isEmpty)
  }

  @Test("a test that was flaky and now fails alone too is new, with where it was flaky")
  func fails() {
    var past = PastIssue(
      identity: .make(test: "T.S/a", outcome: .flaky), test: "T.S/a", since: 2, lastIn: 5, isResolved: false)
    let failing = judged([row("a", .failed, [.failed, .failed])]) { $0.pastIssues = [past] }.issues
    #expect(failing.new.map(\.flakyIn) == [5])
    let again = judged([row("a", .failed, [.passed])]) { $0.pastIssues = [past] }.issues
    #expect(again.flaky.map(\.since) == [2] && again.flaky.map(\.age) == ["told as flaky in #5 too"])
    let branches: [IntegrationNumber: BranchName] = [5: "topic"]
    #expect(again.flaky.map { $0.age(elsewhere: branches) } == ["told as flaky in #5 of topic too"])
    #expect(failing.new.map { $0.newness(elsewhere: branches) } == ["new, told as flaky in #5 of topic"])
    (past.isOfBranch, past.otherBranch) = (false, "fix")
    let other = judged([row("a", .failed, [.failed, .failed])]) { $0.pastIssues = [past] }.issues
    #expect(other.new.map { $0.newness(elsewhere: [:]) } == ["new, told as flaky in #5 of fix"])
    past.calledThen = "T.S/b"
    let renamed = judged([row("a", .failed, [.passed])]) { $0.pastIssues = [past] }.issues
    #expect(renamed.flaky.map(\.age) == ["told as flaky in #5 of fix as T.S/b too"])
  }

  private func baseline(_ open: [Model.Issue]) -> Baseline {
    Baseline(
      integration: 8, commit: nil, openIssues: open, coverage: nil, testCount: 0, phaseSeconds: [:])
  }
}
