package import Model
package import State
package import Store

/// What a watcher is going to look for, in words.
package struct ToSearch {
  private let state: StateFolder
  private let store: SQLiteStore

  package init(state: StateFolder, store: SQLiteStore) { (self.state, self.store) = (state, store) }

  /// Which of several commits broke what fails since this integration; nil where that is not asked any more.
  package func words(_ report: Report) -> String? {
    let (bot, number) = (report.bot, report.integration)
    guard !report.brokenTests.isEmpty, (try? store.isLocal(bot)) == false,
      let order = try? state.integration(bot, number).readOrder(doing: "reading what is looked for"),
      order.settings.culprit == .idle,
      let open = try? CommitSearching(state: state, store: store).open(of: bot, order.settings),
      open.report.integration == number
    else { return nil }
    let reason = CommitSearchStep.reason(commits: open.search.count, tests: report.brokenTests)
    return "\(reason), those between are integrated once the watcher has had nothing else to do for a minute"
  }
}
