import Words

/// What a limited integration left out.
public struct Limitation: Codable, Equatable, Sendable {
  /// The tests it was asked for. Null when it was asked for all.
  @Nullable public var tests: TestSelection?
  /// How many tests the bot has at this commit. Null when they were not listed.
  @Nullable public var wholeCount: Int?
  /// The tests that the bot itself selects. Null when it selects all.
  @Nullable public var wholeSelection: TestSelection?
  /// Coverage was not measured.
  public var withoutCoverage = false
  /// The commit is neither the newest nor the next one of a branch.
  public var isOlderCommit = false
  /// The branch no longer has the commit.
  public var isOffBranch: Bool?

  public init() {}

  /// Nil when nothing is missing.
  public init?(_ settings: Bot, of whole: Bot, isOlderCommit: Bool) {
    let selection = TestSelection.of(settings.tests)
    tests = selection == TestSelection.of(whole.tests) ? nil : selection
    wholeSelection = TestSelection.of(whole.tests)
    withoutCoverage = whole.coverage.enabled && !settings.coverage.enabled
    self.isOlderCommit = isOlderCommit
    if tests == nil, !withoutCoverage, !isOlderCommit { return nil }
  }

  /// Its bot asks for no more: only tests that what changed concerns.
  public var isOfSelecting: Bool { tests?.affectedSince != nil && !withoutCoverage && !isOlderCommit }

  /// What the other tests would have run is not known.
  var isOfSomeTests: Bool { tests != nil && !isOfSelecting }

  /// "1 of 549 tests, only Tree, without coverage".
  func words(ran: Int) -> String {
    var words: [String] = []
    if let tests {
      let count = Figures.count(wholeCount ?? ran, "test")
      if wholeCount != nil || ran > 0 {
        words.append(wholeCount == nil ? count : "\(Figures.grouped(ran)) of \(count)")
      }
      words += tests.words
    }
    if withoutCoverage { words.append("without coverage") }
    if isOlderCommit {
      words.append(isOffBranch == true ? "a commit that is not on its branch" : "an older commit")
    }
    return words.joined(separator: ", ").capitalizedFirst
  }
}

extension Report {
  /// Fewer tests were asked for than its bot asks for: a line that did not run may well run with the others.
  public var isOfSomeTests: Bool { limited?.isOfSomeTests ?? false }

  /// An older commit that was integrated again: what it is compared with has it, and what came later.
  public var isBeforeCompared: Bool {
    limited?.isOlderCommit == true && comparedWith != nil && commit != nil && commits.isEmpty
      && changes?.since?.commit != commit?.id
  }

  /// What is silenced, and apart what nothing here tells of.
  public var silenced: (here: [Issue], unseen: [Issue]) {
    (issues.silenced.filter(\.seen), issues.silenced.filter { !$0.seen })
  }

  /// What is said of what is open, and nothing here tells of.
  public var notSeenWords: String {
    guard isBeforeCompared, let compared = comparedWith else { return "not seen this time" }
    // Of what was not asked for nobody knows how it is there.
    let here = limited?.tests == nil ? "at this older commit" : "this time"
    return "open in \(compared.integration), and not seen \(here)"
  }
}

extension TestReport {
  /// Those that were asked for, and those that were not.
  public var listedCount: Int {
    cases.count + didNotRun.filter { $0.kind == .filtered }.map(\.tests).reduce(0, +)
  }
}
