import Model

/// The decisions of a search for the tests after which another one fails: by halves, in a bounded number of
/// runs.
struct CulpritSearch<Test: Equatable> {
  enum Said { case fails, passes, skips }

  enum Answer: Equatable {
    case alone
    case never
    /// All of the first are needed; the others do it too, each of these lists without the rest.
    case needed([Test], also: [[Test]], without: Culprit.Without?)
    /// It fails and passes after the same ones.
    case chance
    /// Of these; it was not found which.
    case unclear([Test])
  }

  private struct IsBounded: Error {}

  let most: Int
  /// How it ends after these; nil where that can't be had.
  let ends: ([Test]) throws -> Said?
  private var last = Said.passes
  private(set) var runs = 0
  /// It is known to fail among these.
  private var known: [Test]

  /// More that only together do it are not looked for.
  static var mostNeeded: Int { 4 }
  static var mostRuns: Int { 60 }
  /// More that do it by themselves are not looked for.
  static var mostGroups: Int { 4 }
  /// How often it must fail after them, and pass without them, in turn.
  static var confirmations: Int { 4 }

  init(among others: [Test], most: Int = Self.mostRuns, ends: @escaping ([Test]) throws -> Said?) {
    (known, self.most, self.ends) = (others, most, ends)
  }

  mutating func perform() throws -> Answer {
    let others = known
    do {
      // What fails by chance may need more than one run.
      if try run([]) || run([]) { return .alone }
      guard !others.isEmpty, try run(others) || run(others) else { return .never }
      let needed = try narrow(others)
      return try holds(needed) ? try besides(needed, of: others) : .chance
    } catch is IsBounded {
      return .unclear(known)
    }
  }

  /// What else does it: without these it may fail after others too.
  private mutating func besides(_ first: [Test], of others: [Test]) throws -> Answer {
    var groups = [first]
    var without: Culprit.Without?
    do {
      var rest = others.filter { !first.contains($0) }
      while try !rest.isEmpty && (run(rest) || run(rest)) {
        without = .fails
        guard groups.count < Self.mostGroups else { throw IsBounded() }
        let needed = try narrow(rest)
        guard try holds(needed) else { throw IsBounded() }
        groups.append(needed)
        without = nil
        rest.removeAll { needed.contains($0) }
      }
      // Where nothing is left without these, it ran alone last.
      without = last == .skips ? .skips : .passes
    } catch is IsBounded {}
    return .needed(first, also: Array(groups.dropFirst()), without: without)
  }

  /// Before anything is claimed: what fails now and then comes through here once in a hundred times or less.
  private mutating func holds(_ needed: [Test]) throws -> Bool {
    for _ in 0..<Self.confirmations {
      guard try run(needed), try !run([]) else { return false }
    }
    return true
  }

  private mutating func run(_ tests: [Test]) throws -> Bool {
    guard runs < most else { throw IsBounded() }
    runs += 1
    guard let answer = try ends(tests) else { throw IsBounded() }
    last = answer
    return answer == .fails
  }

  private mutating func narrow(_ others: [Test]) throws -> [Test] {
    var rest = others
    var needed: [Test] = []
    while true {
      try halve(&rest, with: needed)
      if rest.count == 1 { return rest + needed }
      guard needed.count + 1 < Self.mostNeeded else { throw IsBounded() }
      // Both halves have a part in it: the last one that has is at the end of the shortest beginning that
      // does.
      var passing = rest.count / 2
      var failing = rest.count
      while failing - passing > 1 {
        let middle = (passing + failing) / 2
        if try run(Array(rest[..<middle]) + needed) { failing = middle } else { passing = middle }
      }
      needed.insert(rest[failing - 1], at: 0)
      rest.removeSubrange((failing - 1)...)
      known = rest + needed
    }
  }

  /// As long as one half does it without the other.
  private mutating func halve(_ rest: inout [Test], with needed: [Test]) throws {
    while rest.count > 1 {
      let middle = rest.count / 2
      let (earlier, later) = (Array(rest[..<middle]), Array(rest[middle...]))
      if try run(later + needed) {
        rest = later
      } else if try run(earlier + needed) {
        rest = earlier
      } else {
        return
      }
      known = rest + needed
    }
  }
}
