import Explaining
import Foundation
import Model
import State
import Store
import Watcher

/// Wants one integration after the other, until it is known which commit broke what fails.
final class WatchSearcher: Searcher {
  private let state: StateFolder
  /// What does not answer is not asked again meanwhile.
  private var asked: [BotID: AskedAside<Result<PendingRequest?, any Error>>] = [:]
  /// Nothing else is to be done just then, but may be any moment.
  private static let secondsAsked = 2.0

  init(state: StateFolder) { self.state = state }

  func next(of bot: BotID, _ settings: Bot, at now: Date) throws -> PendingRequest? {
    if let former = asked[bot], former.value() == nil { return nil }
    let asking = AskedAside("bothy-searching") { [state] in
      Result {
        let store = try SQLiteStore(folder: state.path)
        return try Self.next(CommitSearching(state: state, store: store), bot, settings, at: now)
      }
    }
    asked[bot] = asking
    guard let answer = asking.value(within: Self.secondsAsked) else {
      throw Explanation(
        doing: "looking for the next one", wrong: "its repository does not answer",
        advice: "see what is wrong with the disk that holds it")
    }
    asked[bot] = nil
    return try answer.get()
  }

  private static func next(
    _ searching: CommitSearching, _ bot: BotID, _ settings: Bot, at now: Date
  ) throws -> PendingRequest? {
    guard let found = try searching.open(of: bot, settings), let wish = found.search.next else { return nil }
    let filters = found.filters(of: wish.tests)
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
