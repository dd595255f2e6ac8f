import SQLite

/// A database as the first step of the schema left it, written by that Bothy and dumped: one integration with
/// everything and one that still ran.
enum FirstStep {
  static func write(to path: String) throws {
    let database = try Database(path: path)
    try database.script("PRAGMA journal_mode = WAL")
    try database.script(dump)
    try database.script("PRAGMA user_version = 1; PRAGMA application_id = 1114600552")
  }

  private static let dump = """
    BEGIN TRANSACTION;
    CREATE TABLE bot (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      path TEXT UNIQUE,
      lastNumber INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO "bot" VALUES(1,'local-parser','/home/me/parser',2);
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
    INSERT INTO "coverage" VALUES(1,1,100,60,1,9,5,3,2);
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
    INSERT INTO "failure" VALUES(1,2,0,'assertion',0,'wrong','Tests/T/S.swift',7,NULL);
    CREATE TABLE file (
      id INTEGER PRIMARY KEY,
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      target TEXT NOT NULL,
      path TEXT NOT NULL,
      UNIQUE (bot, target, path)
    ) STRICT;
    INSERT INTO "file" VALUES(1,1,'P','Sources/P/File0.swift');
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
    INSERT INTO "integration" VALUES(1,1,1,'main','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    1790000000000,1790000001000,1790000003000,12,'test-failures','1 of 2 tests failed',1,
    'It''s begun; mostly','Ada','ada@example.org',1789999995000,0,'Swift 6.3.1','debug',0,2.0,100,60,1,
    NULL);
    INSERT INTO "integration" VALUES(2,1,2,'main',NULL,1790000010000,1790000011000,NULL,13,NULL,NULL,0,
    NULL,NULL,NULL,NULL,0,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL);
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
    INSERT INTO "issue" VALUES(1,1,'main','41fa3bfe905fb3c7',1,'test-failure','wrong','T','T.S/b');
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
    INSERT INTO "judgement" VALUES(1,1,'new',0,1,'Tests/T/S.swift',7);
    CREATE TABLE outcome (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      test INTEGER NOT NULL REFERENCES test ON DELETE CASCADE,
      outcome TEXT NOT NULL,
      seconds REAL,
      PRIMARY KEY (integration, test)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "outcome" VALUES(1,1,'passed',0.25);
    INSERT INTO "outcome" VALUES(1,2,'failed',0.25);
    CREATE TABLE phase (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      status TEXT NOT NULL,
      seconds REAL NOT NULL,
      PRIMARY KEY (integration, position)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "phase" VALUES(1,0,'build','passed',1.5);
    CREATE TABLE test (
      id INTEGER PRIMARY KEY,
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      name TEXT NOT NULL,
      library TEXT NOT NULL,
      target TEXT NOT NULL,
      UNIQUE (bot, name)
    ) STRICT;
    INSERT INTO "test" VALUES(1,1,'T.S/a','xctest','T');
    INSERT INTO "test" VALUES(2,1,'T.S/b','xctest','T');
    CREATE INDEX integrationByBranch ON integration (bot, branch, number);
    CREATE INDEX integrationRunning ON integration (bot, number) WHERE result IS NULL;
    CREATE INDEX outcomeByTest ON outcome (test, integration);
    CREATE INDEX failureByTest ON failure (test);
    CREATE INDEX coverageByFile ON coverage (file, integration);
    CREATE INDEX judgementByIssue ON judgement (issue);
    COMMIT;
    """
}
