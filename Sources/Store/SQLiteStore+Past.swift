import Foundation
public import Model
import SQLite

extension SQLiteStore {
  private static let past = """
    SELECT number, branch, revision, subject, changes, started, process, result, ended, seconds,
      coalesce(sentence, reason), toolchain, linesExecutable, linesExecuted, linesPartial, testsPassed,
      testsFailed, testsCrashed, testsTimedOut, testsSkipped, testsExpected, testsNotRun, pinned
    FROM integration
    """

  /// The newest integrations of a bot, newest first, from before `before` on.
  public func past(
    bot: BotID, limit: Int, before: IntegrationNumber? = nil
  ) throws -> [PastIntegration] {
    try named("reading the history of \(bot)") {
      guard let row = try row(of: bot) else { return [] }
      return try database.all(
        "\(Self.past) WHERE bot = ? AND number < ? ORDER BY number DESC LIMIT ?",
        row, before?.value ?? Int.max, max(0, limit), read: Self.pastIntegration)
    }
  }

  /// The integrations with these numbers, newest first.
  public func past(bot: BotID, numbers: ClosedRange<Int>) throws -> [PastIntegration] {
    try named("reading the history of \(bot)") {
      guard let row = try row(of: bot) else { return [] }
      return try database.all(
        "\(Self.past) WHERE bot = ? AND number BETWEEN ? AND ? ORDER BY number DESC",
        row, numbers.lowerBound, numbers.upperBound, read: Self.pastIntegration)
    }
  }

  /// Which blocks of `size` numbers hold an integration that is still known: block 0 begins with 1.
  public func pastBlocks(bot: BotID, size: Int) throws -> [Int] {
    try named("reading the history of \(bot)") {
      guard let row = try row(of: bot) else { return [] }
      // From block to block, so that only one number of each is looked at.
      return try database.all(
        """
        WITH RECURSIVE block (place) AS (
          SELECT (min(number) - 1) / ?2 FROM integration WHERE bot = ?1
          UNION ALL
          SELECT (SELECT (min(number) - 1) / ?2 FROM integration
            WHERE bot = ?1 AND number > (place + 1) * ?2)
          FROM block WHERE place IS NOT NULL)
        SELECT place FROM block WHERE place IS NOT NULL
        """, row, size
      ) { $0.int(0) }
    }
  }

  /// How many integrations of a bot are known, counted up to `most`.
  public func pastCount(bot: BotID, most: Int) throws -> Int {
    try named("reading the history of \(bot)") {
      guard let row = try row(of: bot) else { return 0 }
      return try database.first(
        "SELECT count(*) FROM (SELECT 1 FROM integration WHERE bot = ? LIMIT ?) AS recent", row, max(0, most)
      ) { $0.int(0) } ?? 0
    }
  }

  /// The newest that ended well.
  public func latestGreen(bot: BotID) throws -> IntegrationNumber? {
    try named("reading the history of \(bot)") {
      guard let row = try row(of: bot) else { return nil }
      return try database.first(
        """
        SELECT number FROM integration
        WHERE bot = ? AND result IN ('succeeded', 'warnings', 'analyzer-warnings')
        ORDER BY number DESC LIMIT 1
        """, row
      ) { IntegrationNumber($0.int(0)) }
    }
  }

  /// The phases of the integrations with these numbers.
  public func phases(
    bot: BotID, numbers: ClosedRange<Int>
  ) throws -> [IntegrationNumber: [Phase]] {
    try named("reading the phases of \(bot)") {
      guard let row = try row(of: bot) else { return [:] }
      let rows = try database.all(
        """
        SELECT number, phase.name, phase.status, phase.seconds FROM integration
        CROSS JOIN phase ON phase.integration = integration.id
        WHERE bot = ? AND number BETWEEN ? AND ? ORDER BY number, phase.position
        """, row, numbers.lowerBound, numbers.upperBound
      ) { row in
        (
          number: IntegrationNumber(row.int(0)), name: row.text(1), status: row.text(2),
          seconds: row.double(3)
        )
      }
      return Dictionary(grouping: rows, by: \.number).mapValues { phases in
        phases.compactMap { phase in
          Phase.Kind(rawValue: phase.name).map {
            Phase(
              name: $0, status: Phase.Status(rawValue: phase.status) ?? .failed, seconds: phase.seconds)
          }
        }
      }
    }
  }

  private static func pastIntegration(_ row: borrowing Row) -> PastIntegration {
    var past = PastIntegration(
      number: IntegrationNumber(row.int(0)), started: Date(milliseconds: row.int(5)),
      processID: Int32(truncatingIfNeeded: row.int(6)))
    let branch = row.text(1)
    past.branch = branch.isEmpty ? nil : BranchName(branch)
    past.commit = row.maybeText(2).map { CommitID($0) }
    past.subject = row.maybeText(3)
    past.changes = row.bool(4)
    past.isPinned = row.bool(22)
    past.result = row.maybeText(7).flatMap { IntegrationResult(rawValue: $0) }
    past.ended = row.maybeInt(8).map { Date(milliseconds: $0) }
    past.seconds = row.maybeDouble(9)
    past.sentence = row.maybeText(10)
    past.toolchain = row.maybeText(11)
    past.lines = row.maybeInt(12).map {
      LineCounts(executable: $0, executed: row.int(13), partial: row.int(14))
    }
    guard !row.isNull(15) else { return past }
    var tests = OutcomeCounts()
    for (column, outcome) in Self.outcomeColumns { tests[outcome] = row.int(column) }
    past.tests = tests
    return past
  }

  private static let outcomeColumns: [(Int, TestOutcome)] = [
    (15, .passed), (16, .failed), (17, .crashed), (18, .timedOut), (19, .skipped), (20, .expectedFailure),
    (21, .notRun),
  ]
}
