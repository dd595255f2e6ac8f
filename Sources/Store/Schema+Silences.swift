extension Schema {
  /// What somebody wants to hear no more of. `endedIn`: the integration that resolved it, 0 where somebody
  /// took it back. What stands in a bot file has a row only from when it has ended.
  static let silencesStep = """
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
    CREATE INDEX issueByIdentity ON issue (bot, identity);
    ALTER TABLE bot ADD COLUMN allSilencedIn INTEGER;
    """
}
