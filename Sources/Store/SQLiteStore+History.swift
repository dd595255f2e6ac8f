import Foundation
public import Model
import SQLite

extension SQLiteStore {
  static let summary = "\(summaryColumns) FROM integration JOIN bot ON bot.id = integration.bot"

  static let summaryColumns = """
    SELECT bot.name, number, branch, revision, queued, started, process, result, reason, ended, seconds,
      reported, subject, author, email, committed, changes, toolchain, configuration, clean,
      linesExecutable, linesExecuted, linesPartial, comparedWith, pinned
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
  ) throws -> [(IntegrationNumber, TestOutcome)] {
    try named("reading the history of \(test)") {
      // Rows are numbered as integrations begin, so that the index gives them in the order of their numbers.
      try database.all(
        """
        SELECT integration.number, outcome.outcome FROM bot
        JOIN test ON test.bot = bot.id AND test.name = ?
        JOIN outcome ON outcome.test = test.id
        JOIN integration ON integration.id = outcome.integration
        WHERE bot.name = ? ORDER BY outcome.integration DESC LIMIT ?
        """, test.rawValue, bot.rawValue, max(0, limit)
      ) { (IntegrationNumber($0.int(0)), TestOutcome(rawValue: $0.text(1)) ?? .notRun) }
    }
  }

  /// The phases of an integration, in their order.
  public func phases(bot: BotID, integration: IntegrationNumber) throws -> [Phase] {
    try named("reading the phases of \(bot)\(integration)") {
      try database.all(
        "SELECT name, status, seconds FROM phase WHERE integration = ? ORDER BY position",
        try row(of: integration, bot: bot)
      ) { row in
        Phase.Kind(rawValue: row.text(0)).map {
          Phase(name: $0, status: Phase.Status(rawValue: row.text(1)) ?? .failed, seconds: row.double(2))
        }
      }.compactMap { $0 }
    }
  }

  /// The outcomes of an integration's tests.
  public func outcomes(bot: BotID, integration: IntegrationNumber) throws -> [TestID: TestOutcome] {
    try named("reading the tests of \(bot)\(integration)") {
      let rows = try database.all(
        """
        SELECT test.name, outcome.outcome FROM outcome JOIN test ON test.id = outcome.test
        WHERE outcome.integration = ?
        """, try row(of: integration, bot: bot)
      ) { (TestID($0.text(0)), TestOutcome(rawValue: $0.text(1)) ?? .notRun) }
      return Dictionary(rows) { first, _ in first }
    }
  }

  /// The failures of one test in one integration.
  public func failures(
    bot: BotID, integration: IntegrationNumber, test: TestID
  ) throws -> [TestFailure] {
    try named("reading the failures of \(test)") {
      try database.all(
        """
        SELECT message, file, line, "column", failure.kind, known FROM failure
        JOIN test ON test.id = failure.test
        WHERE failure.integration = ? AND test.name = ? ORDER BY position
        """, try row(of: integration, bot: bot), test.rawValue
      ) {
        TestFailure(
          message: $0.text(0), file: $0.maybeText(1).map { PackagePath($0) }, line: $0.maybeInt(2),
          column: $0.maybeInt(3), kind: TestFailure.Kind(rawValue: $0.text(4)) ?? .other,
          isKnown: $0.bool(5))
      }
    }
  }

  /// The counts of each file, by target and path.
  public func coverage(bot: BotID, integration: IntegrationNumber) throws -> [StoredCoverage] {
    try named("reading the coverage of \(bot)\(integration)") {
      try database.all(
        """
        SELECT target, path, linesExecutable, linesExecuted, linesPartial, regions, regionsExecuted,
          functions, functionsExecuted
        FROM coverage JOIN file ON file.id = coverage.file
        WHERE integration = ? ORDER BY target, path
        """, try row(of: integration, bot: bot)
      ) {
        StoredCoverage(
          target: $0.text(0), path: PackagePath($0.text(1)),
          lines: LineCounts(executable: $0.int(2), executed: $0.int(3), partial: $0.int(4)),
          regions: PlaceCounts(count: $0.int(5), executed: $0.int(6)),
          functions: PlaceCounts(count: $0.int(7), executed: $0.int(8)))
      }
    }
  }

  static func stored(_ row: borrowing Row) -> StoredIntegration {
    let branch = row.text(2)
    let lines = row.maybeInt(20).map {
      LineCounts(executable: $0, executed: row.int(21), partial: row.int(22))
    }
    return StoredIntegration(
      bot: BotID(row.text(0)), number: IntegrationNumber(row.int(1)),
      branch: branch.isEmpty ? nil : BranchName(branch), commit: row.maybeText(3).map { CommitID($0) },
      queued: Date(milliseconds: row.int(4)), started: Date(milliseconds: row.int(5)),
      processID: Int32(truncatingIfNeeded: row.int(6)),
      result: row.maybeText(7).flatMap { IntegrationResult(rawValue: $0) }, reason: row.maybeText(8),
      ended: row.maybeInt(9).map { Date(milliseconds: $0) }, seconds: row.maybeDouble(10),
      hasReport: row.bool(11), subject: row.maybeText(12), author: row.maybeText(13),
      email: row.maybeText(14), committed: row.maybeInt(15).map { Date(milliseconds: $0) },
      changes: row.bool(16), toolchain: row.maybeText(17),
      configuration: row.maybeText(18).flatMap { Configuration(rawValue: $0) }, clean: row.bool(19),
      lines: lines, comparedWith: row.maybeInt(23).map { IntegrationNumber($0) },
      isPinned: row.bool(24))
  }
}
