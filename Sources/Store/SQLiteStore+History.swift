import Foundation
public import Model
import SQLite

extension SQLiteStore {
  static let summary = "\(summaryColumns) FROM integration JOIN bot ON bot.id = integration.bot"

  static let summaryColumns = """
    SELECT name, number, branch, revision, started, process, result, reason, ended, seconds, subject, pinned
    """

  /// One integration; without a number the latest.
  public func integration(bot: BotID, number: IntegrationNumber?) throws -> StoredIntegration? {
    try named("reading \(bot)\(number.map(\.description) ?? "")") {
      if let number {
        return try database.first(
          "\(Self.summary) WHERE bot.name = ? AND number = ?", bot.rawValue, number.value, read: Self.stored)
      }
      return try database.first(
        "\(Self.summary) WHERE bot.name = ? ORDER BY number DESC LIMIT 1", bot.rawValue, read: Self.stored)
    }
  }

  /// Integrations, newest first, from before `before` on.
  public func integrations(
    bot: BotID, limit: Int, before: IntegrationNumber? = nil
  ) throws -> [StoredIntegration] {
    try named("reading the integrations of \(bot)") {
      try database.all(
        "\(Self.summary) WHERE bot.name = ? AND number < ? ORDER BY number DESC LIMIT ?",
        bot.rawValue, before?.value ?? Int.max, max(0, limit), read: Self.stored)
    }
  }

  /// What became of one test, newest first.
  public func testHistory(
    bot: BotID, test: TestID, limit: Int
  ) throws -> [EarlierOutcome] {
    try named("reading the history of \(test)") {
      // Rows are numbered as integrations begin, so that the index gives them in the order of their numbers.
      try database.all(
        """
        SELECT number, outcome FROM bot
        JOIN test ON test.bot = bot.id AND test.name = ?
        JOIN outcome ON outcome.test = test.id
        JOIN integration ON integration.id = outcome.integration
        WHERE bot.name = ? ORDER BY outcome.integration DESC LIMIT ?
        """, test.rawValue, bot.rawValue, max(0, limit)
      ) { EarlierOutcome(integration: $0.number("number"), outcome: $0.word("outcome") ?? .notRun) }
    }
  }

  /// The lines of each file, by target and path.
  public func coverage(bot: BotID, integration: IntegrationNumber) throws -> [FileLines] {
    try named("reading the coverage of \(bot)\(integration)") {
      try database.all(
        """
        SELECT target, path, linesExecutable, linesExecuted, linesPartial
        FROM coverage JOIN file ON file.id = coverage.file
        WHERE integration = ? ORDER BY target, path
        """, try row(of: integration, bot: bot)
      ) {
        FileLines(
          target: $0.text("target"), path: PackagePath($0.text("path")), lines: $0.lines() ?? LineCounts())
      }
    }
  }

  static func stored(_ row: borrowing Row) -> StoredIntegration {
    StoredIntegration(
      bot: BotID(row.text("name")), number: row.number("number"), branch: row.branch(),
      commit: row.maybeText("revision").map { CommitID($0) }, started: row.date("started"),
      processID: row.process("process"), result: row.word("result"), reason: row.maybeText("reason"),
      ended: row.maybeDate("ended"), seconds: row.maybeDouble("seconds"), subject: row.maybeText("subject"),
      isPinned: row.bool("pinned"))
  }
}
