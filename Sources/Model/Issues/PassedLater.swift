/// What a limited integration saw since what a report is compared with: there the test passed, so that what
/// was in that did not break it.
public struct PassedLater: Codable, Equatable, Sendable {
  public var integration: IntegrationNumber
  /// Those of the report's commits that were in it.
  public var cleared: [CommitID]

  public init(_ integration: IntegrationNumber, cleared: [CommitID]) {
    (self.integration, self.cleared) = (integration, cleared)
  }
}

extension IssueLists {
  /// `limited`: the newest first.
  public mutating func tellPassed(in limited: [(report: Report, cleared: [CommitID])]) {
    let outcomes = limited.map {
      Dictionary(grouping: $0.report.tests.cases, by: \.id).mapValues { $0.map(\.outcome) }
    }
    func passed(_ issue: Issue) -> PassedLater? {
      guard let test = issue.test else { return nil }
      // The newest one that ran it decides.
      for (one, outcomes) in zip(limited, outcomes) {
        guard let told = outcomes[test], told.contains(where: { $0 != .skipped && $0 != .notRun }) else {
          continue
        }
        guard told.allSatisfy({ $0 == .passed || $0 == .expectedFailure }) else { return nil }
        return PassedLater(one.report.integration, cleared: one.cleared)
      }
      return nil
    }
    func told(_ issue: Issue) -> Issue {
      var issue = issue
      if issue.kind == .testFailure { issue.passedLater = passed(issue) }
      return issue
    }
    (new, cameBack) = (new.map(told), cameBack.map(told))
    // It was mended before it went.
    for place in resolved.indices where resolved[place].testIsGone && passed(resolved[place]) != nil {
      resolved[place].testIsGone = false
    }
  }
}
