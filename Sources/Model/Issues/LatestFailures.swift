/// The tests that went wrong when each of them ran last, as far back as an integration that ran all of them:
/// one that ran only some says nothing of the others.
public struct LatestFailures: Equatable, Sendable {
  public private(set) var tests: [TestCase] = []
  /// The newest in which one of them did.
  public private(set) var integration: IntegrationNumber?
  /// The oldest, where it is another one.
  public private(set) var since: IntegrationNumber?

  public init(newestFirst reports: some Sequence<Report>) {
    var known: Set<TestID> = []
    for report in reports where !report.tests.cases.isEmpty {
      let ran = report.tests.cases.filter { $0.outcome != .notRun }
      let wrong = ran.filter { $0.outcome.wentWrong && !known.contains($0.id) }
      known.formUnion(ran.map(\.id))
      tests += wrong
      if !wrong.isEmpty {
        if integration != nil { since = report.integration }
        integration = integration ?? report.integration
      }
      if Self.isLast(report) { return }
    }
  }

  /// What came before it says nothing more. What a bot file or the package itself leaves out is never run.
  private static func isLast(_ report: Report) -> Bool {
    let cases = report.tests.cases
    return !cases.isEmpty && report.limited?.tests == nil && cases.allSatisfy { $0.outcome != .notRun }
      && report.result.isConclusive
  }

  /// Those that tell what fails where somebody stands, newest first: of that branch as far back as one that
  /// ran all, or of all where there is none. An older commit tells only of what stands elsewhere, where
  /// anything else is known.
  public static func telling(
    _ all: [(branch: BranchName?, report: Report)], at branch: BranchName?, isOlderCommit: Bool
  ) -> [Report] {
    func hasTests(_ some: [Report]) -> Bool { some.contains { !$0.tests.cases.isEmpty } }
    func here(_ some: [Report]) -> [Report] {
      some.filter { isOlderCommit || $0.limited?.isOlderCommit != true }
    }
    let ofBranch = branch.map { branch in here(all.filter { $0.branch == branch }.map(\.report)) } ?? []
    if ofBranch.contains(where: isLast) { return ofBranch }
    let reports = all.map(\.report)
    return hasTests(here(reports)) ? here(reports) : reports
  }
}
