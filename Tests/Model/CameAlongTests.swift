import Testing

@testable import Model

/// A red branch is merged into a green one: nothing of it is new to anybody, and this branch had none of it.
@Suite("What comes along with another branch's commits") struct CameAlongTests {
  private static let test: TestID = "T.S/a"

  private let issue = Model.Issue(
    kind: .testFailure, message: "m", target: "T", file: "F.swift", line: 1, test: test, since: 9,
    identity: .make(test: test, outcome: .failed))

  private func evidence(open: [Model.Issue] = []) -> Judgement.Evidence {
    var evidence = Judgement.Evidence()
    evidence.integration = 9
    evidence.tests = TestReport(cases: [
      TestCase(id: Self.test, library: .xctest, target: "T", suite: "S", name: "a", outcome: .failed)
    ])
    evidence.baseline = Baseline(
      integration: 8, commit: nil, openIssues: open, coverage: nil, testCount: 1, phaseSeconds: [:])
    evidence.pastIssues = [
      PastIssue(
        identity: issue.identity, test: Self.test, since: 5, lastIn: 7, isResolved: false, isOfBranch: false)
    ]
    return evidence
  }

  private func report(_ lists: IssueLists) -> Report {
    var report = Report(
      bot: "b", integration: 9, result: .testFailures, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: .distantPast, started: .distantPast)
    (report.tests, report.issues) = (evidence().tests, lists)
    report.comparedWith = Comparison(integration: 8, coverage: nil)
    return report
  }

  @Test("it is told apart from what was there, with where it was last, and breaks what was green")
  func told() {
    let lists = IssueLifeCycle.judge([issue], evidence(), .testFailures)
    #expect(lists.cameAlong.map(\.cameFrom) == [7] && lists.new.isEmpty && lists.stillThere.isEmpty)
    #expect(lists.cameAlong.map(\.age) == ["came along from #7, since #5"])
    #expect(report(lists).broke)
    #expect(Sentence.outcome(report(lists)) == "1 of 1 test failed, it came along from #7")
  }

  @Test("so it is where this branch had it once and mended it before")
  func mendedBefore() {
    var evidence = evidence()
    var own = PastIssue(identity: issue.identity, test: Self.test, since: 2, lastIn: 3, isResolved: true)
    evidence.pastIssues.append(own)
    let along = IssueLifeCycle.judge([issue], evidence, .testFailures)
    #expect(along.cameAlong.map(\.cameFrom) == [7] && along.cameBack.isEmpty)
    (own.since, own.lastIn) = (8, 8)
    evidence.pastIssues[1] = own
    let back = IssueLifeCycle.judge([issue], evidence, .testFailures)
    #expect(back.cameBack.map(\.lastIn) == [8] && back.cameAlong.isEmpty)
  }

  @Test("what its test did otherwise is told apart from what could not be seen")
  func otherwise() {
    var hang = issue
    hang.identity = .make(test: Self.test, outcome: .timedOut)
    var elsewhere = issue
    (elsewhere.test, elsewhere.identity) = ("T.S/b", .make(test: "T.S/b", outcome: .crashed))
    var evidence = evidence(open: [hang, elsewhere])
    evidence.tests.cases.append(
      TestCase(id: "T.S/b", library: .xctest, target: "T", suite: "S", name: "b", outcome: .skipped))
    let unfound = report(IssueLifeCycle.judge([issue], evidence, .testFailures)).unfound
    #expect(unfound.failedOtherwise.map(\.identity) == [hang.identity])
    #expect(unfound.notSeen.map(\.test) == ["T.S/b"])
  }

  @Test("at the next integration it is still there, and broke nothing")
  func next() throws {
    let first = IssueLifeCycle.judge([issue], evidence(), .testFailures)
    let lists = IssueLifeCycle.judge([issue], evidence(open: first.open), .testFailures)
    #expect(lists.stillThere.map(\.since) == [5] && lists.cameAlong.isEmpty)
    #expect(!report(lists).broke)
    #expect(Sentence.outcome(report(lists)) == "1 of 1 test failed, not a new one")
  }

  @Test("beside what was red before it breaks nothing")
  func redBefore() {
    var other = issue
    (other.test, other.identity) = ("T.S/b", .make(test: "T.S/b", outcome: .failed))
    let lists = IssueLifeCycle.judge([issue, other], evidence(open: [other]), .testFailures)
    #expect(lists.cameAlong.count == 1 && lists.stillThere.count == 1 && !report(lists).broke)
    var instead = IssueLifeCycle.judge([issue], evidence(), .testFailures)
    #expect(report(instead).broke)
    instead.resolved = [other]
    #expect(!report(instead).broke, "red before, by something else")
    instead.resolved[0].setAsideIn = 8
    #expect(report(instead).broke, "what was set aside was not red")
  }

  @Test("a branch that has only just begun took nothing in: it is as where it left")
  func begun() {
    var begun = evidence()
    begun.baseline = nil
    let lists = IssueLifeCycle.judge([issue], begun, .testFailures)
    #expect(lists.cameAlong.isEmpty && lists.stillThere.count == 1)
  }
}
