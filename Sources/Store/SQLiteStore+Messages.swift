import Faults
public import Foundation
public import Model
import SQLite

/// The outbox: what is told over the network, and what became of it.
extension SQLiteStore {
  /// Keeps what is not kept yet. Returns how many were new.
  @discardableResult
  public func post(_ messages: [Message]) throws -> Int {
    guard !messages.isEmpty else { return 0 }
    return try whole("keeping what is to be told") {
      try messages.count { message in
        guard let bot = try row(of: message.bot) else { throw unknown(message.bot) }
        if let day = message.day { try keep(day, of: bot, message.trigger, message.topic) }
        let isNew =
          try database.run(
            """
            INSERT INTO message (bot, number, key, branch, "trigger", topic, recipient, why, content, state,
              made, due, attempts, lane, conversation)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, bot, message.integration.value, message.key, message.branch?.rawValue ?? "", message.trigger,
            message.topic.rawValue, message.recipient, message.why.bounded, try Self.json(message.content),
            message.state.rawValue, message.made.milliseconds, message.due.milliseconds,
            try Self.json(message.attempts), message.lane, message.conversation) > 0
        if isNew { try rememberTold(message, isNew: true) }
        return isNew
      }
    }
  }

  /// Of one that is older: what comes later waits for it. See `Message.givesWay`.
  private static let goesFirst = """
    (older.state = 'sending' OR older.lane = 'mail' OR (
      SELECT count(*) FROM json_each(older.attempts) WHERE value ->> '$.isAnswered'
    ) < \(Message.mostTriesInTurn))
    """

  /// Waits and is due at `?1`, and nothing older of its conversation waits for later. Named so, the index of
  /// what is open is used.
  static let isDue = """
    state IN ('waiting', 'sending') AND state = 'waiting' AND due <= ?1 AND NOT EXISTS (
      SELECT 1 FROM message AS older WHERE older.conversation = message.conversation
        AND older.id < message.id AND older.state IN ('waiting', 'sending') AND older.state = 'waiting'
        AND older.due > ?1 AND \(goesFirst))
    """

  /// Over what something is to be sent now.
  public func dueLanes(at now: Date) throws -> [String] {
    try named("looking for what is to be told") {
      try database.all(
        "SELECT lane FROM message WHERE \(Self.isDue) GROUP BY lane ORDER BY min(id)", now.milliseconds
      ) { $0.text(0) }
    }
  }

  /// What is to be sent over one of them, in the order in which it was made.
  public func dueMessages(over lane: String, at now: Date, limit: Int = 200) throws -> [Message] {
    try named("looking for what is to be told") {
      try database.all(
        Self.messages + " WHERE lane = ?2 AND \(Self.isDue) ORDER BY message.id LIMIT ?3", now.milliseconds,
        lane, limit, read: Self.message
      ).compactMap(\.self)
    }
  }

  /// When the next of those that wait is due that come after no other that waits.
  public func nextDue(after time: Date = .distantPast) throws -> Date? {
    try named("looking for what is to be told") {
      try database.first(
        """
        SELECT due FROM message WHERE state IN ('waiting', 'sending') AND state = 'waiting' AND due > ?1
          AND NOT EXISTS (SELECT 1 FROM message AS older WHERE older.conversation = message.conversation
            AND older.id < message.id AND older.state IN ('waiting', 'sending') AND older.state = 'waiting'
            AND \(Self.goesFirst))
        ORDER BY due LIMIT 1
        """, time.milliseconds, read: { $0.date("due") })
    }
  }

  /// What would wait for longer than anything waits was put off by a clock that went ahead: it is due now.
  public func hasten(at now: Date, clock: Date = Date()) throws {
    let late = max(now, clock).addingTimeInterval(2 * Message.longestPause)
    let isLate = "state IN ('waiting', 'sending') AND state = 'waiting' AND due > ?1"
    // Hardly ever: nobody is kept from writing for it.
    let isAny = try named("looking for what is to be told") {
      try database.first("SELECT 1 FROM message WHERE \(isLate)", late.milliseconds, read: { _ in true })
    }
    guard isAny == true else { return }
    try whole("keeping when it is to be told") {
      _ = try database.run(
        "UPDATE message SET due = ?2 WHERE \(isLate)", late.milliseconds, now.milliseconds)
    }
  }

  /// Those of a conversation that wait, in the order in which they were made.
  public func waitingMessages(of conversation: String) throws -> [Message] {
    try named("looking for what is to be told") {
      try database.all(
        Self.messages + """
           WHERE conversation = ? AND state IN ('waiting', 'sending') AND state = 'waiting'
          ORDER BY message.id
          """, conversation, read: Self.message
      ).compactMap(\.self)
    }
  }

  /// Bots that have something to tell that waits.
  public func botsThatWait() throws -> Set<BotID> {
    try named("looking for what is to be told") {
      Set(
        try database.all(
          """
          SELECT DISTINCT bot.name FROM message JOIN bot ON bot.id = message.bot
          WHERE state IN ('waiting', 'sending') AND state = 'waiting'
          """
        ) { BotID($0.text(0)) })
    }
  }

  /// What a bot has to tell and waits.
  public func waitingMessages(ofBot bot: BotID) throws -> [Message] {
    try named("looking for what is to be told") {
      try database.all(
        Self.messages + """
           WHERE bot.name = ? AND state IN ('waiting', 'sending') AND state = 'waiting'
          ORDER BY message.id
          """, bot.rawValue, read: Self.message
      ).compactMap(\.self)
    }
  }

  public func newestMessages(limit: Int) throws -> [Message] {
    try named("looking for what was told last") {
      try database.all(Self.messages + " ORDER BY message.id DESC LIMIT ?", limit, read: Self.message)
        .compactMap(\.self)
    }
  }

  public func messages(of bot: BotID, _ number: IntegrationNumber) throws -> [Message] {
    try named("reading what \(bot)\(number) told") {
      try database.all(
        Self.messages + " WHERE bot.name = ? AND message.number = ? ORDER BY message.id", bot.rawValue,
        number.value, read: Self.message
      ).compactMap(\.self)
    }
  }

  /// What was integrated by hand since `time`, has ended, and of whose end nothing is told or waits: whoever
  /// did it may have been killed first. Where the same branch was integrated since, that is no news, unless
  /// somebody knows that it began.
  public func untoldByHand(
    since time: Date, isAlive: (Int32) -> Bool
  ) throws -> [(bot: BotID, number: IntegrationNumber)] {
    try named("looking for what was not told") {
      try database.all(
        """
        SELECT bot.name, number, process FROM integration JOIN bot ON bot.id = integration.bot
        WHERE turn IS NULL AND result IS NOT NULL AND limited = 0 AND bot.path IS NULL AND ended >= ?
          AND NOT EXISTS (SELECT 1 FROM message WHERE message.bot = integration.bot
            AND message.number = integration.number AND topic != 'start')
          AND (EXISTS (SELECT 1 FROM message WHERE message.bot = integration.bot
              AND message.number = integration.number)
            OR NOT EXISTS (SELECT 1 FROM integration AS newer WHERE newer.bot = integration.bot
              AND newer.branch = integration.branch AND newer.number > integration.number
              AND newer.limited = 0))
        ORDER BY integration.id
        """, time.milliseconds
      ) { (bot: BotID($0.text(0)), number: IntegrationNumber($0.int(1)), process: $0.process(2)) }
    }.filter { !isAlive($0.process) }.map { ($0.bot, $0.number) }
  }

  /// Those that are on their way.
  public func sendingMessages() throws -> [Message] {
    try named("looking for what is being told", sendingMessagesNow)
  }

  // Named so, the index of what is open is used.
  private func sendingMessagesNow() throws -> [Message] {
    try database.all(
      Self.messages + " WHERE state IN ('waiting', 'sending') AND state = 'sending' ORDER BY message.id",
      read: Self.message
    ).compactMap(\.self)
  }

  /// Takes a message that waits and is due, to be sent by one process alone: the message as it is then, nil
  /// when another was first, or something older of its conversation is open. `isFree` is asked about those
  /// that are on their way.
  public func claim(
    _ message: Message, by sender: ProcessMark, at now: Date, isFree: ([Message]) -> Bool
  ) throws -> Message? {
    try whole("taking a message of \(message.bot)\(message.integration)") {
      guard isFree(try sendingMessagesNow()) else { return nil }
      let count = try database.run(
        """
        UPDATE message SET state = 'sending', sender = ?, senderStarted = ?
        WHERE key = ? AND bot = (SELECT id FROM bot WHERE name = ?) AND state = 'waiting' AND due <= ?
          AND NOT EXISTS (SELECT 1 FROM message AS older WHERE older.conversation = message.conversation
            AND older.id < message.id AND older.state IN ('waiting', 'sending') AND \(Self.goesFirst))
        """, sender.processID, Int64(bitPattern: sender.started), message.key, message.bot.rawValue,
        now.milliseconds)
      guard count == 1 else { return nil }
      return try database.first(
        Self.messages + " WHERE key = ? AND bot.name = ?", message.key, message.bot.rawValue,
        read: Self.message) ?? nil
    }
  }

  /// What became of a message, as it was known: false when somebody else knows more of it by now.
  @discardableResult
  public func keep(_ message: Message, after former: Message) throws -> Bool {
    try whole("keeping what became of a message of \(message.bot)\(message.integration)") {
      let isKept =
        try database.run(
          """
          UPDATE message SET state = ?, due = ?, attempts = ?, sender = ?, senderStarted = ?
          WHERE key = ? AND bot = (SELECT id FROM bot WHERE name = ?) AND state = ? AND sender IS ?
            AND senderStarted IS ?
          """, message.state.rawValue, message.due.milliseconds, try Self.json(message.attempts),
          message.sender?.processID, (message.sender?.started).map { Int64(bitPattern: $0) }, message.key,
          message.bot.rawValue, former.state.rawValue, former.sender?.processID,
          (former.sender?.started).map { Int64(bitPattern: $0) }) > 0
      if isKept { try rememberTold(message, isNew: false) }
      return isKept
    }
  }

  /// What was told of an integration that is forgotten, and of those before that were still being told then.
  func forgetMessages(of integration: Int) throws {
    try database.run(
      """
      DELETE FROM message WHERE state NOT IN ('waiting', 'sending')
        AND bot = (SELECT bot FROM integration WHERE id = ?1)
        AND (number = (SELECT number FROM integration WHERE id = ?1) OR NOT EXISTS (
          SELECT 1 FROM integration WHERE integration.bot = message.bot
            AND integration.number = message.number))
      """, integration)
    try forgetToldRed(integration)
  }

  static let messages = "SELECT message.*, bot.name FROM message JOIN bot ON bot.id = message.bot"

  private static func message(_ row: borrowing Row) throws -> Message? {
    let decoder = JSONDecoder()
    guard let topic: Message.Topic = row.word("topic"), let state: Message.State = row.word("state"),
      let content = try? decoder.decode(Message.Content.self, from: Data(row.text("content").utf8))
    else { return nil }
    var message = Message(
      bot: BotID(row.text("name")), integration: row.number("number"), branch: row.branch(),
      trigger: row.int("trigger"), topic: topic, recipient: row.text("recipient"), why: row.text("why"),
      content: content, made: row.date("made"))
    (message.state, message.due) = (state, row.date("due"))
    message.sender = row.mark("sender", started: "senderStarted")
    // The key begins with it.
    if topic == .daily || topic == .weekly {
      message.day = row.text("key").split(separator: " ").first.map(String.init)
    }
    message.attempts =
      (try? decoder.decode([Message.Attempt].self, from: Data(row.text("attempts").utf8))) ?? []
    return message
  }

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}
