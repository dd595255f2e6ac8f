extension Schema {
  // What the watcher knows beside the history. A commit that was seen on a branch has one row in `seen`,
  // which says what became of it; `turn` is the place in the queue that it has or waits for, and stays the
  // same when an integration is cut off and due again.
  static let watchingStep = """
    CREATE TABLE watched (
      bot INTEGER PRIMARY KEY REFERENCES bot ON DELETE CASCADE,
      settings TEXT NOT NULL,
      pausedSince INTEGER,
      pauseReason TEXT,
      toolchain TEXT,
      lastTick INTEGER,
      lastSkip TEXT,
      retired INTEGER
    ) STRICT;

    ALTER TABLE integration ADD COLUMN turn INTEGER;
    ALTER TABLE integration ADD COLUMN source TEXT;
    ALTER TABLE integration ADD COLUMN queueReason TEXT;
    ALTER TABLE integration ADD COLUMN attempt INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE integration ADD COLUMN integrator INTEGER;
    ALTER TABLE integration ADD COLUMN integratorStarted INTEGER;
    ALTER TABLE integration ADD COLUMN canceling TEXT;
    ALTER TABLE integration ADD COLUMN canceledByHand INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE integration ADD COLUMN settled INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE integration ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX integrationOpen ON integration (bot, number) WHERE settled = 0;

    CREATE TABLE pause (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      since INTEGER NOT NULL,
      reason TEXT
    ) STRICT;

    CREATE TABLE tip (
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      branch TEXT NOT NULL,
      revision TEXT NOT NULL,
      seen INTEGER NOT NULL,
      gone INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (bot, branch)
    ) STRICT, WITHOUT ROWID;

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
      attempt INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX pendingByBot ON pending (bot);

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
    """

  // Something that waited on the branch was dropped since its tip was seen.
  static let droppedStep = """
    ALTER TABLE tip ADD COLUMN dropped INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX seenDropped ON seen (bot, branch) WHERE leaving = 'dropped';
    """

  // What an integration of an older commit is to find out, as JSON: for which other one, by which tests.
  static let searchStep = """
    ALTER TABLE pending ADD COLUMN search TEXT;
    ALTER TABLE integration ADD COLUMN search TEXT;
    CREATE INDEX integrationSearch ON integration (bot, number) WHERE search IS NOT NULL;
    """
}
