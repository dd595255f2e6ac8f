import Faults
import Foundation
public import Model
import SQLite

extension SQLiteStore {
  /// Keeps what an integration reported: all of it or nothing. A later report of the same integration takes
  /// the place of an earlier one, and of what recovery made of it.
  public func finish(_ report: Report) throws {
    FaultPoint.reach(.finishBefore)
    defer { FaultPoint.reach(.finishAfter) }
    try whole("keeping \(report.bot)\(report.integration)") {
      let row = try row(of: report.integration, bot: report.bot)
      guard let bot = try self.row(of: report.bot) else { throw unknown(report.bot) }
      for table in ["phase", "outcome", "coverage", "judgement", "renamed"] {
        try database.run("DELETE FROM \(table) WHERE integration = ?", row)
      }
      try keepSummary(report, row)
      FaultPoint.reach(.finishHalf)
      for (position, phase) in report.phases.enumerated() {
        try database.run(
          "INSERT INTO phase VALUES (?, ?, ?, ?, ?)",
          row, position, phase.name.rawValue, phase.status.rawValue, phase.seconds.kept)
      }
      try keepTests(report.tests, row, bot)
      try keepRenames(report.comparedWith?.tests, row, bot)
      for target in report.comparableCoverage?.targets ?? [] { try keepCoverage(target, row, bot) }
      try keepIssues(report.issues, row, bot)
    }
  }

  private func keepSummary(_ report: Report, _ row: Int) throws {
    let commit = report.commit
    let lines = report.comparableCoverage?.lines
    try database.run(
      """
      UPDATE integration SET result = ?, reason = ?, reported = 1, started = ?, ended = ?, seconds = ?,
        revision = coalesce(?, revision), subject = ?, author = ?, email = ?, committed = ?, changes = ?,
        toolchain = ?, configuration = ?, clean = ?, linesExecutable = ?, linesExecuted = ?,
        linesPartial = ?, comparedWith = ?, selection = ?, sentence = ?, limited = ?, tolerated = ?
      WHERE id = ?
      """,
      report.result.rawValue, report.reason.bounded, report.started.milliseconds, report.ended.milliseconds,
      report.seconds.kept, commit?.id.rawValue, commit?.subject, commit?.author, commit?.email,
      commit?.date.milliseconds, commit?.changes ?? false, report.toolchain, report.configuration.rawValue,
      report.clean, lines?.executable, lines?.executed, lines?.partial,
      report.comparedWith?.integration.value, report.selection?.kept, Sentence.whole(report).bounded,
      report.limited != nil, report.tolerated, row)
    let counts = OutcomeCounts(report.tests)
    for (outcome, column) in Self.testColumns {
      try database.run("UPDATE integration SET \(column) = ? WHERE id = ?", counts[outcome], row)
    }
  }

  private func keepTests(_ tests: TestReport, _ row: Int, _ bot: Int) throws {
    for test in tests.cases {
      let id = try keptTest(test, bot)
      // A test that was told twice counts as what is worse.
      try database.run(
        """
        INSERT INTO outcome VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
        SET outcome = excluded.outcome, seconds = excluded.seconds
        WHERE excluded.outcome IN ('failed', 'crashed', 'timed-out') OR outcome.outcome = 'not-run'
          OR excluded.outcome = 'flaky' AND outcome.outcome NOT IN ('failed', 'crashed', 'timed-out')
        """,
        row, id, test.outcome.rawValue, test.seconds?.kept)
    }
  }

  private func keptTest(_ test: TestCase, _ bot: Int) throws -> Int {
    let known = try database.first(
      "SELECT id FROM test WHERE bot = ? AND name = ?", bot, test.id.rawValue
    ) { $0.int(0) }
    if let known { return known }
    try database.run(
      "INSERT INTO test (bot, name, library, target) VALUES (?, ?, ?, ?)",
      bot, test.id.rawValue, test.library.rawValue, test.target)
    return database.lastInsertedRow
  }

  private func keepCoverage(_ target: TargetCoverage, _ row: Int, _ bot: Int) throws {
    for file in target.files {
      var id = try database.first(
        "SELECT id FROM file WHERE bot = ? AND target = ? AND path = ?", bot, target.name, file.path.rawValue
      ) { $0.int(0) }
      if id == nil {
        try database.run(
          "INSERT INTO file (bot, target, path) VALUES (?, ?, ?)", bot, target.name, file.path.rawValue)
        id = database.lastInsertedRow
      }
      try database.run(
        "INSERT OR REPLACE INTO coverage VALUES (?, ?, ?, ?, ?)",
        row, id, file.lines.executable, file.lines.executed, file.lines.partial)
    }
  }
}
