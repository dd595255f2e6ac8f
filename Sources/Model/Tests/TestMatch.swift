/// Which tests of an earlier integration are those of this one: by their ids, then by what they do.
public struct TestMatch: Equatable, Sendable {
  public private(set) var renamed: [TestRename] = []
  public private(set) var suites: [SuiteRename] = []
  /// In the order of their integrations.
  public private(set) var added: [TestID] = []
  public private(set) var gone: [TestID] = []
  /// Those of `gone` whose ids are other tests' now.
  public private(set) var replaced: Set<TestID> = []
  /// They ran there, and were skipped here.
  public private(set) var skipped: [TestID] = []
  private var next: [TestID: TestRename] = [:]
  /// What was gone before already.
  private var goneBefore: [GoneTest] = []

  public init() {}

  /// `unasked`: which of the earlier tests may well be there, and were only not asked for; `known`: what
  /// other integrations found renamed, from where these may have come; `goneBefore`: what was there before
  /// that, and may have returned.
  public init(
    before: TestReport, now: TestReport, unasked: Set<TestID> = [], known: [TestRename] = [],
    goneBefore: [GoneTest] = []
  ) {
    self.goneBefore = goneBefore
    var search = Search(before.cases, now.cases, unasked)
    search.matchNamesakes()
    search.matchBodies()
    search.matchLabels()
    search.matchMovedSuites()
    search.matchSuites()
    search.matchKnown(known)
    (renamed, suites) = search.told()
    let (from, to) = (Set(search.pairs.map(\.old.id)), Set(search.pairs.map(\.new.id)))
    let (old, new) = (Set(search.before.map(\.id)), Set(search.now.map(\.id)))
    added = search.now.map(\.id).filter { !to.contains($0) && (!old.contains($0) || from.contains($0)) }
    gone = search.before.map(\.id).filter {
      !from.contains($0) && !unasked.contains($0) && (!new.contains($0) || to.contains($0))
    }
    replaced = Set(gone).intersection(new)
    next = Dictionary(renamed.map { ($0.from, $0) }) { first, _ in first }
    let ran = Set(
      before.cases.filter { $0.outcome != .skipped && $0.outcome != .notRun }.compactMap { self.now($0.id) })
    skipped = now.cases.filter { $0.outcome == .skipped && ran.contains($0.id) }.map(\.id)
  }

  /// What it is called now; nil where it is gone and another one has its name.
  func now(_ test: TestID) -> TestID? { replaced.contains(test) ? nil : next[test]?.to ?? test }

  /// Where not all tests ran to their end only what is renamed is known; nil where nothing is.
  func changes(since integration: IntegrationNumber, isWhole: Bool = true) -> TestChanges? {
    var changes = TestChanges(since: integration)
    guard isWhole || !renamed.isEmpty else { return nil }
    if isWhole {
      (changes.added, changes.gone, changes.skipped) = (added, gone, skipped)
      let new = Set(added)
      let returned = goneBefore.filter { new.contains($0.test) }
      changes.returned = returned.isEmpty ? nil : returned
    }
    (changes.renamed, changes.suites) = (renamed, suites)
    return changes
  }

  /// Those of tests that are gone and whose names others have now; and all others, as their tests are called.
  func parted(_ issues: [Issue]) -> (gone: [Issue], open: [Issue]) {
    let hasGone = { (issue: Issue) in issue.test.map(replaced.contains) ?? false }
    return (issues.filter(hasGone), issues.filter { !hasGone($0) }.map(followed))
  }

  /// An issue goes on with its test.
  func followed(_ issue: Issue) -> Issue {
    var issue = issue
    // What it was called before that is no news.
    issue.renamedFrom = nil
    guard let test = issue.test, let rename = next[test] else { return issue }
    var followed = issue.of(rename.to)
    followed.renamedFrom = rename.how == .numbered ? nil : test
    return followed
  }

  func followed(_ past: PastIssue) -> PastIssue {
    past.test.flatMap { next[$0] }.map { past.of($0.to) } ?? past
  }
}

extension TestMatch {
  /// A test with all that it can be known by.
  fileprivate struct Known: Equatable {
    var id: TestID
    var name: String
    /// Its target, and the suites inside of each other.
    var path: [String]
    var body: TestBody?
    /// Its name without the labels of what it is given; nil where it has none.
    var word: String? { name.wholeMatch(of: /(.+)\((?:[^():\s]+:)+\)/).map { String($0.1) } }
    /// What it has in common with its namesakes; its own id where it can have none.
    var family: String

    init(_ test: TestCase) {
      (id, body) = (test.id, test.body)
      // XCTest's `testA` is `testA()` for Swift Testing.
      name = test.name.hasSuffix("()") ? String(test.name.dropLast(2)) : test.name
      let separators: Set<Character> = test.library == .xctest ? ["."] : ["/"]
      path = [test.target] + test.suite.split(whereSeparator: separators.contains).map { String($0) }
      family = test.family
    }
  }

  fileprivate struct Pair: Equatable {
    var old: Known
    var new: Known
    var isNumbered = false
  }

  fileprivate struct Search {
    let before: [Known]
    let now: [Known]
    var pairs: [Pair] = []
    /// Those that nothing is known of yet.
    private var gone: [Known]
    private var added: [Known]
    private let unasked: Set<TestID>

    init(_ before: [TestCase], _ now: [TestCase], _ unasked: Set<TestID>) {
      self.before = Self.known(before)
      self.now = Self.known(now)
      self.unasked = unasked
      let (old, new) = (Set(self.before.map(\.id)), Set(self.now.map(\.id)))
      gone = self.before.filter { !new.contains($0.id) && !unasked.contains($0.id) }
      added = self.now.filter { !old.contains($0.id) }
    }

    private static func known(_ cases: [TestCase]) -> [Known] {
      var seen: Set<TestID> = []
      return cases.filter { seen.insert($0.id).inserted }.map { Known($0) }
    }

    private mutating func take(_ pairs: [Pair]) {
      let (old, new) = (Set(pairs.map(\.old.id)), Set(pairs.map(\.new.id)))
      self.pairs += pairs
      gone.removeAll { old.contains($0.id) }
      added.removeAll { new.contains($0.id) }
    }

    /// Where a namesake comes or goes the others are numbered anew: among them bodies say more than ids.
    mutating func matchNamesakes() {
      let families = Set((before + now).filter { $0.id.rawValue != $0.family }.map(\.family))
      guard !families.isEmpty else { return }
      let old = Dictionary(grouping: before.filter { families.contains($0.family) }, by: \.family)
      let new = Dictionary(grouping: now.filter { families.contains($0.family) }, by: \.family)
      var found: [Pair] = []
      for family in families.sorted() {
        let (olds, news) = (old[family] ?? [], new[family] ?? [])
        let (bodies, others) = (Self.once(olds), Self.once(news))
        // What was not asked for is nobody else by now who has an id of before.
        let ids = Set(olds.map(\.id))
        let same = bodies.compactMap { body, old in
          others[body].flatMap {
            unasked.contains(old.id) && ids.contains($0.id) ? nil : Pair(old: old, new: $0, isNumbered: true)
          }
        }
        let (from, to) = (Set(same.map(\.old.id)), Set(same.map(\.new.id)))
        // The rest by id, where that is nobody else's by now.
        let rest = olds.filter { !from.contains($0.id) }.compactMap { old in
          news.first { $0.id == old.id && !to.contains($0.id) }.map {
            Pair(old: old, new: $0, isNumbered: true)
          }
        }
        found += (same + rest).sorted { $0.old.id < $1.old.id }
      }
      take(found)
    }

    /// What occurs once on either side.
    mutating func matchBodies() {
      guard !gone.isEmpty, !added.isEmpty else { return }
      let (old, new) = (Self.once(before), Self.once(now))
      let free = Set(added.map(\.id))
      take(
        gone.compactMap { test in
          guard let body = test.body, body.isTelling, old[body] != nil, let other = new[body],
            free.contains(other.id)
          else { return nil }
          return Pair(old: test, new: other)
        })
    }

    /// The only one of a suite that is called so, whatever it is given by now.
    mutating func matchLabels() {
      guard !gone.isEmpty, !added.isEmpty else { return }
      func byWord(_ tests: [Known]) -> [[String]: [Known]] {
        Dictionary(grouping: tests.filter { $0.word != nil }) { $0.path + [$0.word ?? ""] }
      }
      let (old, new, free) = (byWord(before), byWord(now), Set(added.map(\.id)))
      take(
        gone.compactMap { test in
          guard let word = test.word, let others = new[test.path + [word]], others.count == 1,
            old[test.path + [word]]?.count == 1, free.contains(others[0].id)
          else { return nil }
          return Pair(old: test, new: others[0])
        })
    }

    /// A suite of the same name elsewhere: its tests of the same names and bodies are the same, though these
    /// say little.
    mutating func matchMovedSuites() {
      guard !gone.isEmpty, !added.isEmpty else { return }
      let (left, were) = (Self.prefixes(now), Self.prefixes(before))
      let name = { (test: Known) in [test.name, test.path.last ?? ""] }
      let old = Dictionary(grouping: gone.filter { !left.contains($0.path) }, by: name)
      let new = Dictionary(grouping: added.filter { !were.contains($0.path) }, by: name)
      take(
        old.compactMap { name, tests in
          guard tests.count == 1, tests[0].path.count > 1, let others = new[name], others.count == 1,
            tests[0].body != nil, tests[0].body == others[0].body
          else { return nil }
          return Pair(old: tests[0], new: others[0])
        }.sorted { $0.old.id < $1.old.id })
    }

    /// Where a suite is surely called otherwise, its tests of the same names are the same, whatever they do
    /// by now: so they would be if it were still called as before.
    mutating func matchSuites() {
      guard !gone.isEmpty, !added.isEmpty else { return }
      let moves = self.moves()
      let free = Dictionary(added.map { ([$0.name] + $0.path, $0) }) { first, _ in first }
      take(
        gone.compactMap { test in
          for length in stride(from: test.path.count, to: 0, by: -1) {
            guard let to = moves[Array(test.path.prefix(length))] else { continue }
            let other = free[[test.name] + to + test.path.dropFirst(length)]
            return other.map { Pair(old: test, new: $0) }
          }
          return nil
        })
    }

    /// What was seen to be renamed elsewhere, as on a branch that came in here, where the one is gone and the
    /// other is new: whatever it does by now.
    mutating func matchKnown(_ renames: [TestRename]) {
      guard !gone.isEmpty, !added.isEmpty, !renames.isEmpty else { return }
      let ways = Dictionary(grouping: renames, by: \.from)
      let free = Dictionary(added.map { ($0.id, $0) }) { first, _ in first }
      var taken: Set<TestID> = []
      take(
        gone.compactMap { test in
          var (reached, next): (Set<TestID>, [TestID]) = ([test.id], [test.id])
          while !next.isEmpty {
            next = next.flatMap { ways[$0] ?? [] }.map(\.to).filter { reached.insert($0).inserted }
          }
          let found = reached.compactMap { free[$0] }
          guard found.count == 1, let other = found.first, taken.insert(other.id).inserted else { return nil }
          return Pair(old: test, new: other)
        })
    }

    private static func once(_ tests: [Known]) -> [TestBody: Known] {
      let all = tests.compactMap { test in test.body.map { ($0, test) } }
      return Dictionary(grouping: all, by: \.0).compactMapValues { $0.count == 1 ? $0[0].1 : nil }
    }
  }
}

// MARK: - Suites

extension TestMatch.Search {
  /// Of which nothing is left or was there before, by what the tests show that are known: where each went.
  fileprivate func moves() -> [[String]: [String]] {
    var ways: [[String]: Set<[String]>] = [:]
    var back: [[String]: Set<[String]>] = [:]
    for pair in pairs where !pair.isNumbered && pair.old.name == pair.new.name {
      for (from, to) in Self.ways(pair.old.path, pair.new.path) {
        ways[from, default: []].insert(to)
        back[to, default: []].insert(from)
      }
    }
    guard !ways.isEmpty else { return [:] }
    let (left, were) = (Self.prefixes(now), Self.prefixes(before))
    return ways.compactMapValues { $0.count == 1 ? $0.first : nil }
      .filter { from, to in !left.contains(from) && !were.contains(to) && back[to]?.count == 1 }
  }

  /// `[T, A, X]` and `[T, B, X]`: what differs, with none, some or all of what they end alike with.
  private static func ways(_ from: [String], _ to: [String]) -> [([String], [String])] {
    var ways = [(from, to)]
    var (from, to) = (from, to)
    while from.count > 1, to.count > 1, from.last == to.last {
      from.removeLast()
      to.removeLast()
      ways.append((from, to))
    }
    return ways.filter { $0.0 != $0.1 }
  }

  private static func prefixes(_ tests: [TestMatch.Known]) -> Set<[String]> {
    var prefixes: Set<[String]> = []
    for path in Set(tests.map(\.path)) {
      for length in 1...path.count { prefixes.insert(Array(path.prefix(length))) }
    }
    return prefixes
  }

  /// In the order of their old ids; the suites with most tests first.
  fileprivate func told() -> (tests: [TestRename], suites: [SuiteRename]) {
    let moves = self.moves()
    var tests: [TestRename] = []
    var groups: [[[String]]: [Int]] = [:]
    for pair in pairs.sorted(by: { $0.old.id < $1.old.id }) where pair.old.id != pair.new.id {
      var rename = TestRename(from: pair.old.id, to: pair.new.id, how: pair.isNumbered ? .numbered : .renamed)
      if !pair.isNumbered, pair.old.name == pair.new.name, pair.old.path != pair.new.path {
        let ways = Self.ways(pair.old.path, pair.new.path).filter { moves[$0.0] == $0.1 }
        let way = ways.last ?? (pair.old.path, pair.new.path)
        if ways.isEmpty || way.0.last == way.1.last { rename.how = .moved }
        groups[[way.0, way.1], default: []].append(tests.count)
      }
      tests.append(rename)
    }
    var suites: [SuiteRename] = []
    for (way, members) in groups where members.count > 1 {
      for index in members { tests[index].isInSuite = true }
      suites.append(
        SuiteRename(
          from: way[0].joined(separator: "."), to: way[1].joined(separator: "."), tests: members.count,
          how: tests[members[0]].how))
    }
    return (tests, suites.sorted { ($1.tests, $0.from, $0.to) < ($0.tests, $1.from, $1.to) })
  }
}

extension TestCase {
  /// Its name with what tells it from its namesakes, where it has any.
  public var ownName: String {
    let mark = id.rawValue.dropFirst(family.count)
    return name.hasSuffix(mark) ? name : name + mark
  }

  /// Its id without what tells namesakes apart: `T.over(_:)` of `T.over(_:)/S.swift#2`, `T.Spec/a` of
  /// `T.Spec/a (2)`.
  var family: String {
    let whole = id.rawValue
    switch library {
    case .swiftTesting:
      let stem = id.stem.text
      guard let file = file?.rawValue.split(separator: "/").last, stem.hasSuffix("/" + file) else {
        return whole
      }
      return String(stem.dropLast(file.count + 1))
    case .xctest:
      guard whole.hasSuffix(")"), let start = whole.lastIndex(of: "("),
        Int(whole[start...].dropFirst().dropLast()) != nil,
        whole[..<start].hasSuffix(" ")
      else { return whole }
      return String(whole[..<start].dropLast())
    }
  }
}
