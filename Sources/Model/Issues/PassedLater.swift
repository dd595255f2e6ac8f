/// Limited integrations that ran a test since the integration to compare with.
public struct PassedLater: Codable, Equatable, Sendable {
  /// The newest one in which it passed. Left out when it only failed.
  public var integration: IntegrationNumber?
  /// The branch of that integration, if it is another one.
  public var branch: BranchName?
  /// The first later one in which it failed.
  public var failedIn: IntegrationNumber?
  /// The commits that cannot have broken it.
  public var cleared: [CommitID]

  public init(_ integration: IntegrationNumber?, cleared: [CommitID]) {
    (self.integration, self.cleared) = (integration, cleared)
  }
}

/// Another integration, a limited one or of another branch, and which of a report's commits were in it.
public struct LimitedSince {
  public var report: Report
  public var commits: Set<CommitID>

  public init(_ report: Report, commits: Set<CommitID>) { (self.report, self.commits) = (report, commits) }
}

extension IssueLists {
  /// `commits`: those of the report that the base has, where the test passed; beside what it has, it may not.
  public mutating func tellPassed(on base: BaseLine, with commits: [CommitID]) {
    guard !commits.isEmpty else { return }
    let outcomes = Dictionary(grouping: base.report.tests.cases, by: \.id).mapValues { $0.map(\.outcome) }
    func told(_ issue: Issue) -> Issue {
      guard issue.kind == .testFailure, issue.passedLater == nil,
        let told = issue.test.flatMap({ outcomes[$0] }),
        told.allSatisfy({ $0 == .passed || $0 == .expectedFailure })
      else { return issue }
      var issue = issue
      issue.passedLater = PassedLater(base.integration, cleared: commits)
      issue.passedLater?.branch = base.branch
      return issue
    }
    (new, cameBack) = (new.map(told), cameBack.map(told))
  }

  /// `others`: of other branches, the newest first. Beside what came with it, what was well there may not be.
  public mutating func tellPassed(beside others: [LimitedSince]) {
    guard !others.isEmpty else { return }
    func told(_ issue: Issue) -> Issue {
      guard issue.kind.isRed, issue.passedLater == nil else { return issue }
      let well = others.filter { issue.isWell(in: $0.report) }
      guard let newest = well.first else { return issue }
      var issue = issue
      let cleared = well.reduce(into: Set<CommitID>()) { $0.formUnion($1.commits) }
      issue.passedLater = PassedLater(newest.report.integration, cleared: cleared.sorted())
      issue.passedLater?.branch = newest.report.commit?.branch
      return issue
    }
    (new, cameBack) = (new.map(told), cameBack.map(told))
  }

  /// `limited`: the newest first; `commits`: all those of the report.
  public mutating func tellPassed(in limited: [LimitedSince], of commits: [CommitID]) {
    let outcomes = limited.map { one in
      Dictionary(grouping: one.report.tests.cases, by: \.id).mapValues { $0.map(\.outcome) }
    }
    func found(_ issue: Issue) -> (passed: LimitedSince?, failed: LimitedSince?) {
      guard let test = issue.test else { return (nil, nil) }
      var failed: LimitedSince?
      for (one, outcomes) in zip(limited, outcomes) {
        guard let told = outcomes[test], told.contains(where: { $0 != .skipped && $0 != .notRun }) else {
          continue
        }
        if told.allSatisfy({ $0 == .passed || $0 == .expectedFailure }) { return (one, failed) }
        guard told.contains(where: \.isFailure) else { break }
        failed = one
      }
      return (nil, failed)
    }
    func told(_ issue: Issue) -> Issue {
      let (passed, failed) = found(issue)
      guard issue.kind == .testFailure, passed != nil || failed != nil else { return issue }
      let later = failed.map { one in commits.filter { !one.commits.contains($0) } } ?? []
      let before = passed.map { one in commits.filter(one.commits.contains) } ?? []
      var issue = issue
      issue.passedLater = PassedLater(passed?.report.integration, cleared: before + later)
      issue.passedLater?.failedIn = failed?.report.integration
      return issue
    }
    (new, cameBack) = (new.map(told), cameBack.map(told))
    // It was mended before it went.
    for place in resolved.indices where resolved[place].testIsGone {
      let (passed, failed) = found(resolved[place])
      if passed != nil, failed == nil { resolved[place].testIsGone = false }
    }
  }
}

extension Issue {
  /// Its test passed there, or it was built.
  fileprivate func isWell(in report: Report) -> Bool {
    if kind.isBuildError { return report.phases.contains { $0.name == .build && $0.status == .passed } }
    let told = report.tests.cases.filter { $0.id == test }.map(\.outcome)
    return !told.isEmpty && told.allSatisfy { $0 == .passed || $0 == .expectedFailure }
  }
}
