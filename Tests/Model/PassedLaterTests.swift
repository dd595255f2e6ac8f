import Foundation
import Testing

@testable import Model

@Suite("What limited integrations saw pass since")
struct PassedLaterTests {
  private func id(_ digit: String) -> CommitID { CommitID(String(repeating: digit, count: 40)) }

  private func commit(_ digit: String) -> Commit {
    Commit(
      id: id(digit), branch: "main", author: digit, email: "\(digit)@b", date: Date(timeIntervalSince1970: 0),
      subject: "S")
  }

  private func report(_ number: IntegrationNumber, _ outcome: TestOutcome?) -> Report {
    let now = Date(timeIntervalSince1970: 0)
    var report = Report(
      bot: "b", integration: number, result: .testFailures, reason: "", commit: commit("3"), toolchain: "",
      configuration: .debug, queued: now, started: now)
    report.tests.cases =
      outcome.map { outcome in
        [TestCase(id: "T.S/a", library: .xctest, target: "T", suite: "S", name: "a", outcome: outcome)]
      } ?? []
    return report
  }

  private var failure: Model.Issue {
    Model.Issue(
      kind: .testFailure, message: "m", target: "T", file: nil, line: nil, test: "T.S/a", since: 9)
  }

  @Test("what was in the newest one that ran a test, and passed it, did not break it")
  func cleared() {
    var red = report(9, .failed)
    red.commits = ["3", "2", "1"].map(commit)
    red.comparedWith = Comparison(integration: 1, coverage: nil)
    func suspected(_ limited: [(Report, [CommitID])]) -> [String] {
      var lists = IssueLists()
      lists.new = [failure]
      lists.tellPassed(
        in: limited.map { LimitedSince($0.0, commits: Set($0.1)) }, of: red.commits.map(\.id))
      return Suspicion.of(lists.new[0], in: red).map { "\($0.commit.author): \($0.why)" }
    }
    #expect(suspected([]).count == 3)
    let cleared = [id("1"), id("2")]
    for newer in [nil, TestOutcome.skipped] {
      #expect(
        suspected([(report(8, newer), cleared), (report(7, .passed), cleared)])
          == ["3: the only commit since #7"])
    }
    // It failed before the newest one came, and passed with the oldest.
    #expect(
      suspected([(report(8, .failed), cleared), (report(7, .passed), [id("1")])])
        == ["2: the only commit between #7 and #8"])
    #expect(suspected([(report(8, .failed), [id("1")])]) == ["1: the only commit between #1 and #8"])
  }

  @Test("what came with a merge from where all was well is not suspected, of a build that fails neither")
  func beside() {
    var red = report(9, .failed)
    red.commits = ["3", "2", "1"].map(commit)
    red.comparedWith = Comparison(integration: 1, coverage: nil)
    var other = report(8, .passed)
    other.commit?.branch = "topic"
    func suspected(_ issue: Model.Issue, _ other: Report) -> [String] {
      var lists = IssueLists(new: [issue])
      lists.tellPassed(beside: [LimitedSince(other, commits: [id("1"), id("2")])])
      return Suspicion.of(lists.new[0], in: red).map { "\($0.commit.author): \($0.why)" }
    }
    #expect(
      suspected(failure, other) == ["3: the only new commit that #8 of topic does not have, where it passed"])
    #expect(suspected(failure, report(8, .failed)).count == 3)
    #expect(suspected(failure, report(8, nil)).count == 3, "it did not run there")
    var error = failure
    (error.kind, error.test) = (.testBuildError, nil)
    #expect(suspected(error, other).count == 3, "whether it built there is not known")
    other.phases = [Phase(name: .build, status: .passed, seconds: 1)]
    #expect(
      suspected(error, other) == ["3: the only new commit that #8 of topic does not have, where all builds"])
  }

  @Test("a test that passed before it went was mended")
  func mended() {
    var gone = failure
    gone.testIsGone = true
    for (outcome, isGone) in [(TestOutcome.passed, false), (.failed, true)] {
      var lists = IssueLists()
      lists.resolved = [gone]
      lists.tellPassed(in: [LimitedSince(report(8, outcome), commits: [])], of: [])
      #expect(lists.resolved.map(\.testIsGone) == [isGone])
    }
  }
}
