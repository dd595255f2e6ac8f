public import Model
import SQLite

extension SQLiteStore {
  /// What the next integration of this branch is judged against; nil when it is the first.
  /// - Parameters:
  ///   - configuration: figures of the other configuration are not compared; nil compares with any.
  ///   - builtAnew: it is known whether everything is going to be built.
  ///   - selection: figures are only compared between integrations that asked for the same tests.
  public func baseline(
    bot: BotID, branch: BranchName?, configuration: Configuration? = nil, selection: TestSelection? = nil,
    builtAnew: Bool? = nil
  ) throws -> Baseline? {
    try named("reading the history of \(bot)") {
      try database.transaction(.deferred) {
        guard let bot = try row(of: bot) else { return nil }
        let line = Line(
          bot: bot, branch: branch?.rawValue ?? "", configuration: configuration?.rawValue,
          selection: selection?.kept)
        // A report that ends early carries on what was open before it, so the newest knows of everything.
        // What a canceled one found nobody was told of: it is as new to the next.
        guard let newest = try newestReport(line, judgedOnly: false) else { return nil }
        let lists = try issues(at: newest.row)
        let open = try asBefore(
          lists.open, bot: line.bot, branch: line.branch,
          complete: { try newestComplete(line).first })
        let judged = try newestReport(line, judgedOnly: true)
        guard let named = judged ?? (open.isEmpty ? nil : newest) else { return nil }
        let measured = try newestMeasured(line)
        // Lines change whatever was asked for, so that here any whole integration will do.
        let anyWhole = Line(bot: line.bot, branch: line.branch, configuration: nil, selection: nil)
        var baseline = Baseline(
          integration: named.number, commit: named.commit, openIssues: open,
          coverage: measured?.coverage, testCount: try testCount(line),
          phaseSeconds: try phaseSeconds(line, builtAnew), hadChanges: named.changes,
          measured: try measured?.since ?? newestMeasured(anyWhole)?.since)
        // What nobody looks for any more may stay as it is for long.
        baseline.isRed = lists.loud.contains { $0.kind.isRed && $0.seen }
        baseline.skippedTests = measured?.skipped
        baseline.testedTargets = try testedTargets(line)
        return baseline
      }
    }
  }

  /// The newest that ran all the tests of such an integration, and can be trusted in it: they tell which
  /// tests there are, and how long these take.
  public func newestComplete(
    bot: BotID, branch: BranchName?, configuration: Configuration, selection: TestSelection?, most: Int = 1
  ) throws -> [IntegrationNumber] {
    try named("reading the history of \(bot)") {
      guard let bot = try row(of: bot) else { return [] }
      return try newestComplete(
        Line(
          bot: bot, branch: branch?.rawValue ?? "", configuration: configuration.rawValue,
          selection: selection?.kept), most: most)
    }
  }

  private func newestComplete(_ line: Line, most: Int = 1) throws -> [IntegrationNumber] {
    try database.all(
      """
      SELECT number FROM integration
      WHERE bot = ?1 AND branch = ?2 AND reported = 1 AND limited = 0
        AND (?3 IS NULL OR configuration = ?3) AND result IN \(Self.complete)
        AND (selection IS NULL OR selection IS ?4)
        AND EXISTS (SELECT 1 FROM outcome WHERE outcome.integration = integration.id)
      ORDER BY number DESC LIMIT ?5
      """, line.bot, line.branch, line.configuration, line.selection, most
    ) { IntegrationNumber($0.int(0)) }
  }

  private static let mostCandidates = 2000

  /// The newest complete ones of a branch, or of all others, of a commit as it is, that asked for the same
  /// tests.
  public func baseCandidates(
    bot: BotID, branch: BranchName, others: Bool = false, configuration: Configuration,
    selection: TestSelection?
  ) throws -> [BaseChoice.Candidate] {
    try reading("the history", of: bot, or: []) { row in
      try database.all(
        """
        SELECT number, revision FROM integration
        WHERE bot = ?1 AND branch \(others ? "NOT IN (?2, '')" : "= ?2") AND reported = 1 AND limited = 0
          AND configuration = ?3 AND selection IS ?4 AND revision IS NOT NULL AND changes = 0
          AND result NOT IN \(Self.noCandidates)
        ORDER BY number DESC LIMIT ?5
        """, row, branch.rawValue, configuration.rawValue, selection?.kept, Self.mostCandidates
      ) { BaseChoice.Candidate($0.number("number"), CommitID($0.text("revision"))) }
    }
  }

  /// The newest of a branch that would be such a candidate, whichever tests and configuration it asked for.
  public func newestBaseCandidate(bot: BotID, branch: BranchName) throws -> BaseChoice.Candidate? {
    try reading("the history", of: bot, or: nil) { row in
      try database.first(
        """
        SELECT number, revision FROM integration
        WHERE bot = ?1 AND branch = ?2 AND reported = 1 AND limited = 0 AND revision IS NOT NULL
          AND changes = 0 AND result NOT IN \(Self.noCandidates)
        ORDER BY number DESC LIMIT 1
        """, row, branch.rawValue
      ) { BaseChoice.Candidate($0.number("number"), CommitID($0.text("revision"))) }
    }
  }

  private static let noCandidates =
    "('canceled', 'checkout-error', 'trigger-error', 'internal-error', 'inconclusive')"

  /// The integrations that belong together: of one bot, on one branch.
  private struct Line {
    var bot: Int
    var branch: String
    var configuration: String?
    var selection: String?
  }

  private func newestReport(
    _ line: Line, judgedOnly: Bool
  ) throws -> (row: Int, number: IntegrationNumber, commit: CommitID?, changes: Bool)? {
    let blind = "('canceled', 'checkout-error', 'trigger-error', 'internal-error')"
    // One of which nothing was built could have seen nothing.
    let ended = "phase.integration = integration.id AND name = 'checkout' AND status = 'failed'"
    let built = "NOT EXISTS (SELECT 1 FROM phase WHERE \(ended))"
    return try database.first(
      """
      SELECT id, number, revision, changes FROM integration
      WHERE bot = ? AND branch = ? AND reported = 1 AND limited = 0
        AND \(judgedOnly ? "result NOT IN \(blind) AND \(built)" : "result != 'canceled'")
      ORDER BY number DESC LIMIT 1
      """, line.bot, line.branch
    ) { ($0.int(0), IntegrationNumber($0.int(1)), $0.maybeText(2).map { CommitID($0) }, $0.bool(3)) }
  }

  /// How many tests ended so that not all of their lines need have run, whatever the result made of them.
  private static let unevenTests = testColumns.filter { $0.key.wentWrong || $0.key == .notRun }
    .map { "coalesce(\($0.value), 0)" }.joined(separator: " + ")

  /// The newest that measured coverage and can be trusted to have run all it wanted. Its toolchain is told
  /// for whoever knows that of the coming integration.
  private func newestMeasured(_ line: Line) throws -> Measured? {
    try database.first(
      """
      SELECT number, linesExecutable, linesExecuted, linesPartial, toolchain, revision, changes,
        \(Self.unevenTests) > 0, linesBound, id
      FROM integration
      WHERE bot = ?1 AND branch = ?2 AND linesExecutable IS NOT NULL AND limited = 0
        AND result IN ('test-failures', 'flaky', 'analyzer-warnings', 'warnings', 'succeeded')
        AND (?3 IS NULL OR configuration = ?3) AND selection IS ?4
      ORDER BY number DESC LIMIT 1
      """, line.bot, line.branch, line.configuration, line.selection
    ) { row in
      let number = IntegrationNumber(row.int(0))
      var coverage = Comparison.Coverage(
        integration: number,
        lines: LineCounts(executable: row.int(1), executed: row.int(2), partial: row.int(3)),
        toolchain: row.maybeText(4))
      coverage.hadFailures = row.bool(7)
      let bound: CoverageReport.Bound? = row.word(8)
      coverage.bound = bound == .exact ? nil : bound
      let changes = row.bool(6)
      let since = row.maybeText(5).map {
        Changes.Since(integration: number, commit: CommitID($0), hadChanges: changes)
      }
      return Measured(coverage: coverage, since: since, skipped: try skippedTests(row.int(9)))
    }
  }

  private struct Measured {
    let coverage: Comparison.Coverage
    let since: Changes.Since?
    let skipped: [TestID]
  }

  private func skippedTests(_ integration: Int) throws -> [TestID] {
    try database.all(
      """
      SELECT name FROM outcome JOIN test ON test.id = outcome.test
      WHERE outcome.outcome = 'skipped' AND outcome.integration = ?
      """, integration
    ) { TestID($0.text(0)) }
  }

  /// The newest measured one of another commit.
  public func measured(bot: BotID, branch: BranchName?, otherThan commit: CommitID) throws -> Changes.Since? {
    try reading("the history", of: bot, or: nil) { row in
      try database.first(
        """
        SELECT number, revision, changes FROM integration
        WHERE bot = ? AND branch = ? AND linesExecutable IS NOT NULL AND limited = 0
          AND result IN ('test-failures', 'flaky', 'analyzer-warnings', 'warnings', 'succeeded')
          AND revision != ?
        ORDER BY number DESC LIMIT 1
        """, row, branch?.rawValue ?? "", commit.rawValue
      ) {
        Changes.Since(
          integration: IntegrationNumber($0.int(0)), commit: CommitID($0.text(1)), hadChanges: $0.bool(2))
      }
    }
  }

  /// The newest measured one of each commit, whatever its branch, the newest first.
  public func measuredAnywhere(bot: BotID, limit: Int) throws -> [Changes.Since] {
    try reading("the history", of: bot, or: []) { row in
      try database.all(
        """
        SELECT max(number) AS newest, revision, changes FROM integration
        WHERE bot = ? AND linesExecutable IS NOT NULL AND limited = 0
          AND result IN ('test-failures', 'flaky', 'analyzer-warnings', 'warnings', 'succeeded')
          AND revision IS NOT NULL
        GROUP BY revision ORDER BY newest DESC LIMIT ?
        """, row, limit
      ) {
        Changes.Since(
          integration: IntegrationNumber($0.int(0)), commit: CommitID($0.text(1)), hadChanges: $0.bool(2))
      }
    }
  }

  /// Of the newest that had any; only the last few are looked at.
  private func testCount(_ line: Line) throws -> Int {
    try database.first(
      """
      SELECT total FROM (
        SELECT number, (SELECT count(*) FROM outcome WHERE outcome.integration = recent.id) AS total
        FROM (SELECT id, number FROM integration WHERE bot = ? AND branch = ? AND reported = 1
              AND limited = 0 AND selection IS ? ORDER BY number DESC LIMIT 20) AS recent)
      WHERE total > 0 ORDER BY number DESC LIMIT 1
      """, line.bot, line.branch, line.selection
    ) { $0.int(0) } ?? 0
  }

  /// Of those that had tests and could be trusted, since the newest that was asked whether a target fell
  /// silent: one with failures is not, and must not make it forgotten.
  private func testedTargets(_ line: Line) throws -> [String] {
    let told = try database.all(
      """
      SELECT id, result FROM integration
      WHERE bot = ? AND branch = ? AND reported = 1 AND limited = 0 AND selection IS ?
        AND result IN ('test-failures', 'flaky', 'analyzer-warnings', 'warnings', 'succeeded')
        AND EXISTS (SELECT 1 FROM outcome WHERE outcome.integration = integration.id)
      ORDER BY number DESC LIMIT \(Self.mostRed)
      """, line.bot, line.branch, line.selection
    ) { (row: $0.int(0), isRed: $0.text(1) == IntegrationResult.testFailures.rawValue) }
    let asked = told.firstIndex { !$0.isRed }.map { told[...$0] } ?? told[...]
    let targets = try asked.flatMap { integration in
      try database.all(
        """
        SELECT target FROM outcome JOIN test ON test.id = outcome.test
        WHERE outcome.outcome != 'not-run' AND outcome.integration = ?
        """, integration.row
      ) { $0.text(0) }
    }
    return Set(targets).sorted()
  }

  /// In a row; each may have ten thousand tests.
  private static let mostRed = 20

  /// What the last five that passed each phase took, among the last fifty; nothing where that differs too
  /// much. A build that has everything before it is like those alone.
  private func phaseSeconds(_ line: Line, _ builtAnew: Bool?) throws -> [String: Double] {
    let passed = try database.all(
      """
      SELECT phase.name, phase.seconds, clean OR number = 1 FROM
        (SELECT id, number, clean FROM integration
         WHERE bot = ?1 AND branch = ?2 AND reported = 1 AND limited = 0
           AND (?3 IS NULL OR configuration = ?3) AND selection IS ?4
         ORDER BY number DESC LIMIT 50) AS recent
        CROSS JOIN phase ON phase.integration = recent.id
      WHERE phase.status = 'passed' ORDER BY recent.number DESC
      """, line.bot, line.branch, line.configuration, line.selection
    ) { (name: $0.text(0), seconds: $0.double(1), wasAnew: $0.bool(2)) }
    let building = [Phase.Kind.build, .resolve].map(\.rawValue)
    let like = passed.filter { builtAnew == nil || !building.contains($0.name) || $0.wasAnew == builtAnew }
    return Dictionary(grouping: like, by: \.name).compactMapValues {
      Usual.seconds($0.prefix(5).map(\.seconds))
    }
  }
}
