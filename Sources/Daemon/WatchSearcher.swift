import Foundation
import Model
import State
import Store
import Watcher

/// Wants one integration after the other, until it is known which commit broke what fails.
final class WatchSearcher: Searcher {
  private let searching: CommitSearching

  init(state: StateFolder, store: SQLiteStore) {
    searching = CommitSearching(state: state, store: store)
  }

  func next(of bot: BotID, _ settings: Bot, at now: Date) throws -> PendingRequest? {
    guard let found = try searching.open(of: bot, settings), let wish = found.search.next else { return nil }
    let filters = wish.tests.compactMap { found.cases[$0]?.patternAnywhere }
    var request = PendingRequest(
      bot: bot, branch: found.report.commit?.branch, commit: found.commits[wish.place].id, source: .search,
      reason: CommitSearchStep.reason(commits: found.search.count, tests: wish.tests), queued: now,
      isRepeat: true)
    request.search = CommitSearchStep(of: found.report.integration, tests: wish.tests, filters: filters)
    return request
  }
}

extension Bot {
  /// The same for one step of a search: nothing but its tests, and nobody is told of it.
  func searching(_ step: CommitSearchStep) -> Bot {
    var settings = self
    (settings.tests.filters, settings.tests.skips) = (step.filters, [])
    settings.coverage.enabled = false
    // Nobody wrote these.
    for key in ["tests.filter", "tests.skip", "coverage.enabled"] { settings.origins[key] = nil }
    settings.actions = [.test]
    settings.triggers.removeAll { if case .before = $0.act { false } else { true } }
    return settings
  }
}
