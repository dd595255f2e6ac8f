import Foundation
import Model
import Testing

@Suite("What is kept")
struct RetentionTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func kept(
    _ number: Int, daysAgo: Double = 1, branch: BranchName? = "main", green: Bool = false,
    pinned: Bool = false, runs: Bool = false, reported: Bool = true
  ) -> PastIntegration {
    var past = PastIntegration(number: IntegrationNumber(number), started: now, processID: 1)
    (past.branch, past.isPinned) = (branch, pinned)
    past.result = runs ? nil : green ? .succeeded : .testFailures
    past.ended = runs ? nil : now.addingTimeInterval(-daysAgo * 86400)
    past.tests = reported ? OutcomeCounts() : nil
    return past
  }

  private func removed(_ integrations: [PastIntegration], most: Int = 3, days: Int = 365) -> [Int] {
    var keep = Bot.Keep()
    keep.integrations = most
    keep.days = days
    return Retention.removable(integrations, keep: keep, now: now).map { $0.number.value }.sorted()
  }

  @Test("the oldest go when there are too many, whatever order they come in")
  func tooMany() {
    #expect(removed((1...6).map { kept($0) }) == [1, 2, 3])
    #expect(removed((1...6).reversed().map { kept($0) }) == [1, 2, 3])
    #expect(removed((1...3).map { kept($0) }).isEmpty)
  }

  @Test("those that look for a culprit push out nothing but each other")
  func searches() {
    func search(_ number: Int) -> PastIntegration {
      var one = kept(number)
      (one.isLimited, one.isOfSearch) = (true, true)
      return one
    }
    #expect(removed((1...3).map { kept($0) } + (4...9).map(search)) == [4, 5, 6])
    #expect(removed((1...4).map { kept($0) } + (5...6).map(search)) == [1])
  }

  @Test("the last green one stays, of the bot and of each branch, and no earlier green one does")
  func green() {
    let integrations =
      [kept(1, green: true), kept(2, green: true), kept(3, branch: "release", green: true)]
      + (4...9).map { kept($0) }
    #expect(removed(integrations) == [1, 4, 5, 6])
    #expect(
      removed(
        integrations.map {
          var one = $0; one.ended = one.ended?.addingTimeInterval(-9e8); return one
        })
        == [1, 4, 5, 6, 7, 8])
  }

  @Test("of branches that are gone nothing is kept for the branch, and the last green one of the bot is")
  func gone() {
    let integrations =
      [
        kept(1, branch: "a", green: true), kept(2, branch: "b", green: true),
        kept(3, branch: "c", green: true),
      ]
      + (4...8).map { kept($0) }
    var keep = Bot.Keep()
    keep.integrations = 3
    func removed(gone: Set<BranchName>) -> [Int] {
      Retention.removable(integrations, keep: keep, gone: gone, now: now).map { $0.number.value }.sorted()
    }
    #expect(removed(gone: []) == [4, 5])
    #expect(removed(gone: ["a", "b"]) == [1, 2, 4, 5])
    #expect(removed(gone: ["a", "b", "c"]) == [1, 2, 4, 5])
  }

  @Test("what is pinned and what runs stays")
  func pinned() {
    let integrations = [kept(1, daysAgo: 9999, pinned: true), kept(2, runs: true)] + (3...6).map { kept($0) }
    #expect(removed(integrations) == [3])
  }

  @Test("what is too old goes even when there are few, but never the newest")
  func old() {
    #expect(removed([kept(1, daysAgo: 400), kept(2, daysAgo: 366), kept(3, daysAgo: 364)]) == [1, 2])
    #expect(removed([kept(1, daysAgo: 400), kept(2, daysAgo: 400)]) == [1])
  }

  @Test("a branch that is seldom integrated keeps what its next integration is compared with")
  func baselines() {
    let integrations =
      [kept(1, branch: "slow"), kept(2, branch: "slow"), kept(3, branch: "slow", reported: false)]
      + (4...8).map { kept($0) }
    #expect(removed(integrations) == [1, 3, 4, 5])
    #expect(removed(integrations, days: 0) == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test("what was canceled, or did not build, takes no place from what the next one is compared with")
  func compared() {
    var integrations = (1...3).map { kept($0, branch: "slow") } + (4...8).map { kept($0) }
    integrations[2].result = .canceled
    #expect(removed(integrations) == [1, 3, 4, 5])
    integrations[1].result = .buildErrors
    #expect(removed(integrations) == [3, 4, 5])
  }

  @Test("the face of the bot stays, however old it is, and a limited one is kept for nothing")
  func face() {
    let integrations = [kept(1, daysAgo: 400), kept(2, daysAgo: 399)] + (3...7).map { kept($0, branch: "f") }
    var keep = Bot.Keep()
    keep.integrations = 3
    func removed(_ all: [PastIntegration], base: BranchName?) -> [Int] {
      Retention.removable(all, keep: keep, base: base, now: now).map { $0.number.value }.sorted()
    }
    #expect(removed(integrations, base: nil) == [1, 2, 3, 4])
    #expect(removed(integrations, base: "main") == [1, 3, 4])
    var limited = integrations
    limited[1].isLimited = true
    limited[1].result = .succeeded
    #expect(removed(limited, base: "main") == [2, 3, 4])
  }

  @Test("one is kept at least, and each removal says why")
  func reasons() {
    #expect(removed((1...3).map { kept($0) }, most: 0) == [1, 2])
    var keep = Bot.Keep()
    keep.integrations = 1
    let found = Retention.removable([kept(1), kept(2)], keep: keep, now: now)
    #expect(found.map { $0.why } == ["1 newer integration is kept"])
  }
}
