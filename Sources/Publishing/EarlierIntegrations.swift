import Files
package import Model
package import Reports
package import State
package import Store

/// What the pages of an integration tell of those before it.
package struct EarlierIntegrations {
  let store: SQLiteStore
  let state: StateFolder

  package init(store: SQLiteStore, state: StateFolder) {
    self.store = store
    self.state = state
  }

  private static let most = 20

  package func before(_ report: Report, branch: BranchName?) throws -> Earlier {
    let failing = report.tests.cases.filter(\.outcome.isFailure).map(\.id)
    let outcomes = try store.earlierOutcomes(
      bot: report.bot, branch: branch, before: report.integration, tests: failing,
      limit: Self.most)
    let numbers = Set(outcomes.values.joined().map(\.integration))
    return Earlier(
      outcomes: outcomes, coverage: try coverage(report),
      pages: numbers.filter { hasPages($0, of: report.bot) })
  }

  private func coverage(_ report: Report) throws -> [FileLines] {
    guard report.coverage != nil, let before = report.comparedWith?.coverage else { return [] }
    return try store.coverage(bot: report.bot, integration: before.integration)
  }

  private func hasPages(_ number: IntegrationNumber, of bot: BotID) -> Bool {
    FileFacts(state.pages(bot, number) + "/tests.html") != nil
  }
}
