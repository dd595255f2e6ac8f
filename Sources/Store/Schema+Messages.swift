extension Schema {
  /// What is told over the network. One message has one key, however often its integration is shown.
  static let messagesStep = """
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
      attempts TEXT NOT NULL,
      UNIQUE (bot, key)
    ) STRICT;
    CREATE INDEX messageOpen ON message (due) WHERE state IN ('waiting', 'sending');
    CREATE INDEX messageByIntegration ON message (bot, number);
    CREATE INDEX messageByReader ON message (bot, branch, recipient);
    """

  // Who sends what is on its way.
  static let senderStep = """
    ALTER TABLE message ADD COLUMN sender INTEGER;
    ALTER TABLE message ADD COLUMN senderStarted INTEGER;
    """

  // Over what it is sent, and what it comes after. What is taken asks for neither.
  static let conversationStep = """
    ALTER TABLE message ADD COLUMN lane TEXT NOT NULL DEFAULT '';
    ALTER TABLE message ADD COLUMN conversation TEXT NOT NULL DEFAULT '';
    UPDATE message SET lane = 'mail',
      conversation = json_extract(content, '$.mail._0.thread') || ' ' || lower(recipient)
    WHERE state IN ('waiting', 'sending') AND json_extract(content, '$.mail._0.thread') IS NOT NULL;
    UPDATE message SET lane = json_extract(content, '$.post._0.address'),
      conversation = (SELECT name FROM bot WHERE id = message.bot) || ' '
        || json_extract(content, '$.post._0.address')
    WHERE state IN ('waiting', 'sending') AND json_extract(content, '$.post._0.address') IS NOT NULL;
    CREATE INDEX messageOpenInOrder ON message (conversation, id) WHERE state IN ('waiting', 'sending');
    """

  // Which days and weeks were told, whatever becomes of the messages that did.
  static let digestStep = """
    CREATE TABLE digest (
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      "trigger" INTEGER NOT NULL,
      topic TEXT NOT NULL,
      day TEXT NOT NULL,
      PRIMARY KEY (bot, "trigger", topic, day)
    ) STRICT, WITHOUT ROWID;
    INSERT OR IGNORE INTO digest
    SELECT bot, "trigger", topic, substr(key, 1, 10) FROM message WHERE topic IN ('daily', 'weekly');
    """

  // Whom a mail told that a branch is red, in which integration, and in which one that it is green again.
  // What was told before is taken over; where the mail that told of green is forgotten, a green integration
  // says that there was one.
  static let toldRedStep = """
    CREATE TABLE toldRed (
      bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
      branch TEXT NOT NULL,
      recipient TEXT NOT NULL,
      number INTEGER NOT NULL,
      green INTEGER,
      PRIMARY KEY (bot, branch, recipient, number)
    ) STRICT, WITHOUT ROWID;
    INSERT OR IGNORE INTO toldRed
    SELECT bot, branch, recipient, number, coalesce(
      (SELECT min(green.number) FROM message AS green WHERE green.bot = red.bot AND green.branch = red.branch
        AND green.recipient = red.recipient AND green.number > red.number AND green.topic = 'green'
        AND green.state NOT IN ('dropped', 'refused')),
      (SELECT min(green.number) FROM integration AS green WHERE green.bot = red.bot
        AND green.branch = red.branch AND green.number > red.number AND green.settled = 1
        AND (green.result IN ('succeeded', 'warnings', 'analyzer-warnings') OR green.tolerated = 1)
        AND green.limited = 0))
    FROM message AS red WHERE topic = 'issues' AND state NOT IN ('dropped', 'refused');
    DROP INDEX messageByReader;
    DELETE FROM message WHERE state NOT IN ('waiting', 'sending') AND NOT EXISTS
      (SELECT 1 FROM integration WHERE integration.bot = message.bot AND integration.number = message.number);
    """
}
