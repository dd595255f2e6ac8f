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
      for table in ["phase", "outcome", "coverage", "judgement", "renamed", "said", "measured", "archived"] {
        try database.run("DELETE FROM \(table) WHERE integration = ?", row)
      }
      try keepSummary(report, row)
      FaultPoint.reach(.finishHalf)
      for (position, phase) in report.phases.enumerated() {
        try database.run(
          "INSERT INTO phase VALUES (?, ?, ?, ?, ?)",
          row, position, phase.name.rawValue, phase.status.rawValue, phase.seconds.kept)
      }
      for one in report.archive {
        try database.run(
          "INSERT OR IGNORE INTO archived VALUES (?, ?, ?)", row, one.product.bounded, one.bytes)
      }
      try keepTests(report, row, bot)
      try keepComparison(report, row)
      try keepScore(report.tests.score, row)
      try keepRenames(report.comparedWith?.tests, row, bot)
      for target in report.comparableCoverage?.targets ?? [] { try keepCoverage(target, row, bot) }
      try keepIssues(report.issues, row, bot)
      try keepSilences(report, row, bot)
    }
  }

  /// What else is limited was asked for by somebody, and has no say in what is due.
  static let limitedBySelecting = 2

  private func keepSummary(_ report: Report, _ row: Int) throws {
    let commit = report.commit
    let coverage = report.comparableCoverage
    let lines = coverage?.lines
    try database.run(
      """
      UPDATE integration SET result = ?, reason = ?, reported = 1, started = ?, ended = ?, seconds = ?,
        revision = coalesce(?, revision), subject = ?, author = ?, email = ?, committed = ?, changes = ?,
        toolchain = ?, configuration = ?, clean = ?, linesExecutable = ?, linesExecuted = ?,
        linesPartial = ?, comparedWith = ?, selection = ?, sentence = ?, limited = ?, tolerated = ?,
        warnings = ?, analyzerWarnings = ?, linesBound = ?
      WHERE id = ?
      """,
      report.result.rawValue, report.reason.bounded, report.started.milliseconds, report.ended.milliseconds,
      report.seconds.kept, commit?.id.rawValue, commit?.subject, commit?.author, commit?.email,
      commit?.date.milliseconds, commit?.changes ?? false, report.toolchain, report.configuration.rawValue,
      report.clean, lines?.executable, lines?.executed, lines?.partial,
      report.comparedWith?.integration.value, report.selection?.kept, Sentence.whole(report).bounded,
      report.limited.map { $0.isOfSelecting ? Self.limitedBySelecting : 1 } ?? 0, report.tolerated,
      report.warningCount, report.analyzerWarningCount, coverage?.bound.rawValue, row)
    let counts = OutcomeCounts(report.tests)
    for (outcome, column) in Self.testColumns {
      try database.run("UPDATE integration SET \(column) = ? WHERE id = ?", counts[outcome], row)
    }
  }

  private func keepTests(_ report: Report, _ row: Int, _ bot: Int) throws {
    for test in report.tests.cases {
      let id = try keptTest(test, of: report, bot)
      // A test that was told twice counts as what is worse.
      try database.run(
        """
        INSERT INTO outcome VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
        SET outcome = excluded.outcome, seconds = excluded.seconds
        WHERE excluded.outcome IN ('failed', 'crashed', 'timed-out') OR outcome.outcome = 'not-run'
          OR excluded.outcome = 'flaky' AND outcome.outcome NOT IN ('failed', 'crashed', 'timed-out')
        """,
        row, id, test.outcome.rawValue, test.seconds?.kept)
      for (position, message) in test.messages.enumerated() {
        try database.run(
          "INSERT OR IGNORE INTO said VALUES (?, ?, ?, ?, ?, ?)", row, id, position,
          String(message.text.prefix(Self.mostLetters)), message.file?.rawValue, message.line)
      }
      for (position, one) in test.measurements.prefix(Self.mostMetrics).enumerated() {
        try database.run(
          "INSERT OR IGNORE INTO measured VALUES (?, ?, ?, ?, ?, ?)", row, id, position, one.metric.bounded,
          one.average.kept, one.relativeStandardDeviation.kept)
      }
    }
  }

  private static let mostLetters = 2_000
  private static let mostMetrics = 20

  /// Its row, brought up to date. What it printed is kept of those that ever went wrong, which have a page.
  private func keptTest(_ test: TestCase, of report: Report, _ bot: Int) throws -> Int {
    let group = SuiteWords.shown(test) + TestWords.groups(test)
    let suites = group.isEmpty ? nil : group.joined(separator: "\n").bounded
    let known = try database.first(
      """
      SELECT id, wentWrong IS NOT NULL, (displayName, suites, file, line) IS (?3, ?4, ?5, ?6)
      FROM test WHERE bot = ?1 AND name = ?2
      """, bot, test.id.rawValue, test.displayName?.bounded, suites, test.file?.rawValue, test.line
    ) { (id: $0.int(0), wasWrong: $0.bool(1), isSame: $0.bool(2)) }
    let number = report.integration.value
    let row: Int
    if let known {
      row = known.id
    } else {
      try database.run(
        "INSERT INTO test (bot, name, library, target, firstIn, firstAt) VALUES (?, ?, ?, ?, ?, ?)",
        bot, test.id.rawValue, test.library.rawValue, test.target, number, report.started.milliseconds)
      row = database.lastInsertedRow
    }
    let isPaged = known?.wasWrong == true || test.outcome.wentWrong
    // Of an older commit that is integrated again its code is not the newest.
    if known != nil, report.limited?.isOlderCommit == true {
      try database.run(
        "UPDATE test SET wentWrong = max(coalesce(wentWrong, 0), ?2) WHERE id = ?1 AND ?3", row, number,
        test.outcome.wentWrong)
      return row
    }
    // Where it did not run nothing new is known of it.
    if isPaged || known?.isSame != true, test.outcome != .notRun || known == nil {
      try database.run(
        """
        UPDATE test SET displayName = ?2, suites = ?3, file = ?4, line = ?5, told = ?6, printed = ?7,
          wentWrong = CASE WHEN ?8 THEN max(coalesce(wentWrong, 0), ?6) ELSE wentWrong END
        WHERE id = ?1 AND coalesce(told, 0) <= ?6
        """, row, test.displayName?.bounded, suites, test.file?.rawValue, test.line, number,
        isPaged ? test.output?.bounded : nil, test.outcome.wentWrong)
    }
    return row
  }

  /// The figures that a history tells beside the counts.
  private func keepComparison(_ report: Report, _ row: Int) throws {
    let compared = report.comparedWith
    let base = compared?.base
    // Where not all ran, nobody knows how many came and went.
    let tests = report.limited == nil && report.result.isConclusive ? compared?.tests : nil
    func more(_ other: Comparison.Coverage?) -> Int? {
      guard let other, other.toolchain == nil, let lines = report.coverage?.lines else { return nil }
      return lines.notExecuted - other.lines.notExecuted
    }
    try database.run(
      """
      UPDATE integration SET testsAdded = ?, testsGone = ?, newIssues = ?, linesMore = ?, linesUnequal = ?,
        baseNumber = ?, baseAdded = ?, baseGone = ?, baseFailing = ?, baseMended = ?, baseLinesMore = ?,
        baseUnequal = ?
      WHERE id = ?
      """, tests?.added.count, tests?.gone.count, report.issues.new.count,
      more(compared?.coverage), compared?.coverage?.unequal != nil, base?.integration.value,
      base?.tests?.added, base?.tests?.gone, base?.tests?.newlyFailing.count, base?.tests?.mended.count,
      more(base?.coverage), base?.coverage?.unequal != nil, row)
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
