import SQLite

/// The tables of `<state>/bothy.sqlite`.
enum Schema {
  /// "Both", so that a database of something else is told apart.
  static let applicationID = 0x426f_7468

  /// Grows with each change of the tables. Until Bothy 1.0 a database of another version is refused.
  static let version = 28

  static func version(of database: Database) throws -> Int {
    try database.first("PRAGMA user_version") { $0.int(0) } ?? 0
  }

  /// Whose database it is: nil for an empty one.
  static func application(of database: Database) throws -> Int? {
    // In one look: another program may make the tables between two.
    try database.first(
      "SELECT (SELECT application_id FROM pragma_application_id), (SELECT count(*) FROM sqlite_schema)"
    ) { $0.int(0) == 0 && $0.int(1) == 0 ? nil : $0.int(0) } ?? nil
  }

  /// Makes the tables of an empty database, all or none.
  static func create(in database: Database) throws {
    guard try version(of: database) == 0 else { return }
    try database.transaction {
      // Another program may have made them while this one waited for its turn.
      guard try version(of: database) == 0 else { return }
      try database.script(tables)
      try database.script("PRAGMA user_version = \(version)")
      try database.script("PRAGMA application_id = \(applicationID)")
    }
  }

  // Times are milliseconds since 1970.
  private static let tables = """
    -- What is known of a bot. `base`: the branch that others are compared with.
    CREATE TABLE bot (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      path TEXT UNIQUE,
      lastNumber INTEGER NOT NULL DEFAULT 0,
      shownName TEXT, diskBytes INTEGER, base TEXT, link TEXT, allSilencedIn INTEGER
    ) STRICT;

    -- One integration. Its counts stand here, so that a history is read without counting tests again.
    -- An empty branch stands for a detached HEAD or a bare revision.
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
      comparedWith INTEGER, selection TEXT, turn INTEGER, source TEXT, queueReason TEXT,
      attempt INTEGER NOT NULL DEFAULT 0, integrator INTEGER, integratorStarted INTEGER,
      canceling TEXT, canceledByHand INTEGER NOT NULL DEFAULT 0, settled INTEGER NOT NULL DEFAULT 1,
      pinned INTEGER NOT NULL DEFAULT 0, sentence TEXT, testsPassed INTEGER, testsFailed INTEGER,
      testsCrashed INTEGER, testsTimedOut INTEGER, testsSkipped INTEGER, testsExpected INTEGER,
      testsNotRun INTEGER, again TEXT, limited INTEGER NOT NULL DEFAULT 0, testsFlaky INTEGER,
      tolerated INTEGER NOT NULL DEFAULT 0, testsAdded INTEGER, testsGone INTEGER, newIssues INTEGER,
      linesMore INTEGER, linesUnequal INTEGER NOT NULL DEFAULT 0, baseNumber INTEGER,
      baseAdded INTEGER, baseGone INTEGER, baseFailing INTEGER, baseMended INTEGER,
      baseLinesMore INTEGER, baseUnequal INTEGER NOT NULL DEFAULT 0, search TEXT, warnings INTEGER,
      analyzerWarnings INTEGER, scoreTotal INTEGER, scoreLeftOut INTEGER, scoreSeconds REAL,
      scoreMisses TEXT, linesBound TEXT,
      UNIQUE (bot, number)
    ) STRICT;
    CREATE INDEX integrationByBranch ON integration (bot, branch, number);
    CREATE INDEX integrationRunning ON integration (bot, number) WHERE result IS NULL;
    CREATE INDEX integrationOpen ON integration (bot, number) WHERE settled = 0;
    CREATE INDEX integrationReported ON integration (bot, branch, number) WHERE reported = 1 AND limited = 0;
    CREATE INDEX integrationMeasured ON integration (bot, branch, number)
      WHERE linesExecutable IS NOT NULL AND limited = 0;
    CREATE INDEX integrationGreen ON integration (bot, number)
      WHERE (result IN ('succeeded', 'warnings', 'analyzer-warnings') OR tolerated = 1) AND limited = 0;
    CREATE INDEX integrationSearch ON integration (bot, number) WHERE search IS NOT NULL;
    CREATE INDEX integrationScored ON integration (bot, number) WHERE scoreTotal IS NOT NULL;

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
      target TEXT NOT NULL, firstIn INTEGER, firstAt INTEGER, wentWrong INTEGER, told INTEGER,
      displayName TEXT, suites TEXT, file TEXT, line INTEGER, printed TEXT,
      UNIQUE (bot, name)
    ) STRICT;
    CREATE INDEX testWentWrong ON test (bot, name) WHERE wentWrong IS NOT NULL;

    CREATE TABLE outcome (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      test INTEGER NOT NULL REFERENCES test ON DELETE CASCADE,
      outcome TEXT NOT NULL,
      seconds REAL,
      PRIMARY KEY (integration, test)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX outcomeByTest ON outcome (test, integration);
    CREATE INDEX outcomeFailing ON outcome (integration, test)
      WHERE outcome IN ('failed', 'crashed', 'timed-out', 'flaky');

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
      PRIMARY KEY (integration, file)
    ) STRICT, WITHOUT ROWID;

    -- One life of an issue: found again after it was resolved, it gets another row.
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
    CREATE INDEX issueByIdentity ON issue (bot, identity);

    -- What an integration said of an issue. `message`: where it differs from the issue's first one.
    CREATE TABLE judgement (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      issue INTEGER NOT NULL REFERENCES issue ON DELETE CASCADE,
      list TEXT NOT NULL,
      position INTEGER NOT NULL,
      seen INTEGER NOT NULL,
      file TEXT,
      line INTEGER, message TEXT, setAsideIn INTEGER,
      PRIMARY KEY (integration, issue)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX judgementByIssue ON judgement (issue);

    -- What the watcher knows of a bot.
    CREATE TABLE watched (
      bot INTEGER PRIMARY KEY REFERENCES bot ON DELETE CASCADE,
      settings TEXT NOT NULL,
      pausedSince INTEGER,
      pauseReason TEXT,
      toolchain TEXT,
      lastTick INTEGER,
      retired INTEGER
    ) STRICT;

    CREATE TABLE pause (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      since INTEGER NOT NULL,
      reason TEXT
    ) STRICT;

    -- The tip of a branch. `dropped`: something that waited there was dropped since.
    CREATE TABLE tip (
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      branch TEXT NOT NULL,
      revision TEXT NOT NULL,
      seen INTEGER NOT NULL,
      gone INTEGER NOT NULL DEFAULT 0, dropped INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (bot, branch)
    ) STRICT, WITHOUT ROWID;

    -- What waits. `search`: what an integration of an older commit is to find out, as JSON.
    CREATE TABLE pending (
      turn INTEGER PRIMARY KEY AUTOINCREMENT,
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      branch TEXT NOT NULL,
      revision TEXT NOT NULL,
      source TEXT NOT NULL,
      reason TEXT NOT NULL,
      queued INTEGER NOT NULL,
      clean INTEGER NOT NULL,
      repeated INTEGER NOT NULL,
      attempt INTEGER NOT NULL DEFAULT 0,
      again TEXT, search TEXT
    ) STRICT;
    CREATE INDEX pendingByBot ON pending (bot);

    -- A commit that was seen on a branch, and what became of it. `turn` is its place in the queue.
    CREATE TABLE seen (
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      branch TEXT NOT NULL,
      revision TEXT NOT NULL,
      seen INTEGER NOT NULL,
      passed INTEGER NOT NULL DEFAULT 0,
      turn INTEGER,
      number INTEGER,
      leaving TEXT,
      reason TEXT,
      PRIMARY KEY (bot, branch, revision),
      CHECK ((turn IS NOT NULL) + (number IS NOT NULL) + (leaving IS NOT NULL) = 1)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seenByTurn ON seen (turn) WHERE turn IS NOT NULL;
    CREATE INDEX seenByNumber ON seen (bot, number) WHERE number IS NOT NULL;
    CREATE INDEX seenDropped ON seen (bot, branch) WHERE leaving = 'dropped';

    -- A test that goes on under another id. Without one, another test has its former id now.
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

    -- What a failing test said.
    CREATE TABLE said (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      test INTEGER NOT NULL REFERENCES test ON DELETE CASCADE,
      position INTEGER NOT NULL,
      message TEXT NOT NULL,
      file TEXT,
      line INTEGER,
      PRIMARY KEY (integration, test, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX saidByTest ON said (test, integration);

    CREATE TABLE measured (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      test INTEGER NOT NULL REFERENCES test ON DELETE CASCADE,
      position INTEGER NOT NULL,
      metric TEXT NOT NULL,
      average REAL NOT NULL,
      deviation REAL NOT NULL,
      PRIMARY KEY (integration, test, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX measuredByTest ON measured (test, integration);

    -- A mail or webhook. One message has one key, however often its integration is shown.
    CREATE TABLE message (
      id INTEGER PRIMARY KEY,
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      number INTEGER NOT NULL,
      key TEXT NOT NULL,
      branch TEXT NOT NULL,
      "trigger" INTEGER NOT NULL,
      topic TEXT NOT NULL,
      recipient TEXT NOT NULL,
      why TEXT NOT NULL,
      content TEXT NOT NULL,
      state TEXT NOT NULL,
      made INTEGER NOT NULL,
      due INTEGER NOT NULL,
      attempts TEXT NOT NULL, sender INTEGER, senderStarted INTEGER, lane TEXT NOT NULL DEFAULT '',
      conversation TEXT NOT NULL DEFAULT '',
      UNIQUE (bot, key)
    ) STRICT;
    CREATE INDEX messageOpen ON message (due) WHERE state IN ('waiting', 'sending');
    CREATE INDEX messageByIntegration ON message (bot, number);
    CREATE INDEX messageOpenInOrder ON message (conversation, id) WHERE state IN ('waiting', 'sending');

    -- How large a product was when it was packed.
    CREATE TABLE archived (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      product TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (integration, product)
    ) STRICT, WITHOUT ROWID;

    -- Silenced issues. `endedIn`: the integration that resolved it, 0 where a person took it back.
    CREATE TABLE silence (
      id INTEGER PRIMARY KEY,
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      subject TEXT NOT NULL,
      until TEXT NOT NULL,
      reason TEXT NOT NULL,
      origin TEXT NOT NULL,
      "by" TEXT,
      made INTEGER,
      branch TEXT,
      endedIn INTEGER
    ) STRICT;
    CREATE INDEX silenceByBot ON silence (bot, subject);

    -- Which days and weeks were reported.
    CREATE TABLE digest (
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      "trigger" INTEGER NOT NULL,
      topic TEXT NOT NULL,
      day TEXT NOT NULL,
      PRIMARY KEY (bot, "trigger", topic, day)
    ) STRICT, WITHOUT ROWID;

    -- What was asked for under a key and was begun, by its mark.
    CREATE TABLE begun (mark TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

    -- Who got a mail that a branch is red, in which integration, and when the one that it is green.
    CREATE TABLE toldRed (
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      branch TEXT NOT NULL,
      recipient TEXT NOT NULL,
      number INTEGER NOT NULL,
      green INTEGER,
      PRIMARY KEY (bot, branch, recipient, number)
    ) STRICT, WITHOUT ROWID;
    """
}
