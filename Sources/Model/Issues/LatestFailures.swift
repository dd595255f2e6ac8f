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
    var numbers: [IntegrationNumber] = []
    defer {
      integration = numbers.max()
      since = numbers.min().flatMap { $0 == integration ? nil : $0 }
    }
    for report in reports where !report.tests.cases.isEmpty {
      let ran = report.tests.cases.filter { $0.outcome != .notRun }
      let wrong = ran.filter { $0.outcome.wentWrong && !known.contains($0.id) }
      known.formUnion(ran.map(\.id))
      tests += wrong
      if !wrong.isEmpty { numbers.append(report.integration) }
      // What a bot file or the package itself leaves out is never run.
      let isWhole = report.limited?.tests == nil && ran.count == report.tests.cases.count
      if isWhole, report.result.isConclusive { return }
    }
  }

  /// Those that tell what fails where somebody stands: of that branch, newest first, and only behind them the
  /// others. An older commit tells only of what stands elsewhere, where anything else is known.
  public static func telling(
    _ all: [(branch: BranchName?, report: Report)], at branch: BranchName?, isOlderCommit: Bool
  ) -> [Report] {
    let own = branch == nil ? all : all.filter { $0.branch == branch }
    let others = branch == nil ? [] : all.filter { $0.branch != branch }
    let reports = (own + others).map(\.report)
    let here = reports.filter { isOlderCommit || $0.limited?.isOlderCommit != true }
    return here.contains { !$0.tests.cases.isEmpty } ? here : reports
  }
}
