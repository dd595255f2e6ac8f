import Foundation
import Model
import Testing

/// A history in which every commit is known through and through, and a search that may ask for it.
@Suite("Which commit broke a test")
struct CommitSearchTests {
  private struct World {
    var said: [TestID: [CommitSearch.Said]]
    var search: CommitSearch
    var tries = 0

    /// What each place says, the first being the one where it passed when the search began.
    init(_ said: [TestID: [CommitSearch.Said]]) {
      self.said = said
      let count = said.values.map(\.count).max() ?? 1
      search = CommitSearch(
        count: count - 1, tests: said.mapValues { $0[0] == .absent ? .absent : .passes })
    }

    mutating func perform() -> Int {
      while let wish = search.next, tries < 50 {
        tries += 1
        let outcomes = wish.tests.map { ($0, said[$0]?[wish.place] ?? .nothing) }
        search.steps.append(
          CommitSearch.Step(
            place: wish.place, integration: IntegrationNumber(10 + tries),
            said: Dictionary(outcomes) { first, _ in first }))
      }
      return tries
    }
  }

  private static let test = TestID("T.HelpTests/testVersion")

  /// Passes up to a place, and fails from there on.
  private static func line(_ count: Int, broken: Int) -> [CommitSearch.Said] {
    (0...count).map { $0 < broken ? .passes : .fails }
  }

  private static func steps(_ count: Int) -> Int { Int.bitWidth - (count - 1).leadingZeroBitCount }

  @Test("of up to forty commits it names each one, in as many integrations as halving takes")
  func everyOne() {
    for count in 2...40 {
      for broken in 1...count {
        var world = World([Self.test: Self.line(count, broken: broken)])
        let steps = Self.steps(count)
        var named: CommitSearch.Answer?
        while let wish = world.search.next, named == nil {
          world.search.steps.append(
            CommitSearch.Step(
              place: wish.place, integration: 1, said: [Self.test: world.said[Self.test]![wish.place]]))
          named = world.search.answer(for: Self.test)
        }
        #expect(named == .found(broken) || named == .likely(broken), "\(broken) of \(count)")
        #expect(world.search.steps.count <= steps, "\(broken) of \(count)")
        // Only at the ends one more makes sure of it.
        let all = world.search.steps.count + world.perform()
        #expect(all <= steps + (broken == 1 || broken == count ? 1 : 0))
        #expect(world.search.answer(for: Self.test) == .found(broken))
      }
    }
  }

  @Test("of 16 commits each one is named in at most 4 further integrations", arguments: 1...16)
  func sixteen(broken: Int) {
    var search = CommitSearch(count: 16, tests: [Self.test: .passes])
    let line = Self.line(16, broken: broken)
    for _ in 0..<4 {
      guard let wish = search.next else { break }
      search.steps.append(
        CommitSearch.Step(place: wish.place, integration: 1, said: [Self.test: line[wish.place]]))
    }
    let isAtTheEnd = broken == 1 || broken == 16
    #expect(search.answer(for: Self.test) == (isAtTheEnd ? .likely(broken) : .found(broken)))
  }

  @Test("commits that say nothing are stepped around, and nobody is accused without both neighbours")
  func random() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      let count = Int.random(in: 2...24, using: &generator)
      let broken = Int.random(in: 1...count, using: &generator)
      var line = Self.line(count, broken: broken)
      let share = Int.random(in: 1...4, using: &generator)
      for place in 1..<count where Int.random(in: 0..<5, using: &generator) < share { line[place] = .nothing }
      var world = World([Self.test: line])
      let tries = world.perform()
      #expect(tries <= world.search.mostSteps)
      let words = "\(line) broken at \(broken)"
      switch world.search.answer(for: Self.test) {
      case .found(let place): #expect(place == broken, "\(words)")
      case .unclear(let places):
        #expect(places.contains(broken), "\(words)")
        #expect(places.dropLast().allSatisfy { line[$0] == .nothing }, "\(words)")
      case .unfinished(let places):
        #expect(places.contains(broken) && tries == world.search.mostSteps, "\(words)")
      case let other: Issue.record("\(words): \(String(describing: other))")
      }
    }
  }

  @Test("what passes now where it failed did not happen again")
  func notAgain() {
    var world = World([Self.test: Array(repeating: .passes, count: 17)])
    #expect(world.perform() == 5)
    #expect(world.search.answer(for: Self.test) == .notAgain)
  }

  @Test("what fails now where it passed is no commit's doing")
  func failsBefore() {
    var world = World([Self.test: Array(repeating: .fails, count: 17)])
    #expect(world.perform() == 5)
    #expect(world.search.answer(for: Self.test) == .failsBefore)
  }

  @Test("a test that fails and passes at one commit ends the search", arguments: 1..<12)
  func sometimes(place: Int) {
    var line = Self.line(12, broken: 12)
    line[place] = .sometimes
    var world = World([Self.test: line])
    _ = world.perform()
    let answer = world.search.answer(for: Self.test)
    // It is not met everywhere, and where it is not it says nothing.
    #expect(answer == .sometimes(place) || answer == .found(12))
    #expect(world.search.next == nil)
  }

  @Test("a test that came on the way and fails since is told by the commit that it came with")
  func came() {
    let line: [CommitSearch.Said] = Array(repeating: .absent, count: 6) + Array(repeating: .fails, count: 11)
    var world = World([Self.test: line])
    #expect(world.perform() == 4)
    #expect(world.search.answer(for: Self.test) == .came(6))
    let first: [CommitSearch.Said] = [.absent] + Array(repeating: .fails, count: 4)
    var early = World([Self.test: first])
    #expect(early.perform() == 2)
    #expect(early.search.answer(for: Self.test) == .came(1))
  }

  @Test("a test that was taken out for a while and fails when it is back was broken by one of those since")
  func takenOut() {
    let line: [CommitSearch.Said] =
      Array(repeating: .passes, count: 4) + Array(repeating: .absent, count: 3) + [.fails, .fails]
    var world = World([Self.test: line])
    _ = world.perform()
    guard case .unclear(let places)? = world.search.answer(for: Self.test) else {
      return #expect(Bool(false), "\(String(describing: world.search.answer(for: Self.test)))")
    }
    #expect(places.contains(5) && places.upperBound == 7 && world.search.next == nil)
    // Nor is anybody cleared where the last before it does not build.
    var dumb = World([Self.test: line.prefix(7) + [.nothing, .fails]])
    _ = dumb.perform()
    guard case .unclear(let all)? = dumb.search.answer(for: Self.test) else {
      return #expect(Bool(false), "\(String(describing: dumb.search.answer(for: Self.test)))")
    }
    #expect(all.contains(5) && all.upperBound == 8)
  }

  @Test("what failed in another way in between was something else before, and is not called its beginning")
  func otherwise() {
    let line: [CommitSearch.Said] = [.absent, .fails, .otherwise, .passes, .fails]
    var world = World([Self.test: line])
    _ = world.perform()
    #expect(world.search.answer(for: Self.test) == .found(4))
    var unclear = World([Self.test: [.passes, .fails, .otherwise, .otherwise, .fails]])
    _ = unclear.perform()
    #expect(unclear.search.answer(for: Self.test) == .unclear(1...4))
    var early = World([Self.test: [.passes, .otherwise, .passes, .fails, .fails]])
    _ = early.perform()
    #expect(early.search.answer(for: Self.test) == .found(3))
  }

  @Test("however it fails in between, who is named has it pass before, and what is left holds the first")
  func othersAtRandom() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let count = Int.random(in: 2...16, using: &generator)
      var line = Self.line(count, broken: Int.random(in: 1...count, using: &generator))
      for place in 1..<count where Int.random(in: 0..<4, using: &generator) == 0 { line[place] = .otherwise }
      var world = World([Self.test: line])
      #expect(world.perform() <= world.search.mostSteps)
      switch world.search.answer(for: Self.test) {
      case .found(let place): #expect(line[place] == .fails && line[place - 1] == .passes, "\(line)")
      case .unclear(let places), .unfinished(let places):
        #expect(places.contains { line[$0] == .fails } || places.contains(count), "\(line)")
      case let other: Issue.record("\(line): \(String(describing: other))")
      }
    }
  }

  @Test("tests that break together are one search, and those that break apart are split")
  func several() {
    let (a, b, c): (TestID, TestID, TestID) = (TestID("T.A/a"), TestID("T.A/b"), TestID("T.A/c"))
    var world = World([
      a: Self.line(16, broken: 5), b: Self.line(16, broken: 5), c: Self.line(16, broken: 11),
    ])
    #expect(world.search.next?.tests == [a, b, c])
    #expect(world.perform() <= 7)
    #expect(world.search.answer(for: a) == .found(5))
    #expect(world.search.answer(for: b) == .found(5))
    #expect(world.search.answer(for: c) == .found(11))
  }

  @Test("what breaks at many commits is looked for a few times, and the rest is a span that holds it")
  func bounded() {
    let tests = (1...14).map { (TestID("T.A/t\($0)"), Self.line(16, broken: $0 + 1)) }
    var world = World(Dictionary(uniqueKeysWithValues: tests))
    #expect(world.perform() <= 8)
    for (index, (test, _)) in tests.enumerated() {
      switch world.search.answer(for: test) {
      case .found(let place): #expect(place == index + 2)
      case .unclear(let places), .unfinished(let places): #expect(places.contains(index + 2))
      case let other: Issue.record("\(test): \(String(describing: other))")
      }
    }
  }

  @Test("a search that somebody ended says how far it came")
  func ended() {
    var search = CommitSearch(count: 16, tests: [Self.test: .passes])
    search.steps = [CommitSearch.Step(place: 8, integration: 9, said: [Self.test: .passes])]
    #expect(search.answer(for: Self.test) == nil)
    search.isEnded = true
    #expect(search.next == nil)
    #expect(search.answer(for: Self.test) == .unfinished(9...16))
  }

  @Test("the answer is a sentence")
  func sentences() {
    let commits = (0...3).map { number in
      Commit(
        id: CommitID(String(repeating: "\(number)", count: 40)), branch: "main", author: "Ada",
        email: "ada@example.org", date: Date(timeIntervalSince1970: 0), subject: "Change \(number)")
    }
    func words(_ answer: CommitSearch.Answer) -> String {
      CommitCulprit(answer, of: commits, by: [4, 5]).sentence
    }
    #expect(words(.found(2)) == "broken by 22222222 “Change 2” of Ada, found in 2 integrations")
    #expect(
      words(.likely(3))
        == "broken by 33333333 “Change 3” of Ada, as far as 2 integrations can tell; one more is to "
        + "make sure of it")
    #expect(
      words(.notAgain)
        == "did not happen again: where it failed, at 33333333, it passes now (2 integrations)")
    #expect(
      words(.failsBefore)
        == "broken by none of 3 commits: where it passed, at 00000000, it fails now too (2 integrations)")
    #expect(
      words(.sometimes(3))
        == "fails only sometimes: at 33333333 it failed and passed (2 integrations)")
    #expect(
      words(.sometimes(1))
        == "broken by whom is not clear: already at 11111111 it failed and passed (2 integrations)")
    #expect(
      words(.unclear(2...3))
        == "broken by one of 2 commits (22222222, 33333333) of 3 commits: which cannot be told, as "
        + "what was tried of them does not build, does not have or run it, or fails in another way "
        + "(2 integrations)")
    #expect(
      CommitSearchStep.reason(commits: 12, tests: [Self.test])
        == "To find which of 12 commits broke T.HelpTests/testVersion")
  }
}
