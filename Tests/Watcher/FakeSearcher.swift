import Foundation
import Model

@testable import Store
@testable import Watcher

/// Searches among the commits of a fake repository, by what the real store says was integrated for it. Every
/// second integration that fails gives reason for one.
final class FakeSearcher: Searcher {
  let store: SQLiteStore
  var repositories: [BotID: FakeRepository] = [:]

  static let mostCommits = 9
  static let mostTries = 5
  private static let test = TestID("T.A/test")

  init(store: SQLiteStore) { self.store = store }

  /// One after the other, and the one where all was well before them.
  struct Found {
    var number: IntegrationNumber
    var branch: BranchName?
    var commits: [CommitID]
    var broken: Int
    var search: CommitSearch

    var isAnswered: Bool { search.next == nil }
  }

  func found(_ bot: BotID) throws -> Found? {
    let newest = try store.past(bot: bot, limit: 50).first {
      !$0.isLimited && $0.result != nil && $0.result != .canceled
    }
    guard let newest, newest.result == .testFailures, newest.number.value.isMultiple(of: 2),
      let repository = repositories[bot], let commit = newest.commit,
      let place = repository.nodes.firstIndex(where: { $0.id == commit })
    else { return nil }
    let commits = repository.nodes[max(0, place - Self.mostCommits + 1)...place].map(\.id)
    guard commits.count > 2 else { return nil }
    let count = commits.count - 1
    var found = Found(
      number: newest.number, branch: newest.branch, commits: commits,
      broken: 1 + newest.number.value * 7 % count,
      search: CommitSearch(count: count, tests: [Self.test: .passes]))
    var tries: [Int: Int] = [:]
    for one in try store.searched(bot: bot, for: newest.number) {
      guard let place = commits.firstIndex(of: one.commit), let result = one.result else { continue }
      if one.isCanceledByHand { found.search.isEnded = true }
      var said = CommitSearch.Said.nothing
      if result == .canceled {
        tries[place, default: 0] += 1
        guard tries[place] == Self.mostTries else { continue }
      } else if result == .succeeded || result == .testFailures {
        said = place < found.broken ? .passes : .fails
      }
      found.search.steps.append(
        CommitSearch.Step(place: place, integration: one.number, said: [Self.test: said]))
    }
    return found
  }

  func next(of bot: BotID, _ settings: Bot, at now: Date) throws -> PendingRequest? {
    guard let found = try found(bot), let wish = found.search.next else { return nil }
    var request = PendingRequest(
      bot: bot, branch: found.branch, commit: found.commits[wish.place], source: .search,
      reason: CommitSearchStep.reason(commits: found.search.count, tests: wish.tests), queued: now,
      isRepeat: true)
    request.search = CommitSearchStep(of: found.number, tests: wish.tests, filters: [])
    return request
  }

  /// What it came to, where that is wrong.
  func mistakes(_ bot: BotID) throws -> [String] {
    guard let found = try found(bot) else { return [] }
    let what = "\(bot)\(found.number), broken at \(found.broken)"
    switch found.search.answer(for: Self.test) {
    case .found(let place)? where place == found.broken: return []
    case .unclear(let places)? where places.contains(found.broken): return []
    case .unfinished(let places)? where places.contains(found.broken) && found.search.isEnded: return []
    case .unfinished(let places)?
    where places.contains(found.broken) && found.search.steps.count == found.search.mostSteps:
      return []
    case nil: return ["\(what): the search is left unfinished"]
    case let answer?: return ["\(what): the search says \(answer)"]
    }
  }
}
