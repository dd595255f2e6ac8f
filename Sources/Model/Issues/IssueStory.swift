public import Foundation
import Words

/// What is known of one issue: what each integration that is kept said of it, on any branch.
public struct IssueStory: Equatable, Sendable {
  /// Issues of an integration behind as many have no page: nobody reads them.
  public static let mostPaged = 500

  public enum State: String, Sendable, CaseIterable {
    case new, unresolved, resolved, silenced, flaky
    case cameBack = "came-back"
  }

  /// What one integration said.
  public struct Entry: Equatable, Sendable {
    public var integration: IntegrationNumber
    public var started: Date
    public var state: State
    /// False where it could not have seen it, and carries it on.
    public var isSeen = true
    /// Nobody mended it: there is no such test any more.
    public var isTestGone = false
    /// The first of its branch that had that test again.
    public var testBackIn: IntegrationNumber?
    /// Of a flaky one, which nothing ends: the first of its branch that had no such test any more.
    public var testGoneIn: IntegrationNumber?
    public var branch: BranchName?
    public var commit: CommitID?
    public var subject: String?
    public var author: String?
    public var isLimited = false
    /// It was cut off, so that the next one found it anew, if it was there still.
    public var isCanceled = false
    /// What it was compared with, and the base that its branch left.
    public var comparedWith: [IntegrationNumber] = []
    public var file: PackagePath?
    public var line: Int?

    public init(_ integration: IntegrationNumber, started: Date, _ state: State) {
      (self.integration, self.started, self.state) = (integration, started, state)
    }
  }

  /// Integrations of a branch, one after the other, that said the same.
  public struct Turn: Equatable, Sendable {
    public var first: Entry
    public var last: IntegrationNumber
    public var count: Int
    /// Its branch did not have it before, as far as is known.
    public var begins = false
  }

  /// A silence, and where it ended: 0 where somebody took it back.
  public struct Silencing: Equatable, Sendable {
    /// Where it ended because somebody said something else of the same.
    public static let replaced = IntegrationNumber(-1)

    public var silence: Silence
    public var endedIn: IntegrationNumber?

    public init(_ silence: Silence, endedIn: IntegrationNumber?) {
      (self.silence, self.endedIn) = (silence, endedIn)
    }
  }

  public struct FormerName: Equatable, Sendable {
    public var name: TestID
    /// The first integration that called it so, where it had another name before; else it always was.
    public var since: IntegrationNumber?
    /// The first that called it otherwise.
    public var until: IntegrationNumber
    public var branch: BranchName?
    /// It was there when its test was renamed; else only at some time before.
    public var wentOn = true

    public init(
      _ name: TestID, since: IntegrationNumber? = nil, until: IntegrationNumber, branch: BranchName?
    ) {
      (self.name, self.since, self.until, self.branch) = (name, since, until, branch)
    }
  }

  /// As it was kept first.
  public var issue: Issue
  /// Newest first.
  public var entries: [Entry] = []
  public var silencings: [Silencing] = []
  /// Of a test that a branch calls otherwise since: there its issue goes on under that name.
  public var renamings: [BranchName?: TestLineage.Renaming] = [:]
  /// Where only limited integrations saw it: the first whole one since in which its test passed.
  public var passedIn: IntegrationNumber?
  /// What its test was called before on these branches: there the same went on under that name.
  public var formerNames: [FormerName] = []
  /// Of those that it was on, with when that was seen: there nobody will mend it, nor can it be silenced.
  public var deletedBranches: [BranchName: Date] = [:]
  /// The same of those that are there and not watched any more.
  public var unwatchedBranches: [BranchName: Date] = [:]

  public init(_ issue: Issue) { self.issue = issue }
}

extension IssueStory {
  /// The newest that can be trusted of each branch, the newest branch first.
  public var newest: [Entry] {
    var known: Set<BranchName?> = []
    return entries.filter { !$0.isLimited && !$0.isCanceled && known.insert($0.branch).inserted }
  }

  /// The same of what only limited or canceled ones saw.
  public var newestLimited: [Entry] {
    var known: Set<BranchName?> = []
    return entries.filter { known.insert($0.branch).inserted }
  }

  /// Those of branches that are there and call its test so still.
  public var current: [Entry] {
    newest.filter { renaming(after: $0) == nil && !isDeleted($0.branch) }
  }

  /// Where it is now: on a branch it is still there.
  public var isOpen: Bool { current.contains { Self.isOpen($0.state) } }

  private static func isOpen(_ state: State) -> Bool { state != .resolved && state != .flaky }

  private func isDeleted(_ branch: BranchName?) -> Bool { left(branch) != nil }

  /// How it was lost sight of.
  private func left(_ branch: BranchName?) -> String? {
    guard let branch else { return nil }
    if deletedBranches[branch] != nil { return "that branch was deleted" }
    return unwatchedBranches[branch] != nil ? "that branch was watched no more" : nil
  }

  /// What its test is called on the branches that call it otherwise, the newest name first.
  public var laterNames: [(branch: BranchName?, name: TestLineage.Renaming, isResolved: Bool)] {
    (newest.isEmpty ? newestLimited : newest).compactMap { entry in
      renaming(after: entry).map { (entry.branch, $0, entry.state == .resolved) }
    }
    .sorted { $0.name.last > $1.name.last }
  }

  /// What its page is headed by: where it is open still, else what is newest.
  public var standing: Entry? {
    current.first { Self.isOpen($0.state) } ?? current.first ?? newest.first ?? entries.first
  }

  /// What its test is called since has an issue of its own there, or none.
  public func isRenamed(after entry: Entry) -> Bool { renaming(after: entry) != nil }

  private func renaming(after entry: Entry) -> TestLineage.Renaming? {
    renamings[entry.branch].flatMap { entry.integration < $0.first ? $0 : nil }
  }

  /// Newest first.
  public var turns: [Turn] {
    var turns: [Turn] = []
    var current: [BranchName?: Int] = [:]
    for entry in entries.reversed() {
      if let place = current[entry.branch], !entry.isLimited, turns[place].goesOn(entry) {
        turns[place].last = entry.integration
        turns[place].count += 1
        continue
      }
      let before = current[entry.branch].map { turns[$0].first.state }
      // The very first may have begun in what is not kept any more.
      let begins = before == nil ? !turns.isEmpty : before == .resolved
      turns.append(Turn(first: entry, last: entry.integration, count: 1, begins: begins))
      if !entry.isLimited { current[entry.branch] = turns.count - 1 }
    }
    return turns.sorted { $0.first.integration > $1.first.integration }
  }

  /// "Unresolved on main since #3, resolved on topic in #9."
  public var sentence: String {
    let told = newest.prefix(Self.mostBranches).map(words)
    let left = newest.count - told.count
    let others = Figures.count(left, "other branch", "other branches")
    let rest = left > 0 ? ["and it is or was on \(others)"] : []
    let all = (told + rest).joined(separator: ", ")
    let passed = passedIn.map { "; its test passed in \($0)" } ?? ""
    return all.isEmpty ? "Only \(passing) saw it\(passed)." : all.capitalizedFirst + "."
  }

  private static let mostBranches = 3

  private var passing: String {
    let isCanceled = Set(entries.map(\.isCanceled))
    let kind = isCanceled == [true] ? "canceled" : isCanceled == [false] ? "limited" : "limited and canceled"
    return "\(kind) integrations"
  }

  private func words(_ entry: Entry) -> String {
    let renaming = renaming(after: entry)
    guard renaming != nil || isDeleted(entry.branch), entry.state != .resolved else { return state(entry) }
    let rest = renaming.map { "its test was renamed in \($0.first)" } ?? left(entry.branch) ?? ""
    guard entry.state == .unresolved else { return state(entry) + " until " + rest }
    return state(entry, since: "from") + " until " + rest
  }

  private func state(_ entry: Entry, since: String = "since") -> String {
    let branch = entry.branch.map { " on \($0)" } ?? ""
    switch entry.state {
    case .new: return "new\(branch) in \(entry.integration)"
    case .cameBack: return "came back\(branch) in \(entry.integration)"
    case .resolved where entry.isTestGone:
      return entry.testBackIn.map { "its test was gone\(branch) from \(entry.integration) until \($0)" }
        ?? "its test is gone\(branch) since \(entry.integration)"
    case .resolved: return "resolved\(branch) in \(entry.integration)"
    case .flaky:
      let gone = entry.testGoneIn.map { ", and its test is gone since \($0)" } ?? ""
      return "flaky\(branch) in \(entry.integration)\(gone)"
    case .silenced: return "silenced\(branch) in \(entry.integration)"
    case .unresolved:
      let begin = begin(of: entry)
      return "unresolved\(branch) \(since) \(begin)" + origin(of: entry, begin)
    }
  }

  /// A branch that began with it as with something known has it from where it left another one.
  private func origin(of entry: Entry, _ begin: IntegrationNumber) -> String {
    guard let first = entries.first(where: { $0.integration == begin && $0.branch == entry.branch }),
      first.state == .unresolved,
      let other = entries.first(where: {
        first.comparedWith.contains($0.integration) && $0.branch != entry.branch && !$0.isLimited && $0.isSeen
          && $0.state != .resolved && $0.state != .flaky
      })
    else { return "" }
    return ", where it came from \(other.integration)" + (other.branch.map { " of \($0)" } ?? "")
  }

  /// Where the life began that an entry goes on with.
  private func begin(of entry: Entry) -> IntegrationNumber {
    let life = entries.filter {
      $0.branch == entry.branch && !$0.isLimited && $0.integration <= entry.integration
    }
    .prefix { $0.state != .resolved }
    guard let first = life.last else { return entry.integration }
    // It began under a former name of its test, or in one that is not kept any more, unless another branch
    // had it before.
    let isKept =
      first.state != .unresolved
      || entries.contains {
        $0.integration == issue.since
          || $0.branch != entry.branch && issue.since <= $0.integration
            && $0.integration < first.integration
      }
    return isKept ? first.integration : min(first.integration, issue.since)
  }
}

extension IssueStory.Turn {
  /// What is new or came back goes on as what is still there, but is told apart from it.
  fileprivate func goesOn(_ entry: IssueStory.Entry) -> Bool {
    first.state == entry.state && first.isSeen == entry.isSeen
      && (entry.state == .unresolved || entry.state == .silenced || entry.state == .flaky)
  }
}
