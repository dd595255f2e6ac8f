public import Foundation
public import Model
import SQLite

/// What a database that came from elsewhere holds.
public struct StoredCounts: Equatable, Sendable {
  public var bots: [BotID]
  public var integrations: Int

  public init(bots: [BotID], integrations: Int) { (self.bots, self.integrations) = (bots, integrations) }
}

extension SQLiteStore {
  /// The version of the tables.
  public static var schema: Int { Schema.version }

  /// How much there is of everything.
  public func counts() throws -> StoredCounts {
    try named("counting what is remembered") { try Self.counts(database) }
  }

  private static func counts(_ database: Database) throws -> StoredCounts {
    StoredCounts(
      bots: try database.all("SELECT name FROM bot ORDER BY name") { BotID($0.text(0)) },
      integrations: try database.first("SELECT count(*) FROM integration") { $0.int(0) } ?? 0)
  }

  public func integrationCount(of bot: BotID) throws -> Int {
    try reading("the integrations", of: bot, or: 0) { row in
      try database.first("SELECT count(*) FROM integration WHERE bot = ?", row) { $0.int(0) } ?? 0
    }
  }

  /// Whether anything is remembered of a bot.
  public func knows(_ bot: BotID) throws -> Bool {
    try named("looking for the bot \(bot)") { try row(of: bot) != nil }
  }

  // MARK: - A copy

  /// All of it as it is at one moment, whoever writes meanwhile.
  public func copy(to path: String) throws {
    do { try database.copy(to: path) } catch {
      throw StoreError(error, doing: "copying \(database.path)", path: path)
    }
  }

  /// The same of one bot alone.
  public func copy(_ bot: BotID, to path: String) throws {
    try Self.naming("copying what is remembered of \(bot)", path) {
      let copy = try Database(path: path)
      try copy.script("PRAGMA journal_mode = OFF")
      try copy.script("PRAGMA synchronous = OFF")
      try Schema.create(in: copy)
      try copy.run("ATTACH ? AS other", database.path)
      try copy.transaction(.deferred) {
        let row = try copy.first("SELECT id FROM other.bot WHERE name = ?", bot.rawValue) { $0.int(0) }
        if let row { try BotRows(copy).copy(row, from: "other") }
      }
    }
  }

  /// Refuses what SQLite itself finds fault with.
  public static func checkWhole(_ copy: String, of folder: String) throws {
    let doing = "copying what is remembered"
    let path = Self.path(in: folder)
    let found: String?
    do {
      found = try naming(doing, path) {
        try Database(path: copy).first("PRAGMA integrity_check") { $0.text(0) }
      }
    } catch let error as StoreError where error.kind == .corrupt { found = error.wrong }
    guard found != "ok" else { return }
    throw StoreError(
      kind: .corrupt, doing: doing, wrong: "\(path) is damaged: \(found ?? "nothing can be read")",
      advice: "restore an earlier backup; the reports in \(folder)/integrations are as they were")
  }

  // MARK: - Taken in

  /// Checks that a file from elsewhere is a whole store of Bothy's, and forgets its processes: they do not
  /// run here.
  public static func check(_ path: String) throws -> StoredCounts {
    let doing = "reading the store of the backup"
    return try judging(doing, path) {
      let database = try Database(path: path)
      try database.script("PRAGMA trusted_schema = OFF")
      let isOurs = try Schema.application(of: database) == Schema.applicationID
      guard isOurs else {
        throw StoreError(
          kind: .foreign, doing: doing, wrong: "it is a database of another program",
          advice: "take another backup")
      }
      try checkVersion(of: database, doing: doing, advice: "restore it with that one")
      let found = try database.first("PRAGMA integrity_check") { $0.text(0) }
      let acting = try database.first(
        "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')"
      ) { $0.int(0) }
      guard found == "ok", acting == 0 else {
        let why = found == "ok" ? "it acts by itself, as no store does" : found ?? "nothing can be read"
        throw damaged(doing, why)
      }
      // Of the folders that were counted most stayed where it comes from.
      try database.run("UPDATE bot SET diskBytes = NULL")
      try database.run(
        """
        UPDATE integration SET process = 0, integrator = NULL, integratorStarted = NULL
        WHERE result IS NULL
        """
      )
      return try counts(database)
    }
  }

  /// What a checked copy remembers of one bot. What ran there was cut off, and is not begun again; whoever
  /// was told that it began is told of its end by whoever settles it.
  public func take(_ bot: BotID, from path: String, at now: Date) throws {
    try named("taking in \(bot)") {
      try database.run("ATTACH ? AS other", path)
      defer { try? database.script("DETACH other") }
      try database.transaction {
        guard
          let row = try database.first(
            "SELECT id FROM other.bot WHERE name = ?", bot.rawValue, read: { $0.int(0) })
        else { return }
        try BotRows(database).copy(row, from: "other")
        guard let here = try self.row(of: bot) else { return }
        try database.run(
          """
          UPDATE integration SET result = 'canceled', reason = 'Its bot was removed while it ran', ended = ?
          WHERE bot = ? AND result IS NULL
          """, now.milliseconds, here)
        try database.run("UPDATE integration SET settled = 1 WHERE bot = ?", here)
        try database.run(
          """
          UPDATE integration SET settled = 0, canceling = coalesce(reason, ''), canceledByHand = 1
          WHERE bot = ?1 AND EXISTS (
            SELECT 1 FROM message AS begun WHERE begun.bot = ?1 AND begun.number = integration.number
              AND topic = 'start' AND NOT EXISTS (
                SELECT 1 FROM message AS ended WHERE ended.bot = ?1 AND ended.number = begun.number
                  AND ended."trigger" = begun."trigger" AND ended.topic = 'end'))
          """, here)
      }
    }
  }

  /// What another bot here integrates at the path of the one bot of a checked copy.
  public func namesake(of bot: BotID, in path: String) throws -> BotID? {
    try named("looking for the bot \(bot)") {
      try database.run("ATTACH ? AS other", path)
      defer { try? database.script("DETACH other") }
      return try database.first(
        """
        SELECT here.name FROM main.bot AS here JOIN other.bot AS there ON here.path = there.path
        WHERE there.name = ?
        """, bot.rawValue
      ) { BotID($0.text(0)) }
    }
  }

  // MARK: - Forgotten

  /// Forgets a bot and all that is remembered of it. Nothing happens for one that is not known.
  public func forget(_ bot: BotID) throws {
    // Else each file and test that goes would be looked for in all coverage and outcomes.
    try named("forgetting \(bot)") { try database.script("PRAGMA foreign_keys = OFF") }
    defer { try? database.script("PRAGMA foreign_keys = ON") }
    try whole("forgetting \(bot)") {
      if let row = try row(of: bot) { try BotRows(database).remove(row) }
    }
  }

  /// What is wrong there is wrong with the backup, unless it is the disk.
  private static func judging<T>(_ doing: String, _ path: String, _ body: () throws -> T) throws -> T {
    do { return try naming(doing, path, body) } catch let error as StoreError
      where error.kind == .corrupt || error.kind == .other
    {
      let lead = [path + " is damaged: ", path + ": "].first(where: error.wrong.hasPrefix) ?? ""
      throw damaged(doing, String(error.wrong.dropFirst(lead.count)))
    }
  }

  private static func damaged(_ doing: String, _ why: String) -> StoreError {
    StoreError(
      kind: .corrupt, doing: doing, wrong: "the backup's store is damaged: \(why)",
      advice: "copy the backup again, or take another one")
  }

  private static func naming<T>(_ doing: String, _ path: String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as SQLiteError {
      throw StoreError(error, doing: doing, path: path)
    }
  }
}
