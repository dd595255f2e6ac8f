import SQLite

/// The tables, as the steps that lead to them. A step that was ever released is never changed again: what is
/// to be different becomes a step of its own.
enum Schema {
  /// "Both", so that a database of something else is told apart.
  static let applicationID = 0x426f_7468

  static let steps: [String] = [
    firstStep, secondStep, watchingStep, pastStep, diskStep, fewerStep, againStep, limitedStep,
    baseStep, flakyStep, renamedStep, storiesStep, messagesStep, archivedStep, newestStep, searchStep,
    silencesStep, warningsStep, asideStep, scoreStep, senderStep, droppedStep, digestStep,
    begunStep, conversationStep, toldRedStep, boundStep,
  ]

  static var newest: Int { steps.count }

  static func version(of database: Database) throws -> Int {
    try database.first("PRAGMA user_version") { $0.int(0) } ?? 0
  }

  /// Whose database it is: nil for an empty one.
  static func application(of database: Database) throws -> Int? {
    let identifier = try database.first("PRAGMA application_id") { $0.int(0) } ?? 0
    let tables = try database.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
    return tables == 0 && identifier == 0 ? nil : identifier
  }

  /// Goes up the missing steps, all or none: whoever looks finds the old tables or the new ones.
  static func migrate(_ database: Database, to newest: Int = Self.newest) throws {
    guard try version(of: database) < newest else { return }
    try database.transaction {
      // Another program may have gone there while this one waited for its turn.
      let version = try version(of: database)
      guard version < newest else { return }
      for step in steps[version..<newest] { try database.script(step) }
      try database.script("PRAGMA user_version = \(newest)")
      try database.script("PRAGMA application_id = \(applicationID)")
    }
  }

  // Times are milliseconds since 1970. An empty branch stands for a detached HEAD or a bare revision.
  private static let firstStep = """
    CREATE TABLE bot (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      path TEXT UNIQUE,
      lastNumber INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE integration (
      id INTEGER PRIMARY KEY,
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      number INTEGER NOT NULL,
      branch TEXT NOT NULL,
      revision TEXT,
      queued INTEGER NOT NULL,
      started INTEGER NOT NULL,
      ended INTEGER,
      process INTEGER NOT NULL,
      result TEXT,
      reason TEXT,
      reported INTEGER NOT NULL DEFAULT 0,
      subject TEXT,
      author TEXT,
      email TEXT,
      committed INTEGER,
      changes INTEGER NOT NULL DEFAULT 0,
      toolchain TEXT,
      configuration TEXT,
      clean INTEGER NOT NULL DEFAULT 0,
      seconds REAL,
      linesExecutable INTEGER,
      linesExecuted INTEGER,
      linesPartial INTEGER,
      comparedWith INTEGER,
      UNIQUE (bot, number)
    ) STRICT;
    CREATE INDEX integrationByBranch ON integration (bot, branch, number);
    CREATE INDEX integrationRunning ON integration (bot, number) WHERE result IS NULL;

    CREATE TABLE phase (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      status TEXT NOT NULL,
      seconds REAL NOT NULL,
      PRIMARY KEY (integration, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE test (
      id INTEGER PRIMARY KEY,
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      name TEXT NOT NULL,
      library TEXT NOT NULL,
      target TEXT NOT NULL,
      UNIQUE (bot, name)
    ) STRICT;

    CREATE TABLE outcome (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      test INTEGER NOT NULL REFERENCES test ON DELETE CASCADE,
      outcome TEXT NOT NULL,
      seconds REAL,
      PRIMARY KEY (integration, test)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX outcomeByTest ON outcome (test, integration);

    CREATE TABLE failure (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      test INTEGER NOT NULL REFERENCES test ON DELETE CASCADE,
      position INTEGER NOT NULL,
      kind TEXT NOT NULL,
      known INTEGER NOT NULL,
      message TEXT NOT NULL,
      file TEXT,
      line INTEGER,
      "column" INTEGER,
      PRIMARY KEY (integration, test, position)
    ) STRICT;
    CREATE INDEX failureByTest ON failure (test);

    CREATE TABLE file (
      id INTEGER PRIMARY KEY,
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      target TEXT NOT NULL,
      path TEXT NOT NULL,
      UNIQUE (bot, target, path)
    ) STRICT;

    CREATE TABLE coverage (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      file INTEGER NOT NULL REFERENCES file ON DELETE CASCADE,
      linesExecutable INTEGER NOT NULL,
      linesExecuted INTEGER NOT NULL,
      linesPartial INTEGER NOT NULL,
      regions INTEGER NOT NULL,
      regionsExecuted INTEGER NOT NULL,
      functions INTEGER NOT NULL,
      functionsExecuted INTEGER NOT NULL,
      PRIMARY KEY (integration, file)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX coverageByFile ON coverage (file, integration);

    -- One life of an issue: found again after it was resolved, it lives anew.
    CREATE TABLE issue (
      id INTEGER PRIMARY KEY,
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      branch TEXT NOT NULL,
      identity TEXT NOT NULL,
      since INTEGER NOT NULL,
      kind TEXT NOT NULL,
      message TEXT NOT NULL,
      target TEXT,
      test TEXT,
      UNIQUE (bot, branch, identity, since)
    ) STRICT;

    CREATE TABLE judgement (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      issue INTEGER NOT NULL REFERENCES issue ON DELETE CASCADE,
      list TEXT NOT NULL,
      position INTEGER NOT NULL,
      seen INTEGER NOT NULL,
      file TEXT,
      line INTEGER,
      PRIMARY KEY (integration, issue)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX judgementByIssue ON judgement (issue);
    """

  // What nobody asks the database stands in report.json alone; and why something waits again stands beside
  // what it was asked for. Where deleted pages are overwritten, a large table would be written once more.
  private static let fewerStep = """
    PRAGMA secure_delete = OFF;
    DROP TABLE failure;
    DROP INDEX coverageByFile;
    ALTER TABLE coverage DROP COLUMN regions;
    ALTER TABLE coverage DROP COLUMN regionsExecuted;
    ALTER TABLE coverage DROP COLUMN functions;
    ALTER TABLE coverage DROP COLUMN functionsExecuted;
    ALTER TABLE watched DROP COLUMN lastSkip;
    ALTER TABLE pending ADD COLUMN again TEXT;
    UPDATE pending SET reason = substr(reason, 1, instr(reason, '; again, because ') - 1),
      again = substr(reason, instr(reason, '; again, because ') + 17)
    WHERE instr(reason, '; again, because ') > 0;
    """

  // An integration keeps both too; only of those under way is the text taken apart.
  private static let againStep = """
    ALTER TABLE integration ADD COLUMN again TEXT;
    UPDATE integration SET queueReason = substr(queueReason, 1, instr(queueReason, '; again, because ') - 1),
      again = substr(queueReason, instr(queueReason, '; again, because ') + 17)
    WHERE settled = 0 AND instr(queueReason, '; again, because ') > 0;
    """

  // Asked for less than its bot asks for: in the history and nowhere else.
  private static let limitedStep = """
    ALTER TABLE integration ADD COLUMN limited INTEGER NOT NULL DEFAULT 0;
    DROP INDEX integrationReported;
    CREATE INDEX integrationReported ON integration (bot, branch, number) WHERE reported = 1 AND limited = 0;
    DROP INDEX integrationMeasured;
    CREATE INDEX integrationMeasured ON integration (bot, branch, number)
      WHERE linesExecutable IS NOT NULL AND limited = 0;
    DROP INDEX integrationGreen;
    CREATE INDEX integrationGreen ON integration (bot, number)
      WHERE result IN ('succeeded', 'warnings', 'analyzer-warnings') AND limited = 0;
    """

  // The branch that is the face of a bot, and where its commits can be looked at.
  private static let baseStep = """
    ALTER TABLE bot ADD COLUMN base TEXT;
    ALTER TABLE bot ADD COLUMN link TEXT;
    """

  // Tests that failed and passed in one build, and whether that is let pass.
  private static let flakyStep = """
    ALTER TABLE integration ADD COLUMN testsFlaky INTEGER;
    ALTER TABLE integration ADD COLUMN tolerated INTEGER NOT NULL DEFAULT 0;
    UPDATE integration SET testsFlaky = 0 WHERE testsPassed IS NOT NULL;
    DROP INDEX outcomeFailing;
    CREATE INDEX outcomeFailing ON outcome (integration, test)
      WHERE outcome IN ('failed', 'crashed', 'timed-out', 'flaky');
    DROP INDEX integrationGreen;
    CREATE INDEX integrationGreen ON integration (bot, number)
      WHERE (result IN ('succeeded', 'warnings', 'analyzer-warnings') OR tolerated = 1) AND limited = 0;
    """

  // Which test goes on under another id; without one another test has that id now.
  private static let renamedStep = """
    CREATE TABLE renamed (
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      former INTEGER NOT NULL REFERENCES test ON DELETE CASCADE,
      test INTEGER REFERENCES test ON DELETE CASCADE,
      PRIMARY KEY (integration, former)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX renamedByBot ON renamed (bot, integration);
    CREATE INDEX renamedFormer ON renamed (former);
    CREATE INDEX renamedTest ON renamed (test);
    """

  // How large the products of an integration were as they were packed.
  private static let archivedStep = """
    CREATE TABLE archived (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      product TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (integration, product)
    ) STRICT, WITHOUT ROWID;
    """

  // What an integration knew of an issue, where that was something else than its first message.
  private static let newestStep = "ALTER TABLE judgement ADD COLUMN message TEXT"

  // Where an integration passed first although it could not see an issue that is open.
  private static let asideStep = "ALTER TABLE judgement ADD COLUMN setAsideIn INTEGER"

  // What the compiler and the analyzers warned of, for the trend.
  private static let warningsStep = """
    ALTER TABLE integration ADD COLUMN warnings INTEGER;
    ALTER TABLE integration ADD COLUMN analyzerWarnings INTEGER;
    """

  // What selecting tests would have left out, so that nobody reads reports to sum it up.
  private static let scoreStep = """
    ALTER TABLE integration ADD COLUMN scoreTotal INTEGER;
    ALTER TABLE integration ADD COLUMN scoreLeftOut INTEGER;
    ALTER TABLE integration ADD COLUMN scoreSeconds REAL;
    ALTER TABLE integration ADD COLUMN scoreMisses TEXT;
    CREATE INDEX integrationScored ON integration (bot, number) WHERE scoreTotal IS NOT NULL;
    """

  // What was asked for under a key and was begun, by its mark.
  private static let begunStep = """
    CREATE TABLE begun (mark TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    """

  // Whether the count of lines is a bound, which beside it was told as the number itself.
  private static let boundStep = "ALTER TABLE integration ADD COLUMN linesBound TEXT"

  private static let diskStep = "ALTER TABLE bot ADD COLUMN diskBytes INTEGER"

  // Figures are only compared between integrations that asked for the same tests; and what a baseline is
  // looked for among is found without reading every integration that cannot be one.
  private static let secondStep = """
    ALTER TABLE integration ADD COLUMN selection TEXT;
    CREATE INDEX integrationReported ON integration (bot, branch, number) WHERE reported = 1;
    CREATE INDEX integrationMeasured ON integration (bot, branch, number)
      WHERE linesExecutable IS NOT NULL;
    """

  // A bot's history is read without its tests being counted again: how many ended how, and the sentence,
  // stand beside the integration. What was kept before is counted once, here.
  private static let pastStep = """
    ALTER TABLE bot ADD COLUMN shownName TEXT;
    ALTER TABLE integration ADD COLUMN sentence TEXT;
    ALTER TABLE integration ADD COLUMN testsPassed INTEGER;
    ALTER TABLE integration ADD COLUMN testsFailed INTEGER;
    ALTER TABLE integration ADD COLUMN testsCrashed INTEGER;
    ALTER TABLE integration ADD COLUMN testsTimedOut INTEGER;
    ALTER TABLE integration ADD COLUMN testsSkipped INTEGER;
    ALTER TABLE integration ADD COLUMN testsExpected INTEGER;
    ALTER TABLE integration ADD COLUMN testsNotRun INTEGER;
    WITH counted AS (
      SELECT integration, sum(outcome = 'passed') AS passed, sum(outcome = 'failed') AS failed,
        sum(outcome = 'crashed') AS crashed, sum(outcome = 'timed-out') AS timedOut,
        sum(outcome = 'skipped') AS skipped, sum(outcome = 'expected-failure') AS expected,
        sum(outcome = 'not-run') AS notRun
      FROM outcome GROUP BY integration)
    UPDATE integration SET testsPassed = passed, testsFailed = failed, testsCrashed = crashed,
      testsTimedOut = timedOut, testsSkipped = skipped, testsExpected = expected, testsNotRun = notRun
    FROM counted WHERE counted.integration = integration.id;
    UPDATE integration SET testsPassed = 0, testsFailed = 0, testsCrashed = 0, testsTimedOut = 0,
      testsSkipped = 0, testsExpected = 0, testsNotRun = 0
    WHERE reported = 1 AND testsPassed IS NULL;
    CREATE INDEX outcomeFailing ON outcome (integration, test)
      WHERE outcome IN ('failed', 'crashed', 'timed-out');
    CREATE INDEX integrationGreen ON integration (bot, number)
      WHERE result IN ('succeeded', 'warnings', 'analyzer-warnings');
    """
}
