/// Which tests of an earlier integration are those of this one: by id, else where one is gone and a new one
/// has the same body.
public struct TestMatch: Equatable, Sendable {
  public private(set) var renamed: [TestRename] = []
  public private(set) var suites: [SuiteRename] = []
  /// In the order of their integrations.
  public private(set) var added: [TestID] = []
  public private(set) var gone: [TestID] = []
  /// They ran there, and were skipped here.
  public private(set) var skipped: [TestID] = []
  private var next: [TestID: TestRename] = [:]

  public init() {}

  /// - Parameter unasked: which of the earlier tests may be there, and were only not asked for.
  public init(before: TestReport, now: TestReport, unasked: Set<TestID> = []) {
    let (old, new) = (Set(before.cases.map(\.id)), Set(now.cases.map(\.id)))
    let pairs = Self.pairs(before.cases, now.cases) { test, other in
      !new.contains(test.id) && !unasked.contains(test.id) && !old.contains(other.id)
    }
    (renamed, suites) = Self.told(pairs)
    next = Dictionary(renamed.map { ($0.from, $0) }) { first, _ in first }
    let to = Set(renamed.map(\.to))
    added = now.cases.map(\.id).filter { !old.contains($0) && !to.contains($0) }
    gone = before.cases.map(\.id).filter {
      !new.contains($0) && next[$0] == nil && !unasked.contains($0)
    }
    let ran = before.cases.filter { $0.outcome != .skipped && $0.outcome != .notRun }.map { self.now($0.id) }
    let hasRun = Set(ran)
    skipped = now.cases.filter { $0.outcome == .skipped && hasRun.contains($0.id) }.map(\.id)
  }

  /// The id of the test now.
  func now(_ test: TestID) -> TestID { next[test]?.to ?? test }

  /// Where not all tests ran to their end only what is renamed is known; nil where nothing is.
  func changes(since integration: IntegrationNumber, isWhole: Bool = true) -> TestChanges? {
    var changes = TestChanges(since: integration)
    guard isWhole || !renamed.isEmpty else { return nil }
    if isWhole { (changes.added, changes.gone, changes.skipped) = (added, gone, skipped) }
    (changes.renamed, changes.suites) = (renamed, suites)
    return changes
  }

  /// An issue goes on with its test.
  func followed(_ issue: Issue) -> Issue {
    var issue = issue
    // What it was called before that is no news.
    issue.renamedFrom = nil
    guard let test = issue.test, let rename = next[test] else { return issue }
    var followed = issue.of(rename.to)
    followed.renamedFrom = test
    return followed
  }

  func followed(_ past: PastIssue) -> PastIssue {
    past.test.flatMap { next[$0] }.map { past.of($0.to) } ?? past
  }
}

extension TestMatch {
  private typealias Pair = (old: TestCase, new: TestCase)

  /// Bodies that occur once on either side.
  private static func pairs(
    _ before: [TestCase], _ now: [TestCase], where mayBe: (TestCase, TestCase) -> Bool
  ) -> [Pair] {
    let (old, new) = (once(before), once(now))
    return old.compactMap { body, test in
      guard let other = new[body], mayBe(test, other) else { return nil }
      return (test, other)
    }.sorted { $0.old.id < $1.old.id }
  }

  private static func once(_ tests: [TestCase]) -> [TestBody: TestCase] {
    let all = tests.compactMap { test in test.body.map { ($0, test) } }
    return Dictionary(grouping: all, by: \.0).compactMapValues { $0.count == 1 ? $0[0].1 : nil }
  }

  /// Groups tests that moved from one suite to another with their names, the largest group first.
  private static func told(_ pairs: [Pair]) -> (tests: [TestRename], suites: [SuiteRename]) {
    func place(_ test: TestCase) -> String {
      test.suite.isEmpty ? test.target : "\(test.target).\(test.suite)"
    }
    var tests: [TestRename] = []
    var groups: [[String]: [Int]] = [:]
    for (old, new) in pairs {
      var rename = TestRename(from: old.id, to: new.id, how: .renamed)
      if old.name == new.name {
        rename.how = .moved
        groups[[place(old), place(new)], default: []].append(tests.count)
      }
      tests.append(rename)
    }
    var suites: [SuiteRename] = []
    for (way, members) in groups where members.count > 1 {
      for index in members { tests[index].isInSuite = true }
      suites.append(SuiteRename(from: way[0], to: way[1], tests: members.count))
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
