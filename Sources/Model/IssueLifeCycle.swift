/// What becomes of issues from one integration to the next of the same branch.
enum IssueLifeCycle {
  /// Judges the findings of an integration against what was open before it. Every issue of either side is in
  /// exactly one of the lists afterwards.
  static func judge(
    _ findings: [Issue], _ evidence: Judgement.Evidence, _ result: IntegrationResult
  ) -> IssueLists {
    let findings = firstOfEach(findings)
    let open = firstOfEach(evidence.baseline?.openIssues ?? [])
    let before = Dictionary(open.map { ($0.identity, $0) }) { first, _ in first }
    let found = Set(findings.map(\.identity))
    let outcomes = Dictionary(grouping: evidence.tests.cases, by: \.id).mapValues { $0.map(\.outcome) }
    var lists = IssueLists()

    for var issue in findings {
      issue.seen = true
      if let known = before[issue.identity] {
        issue.since = known.since
        lists.unresolved.append(issue)
      } else {
        issue.since = evidence.integration
        lists.new.append(issue)
      }
    }
    for var issue in open where !found.contains(issue.identity) {
      let isGone = mayClose(issue.kind, after: result) && wouldHaveSeen(issue, evidence, outcomes)
      issue.seen = isGone
      if isGone { lists.resolved.append(issue) } else { lists.unresolved.append(issue) }
    }
    return IssueLists(
      new: sorted(lists.new), unresolved: sorted(lists.unresolved), resolved: sorted(lists.resolved))
  }

  private static func mayClose(_ kind: Issue.Kind, after result: IntegrationResult) -> Bool {
    switch result {
    case .canceled, .checkoutError, .triggerError, .internalError, .inconclusive: false
    case .buildErrors: kind == .buildError
    case .testFailures, .analyzerWarnings, .warnings, .succeeded: true
    }
  }

  private static func wouldHaveSeen(
    _ issue: Issue, _ evidence: Judgement.Evidence, _ outcomes: [TestID: [TestOutcome]]
  ) -> Bool {
    switch issue.kind {
    case .buildError: true
    case .warning: !evidence.isCut
    case .analyzerWarning: evidence.analyzer != nil
    case .testFailure:
      if let own = issue.test.flatMap({ outcomes[$0] }) {
        !own.contains { $0 == .skipped || $0 == .notRun }
      } else {
        // Without any test nobody can tell one that is gone from one that was not asked for.
        evidence.isOfWholePackage && !outcomes.isEmpty
      }
    }
  }

  /// One issue an identity: the one that came first.
  static func firstOfEach(_ issues: [Issue]) -> [Issue] {
    var known: Set<IssueIdentity> = []
    return issues.filter { known.insert($0.identity).inserted }
  }

  /// By kind, then file, then line; the rest only decides ties, so that the order is always the same.
  static func sorted(_ issues: [Issue]) -> [Issue] {
    let ranks = Dictionary(uniqueKeysWithValues: Issue.Kind.allCases.enumerated().map { ($1, $0) })
    func key(_ issue: Issue) -> (Int, String, Int, String, String) {
      (
        ranks[issue.kind] ?? 0, issue.file?.rawValue ?? "", issue.line ?? 0, issue.test?.rawValue ?? "",
        issue.identity.rawValue
      )
    }
    return issues.sorted { key($0) < key($1) }
  }
}
