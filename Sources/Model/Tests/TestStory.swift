public import Foundation
import Words

/// What is known of one test: what became of it in each integration that is kept.
public struct TestStory: Equatable, Sendable {
  /// As many are told one by one, on pages and in terminals.
  public static let most = 50

  public var test: KnownTest
  /// Newest first.
  public var entries: [Entry] = []
  /// What it is called since, where that is another id; `from` is the first integration that calls it so, on
  /// whatever branch.
  public var nextName: (id: TestID, from: IntegrationNumber, branch: BranchName?)?
  /// What other branches call it since, the oldest first.
  public var nextElsewhere: [(id: TestID, from: IntegrationNumber, branch: BranchName?)] = []
  /// The first whole integration of that branch that ran all its tests without one of that name.
  public var nextGone: IntegrationNumber?

  /// What another branch called it before one that has it now left that; as `formerNames`.
  public var namesElsewhere: [FormerName] = []

  /// `last`: the last integration of a branch that called it so.
  public struct FormerName: Equatable, Sendable {
    public var id: TestID
    public var last: IntegrationNumber
    public var branch: BranchName?
    /// The branch that calls it otherwise since, where that is another one: this one may call it so still.
    public var otherwiseOn: BranchName?

    public init(
      _ id: TestID, last: IntegrationNumber, branch: BranchName?, otherwiseOn: BranchName? = nil
    ) {
      (self.id, self.last, self.branch, self.otherwiseOn) = (id, last, branch, otherwiseOn)
    }
  }

  /// The branches that have it no longer.
  public var gone: [Gone] = []

  /// When a branch that has it, or had it last, did not: newest first.
  public var absences: [Gone] = []

  /// `since`: the first whole integration of a branch that ran all its tests without it.
  public struct Gone: Equatable, Sendable {
    public var branch: BranchName?
    public var since: IntegrationNumber
    /// The first that had it again.
    public var until: IntegrationNumber?
    /// Absent where files were integrated that are not committed.
    public var commit: CommitID?

    public init(
      branch: BranchName?, since: IntegrationNumber, until: IntegrationNumber? = nil, commit: CommitID?
    ) {
      (self.branch, self.since, self.until, self.commit) = (branch, since, until, commit)
    }
  }

  public init(_ test: KnownTest) { self.test = test }

  public static func == (one: TestStory, other: TestStory) -> Bool {
    one.test == other.test && one.entries == other.entries && one.gone == other.gone
      && one.absences == other.absences
      && one.nextName?.id == other.nextName?.id && one.nextName?.from == other.nextName?.from
      && one.nextName?.branch == other.nextName?.branch && one.nextGone == other.nextGone
      && one.namesElsewhere == other.namesElsewhere
      && one.nextElsewhere.elementsEqual(other.nextElsewhere) { $0 == $1 }
  }

  /// One integration of a test.
  public struct Entry: Equatable, Sendable {
    public var past: EarlierOutcome
    /// What it worked; absent where some of it was waiting for others.
    public var seconds: Double?
    public var branch: BranchName?
    public var commit: CommitID?
    public var subject: String?
    public var changes = false
    public var isLimited = false
    public var started: Date
    /// What was told of it where it went wrong, the first ones.
    public var messages: [Message] = []
    public var measurements: [Measured] = []

    public init(_ past: EarlierOutcome, started: Date) { (self.past, self.started) = (past, started) }

    public var integration: IntegrationNumber { past.integration }
    public var outcome: TestOutcome { past.outcome }
  }

  public struct Message: Equatable, Sendable {
    public var text: String
    public var file: PackagePath?
    public var line: Int?

    public init(text: String, file: PackagePath?, line: Int?) {
      (self.text, self.file, self.line) = (text, file, line)
    }

    /// Nothing was said in the line of a declaration.
    init(text: String, _ file: PackagePath?, _ line: Int?, _ isAtDeclaration: Bool?) {
      self.init(text: text, file: file, line: isAtDeclaration == true ? nil : line)
    }
  }

  /// What `measure` measured in one integration.
  public struct Measured: Equatable, Sendable {
    public var metric: String
    public var average: Double
    public var relativeStandardDeviation: Double

    public init(metric: String, average: Double, relativeStandardDeviation: Double) {
      (self.metric, self.average) = (metric, average)
      self.relativeStandardDeviation = relativeStandardDeviation
    }
  }
}

/// A test that the store knows, as its newest integration told of it.
public struct KnownTest: Equatable, Sendable {
  public var id: TestID
  public var library: TestLibrary
  public var target: String
  public var displayName: String?
  /// The suites and groups around it as people call them.
  public var group: [String] = []
  public var file: PackagePath?
  public var line: Int?
  /// The first integration that is known to have had it.
  public var first: (integration: IntegrationNumber, started: Date)?
  /// The newest of those that the rest is of.
  public var told: IntegrationNumber?
  /// The newest in which it failed, crashed, timed out or was flaky.
  public var wentWrong: IntegrationNumber?
  /// What it printed in `told`, where that could be told apart.
  public var printed: String?

  public init(id: TestID, library: TestLibrary, target: String) {
    (self.id, self.library, self.target) = (id, library, target)
  }

  public static func == (one: KnownTest, other: KnownTest) -> Bool {
    (one.id, one.library, one.target, one.displayName) == (
      other.id, other.library, other.target, other.displayName
    ) && one.group == other.group && (one.file, one.line) == (other.file, other.line)
      && (one.told, one.wentWrong, one.printed) == (other.told, other.wentWrong, other.printed)
      && one.first?.integration == other.first?.integration && one.first?.started == other.first?.started
  }
}

// MARK: - In words and numbers

extension TestStory {
  /// What is told of the test as it stands: what was asked for whole, where there is any. Who looks at an
  /// older commit again changes nothing in that.
  public var whole: [Entry] {
    let whole = entries.filter { !$0.isLimited }
    return whole.isEmpty ? entries : whole
  }

  /// "Flaky 3 times in its last 20, failed in 2 of them." Where limited ones stand beside them, it says that
  /// it counts the others, and names those in which it went wrong.
  public var sentence: String {
    let outcomes = whole.map(\.outcome)
    let both = bothWords.map { "; " + $0 } ?? ""
    guard whole.count < entries.count else {
      return (TestHistory.sentence(outcomes, on: branchesWithName) + both).ended
    }
    let told = TestHistory.sentence(outcomes, kind: "whole", on: branchesWithName)
    return (told + both + (limitedWords.map { "; " + $0 } ?? "")).ended
  }

  /// "passed in #67 at the commit at which it failed in #66": flaky, though each integration tells one
  /// outcome; of the newest one of which that is so.
  private var bothWords: String? {
    let committed = whole.filter { !$0.changes && $0.commit != nil }
    for entry in committed where entry.outcome == .passed {
      let failed = committed.first {
        $0.commit == entry.commit && $0.outcome.isFailure && $0.integration < entry.integration
      }
      guard let failed else { continue }
      return "passed in \(entry.integration) at the commit at which it \(TestHistory.verb([failed.outcome])) "
        + "in \(failed.integration)"
    }
    return nil
  }

  /// Those that all of this is of, where another one calls it otherwise: what became of it there stands under
  /// that name, also what did before. Nil where none does.
  private var branchesWithName: String? {
    guard let next = nextName, !branches.isEmpty, !branches.contains(where: { $0.name == next.branch }) else {
      return nil
    }
    // Of one where it never ran no outcome is counted.
    let ran = whole.filter { $0.outcome != .notRun }
    let names = Set((ran.isEmpty ? whole : ran).map(\.branch))
    guard let only = names.first, names.count == 1 else {
      return "\(names.count) branches that call it so"
    }
    return only?.rawValue ?? "no branch"
  }

  /// Older commits that were integrated again since it is called otherwise have it by this name.
  public var hasOlderCommits: Bool {
    guard let next = nextName else { return false }
    return entries.contains { $0.branch == next.branch && $0.integration > next.from }
  }

  private static let mostLimited = 3

  /// "failed in #21 and #19, which were limited"; nil where it went wrong in none.
  private var limitedWords: String? {
    let limited = entries.filter(\.isLimited)
    let wrong = (TestHistory.verbs + [(.flaky, "flaky")]).map { outcome, word in
      (word, limited.filter { $0.outcome == outcome })
    }
    let told = wrong.filter { !$0.1.isEmpty }.map { word, entries in
      let left = entries.count - Self.mostLimited
      var names = entries.prefix(Self.mostLimited).map { "\($0.integration)" }
      let rest = left > 0 ? ["\(left) more"] : names.count > 1 ? [names.removeLast()] : []
      return "\(word) in " + ([names.joined(separator: ", ")] + rest).joined(separator: " and ")
    }
    let count = wrong.reduce(0) { $0 + $1.1.count }
    guard count > 0 else { return nil }
    return told.joined(separator: "; ") + (count == 1 ? ", which was limited" : ", which were limited")
  }

  /// What was told of it, those alike together, the newest first.
  public struct Cause: Equatable, Sendable {
    /// As it was told last.
    public var message: Message
    /// In how many integrations.
    public var count: Int
    public var first: IntegrationNumber
    public var last: IntegrationNumber
    /// Others of them say other numbers.
    public var varies = false
  }

  /// Of each integration that the sentence counts the first message speaks: what follows it is often what it
  /// led to.
  public var causes: [Cause] {
    var causes: [Cause] = []
    for entry in whole {
      guard let message = entry.messages.first else { continue }
      if let known = causes.firstIndex(where: { MessageWords.areAlike($0.message.text, message.text) }) {
        causes[known].count += 1
        causes[known].first = entry.integration
        let newest = causes[known].message
        if newest.text != message.text { causes[known].varies = true }
      } else {
        causes.append(
          Cause(message: message, count: 1, first: entry.integration, last: entry.integration))
      }
    }
    return causes
  }

  /// Each branch with its outcomes, that of the newest one first.
  public var branches: [(name: BranchName?, entries: [Entry])] {
    var order: [BranchName?] = []
    var parts: [BranchName?: [Entry]] = [:]
    for entry in whole {
      if parts[entry.branch] == nil { order.append(entry.branch) }
      parts[entry.branch, default: []].append(entry)
    }
    return order.map { ($0, parts[$0] ?? []) }
  }

  /// What it was called before, the latest first, with the last integration of each branch that called it so:
  /// a branch learns of a new name when the commit comes to it.
  public var formerNames: [FormerName] {
    var names: [FormerName] = []
    for entry in entries {
      guard let name = entry.past.formerly,
        !names.contains(where: { $0.id == name && $0.branch == entry.branch })
      else { continue }
      names.append(FormerName(name, last: entry.integration, branch: entry.branch))
    }
    return names + namesElsewhere
  }

  /// What one metric came to, newest first, beside the median of up to ten before the newest.
  public struct Series: Equatable, Sendable {
    public var metric: String
    public var points: [Point]
    /// As many before the newest make its baseline.
    public static let mostBefore = 10
    /// Nil where it was measured once.
    public var baseline: Double?

    public struct Point: Equatable, Sendable {
      public var integration: IntegrationNumber
      public var average: Double
      public var relativeStandardDeviation: Double
    }

    /// By how much of the baseline the newest one differs from it.
    public var change: Double? {
      guard let baseline, baseline > 0, let newest = points.first else { return nil }
      return newest.average / baseline - 1
    }
  }

  public var series: [Series] {
    var order: [String] = []
    var points: [String: [Series.Point]] = [:]
    for entry in whole {
      for one in entry.measurements {
        if points[one.metric] == nil { order.append(one.metric) }
        points[one.metric, default: []].append(
          Series.Point(
            integration: entry.integration, average: one.average,
            relativeStandardDeviation: one.relativeStandardDeviation))
      }
    }
    return order.map { metric in
      let all = points[metric] ?? []
      let before = all.dropFirst().prefix(Series.mostBefore).map(\.average)
      return Series(metric: metric, points: all, baseline: before.median)
    }
  }
}

extension Collection<Double> {
  /// Of two in the middle their mean; nil where there is none.
  public var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

extension TestCase {
  private static let mostMessages = 5

  /// What is kept of what went wrong in it.
  public var messages: [TestStory.Message] {
    guard outcome.wentWrong else { return [] }
    // Why its process died says more than what failed before.
    let told = failures.filter { !$0.isKnown }
    let ordered = told.filter { $0.kind == .crash } + told.filter { $0.kind != .crash }
    var messages = ordered.map { TestStory.Message(text: $0.message, $0.file, $0.line, $0.isAtDeclaration) }
    if let crash, !failures.contains(where: { $0.kind == .crash }) {
      messages.insert(
        TestStory.Message(text: crash.message, crash.file, crash.line, crash.isAtDeclaration), at: 0)
    }
    return Array(messages.prefix(Self.mostMessages))
  }
}
