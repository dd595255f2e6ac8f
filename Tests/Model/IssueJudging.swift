@testable import Model

/// Whoever judges made-up issues.
protocol IssueJudging {}

extension IssueJudging {
  func issue(_ name: String, _ kind: Model.Issue.Kind = .testFailure, since: Int = 1, line: Int = 1)
    -> Model.Issue
  {
    let test = kind == .testFailure ? TestID("T.S/\(name.prefix(1))") : nil
    return Model.Issue(
      kind: kind, message: kind == .analyzerWarning ? "lint: \(name)" : name, target: "T", file: "F.swift",
      line: line, test: test,
      since: IntegrationNumber(since), identity: test.map { .make(test: $0, outcome: .failed) })
  }

  func issue(_ test: TestID, _ outcome: TestOutcome, _ message: String = "m", since: Int = 1) -> Model.Issue {
    Model.Issue(
      kind: .testFailure, message: message, target: "T", file: "F.swift", line: 1, test: test,
      since: IntegrationNumber(since), identity: .make(test: test, outcome: outcome))
  }

  /// As versions kept them that told failures of a test apart by what they say.
  func former(_ test: TestID, _ message: String, since: Int = 1) -> Model.Issue {
    Model.Issue(
      kind: .testFailure, message: message, target: "T", file: "F.swift", line: 1, test: test,
      since: IntegrationNumber(since))
  }

  func ran(_ outcomes: [String: TestOutcome]) -> TestReport {
    TestReport(
      cases: outcomes.sorted { $0.key < $1.key }.map {
        TestCase(
          id: TestID("T.S/\($0.key)"), library: .xctest, target: "T", suite: "S", name: $0.key,
          outcome: $0.value)
      })
  }

  func judge(
    _ findings: [Model.Issue], open: [Model.Issue], _ result: IntegrationResult = .succeeded,
    _ outcomes: [String: TestOutcome] = ["z": .passed], whole: Bool = true, analyzed: Bool = false,
    isCut: Bool = false, integration: IntegrationNumber = 9, past: [PastIssue] = []
  ) -> IssueLists {
    var evidence = Judgement.Evidence()
    (evidence.integration, evidence.tests, evidence.isCut) = (integration, ran(outcomes), isCut)
    evidence.baseline = Baseline(
      integration: 1, commit: nil, openIssues: open, coverage: nil, testCount: 0, phaseSeconds: [:])
    evidence.pastIssues = past
    (evidence.selection, evidence.isLimited) =
      whole ? (nil, false) : (TestSelection(filters: ["a"], skips: []), true)
    (evidence.analyzer, evidence.analyzed) = analyzed ? ([], ["lint"]) : (nil, nil)
    return IssueLifeCycle.judge(findings, evidence, result)
  }
}
