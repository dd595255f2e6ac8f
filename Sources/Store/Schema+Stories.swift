extension Schema {
  // What a page of a test tells, and the figures of an integration that stand in no other column. What the
  // issues said stands for what tests said before.
  static let storiesStep = """
    ALTER TABLE test ADD COLUMN firstIn INTEGER;
    ALTER TABLE test ADD COLUMN firstAt INTEGER;
    ALTER TABLE test ADD COLUMN wentWrong INTEGER;
    ALTER TABLE test ADD COLUMN told INTEGER;
    ALTER TABLE test ADD COLUMN displayName TEXT;
    ALTER TABLE test ADD COLUMN suites TEXT;
    ALTER TABLE test ADD COLUMN file TEXT;
    ALTER TABLE test ADD COLUMN line INTEGER;
    ALTER TABLE test ADD COLUMN printed TEXT;
    UPDATE test SET (firstIn, firstAt) = (
      SELECT number, started FROM outcome JOIN integration ON integration.id = outcome.integration
      WHERE outcome.test = test.id ORDER BY outcome.integration LIMIT 1);
    UPDATE test SET wentWrong = wrong.number FROM (
      SELECT outcome.test AS test, max(number) AS number FROM outcome INDEXED BY outcomeFailing
      JOIN integration ON integration.id = outcome.integration
      WHERE outcome.outcome IN ('failed', 'crashed', 'timed-out', 'flaky') GROUP BY outcome.test) AS wrong
    WHERE wrong.test = test.id;
    CREATE INDEX testWentWrong ON test (bot, name) WHERE wentWrong IS NOT NULL;

    CREATE TABLE said (
      integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
      test INTEGER NOT NULL REFERENCES test ON DELETE CASCADE,
      position INTEGER NOT NULL,
      message TEXT NOT NULL,
      file TEXT,
      line INTEGER,
      PRIMARY KEY (integration, test, position)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO said SELECT judgement.integration, test.id,
      row_number() OVER (PARTITION BY judgement.integration, test.id ORDER BY judgement.position) - 1,
      issue.message, judgement.file, judgement.line
    FROM judgement JOIN issue ON issue.id = judgement.issue
    JOIN test ON test.bot = issue.bot AND test.name = issue.test
    WHERE judgement.seen = 1 AND judgement.list != 'resolved' AND issue.kind IN ('test-failure', 'flaky');
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

    ALTER TABLE integration ADD COLUMN testsAdded INTEGER;
    ALTER TABLE integration ADD COLUMN testsGone INTEGER;
    ALTER TABLE integration ADD COLUMN newIssues INTEGER;
    ALTER TABLE integration ADD COLUMN linesMore INTEGER;
    ALTER TABLE integration ADD COLUMN linesUnequal INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE integration ADD COLUMN baseNumber INTEGER;
    ALTER TABLE integration ADD COLUMN baseAdded INTEGER;
    ALTER TABLE integration ADD COLUMN baseGone INTEGER;
    ALTER TABLE integration ADD COLUMN baseFailing INTEGER;
    ALTER TABLE integration ADD COLUMN baseMended INTEGER;
    ALTER TABLE integration ADD COLUMN baseLinesMore INTEGER;
    ALTER TABLE integration ADD COLUMN baseUnequal INTEGER NOT NULL DEFAULT 0;
    UPDATE integration SET newIssues = (
      SELECT count(*) FROM judgement WHERE judgement.integration = integration.id AND list = 'new')
    WHERE reported = 1;
    """
}
