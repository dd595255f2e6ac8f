import Foundation
public import Model
import SQLite

/// Which days and weeks were told by mail, or were quiet, whatever becomes of the mails.
extension SQLiteStore {
  public func hasDigest(of bot: BotID, trigger: Int, _ topic: Message.Topic, day: String) throws -> Bool {
    try reading("what was told", of: bot, or: false) { row in
      try database.first(
        "SELECT 1 FROM digest WHERE bot = ? AND \"trigger\" = ? AND topic = ? AND day = ?", row, trigger,
        topic.rawValue, day, read: { _ in true }) ?? false
    }
  }

  /// The last one before a day: what a clock that went wrong made of later ones counts no more.
  public func lastDigest(
    of bot: BotID, trigger: Int, _ topic: Message.Topic, before day: String
  ) throws -> String? {
    try reading("what was told", of: bot, or: nil) { row in
      try database.first(
        "SELECT max(day) FROM digest WHERE bot = ? AND \"trigger\" = ? AND topic = ? AND day < ?", row,
        trigger, topic.rawValue, day, read: { $0.maybeText(0) }) ?? nil
    }
  }

  /// One of which nobody is told.
  public func keepDigest(of bot: BotID, trigger: Int, _ topic: Message.Topic, day: String) throws {
    try whole("keeping what \(bot) told") {
      guard let row = try row(of: bot) else { return }
      try keep(day, of: row, trigger, topic)
    }
  }

  /// Of days that are still to come: they are told when they have ended, and what waits to tell of them is
  /// dropped. As long as one is on its way all stays as it is.
  public func forgetDigests(
    of bot: BotID, _ topic: Message.Topic, after day: String, saying why: Message.Attempt
  ) throws {
    let isEarly = "bot = ?1 AND topic = ?2 AND day > ?3"
    try reading("what was told", of: bot, or: ()) { row in
      // Hardly ever: nobody is kept from writing for it.
      let isAny = try database.first(
        "SELECT 1 FROM digest WHERE \(isEarly)", row, topic.rawValue, day, read: { _ in true })
      guard isAny == true else { return }
      try whole("keeping what \(bot) told") {
        // A message's key begins with its day.
        let isOfEarly = "bot = ?1 AND topic = ?2 AND substr(key, 1, 10) > ?3"
        let isOnItsWay = try database.first(
          "SELECT 1 FROM message WHERE \(isOfEarly) AND state = 'sending'", row, topic.rawValue, day,
          read: { _ in true })
        guard isOnItsWay != true else { return }
        try database.run(
          """
          UPDATE message SET state = 'dropped', attempts = json_insert(attempts, '$[#]', json(?4))
          WHERE \(isOfEarly) AND state = 'waiting'
          """, row, topic.rawValue, day, String(decoding: try JSONEncoder().encode(why), as: UTF8.self))
        // The one that tells of that day in its time has this key.
        try database.run(
          "UPDATE message SET key = key || ' early ' || id WHERE \(isOfEarly)", row, topic.rawValue, day)
        try database.run("DELETE FROM digest WHERE \(isEarly)", row, topic.rawValue, day)
      }
    }
  }

  /// So long ago no period is asked for again, wherever the clock goes.
  private static let daysOfDigests = 400

  func keep(_ day: String, of bot: Int, _ trigger: Int, _ topic: Message.Topic) throws {
    try database.run(
      "INSERT OR IGNORE INTO digest VALUES (?, ?, ?, ?)", bot, trigger, topic.rawValue, day)
    try database.run(
      "DELETE FROM digest WHERE bot = ? AND day < date(?, ?)", bot, day, "-\(Self.daysOfDigests) days")
  }
}
