import Foundation
import Model
import Testing

@Suite struct LatestFailuresTests {
  private func report(
    _ number: Int, _ outcomes: [String: TestOutcome], isLimited: Bool = false,
    _ result: IntegrationResult = .testFailures
  ) -> Report {
    var report = Report(
      bot: "b", integration: IntegrationNumber(number), result: result, reason: "", commit: nil,
      toolchain: "", configuration: .debug, queued: .distantPast, started: .distantPast)
    report.selection = isLimited ? TestSelection(filters: ["x"], skips: []) : nil
    if isLimited {
      var limited = Limitation()
      limited.tests = report.selection
      report.limited = limited
    }
    report.tests.cases = outcomes.sorted { $0.key < $1.key }.map {
      TestCase(
        id: TestID("T.S/\($0.key)"), library: .xctest, target: "T", suite: "S", name: $0.key,
        outcome: $0.value)
    }
    return report
  }

  private func latest(_ reports: [Report]) -> (names: [String], in: IntegrationNumber?) {
    let found = LatestFailures(newestFirst: reports)
    return (found.tests.map(\.name), found.integration)
  }

  @Test("a run of some tests hides no failure of the others")
  func limited() {
    let whole = report(3, ["a": .failed, "b": .crashed, "c": .passed])
    let before = report(2, ["d": .failed])
    #expect(latest([whole, before]) == (["a", "b"], 3))
    #expect(
      latest([report(4, ["c": .passed], isLimited: true, .succeeded), whole, before]) == (["a", "b"], 3))
    #expect(latest([report(4, ["a": .passed], isLimited: true, .succeeded), whole, before]) == (["b"], 3))
    #expect(latest([report(4, ["c": .flaky], isLimited: true), whole]) == (["c", "a", "b"], 4))
  }

  @Test("what the package itself leaves out does not make another one of what ran all the rest")
  func ownSelection() {
    var whole = report(3, ["new": .passed], .succeeded)
    whole.selection = TestSelection(filters: [], skips: ["Slow"])
    #expect(latest([whole, report(2, ["old": .failed])]) == ([], nil))
  }

  @Test("where they failed in several, the oldest is told too")
  func since() {
    let whole = report(3, ["a": .failed, "b": .crashed])
    let some = report(4, ["a": .failed], isLimited: true)
    #expect(LatestFailures(newestFirst: [whole]).since == nil)
    let both = LatestFailures(newestFirst: [some, whole])
    #expect(both.integration == 4 && both.since == 3)
    var selection = TestSelection(filters: ["a", "b"], skips: [], failedIn: 4)
    #expect(selection.words == ["only those that failed in #4"])
    selection.failedSince = 3
    #expect(selection.words == ["only those that failed in #3 to #4"])
  }

  @Test("those of the branch that stands here tell before all others, and all where none stands here")
  func ofBranch() {
    let red = report(1, ["a": .failed])
    let green = report(2, ["a": .passed], .succeeded)
    let broken = report(3, [:], .buildErrors)
    var older = report(4, ["a": .passed], isLimited: true, .succeeded)
    older.limited?.isOlderCommit = true
    let all: [(branch: BranchName?, report: Report)] = [
      ("topic", older), ("topic", broken), ("main", green), ("topic", red),
    ]
    func telling(_ branch: BranchName?, isOlderCommit: Bool = false) -> [IntegrationNumber] {
      LatestFailures.telling(all, at: branch, isOlderCommit: isOlderCommit).map(\.integration)
    }
    #expect(telling("topic") == [3, 1, 2] && telling("main") == [2, 3, 1])
    #expect(telling("new") == [3, 2, 1] && telling(nil) == [3, 2, 1])
    #expect(telling("topic", isOlderCommit: true) == [4, 3, 1, 2])
    // What another branch ran whole does not stand before what a part of this one's did.
    let part = report(1, ["a": .failed], isLimited: true)
    let both: [(branch: BranchName?, report: Report)] = [("main", green), ("topic", part)]
    #expect(latest(LatestFailures.telling(both, at: "topic", isOlderCommit: false)) == (["a"], 1))
    #expect(latest(LatestFailures.telling(both, at: nil, isOlderCommit: false)) == ([], nil))
    let alone = LatestFailures.telling([("topic", older)], at: "topic", isOlderCommit: false)
    #expect(alone.map(\.integration) == [4])
  }

  @Test("one that came to no end hides nothing of what it did not run, and one without tests nothing at all")
  func noEnd() {
    let whole = report(2, ["a": .failed, "b": .passed])
    #expect(latest([report(3, ["a": .notRun, "b": .passed], .canceled), whole]) == (["a"], 2))
    #expect(latest([report(3, [:], .buildErrors), whole]) == (["a"], 2))
    #expect(latest([report(3, ["a": .passed], .succeeded), whole]) == ([], nil))
    #expect(latest([]) == ([], nil))
  }
}
