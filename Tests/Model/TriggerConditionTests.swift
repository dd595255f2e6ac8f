import Foundation
import Testing

@testable import Model

/// `broke` and `mended` along a branch, each integration judged against the one before it.
@Suite("What broke and what was mended")
struct TriggerConditionTests {
  /// A branch as it goes on.
  private struct Branch {
    private var last: Report?

    /// What became of its tests; nil where it does not build.
    mutating func integrate(_ outcomes: [String: TestOutcome]?) -> [Bot.Trigger.Condition] {
      var evidence = Judgement.Evidence()
      evidence.integration = IntegrationNumber((last?.integration.value ?? 0) + 1)
      evidence.baseline = last.map {
        Baseline(
          integration: $0.integration, commit: nil, openIssues: $0.issues.open, coverage: nil, testCount: 0,
          phaseSeconds: [:])
      }
      if let outcomes {
        let passing = ["always": TestOutcome.passed]
        evidence.tests = TestReport(
          cases: outcomes.merging(passing) { $1 }.sorted { $0.key < $1.key }.map {
            TestCase(
              id: TestID("T.S/\($0.key)"), library: .xctest, target: "T", suite: "S", name: $0.key,
              outcome: $0.value)
          })
      } else {
        evidence.buildFailed = true
        evidence.diagnostics = [
          Diagnostic(severity: .error, message: "no such type", file: "F.swift", line: 1, column: 1)
        ]
      }
      let judged = Judgement.of(evidence)
      var report = Report(
        bot: "b", integration: evidence.integration, result: judged.result, reason: judged.reason,
        commit: nil, toolchain: "", configuration: .debug, queued: .distantPast, started: .distantPast)
      (report.tests, report.issues) = (evidence.tests, judged.issues)
      (report.comparedWith, report.tolerated) = (judged.comparedWith, judged.isTolerated)
      last = report
      return [.broke, .mended].filter {
        Bot.Trigger(act: .after(script: "x"), when: [$0]).applies(to: report)
      }
    }
  }

  /// What holds in each integration, one after the other.
  private func holds(_ integrations: [String: TestOutcome]?...) -> [[Bot.Trigger.Condition]] {
    var branch = Branch()
    return integrations.map { branch.integrate($0) }
  }

  private func holds(_ report: Report) -> [Bot.Trigger.Condition] {
    Bot.Trigger.Condition.allCases.filter {
      Bot.Trigger(act: .after(script: "x"), when: [$0]).applies(to: report)
    }
  }

  @Test("what is inconclusive has a condition of its own, and no other result has it")
  func inconclusive() {
    for result in IntegrationResult.allCases {
      let report = Report(
        bot: "b", integration: 2, result: result, reason: "", commit: nil, toolchain: "",
        configuration: .debug, queued: .distantPast, started: .distantPast)
      #expect(holds(report).contains(.inconclusive) == (result == .inconclusive), "\(result)")
      if result == .inconclusive { #expect(holds(report) == [.inconclusive]) }
    }
  }

  @Test("new issues are those that are new or came back, and neither flaky nor silenced ones")
  func newIssues() {
    var report = Report(
      bot: "b", integration: 2, result: .testFailures, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: .distantPast, started: .distantPast)
    let issue = Model.Issue(
      kind: .warning, message: "m", target: "T", file: "F.swift", line: 1, test: nil, since: 2)
    func isNew(_ lists: IssueLists) -> Bool {
      report.issues = lists
      return holds(report).contains(.newIssues)
    }
    #expect(isNew(IssueLists(new: [issue])) && isNew(IssueLists(cameBack: [issue])))
    #expect(!isNew(IssueLists(unresolved: [issue])) && !isNew(IssueLists(resolved: [issue])))
    #expect(!isNew(IssueLists(silenced: [issue])) && !isNew(IssueLists(flaky: [issue])))
  }

  @Test("what passed fails, and passes again")
  func plain() {
    #expect(
      holds(["x": .passed], ["x": .failed], ["x": .failed], ["x": .passed]) == [
        [], [.broke], [], [.mended],
      ])
  }

  @Test(
    "what is only skipped is not mended, and did not break when it fails again",
    arguments: [TestOutcome.skipped, .notRun])
  func skipped(outcome: TestOutcome) {
    #expect(
      holds(["x": .passed], ["x": .failed], ["x": outcome], ["x": .failed], ["x": .passed]) == [
        [], [.broke], [], [], [.mended],
      ])
    #expect(
      holds(["x": .passed], ["x": .timedOut], ["x": outcome], ["x": .failed], ["x": .passed]) == [
        [], [.broke], [], [], [.mended],
      ], "whatever it failed of")
    #expect(
      holds(["x": .passed], ["x": .failed], ["x": outcome], ["x": .crashed, "y": .failed]) == [
        [], [.broke], [], outcome == .skipped ? [.broke] : [],
      ])
    #expect(
      holds(["x": .failed, "y": .failed], ["x": outcome, "y": .passed], ["x": .passed, "y": .passed]) == [
        [], [], [.mended],
      ])
  }

  @Test("what was skipped long ago hides neither what breaks later nor what is mended")
  func longAgo() {
    #expect(
      holds(
        ["x": .failed, "y": .passed], ["x": .skipped, "y": .passed], ["x": .skipped, "y": .passed],
        ["x": .skipped, "y": .failed], ["x": .skipped, "y": .failed], ["x": .skipped, "y": .passed])
        == [[], [], [], [.broke], [], [.mended]])
    // What fails again was not seen to break, and what fails beside it was.
    #expect(
      holds(
        ["x": .failed, "y": .passed], ["x": .skipped, "y": .passed], ["x": .failed, "y": .failed],
        ["x": .failed, "y": .failed, "z": .failed]) == [[], [], [.broke], []])
  }

  @Test("while all is red that one is skipped changes nothing")
  func stillRed() {
    #expect(
      holds(["x": .failed, "y": .passed], ["x": .skipped, "y": .failed], ["x": .skipped, "y": .passed])
        == [[], [], []])
    #expect(
      holds(["x": .failed], nil, ["x": .skipped], nil, ["x": .skipped]) == [[], [], [], [.broke], [.mended]])
  }

  @Test("a test that is gone was not mended by anybody")
  func gone() {
    #expect(holds(["x": .failed], [:]) == [[], []])
    #expect(holds(["x": .failed, "y": .failed], ["y": .passed]) == [[], [.mended]])
  }
}
