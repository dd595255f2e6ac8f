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

  /// So long ago no period is asked for again, wherever the clock goes.
  private static let daysOfDigests = 400

  func keep(_ day: String, of bot: Int, _ trigger: Int, _ topic: Message.Topic) throws {
    try database.run(
      "INSERT OR IGNORE INTO digest VALUES (?, ?, ?, ?)", bot, trigger, topic.rawValue, day)
    try database.run(
      "DELETE FROM digest WHERE bot = ? AND day < date(?, ?)", bot, day, "-\(Self.daysOfDigests) days")
  }
}
