import Files
import Formats
import Foundation
import Git
import Integrator
import Model
import Ordering
import State
import Store

/// The search for the commit that broke a test, as reports and the store tell it: what is known of it is what
/// was integrated for it.
struct CommitSearching {
  let state: StateFolder
  let store: SQLiteStore

  private static let mostLookedAt = 50
  private static let mostOrigins = 3
  private static let mostCommits = 1000
  private static let mostTests = 100
  /// So often one that was cut off is begun again.
  private static let mostTries = 5

  struct Found {
    var report: Report
    var order: Order
    /// The one where the tests passed, and those that may have broken them, oldest first.
    var commits: [Commit]
    var search: CommitSearch
    var cases: [TestID: TestCase]
    /// As they were called where they passed, by what they are called where they fail.
    var former: [TestID: TestCase]

    /// What asks for tests, by whichever of its names a commit calls each.
    func filters(of tests: [TestID]) -> [String] {
      tests.flatMap { [cases[$0], former[$0]].compactMap { $0?.patternAnywhere } }
    }
  }

  /// The one that the newest integrations of a bot leave to be gone on with.
  func open(of bot: BotID, _ settings: Bot) throws -> Found? {
    let gone = Set(try store.tips(of: bot).filter(\.isGone).map(\.branch))
    var known = gone
    for past in try store.past(bot: bot, limit: Self.mostLookedAt)
    where !past.isLimited && !past.changes && past.result != nil && past.result != .canceled {
      guard let branch = past.branch, known.insert(branch).inserted, past.hasFailures,
        let newest = report(bot, past.number)
      else { continue }
      for number in Self.origins(of: newest) {
        guard let found = try found(bot, number, settings), found.search.next != nil else { continue }
        return found
      }
    }
    return nil
  }

  /// Where what fails in the newest integration came from.
  private static func origins(of newest: Report) -> ArraySlice<IntegrationNumber> {
    let open = newest.issues.unresolved.filter { $0.kind == .testFailure && $0.seen }.map(\.since)
    let own = newest.brokenTests.isEmpty ? [] : [newest.integration]
    return Set(own + open).sorted(by: >).prefix(mostOrigins)
  }

  private func report(_ bot: BotID, _ number: IntegrationNumber) -> Report? {
    state.integration(bot, number).report(of: bot, number)
  }

  /// The search that an integration gives reason for, as far as it came.
  /// - Parameter settings: what an integration would have now, where one is to be made; of what is silenced
  ///   by now nobody wants to know more.
  func found(_ bot: BotID, _ number: IntegrationNumber, _ settings: Bot? = nil) throws -> Found? {
    guard let report = report(bot, number), report.limited == nil, let commit = report.commit,
      !commit.changes, commit.branch != nil, !report.brokenTests.isEmpty,
      let before = report.comparedWith.flatMap({ self.report(bot, $0.integration) }), before.limited == nil,
      let good = before.commit, !good.changes, good.id != commit.id,
      let order = try? state.integration(bot, number).readOrder(doing: "looking for what broke a test")
    else { return nil }
    if let settings, !settings.isLike(order.settings) { return nil }
    let cases = Dictionary(report.tests.cases.map { ($0.id, $0) }) { first, _ in first }
    let renamed = report.comparedWith?.tests?.renamed ?? []
    let former = before.cases(calledSo: renamed)
    let lost = Set(renamed.map(\.to)).subtracting(former.keys)
    let hushed = try settings.map { try silenced(in: report, of: bot, $0) } ?? []
    let tests = report.brokenTests.filter {
      cases[$0]?.outcome.isFailure == true && !lost.contains($0) && !hushed.contains($0)
    }
    let said = Dictionary(
      tests.prefix(Self.mostTests).map { ($0, before.says(of: $0, before: former[$0])) }
    ) { first, _ in first }
    guard said.values.contains(where: { $0 == .passes || $0 == .absent }),
      let commits = try commits(after: good.id, upTo: commit, in: order.repository), commits.count > 2
    else { return nil }
    // One that was not asked for is not missing.
    let known = before.selection == report.selection ? said : said.filter { $0.value != .absent }
    guard !known.isEmpty else { return nil }
    let search = CommitSearch(count: commits.count - 1, tests: known)
    var found = Found(
      report: report, order: order, commits: commits, search: search, cases: cases, former: former)
    try fill(&found, bot)
    return found
  }

  private func silenced(in report: Report, of bot: BotID, _ settings: Bot) throws -> Set<TestID> {
    let silences = try KnownSilences(bot, in: store, settings, now: Date()).held
    let issues = report.issues.new + report.issues.cameBack
    return Set(issues.filter { issue in silences.contains { $0.reaches(issue) } }.compactMap(\.test))
  }

  /// Along first parents; nil where the one is not before the other.
  private func commits(after good: CommitID, upTo bad: Commit, in repository: String) throws -> [Commit]? {
    let repository = try Repository(at: try Repository.find(from: repository))
    var passed: [String] = []
    let end = try repository.firstParent(of: bad.id.rawValue, limit: Self.mostCommits) { id in
      passed.append(id)
      return id == good.rawValue
    }
    guard end != nil else { return nil }
    return try passed.reversed().map { id in
      if id == bad.id.rawValue { return bad.brief }
      let record = try repository.commit(id)
      // A commit can claim any moment; beyond the years 0 to 9999 no report can tell it.
      let seconds = min(max(record.seconds, -62_167_219_200), 253_402_300_799)
      return Commit(
        id: CommitID(id), branch: bad.branch, author: record.author, email: record.email,
        date: Date(timeIntervalSince1970: Double(seconds)), subject: record.subject)
    }
  }

  // MARK: What was said

  private func fill(_ found: inout Found, _ bot: BotID) throws {
    let (cases, former, number) = (found.cases, found.former, found.report.integration)
    let places = Dictionary(found.commits.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var tries: [Int: Int] = [:]
    for one in try store.searched(bot: bot, for: number) {
      guard let place = places[one.commit], let result = one.result else { continue }
      if one.isCanceledByHand { found.search.isEnded = true }
      if result == .canceled {
        tries[place, default: 0] += 1
        guard tries[place] == Self.mostTries else { continue }
      }
      let report = one.hasReport && result != .canceled ? self.report(bot, one.number) : nil
      let names = WrittenNames(repository: found.order.repository)
      let said = one.step.tests.map { test in
        let told = report?.says(of: test, before: former[test], like: cases[test]) ?? .nothing
        // What does not build tells of no test, but one that is not written there is not in it.
        let isUnwritten =
          told == .nothing && place < found.search.count && found.search.tests[test] == .absent
          && report?.result == .buildErrors
          && !names.mayHave(cases[test]?.name ?? "", at: one.commit)
        return (test, isUnwritten ? .absent : told)
      }
      found.search.steps.append(
        CommitSearch.Step(
          place: place, integration: one.number, said: Dictionary(said) { first, _ in first }))
    }
  }

  /// Keeps with the integration that gave reason for it what is known now. False where that is nothing.
  func conclude(_ bot: BotID, _ number: IntegrationNumber) throws -> [(test: TestID, culprit: CommitCulprit)]
  {
    guard let found = try found(bot, number) else { return [] }
    let told = found.search.tests.keys.sorted().compactMap { test in
      found.search.answer(for: test).map {
        (
          test: test,
          culprit: CommitCulprit($0, of: found.commits, by: found.search.integrations(of: test))
        )
      }
    }
    guard !told.isEmpty else { return [] }
    let culprits = Dictionary(told.map { ($0.test, $0.culprit) }) { first, _ in first }
    try state.amendReport(of: bot, number) { report in
      report.issues.new = report.issues.new.map { $0.told(culprits) }
      report.issues.cameBack = report.issues.cameBack.map { $0.told(culprits) }
      return true
    }
    return told
  }
}

extension Issue {
  fileprivate func told(_ culprits: [TestID: CommitCulprit]) -> Issue {
    guard kind == .testFailure, let test, let culprit = culprits[test] else { return self }
    var issue = self
    issue.culprit = culprit
    return issue
  }
}

extension Report {
  /// Those that fail here and did not in the integration that this one is compared with.
  var brokenTests: [TestID] {
    Set((issues.new + issues.cameBack).filter { $0.kind == .testFailure && $0.seen }.compactMap(\.test))
      .sorted()
  }

  /// Those of its tests that another commit calls otherwise, by what they are called there. One that has a
  /// name which was another's here cannot be told from that one in between.
  fileprivate func cases(calledSo renamed: [TestRename]) -> [TestID: TestCase] {
    let own = Set(tests.cases.map(\.id))
    let clear = renamed.filter { !own.contains($0.to) }
    let later = Dictionary(clear.map { ($0.from, $0.to) }) { first, _ in first }
    return Dictionary(tests.cases.compactMap { row in later[row.id].map { ($0, row) } }) { first, _ in first }
  }

  /// The same of a test that was called otherwise before: it may have had a third name in between, so that
  /// its absence says nothing.
  fileprivate func says(
    of test: TestID, before former: TestCase?, like found: TestCase? = nil
  ) -> CommitSearch.Said {
    let said = says(of: test, like: found)
    guard let former, said == .absent else { return said }
    let before = says(of: former.id, like: found)
    return before == .absent ? .nothing : before
  }

  /// What it says of a test.
  fileprivate func says(of test: TestID, like found: TestCase? = nil) -> CommitSearch.Said {
    guard phases.contains(where: { $0.name == .build && $0.status == .passed }) else { return .nothing }
    guard let row = tests.cases.first(where: { $0.id == test }) else {
      // Only where all that there are were listed: a library may have ended before it told of its own.
      let isWhole = result.isConclusive && !tests.cases.isEmpty
      return (limited == nil ? isWhole : limited?.wholeCount != nil) ? .absent : .nothing
    }
    switch row.outcome {
    case .passed, .expectedFailure: return .passes
    case .flaky: return .sometimes
    case .failed, .crashed, .timedOut: return found.map { row.fails(like: $0) } ?? true ? .fails : .otherwise
    case .skipped, .notRun: return .nothing
    }
  }
}

extension Commit {
  /// Without what it says and changed in full.
  fileprivate var brief: Commit {
    var commit = self
    (commit.body, commit.changed) = (nil, nil)
    return commit
  }
}

extension TestCase {
  fileprivate func fails(like other: TestCase) -> Bool {
    guard outcome == other.outcome else { return false }
    let (mine, others) = (messages, other.messages)
    return mine.isEmpty || others.isEmpty
      || mine.contains { one in others.contains { MessageWords.areAlike(one.expectation, $0.expectation) } }
  }

  private var messages: [String] {
    failures.filter { !$0.isKnown }.map(\.message) + (crash.map { [$0.message] } ?? [])
  }
}

extension String {
  /// Without the comment that a test may give it.
  fileprivate var expectation: String {
    hasPrefix("Expectation failed: ") ? String(prefix { !$0.isNewline }) : self
  }
}

extension PastIntegration {
  fileprivate var hasFailures: Bool {
    guard let tests else { return false }
    return [.failed, .crashed, .timedOut].contains { tests[$0] > 0 }
  }
}

extension Bot {
  /// What it integrates now is what it integrated then.
  fileprivate func isLike(_ other: Bot) -> Bool {
    // What the code asks for comes with the commit.
    var counted = adopting(other)
    // A search measures nothing.
    counted.coverage.enabled = other.coverage.enabled
    return repository == other.repository && configuration == other.configuration
      && counted.buildsAndRuns(as: other)
  }
}
