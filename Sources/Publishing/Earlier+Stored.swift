import Files
package import Model
package import Reports
package import State
package import Store

extension Earlier {
  private static let most = 20

  /// What the store and the site have of the integrations before this one.
  package init(before report: Report, branch: BranchName?, store: SQLiteStore, state: StateFolder) throws {
    self.init()
    outcomes = try store.earlierOutcomes(
      bot: report.bot, branch: branch, before: report.integration,
      tests: report.tests.cases.filter(\.outcome.wentWrong).map(\.id), limit: Self.most)
    if let oldest = outcomes.values.joined().map(\.integration).min() {
      isAnyLimited = try store.isAnyLimited(
        bot: report.bot, branch: branch, from: oldest, before: report.integration)
    }
    paged = Set(
      try store.pagedTests(bot: report.bot).map(\.id)
        + report.tests.cases.filter(\.outcome.wentWrong).map(\.id))
    brief = Self.brief(of: report, except: paged, state)
    paged.formUnion(brief.keys)
    hasIssuePages = true
    if report.coverage != nil, let compared = report.comparedWith?.coverage {
      coverage = try store.coverage(bot: report.bot, integration: compared.integration)
    }
    lost = Set([report.comparedWith?.integration].compactMap(\.self)).filter {
      FileFacts(state.integration(report.bot, $0).report) == nil
    }
    let compared = [
      report.comparedWith?.base?.integration, report.comparedWith?.tests?.integration,
      report.changes?.since?.integration,
    ].compactMap { $0 }
    pages = Set(outcomes.values.joined().map(\.integration) + compared).filter {
      FileFacts(state.pages(report.bot, $0) + "/tests.html") != nil
    }
  }

  /// Of tests that never went wrong those with a page that was made until now: it stays as long as this
  /// integration does.
  private static func brief(
    of report: Report, except paged: Set<TestID>, _ state: StateFolder
  ) -> [TestID: String] {
    guard FileFacts(state.testPageMemory(report.bot)) != nil else { return [:] }
    let names = (try? FileTree.entries(of: state.pages(report.bot) + "/" + TestAddress.folder)) ?? []
    let pages = Set(names.map { "\(TestAddress.folder)/\($0)" })
    var found: [TestID: String] = [:]
    for test in report.tests.cases where !paged.contains(test.id) {
      let page = TestAddress.page(of: test.id)
      if pages.contains(page) { found[test.id] = page }
    }
    return found
  }
}
