import Testing

@testable import Integrator

@Suite struct CulpritSearchTests {
  private typealias Search = CulpritSearch<Int>

  /// Fails as soon as all of these ran before it.
  private func search(_ count: Int, needs needed: Set<Int>, most: Int = 60) -> Search {
    Search(among: Array(0..<count), most: most) { needed.isSubset(of: Set($0)) }
  }

  @Test("one of many is found wherever it stands, in few runs", arguments: [0, 1, 499, 500, 731, 998, 999])
  func one(place: Int) throws {
    var search = search(1000, needs: [place])
    #expect(try search.perform() == .needed([place], also: [], without: .passes))
    #expect(search.runs <= 34)
  }

  @Test(
    "several that only together do it are found, in their order",
    arguments: [[0, 1], [0, 99], [49, 50], [3, 70], [10, 20, 90], [97, 98, 99], [0, 50, 51]])
  func several(places: [Int]) throws {
    var search = search(100, needs: Set(places))
    #expect(try search.perform() == .needed(places, also: [], without: .passes))
  }

  @Test("others that do it by themselves are found too, and it is told how it ends without them")
  func each() throws {
    func found(_ culprits: [Set<Int>], most: Int = 60) throws -> Search.Answer {
      var search = Search(among: Array(0..<20), most: most) { ran in
        culprits.contains { $0.isSubset(of: Set(ran)) }
      }
      return try search.perform()
    }
    #expect(try found([[3], [17]]) == .needed([17], also: [[3]], without: .passes))
    #expect(try found([[3], [4, 9]], most: 80) == .needed([3], also: [[4, 9]], without: .passes))
    #expect(try found([[3], [8], [12]], most: 30) == .needed([12], also: [], without: .fails))
    let short = try (16...20).map { try found([[3]], most: $0) }
    #expect(short.contains(.needed([3], also: [], without: nil)))
    let many = Set(0..<10).map { Set([$0]) }
    #expect(
      try found(many, most: 200) == .needed([9], also: [[8], [7], [6]], without: .fails))
  }

  @Test("where it is skipped without them, that is told, and nobody says that it passes", arguments: [1, 9])
  func skipped(count: Int) throws {
    var search = Search(among: Array(0..<count), ends: { $0.contains(0) ? .fails : .skips })
    #expect(try search.perform() == .needed([0], also: [], without: .skips))
  }

  @Test("only one other ran before it")
  func only() throws {
    var search = search(1, needs: [0])
    #expect(try search.perform() == .needed([0], also: [], without: .passes))
  }

  @Test("what fails alone blames nobody; what never fails again neither")
  func nobody() throws {
    var alone = search(10, needs: [])
    #expect(try alone.perform() == .alone)
    var never = search(10, needs: [11])
    #expect(try never.perform() == .never)
    var first = search(0, needs: [1])
    #expect(try first.perform() == .never)
  }

  @Test("where more are needed than are looked for, or no more runs are allowed, it says among which")
  func bounds() throws {
    var many = search(100, needs: [5, 25, 45, 65, 85])
    guard case .unclear(let left) = try many.perform() else {
      Issue.record("five are more than are looked for")
      return
    }
    #expect(Set(left).isSuperset(of: [5, 25, 45, 65, 85]) && left.count < 100)
    var short = search(1000, needs: [0, 999], most: 10)
    guard case .unclear = try short.perform() else {
      Issue.record("ten runs are too few")
      return
    }
    #expect(short.runs == 10)
  }

  @Test("what can't be run again ends the search")
  func cannot() throws {
    var search = Search(among: [1, 2, 3, 4]) { $0.isEmpty ? false : $0.count > 2 ? true : nil }
    #expect(try search.perform() == .unclear([1, 2, 3, 4]))
  }

  @Test("what fails and passes with the same tests before it is chance")
  func chance() throws {
    var turn = 0
    var search = Search(among: [1, 2]) { _ in
      turn += 1
      return turn == 3 || turn == 4
    }
    #expect(try search.perform() == .chance)
  }

  @Test(
    "what fails by chance gets no culprit", arguments: [1, 3, 10, 200], [0.1, 0.25, 0.4, 0.5, 0.6, 0.75])
  func random(count: Int, share: Double) throws {
    var dice = Dice(state: UInt64(count) * 1000 + UInt64(share * 100))
    var claims = 0
    for _ in 0..<2000 {
      var search = Search(among: Array(0..<count)) { _ in dice.next() < share }
      if case .needed = try search.perform() { claims += 1 }
    }
    // Less than one in two hundred.
    #expect(claims < 10, "\(claims) of 2000")
  }

  @Test("the first contradiction ends it")
  func contradiction() throws {
    var told: [[Int]] = []
    var search = Search(among: [1]) { tests in
      told.append(tests)
      // With it at first, then no more.
      return tests == [1] && told.count < 6
    }
    #expect(try search.perform() == .chance)
    #expect(told == [[], [], [1], [1], [], [1]])
  }
}

extension CulpritSearch {
  fileprivate init(among others: [Test], most: Int = mostRuns, fails: @escaping ([Test]) throws -> Bool?) {
    self.init(among: others, most: most, ends: { try fails($0).map { $0 ? .fails : .passes } })
  }
}

/// SplitMix64: the same throws each time.
private struct Dice {
  var state: UInt64

  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
  }
}
