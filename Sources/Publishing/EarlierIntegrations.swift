import Files
package import Model
package import Reports
package import State
package import Store

/// What the pages of an integration tell of those before it.
package struct EarlierIntegrations {
  let store: SQLiteStore
  let state: StateFolder

  package init(store: SQLiteStore, state: StateFolder) { (self.store, self.state) = (store, state) }

  private static let most = 20

  package func before(_ report: Report, branch: BranchName?) throws -> Earlier {
    let failing = report.tests.cases.filter(\.outcome.isFailure).map(\.id)
    let outcomes = try store.earlierOutcomes(
      bot: report.bot, branch: branch, before: report.integration, tests: failing, limit: Self.most)
    let numbers = Set(outcomes.values.joined().map(\.integration))
    var earlier = Earlier()
    (earlier.outcomes, earlier.coverage) = (outcomes, try coverage(report))
    earlier.pages = numbers.filter { FileFacts(state.pages(report.bot, $0) + "/tests.html") != nil }
    return earlier
  }

  private func coverage(_ report: Report) throws -> [FileLines] {
    guard report.coverage != nil, let before = report.comparedWith?.coverage else { return [] }
    return try store.coverage(bot: report.bot, integration: before.integration)
  }
}
