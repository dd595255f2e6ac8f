import Foundation
public import Model
import SQLite

extension SQLiteStore {
  /// One integration; without a number the face of the bot: the latest of its base branch, which is a limited
  /// one only where there is no other.
  public func integration(
    bot: BotID, number: IntegrationNumber?, hasEnded: Bool = false
  ) throws -> PastIntegration? {
    try named("reading \(bot)\(number.map(\.description) ?? "")") {
      guard let row = try row(of: bot) else { return nil }
      func newest(_ condition: String) throws -> PastIntegration? {
        try database.first(
          "\(Self.past) WHERE bot = ?1 AND \(condition) ORDER BY number DESC LIMIT 1", row, number?.value,
          read: Self.pastIntegration)
      }
      if number != nil { return try newest("number = ?2") }
      // Who works on a package means what was integrated last.
      let base =
        try database.first("SELECT base FROM bot WHERE id = ? AND path IS NULL", row) { $0.maybeText(0) }
        ?? nil
      let ended = hasEnded ? " AND result IS NOT NULL" : ""
      let face =
        (base == nil ? "?2 IS NULL" : "?2 IS NULL AND branch = (SELECT base FROM bot WHERE id = ?1)") + ended
      return try newest("limited = 0 AND \(face)") ?? newest(face)
    }
  }

  /// The tests whose names, or those that their package shows, have this in them, the exact one alone where
  /// there is one.
  public func tests(bot: BotID, named part: String, limit: Int) throws -> [TestID] {
    try reading("the tests", of: bot, or: []) { row in
      try database.all(
        """
        SELECT name FROM test WHERE bot = ?1
          AND (instr(lower(name), lower(?2)) > 0 OR instr(lower(displayName), lower(?2)) > 0)
          AND (?2 IN (name, displayName)
            OR NOT EXISTS (SELECT 1 FROM test WHERE bot = ?1 AND ?2 IN (name, displayName)))
        ORDER BY name LIMIT ?3
        """, row, part, max(0, limit)
      ) { TestID($0.text(0)) }
    }
  }

  /// What became of one test in what was asked for whole, newest first.
  public func testHistory(bot: BotID, test: TestID, limit: Int) throws -> [EarlierOutcome] {
    try reading("the history of \(test)", of: bot, or: []) { row in
      try history(row, test, limit, lineages(bot: row))
    }
  }

  func history(
    _ bot: Int, _ test: TestID, _ limit: Int, _ lineages: [String: TestLineage]
  ) throws -> [EarlierOutcome] {
    try timedHistory(bot, test, limit, lineages, wholeOnly: true).map(\.outcome)
  }

  func timedHistory(
    _ bot: Int, _ test: TestID, _ limit: Int, _ lineages: [String: TestLineage], wholeOnly: Bool = false
  ) throws -> [(outcome: EarlierOutcome, seconds: Double?)] {
    let names = lineages.values.reduce(into: [test] as Set) { $0.formUnion($1.names(of: [test])) }
    let found = try names.flatMap { name in
      // Rows are numbered as integrations begin, so that the index gives them in the order of their numbers.
      try database.all(
        """
        SELECT number, outcome, branch, outcome.seconds AS took FROM test
        JOIN outcome ON outcome.test = test.id
        JOIN integration ON integration.id = outcome.integration
        WHERE test.bot = ? AND test.name = ? AND limited <= ? ORDER BY outcome.integration DESC LIMIT ?
        """, bot, name.rawValue, wholeOnly ? 0 : Self.limitedBySelecting,
        max(0, lineages.isEmpty ? limit : 20 * limit)
      ) { row in
        let outcome = EarlierOutcome(
          integration: row.number("number"), outcome: row.word("outcome") ?? .notRun)
        let lineage = lineages[row.text("branch")] ?? TestLineage()
        return (
          name: name, now: lineage.now(name, of: outcome.integration), outcome: outcome,
          seconds: row.maybeDouble("took")
        )
      }
    }
    // What is asked for by an id of before is told as it was then.
    let own = found.filter { $0.now == test }
    return (own.isEmpty ? found.filter { $0.name == test } : own)
      .map { (outcome: $0.outcome.called($0.name, now: test), seconds: $0.seconds) }
      .sorted { $0.outcome.integration > $1.outcome.integration }.prefix(limit).map { $0 }
  }

  /// The lines of each file, by target and path; none of an integration that is not kept any more.
  public func coverage(bot: BotID, integration: IntegrationNumber) throws -> [FileLines] {
    try named("reading the coverage of \(bot)\(integration)") {
      try database.all(
        """
        SELECT target, path, linesExecutable, linesExecuted, linesPartial
        FROM coverage JOIN file ON file.id = coverage.file
        WHERE integration = (SELECT integration.id FROM integration JOIN bot ON bot.id = integration.bot
          WHERE bot.name = ? AND number = ?) ORDER BY target, path
        """, bot.rawValue, integration.value
      ) {
        FileLines(
          target: $0.text("target"), path: PackagePath($0.text("path")), lines: $0.lines() ?? LineCounts())
      }
    }
  }
}
