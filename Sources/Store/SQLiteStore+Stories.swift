import Foundation
public import Model
import SQLite

extension SQLiteStore {
  /// The tests that have a page: those that ever failed, crashed, timed out or were flaky, under each name
  /// that an integration which is kept tells of, and what they are called since.
  public func pagedTests(bot: BotID) throws -> [KnownTest] {
    try reading("the tests that ever failed", of: bot, or: []) { row in
      let wrong = try database.all(
        """
        SELECT \(Self.testParts) FROM test INDEXED BY testWentWrong
        WHERE bot = ?1 AND wentWrong IS NOT NULL AND (
          EXISTS (SELECT 1 FROM outcome WHERE outcome.test = test.id)
          OR name IN (SELECT test FROM issue WHERE bot = ?1 AND test IS NOT NULL))
        ORDER BY name
        """, row, read: Self.knownTest)
      let lineages = try lineages(bot: row)
      guard !lineages.isEmpty else { return wrong }
      var known = Set(wrong.map(\.id))
      var others: [KnownTest] = []
      for test in wrong {
        for lineage in lineages.values {
          for name in lineage.laterNames(of: test.id) where known.insert(name).inserted {
            if let other = try self.test(name, bot: row) { others.append(other) }
          }
        }
      }
      return wrong + others
    }
  }

  /// What went wrong in these integrations, by what it was called there, what is called otherwise since, and
  /// what once went wrong and is gone; each by all of its former names too, whose pages lead there.
  public func toldTests(bot: BotID, in numbers: [IntegrationNumber]) throws -> Set<TestID> {
    let list = "[" + numbers.map { String($0.value) }.joined(separator: ",") + "]"
    return try reading("what failed", of: bot, or: []) { row in
      let told = Set(
        try database.all(
          """
          SELECT test.name FROM integration
          CROSS JOIN outcome INDEXED BY outcomeFailing ON outcome.integration = integration.id
          CROSS JOIN test ON test.id = outcome.test
          WHERE integration.bot = ?1 AND number IN (SELECT value FROM json_each(?2))
            AND outcome.outcome IN ('failed', 'crashed', 'timed-out', 'flaky')
          UNION
          SELECT test.name FROM integration
          CROSS JOIN renamed ON renamed.integration = integration.id
          CROSS JOIN test ON test.id = renamed.former OR test.id = renamed.test
          WHERE integration.bot = ?1 AND number IN (SELECT value FROM json_each(?2))
          UNION
          SELECT test.name FROM integration AS now
          JOIN integration AS before ON before.bot = now.bot AND before.number = now.comparedWith
          CROSS JOIN test INDEXED BY testWentWrong ON test.bot = now.bot AND test.wentWrong IS NOT NULL
          WHERE now.bot = ?1 AND now.number IN (SELECT value FROM json_each(?2))
            AND now.reported = 1 AND now.limited = 0 AND now.result IN \(Self.complete)
            AND EXISTS (SELECT 1 FROM outcome WHERE integration = before.id AND test = test.id)
            AND NOT EXISTS (SELECT 1 FROM outcome WHERE integration = now.id AND test = test.id)
          """, row, list
        ) { TestID($0.text(0)) })
      return try lineages(bot: row).values.reduce(into: told) { $0.formUnion($1.names(of: told)) }
    }
  }

  /// Reads the stories of many tests of one bot.
  public func stories(of bot: BotID) throws -> TestStories? {
    try reading("the tests", of: bot, or: nil) { row in
      TestStories(store: self, bot: row, lineages: try lineages(bot: row))
    }
  }

  /// All that is known of one test; nil where the bot never had it.
  public func story(bot: BotID, test: TestID) throws -> TestStory? {
    guard let stories = try stories(of: bot),
      let known = try reading("the test \(test)", of: bot, or: nil, { try self.test(test, bot: $0) })
    else { return nil }
    return try stories.story(of: known)
  }

  static let testParts =
    "test.name, library, target, displayName, suites, file, line, firstIn, firstAt, told, wentWrong, printed"

  func test(_ id: TestID, bot: Int) throws -> KnownTest? {
    try database.first(
      "SELECT \(Self.testParts) FROM test WHERE bot = ? AND name = ?", bot, id.rawValue, read: Self.knownTest)
  }

  static func knownTest(_ row: borrowing Row) -> KnownTest {
    var test = KnownTest(
      id: TestID(row.text("name")), library: row.word("library") ?? .xctest, target: row.text("target"))
    test.displayName = row.maybeText("displayName")
    test.group = row.maybeText("suites").map { $0.split(separator: "\n").map(String.init) } ?? []
    test.file = row.maybeText("file").map { PackagePath($0) }
    test.line = row.maybeInt("line")
    if !row.isNull("firstIn") { test.first = (row.number("firstIn"), row.date("firstAt")) }
    test.told = row.maybeInt("told").map { IntegrationNumber($0) }
    test.wentWrong = row.maybeInt("wentWrong").map { IntegrationNumber($0) }
    test.printed = row.maybeText("printed")
    return test
  }
}

/// Reads the stories of a bot's tests: what they have in common is read once.
public final class TestStories {
  let store: SQLiteStore
  let bot: Int
  let lineages: [String: TestLineage]
  private var integrations: [IntegrationNumber: PastIntegration] = [:]
  private var wholeByBranch: [BranchName?: [Whole]] = [:]
  private var begun: [(gone: TestStory.Gone, base: IntegrationNumber)]?

  init(store: SQLiteStore, bot: Int, lineages: [String: TestLineage]) {
    (self.store, self.bot, self.lineages) = (store, bot, lineages)
  }

  public func story(of test: KnownTest, most: Int = TestStory.most) throws -> TestStory {
    try store.named("reading the history of \(test.id)") {
      var story = TestStory(test)
      let outcomes = try store.timedHistory(bot, test.id, most, lineages)
      try readIntegrations(outcomes.map(\.outcome.integration))
      let names = Set([test.id] + outcomes.compactMap(\.outcome.formerly))
      let messages = try messages(of: names)
      let measured = try measurements(of: names)
      story.entries = outcomes.compactMap { outcome, seconds in
        integrations[outcome.integration].map { past in
          var entry = TestStory.Entry(outcome, started: past.started)
          let key = Key(integration: outcome.integration, test: outcome.formerly ?? test.id)
          (entry.seconds, entry.branch, entry.commit) = (seconds, past.branch, past.commit)
          (entry.subject, entry.changes, entry.isLimited) = (past.subject, past.changes, past.isLimited)
          (entry.messages, entry.measurements) = (messages[key] ?? [], measured[key] ?? [])
          return entry
        }
      }
      story.namesElsewhere = try namesElsewhere(test.id, besides: names)
      // It was the same test before the first integration of the name that it has now, too.
      story.test.first = try first(called: names.union(story.namesElsewhere.map(\.id)), story)
      let next = nextNames(of: story)
      // What another branch called it in between is no name of now.
      let last = next.filter { found in !lineages.values.contains { $0.nextName(of: found.id) != nil } }
      let lost = try lostAtOnce(story)
      story.gone = try gone(story, lineages) + lost.filter { $0.until == nil }
      story.absences = try absences(of: story) + lost.filter { $0.until != nil }
      let name = try newest(of: last.isEmpty ? next : last)
      story.nextName = next.filter { $0.id == name }.min { $0.from < $1.from }
      story.nextElsewhere = next.filter { $0.branch != story.nextName?.branch }.sorted { $0.from < $1.from }
      story.nextGone = try story.nextName.flatMap { try gone($0.id, on: $0.branch) }
      return story
    }
  }

  /// Since when a branch has no test of that name any more.
  private func gone(_ test: TestID, on branch: BranchName?) throws -> IntegrationNumber? {
    try newest(with: test, on: branch).flatMap { try missing(on: branch, after: $0)?.since }
  }

  /// What a branch calls it that is there still, the base branch before others; else the latest.
  private func newest(
    of names: [(id: TestID, from: IntegrationNumber, branch: BranchName?)]
  ) throws -> TestID? {
    guard names.count > 1 else { return names.first?.id }
    let base = try store.database.first("SELECT base FROM bot WHERE id = ?", bot) { $0.maybeText(0) } ?? nil
    let ranked = try names.map { one in
      (
        one.id, try gone(one.id, on: one.branch) == nil ? 1 : 0, one.branch?.rawValue == base ? 1 : 0,
        one.from
      )
    }
    return ranked.max { ($0.1, $0.2, $0.3) < ($1.1, $1.2, $1.3) }?.0
  }

  /// What branches call it since, but where it has its name again, or another test has that by now.
  private func nextNames(
    of story: TestStory
  ) -> [(id: TestID, from: IntegrationNumber, branch: BranchName?)] {
    let test = story.test.id
    return lineages.compactMap { name, lineage in
      guard let next = lineage.nextName(of: test) else { return nil }
      let branch = name.isEmpty ? nil : BranchName(name)
      let isBack = lineages.values.contains { other in
        other.nextName(of: next.id).map { $0.id == test && $0.from > next.from } ?? false
      }
      let isAnothers = story.entries.contains {
        $0.branch == branch && !$0.isLimited && $0.integration >= next.from && $0.past.formerly == nil
      }
      return isBack || isAnothers ? nil : (next.id, next.from, branch)
    }
  }

  /// Where a branch has whole integrations since that ran all tests without it.
  private func gone(_ story: TestStory, _ lineages: [String: TestLineage]) throws -> [TestStory.Gone] {
    try story.branches.compactMap { branch, entries in
      let name = branch?.rawValue ?? ""
      guard let last = entries.first, !last.isLimited,
        lineages[name]?.nextName(of: story.test.id) == nil
      else { return nil }
      return try missing(on: branch, after: last.integration)
    }
  }

  /// Where a branch began without it, and what that was compared with had it; until it has it again.
  private func lostAtOnce(_ story: TestStory) throws -> [TestStory.Gone] {
    let oldest = Dictionary(story.whole.map { ($0.branch, $0.integration) }) { min($0, $1) }
    let had = Dictionary(story.whole.map { ($0.integration, $0.past.formerly) }) { first, _ in first }
    return try begunOnBase().compactMap { begun in
      let lineage = lineages[begun.gone.branch?.rawValue ?? ""]
      guard let formerly = had[begun.base], lineage?.nextName(of: story.test.id) == nil,
        // It left before the test was renamed, and calls it so still, or otherwise by now.
        try formerly.map({ try !ran($0, in: begun.gone.since) && lineage?.nextName(of: $0) == nil }) ?? true
      else { return nil }
      var gone = begun.gone
      gone.until = oldest[gone.branch]
      return gone.until.map { $0 > gone.since } ?? true ? gone : nil
    }
  }

  /// The first whole integration of each branch that another branch's was the base of.
  private func begunOnBase() throws -> [(gone: TestStory.Gone, base: IntegrationNumber)] {
    if let begun { return begun }
    let found = try store.database.all(
      """
      SELECT branch, first, base, revision, changes FROM (
        SELECT branch, min(number) AS first, baseNumber AS base, selection, revision, changes
        FROM integration
        WHERE bot = ?1 AND reported = 1 AND limited = 0 AND result IN \(SQLiteStore.complete)
        GROUP BY branch
      ) AS begun
      WHERE base IS NOT NULL
        AND selection IS (SELECT selection FROM integration WHERE bot = ?1 AND number = begun.base)
      ORDER BY first
      """, bot
    ) { row in
      let branch = row.text("branch")
      let gone = TestStory.Gone(
        branch: branch.isEmpty ? nil : BranchName(branch), since: row.number("first"),
        commit: row.bool(4) ? nil : row.maybeText("revision").map { CommitID($0) })
      return (gone: gone, base: row.number("base"))
    }
    begun = found
    return found
  }

  private struct Whole {
    var number: IntegrationNumber
    var selection: String?
    var commit: CommitID?
  }

  /// What came to its end of a branch with all that was asked for, oldest first.
  private func whole(on branch: BranchName?) throws -> [Whole] {
    if let known = wholeByBranch[branch] { return known }
    let found = try store.database.all(
      """
      SELECT number, selection, revision, changes FROM integration
      WHERE bot = ? AND branch = ? AND reported = 1 AND limited = 0 AND result IN \(SQLiteStore.complete)
      ORDER BY number
      """, bot, branch?.rawValue ?? ""
    ) { row in
      Whole(
        number: row.number("number"), selection: row.maybeText("selection"),
        commit: row.bool(3) ? nil : row.maybeText("revision").map { CommitID($0) })
    }
    wholeByBranch[branch] = found
    return found
  }

  /// Between two of a branch that had it: the first without it, where as much was asked for.
  private func absences(of story: TestStory) throws -> [TestStory.Gone] {
    try story.branches.flatMap { branch, entries -> [TestStory.Gone] in
      let pairs = zip(entries, entries.dropFirst()).filter { $0.integration.value - $1.integration.value > 1 }
      guard !pairs.isEmpty else { return [] }
      let whole = try whole(on: branch)
      return pairs.compactMap { newer, older in
        guard let before = whole.first(where: { $0.number == older.integration }),
          let first = whole.first(where: {
            $0.number > older.integration && $0.selection == before.selection
          }), first.number < newer.integration
        else { return nil }
        return TestStory.Gone(
          branch: branch, since: first.number, until: newer.integration, commit: first.commit)
      }
    }
  }

  private func ran(_ test: TestID, in integration: IntegrationNumber) throws -> Bool {
    try store.database.first(
      """
      SELECT 1 FROM test CROSS JOIN outcome ON outcome.test = test.id
      CROSS JOIN integration ON integration.id = outcome.integration
      WHERE test.bot = ?1 AND test.name = ?2 AND integration.bot = ?1 AND number = ?3
      """, bot, test.rawValue, integration.value
    ) { $0.bool(0) } ?? false
  }

  /// The first whole one of a branch behind the last that had a test, where as many were asked for.
  private func missing(on branch: BranchName?, after last: IntegrationNumber) throws -> TestStory.Gone? {
    try store.database.first(
      """
      SELECT number, revision, changes FROM integration
      WHERE bot = ?1 AND branch = ?2 AND number > ?3 AND reported = 1 AND limited = 0
        AND result IN \(SQLiteStore.complete)
        AND selection IS (SELECT selection FROM integration WHERE bot = ?1 AND number = ?3)
      ORDER BY number LIMIT 1
      """, bot, branch?.rawValue ?? "", last.value
    ) { row in
      TestStory.Gone(
        branch: branch, since: row.number("number"),
        commit: row.bool(2) ? nil : row.maybeText("revision").map { CommitID($0) })
    }
  }

  private struct Key: Hashable {
    var integration: IntegrationNumber
    var test: TestID
  }

  private func readIntegrations(_ numbers: [IntegrationNumber]) throws {
    let missing = numbers.filter { integrations[$0] == nil }
    guard !missing.isEmpty else { return }
    let list = "[" + missing.map { String($0.value) }.joined(separator: ",") + "]"
    let found = try store.database.all(
      "\(SQLiteStore.past) WHERE bot = ? AND number IN (SELECT value FROM json_each(?))", bot, list,
      read: SQLiteStore.pastIntegration)
    for past in found { integrations[past.number] = past }
  }

  private func messages(of names: Set<TestID>) throws -> [Key: [TestStory.Message]] {
    try rows(of: names, from: "said", columns: "message, said.file AS place, said.line AS placeLine") {
      TestStory.Message(
        text: $0.text("message"), file: $0.maybeText("place").map { PackagePath($0) },
        line: $0.maybeInt("placeLine"))
    }
  }

  private func measurements(of names: Set<TestID>) throws -> [Key: [TestStory.Measured]] {
    try rows(of: names, from: "measured", columns: "metric, average, deviation") {
      TestStory.Measured(
        metric: $0.text("metric"), average: $0.double("average"),
        relativeStandardDeviation: $0.double("deviation"))
    }
  }

  private static let mostRows = 5 * TestStory.most

  private func rows<Value>(
    of names: Set<TestID>, from table: String, columns: String, read: (borrowing Row) -> Value
  ) throws -> [Key: [Value]] {
    var found: [Key: [Value]] = [:]
    for name in names {
      let rows = try store.database.all(
        """
        SELECT number, \(columns) FROM test CROSS JOIN \(table) ON \(table).test = test.id
        CROSS JOIN integration ON integration.id = \(table).integration
        WHERE test.bot = ? AND test.name = ? ORDER BY \(table).integration DESC, \(table).position LIMIT ?
        """, bot, name.rawValue, Self.mostRows
      ) { (Key(integration: $0.number("number"), test: name), read($0)) }
      for (key, value) in rows { found[key, default: []].append(value) }
    }
    return found
  }
}
