/// In what the tests of two integrations differ. A test that is called otherwise is the same test.
public struct TestDifference: Equatable, Sendable {
  /// What is different about a test; the order is that in which they are told.
  public enum Kind: String, Sendable, CaseIterable {
    case newlyFailing = "newly-failing"
    case fixed
    /// It failed in both, in another way or with another message.
    case failsOtherwise = "fails-otherwise"
    case newlyFlaky = "newly-flaky"
    case newlySkipped = "newly-skipped"
    case newlyNotRun = "newly-not-run"
    /// It was skipped or did not run, and passes.
    case ranAgain = "ran-again"
    /// Any other outcome.
    case otherwise
  }

  public struct Change: Equatable, Sendable {
    public var kind: Kind
    public var test: TestCase
    /// What became of it in the other one; nil where there was no such test.
    public var before: TestOutcome?
  }

  public var before: OutcomeCounts
  public var now: OutcomeCounts
  /// By kind, then as they stand in the report.
  public var changes: [Change] = []
  /// Also those that fail.
  public var added: [TestCase] = []
  public var gone: [TestCase] = []
  /// Those that a person would call renamed or moved.
  public var renamed: [TestRename] = []
  /// Suites and targets of which several tests went the same way.
  public var suites: [SuiteRename] = []
  /// Those that are called as before and stand in another file.
  public var elsewhere: [TestsElsewhere] = []
  /// They failed in both, in the same way.
  public var stillFailing: [TestID] = []
  /// Which came and went is known; else only those that both had are compared.
  public var isWhole: Bool
  /// Nothing is known of what tests do, so that a renamed one is told as gone and added.
  public var isBlind = false

  init(_ before: TestReport, _ now: TestReport, isWhole: Bool) {
    (self.before, self.now) = (OutcomeCounts(before), OutcomeCounts(now))
    self.isWhole = isWhole
    let there = Set(now.cases.map(\.id))
    let unasked = isWhole ? [] : Set(before.cases.map(\.id).filter { !there.contains($0) })
    let match = TestMatch(before: before, now: now, unasked: unasked)
    renamed = match.renamed
    suites = match.suites
    if isWhole {
      let (new, old) = (Set(match.added), Set(match.gone))
      added = Self.first(of: now.cases).filter { new.contains($0.id) }
      gone = Self.first(of: before.cases).filter { old.contains($0.id) }
      let bodies = [before, now].map { $0.cases.contains { $0.body != nil } }
      isBlind = !added.isEmpty && !gone.isEmpty && bodies.contains(false)
    }
    let pairs = Self.pairs(before, now, match)
    elsewhere = TestsElsewhere.among(pairs)
    compare(pairs)
    changes +=
      added.filter(\.outcome.isFailure).map { Change(kind: .newlyFailing, test: $0, before: nil) }
    let ranks = Dictionary(uniqueKeysWithValues: Kind.allCases.enumerated().map { ($1, $0) })
    // Stable: the sort of the library is none.
    changes = changes.enumerated().sorted {
      (ranks[$0.element.kind] ?? 0, $0.offset) < (ranks[$1.element.kind] ?? 0, $1.offset)
    }.map(\.element)
  }

  public func of(_ kind: Kind) -> [Change] { changes.filter { $0.kind == kind } }

  /// Nothing came, went or ended otherwise.
  public var isNone: Bool {
    changes.isEmpty && added.isEmpty && gone.isEmpty && renamed.isEmpty && elsewhere.isEmpty
  }

  /// "T.S/new, renamed from T.S/old": suites, then tests, then those that are only in another file.
  public var renamedWords: [String] {
    suites.map(\.words) + renamed.filter { !$0.isInSuite }.map { "\($0.to), \($0.words)" }
      + elsewhere.map(\.words)
  }

  public var renamedCount: Int { renamed.count + elsewhere.reduce(0) { $0 + $1.tests.count } }

  private mutating func compare(_ pairs: [(old: TestCase, new: TestCase)]) {
    for (old, new) in pairs {
      if let kind = Self.kind(old, new) {
        changes.append(Change(kind: kind, test: new, before: old.outcome))
      } else if new.outcome.isFailure {
        stillFailing.append(new.id)
      }
    }
  }

  /// The tests that both have, as they are now.
  static func pairs(
    _ before: TestReport, _ now: TestReport, _ match: TestMatch
  ) -> [(old: TestCase, new: TestCase)] {
    let old = Dictionary(before.cases.map { (match.now($0.id), $0) }) { first, _ in first }
    return first(of: now.cases).compactMap { test in old[test.id].map { ($0, test) } }
  }

  private static func first(of cases: [TestCase]) -> [TestCase] {
    var seen: Set<TestID> = []
    return cases.filter { seen.insert($0.id).inserted }
  }

  private static func kind(_ old: TestCase, _ new: TestCase) -> Kind? {
    let (was, ends) = (old.outcome, new.outcome)
    if was.isFailure, ends.isFailure { return old.failsLike(new) ? nil : .failsOtherwise }
    guard was != ends else { return nil }
    switch ends {
    case .failed, .crashed, .timedOut: return .newlyFailing
    case .flaky: return .newlyFlaky
    case .skipped: return .newlySkipped
    case .notRun: return .newlyNotRun
    case .passed, .expectedFailure:
      if was.isFailure { return .fixed }
      return was == .skipped || was == .notRun ? .ranAgain : .otherwise
    }
  }
}

extension TestCase {
  /// In the same way, saying the same.
  fileprivate func failsLike(_ other: TestCase) -> Bool {
    outcome == other.outcome && MessageWords.areAlike(told, other.told)
  }

  private var told: String { failures.first { !$0.isKnown }?.message ?? crash?.message ?? "" }
}
