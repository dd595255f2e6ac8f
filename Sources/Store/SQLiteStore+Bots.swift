import Foundation
public import Model
import SQLite
import Words

extension SQLiteStore {
  /// The id of what `bothy run` integrates at `path`: the same each time, and no other folder's.
  public func localBot(path: String, folderName: String) throws -> BotID {
    try named("looking up the bot of \(path)") {
      if let known = try localBotName(path) { return BotID(known) }
      return try database.transaction {
        if let known = try localBotName(path) { return BotID(known) }
        for name in LocalName.candidates(path: path, folderName: folderName) {
          let isFree = try database.first("SELECT 1 FROM bot WHERE name = ?", name) { _ in true } == nil
          guard isFree else { continue }
          try database.run("INSERT INTO bot (name, path) VALUES (?, ?)", name, path)
          return BotID(name)
        }
        throw StoreError(
          kind: .other, doing: "finding a name for \(path)", wrong: "every name is taken",
          advice: "use another folder with --state")
      }
    }
  }

  /// The bot of what `bothy run` integrated at `path` before; nil when it never did. Changes nothing.
  public func knownLocalBot(path: String) throws -> BotID? {
    try named("looking up the bot of \(path)") { try localBotName(path).map { BotID($0) } }
  }

  private func localBotName(_ path: String) throws -> String? {
    try database.first("SELECT name FROM bot WHERE path = ?", path) { $0.text(0) }
  }

  /// Every bot that ever integrated, by its id.
  public func knownBots() throws -> [KnownBot] {
    try named("reading the bots") {
      try database.all(Self.knownBots + " ORDER BY bot.name") { Self.knownBot($0) }
    }
  }

  /// Nil when it never integrated.
  public func knownBot(_ id: BotID) throws -> KnownBot? {
    try named("reading \(id)") {
      try database.first(Self.knownBots + " WHERE bot.name = ?", id.rawValue) { Self.knownBot($0) }
    }
  }

  /// Every bot that ever integrated, where nothing else of it is asked.
  public func botIDs() throws -> [BotID] {
    try named("reading the bots") {
      try database.all("SELECT name FROM bot ORDER BY name") { BotID($0.text(0)) }
    }
  }

  /// One look at the index for each bot, all in one query.
  private static let knownBots = """
    SELECT bot.name AS id, coalesce(shownName, bot.name) AS name, path, diskBytes, base, link,
      (SELECT gone FROM tip WHERE tip.bot = bot.id AND tip.branch = base) AS baseGone,
      number IS NULL AND EXISTS (SELECT 1 FROM integration AS some WHERE some.bot = bot.id
        AND (base IS NULL OR some.branch = base)) AS isOnlyLimited,
      \(pastColumns)
    FROM bot LEFT JOIN integration ON integration.bot = bot.id
      AND number = CASE WHEN base IS NULL THEN
        (SELECT number FROM integration AS other WHERE other.bot = bot.id AND limited = 0
          ORDER BY number DESC LIMIT 1)
      ELSE
        (SELECT number FROM integration AS other WHERE other.bot = bot.id AND other.branch = base
          AND limited = 0 ORDER BY number DESC LIMIT 1) END
    """

  private static func knownBot(_ row: borrowing Row) -> KnownBot {
    var bot = KnownBot(id: BotID(row.text("id")), name: row.text("name"), path: row.maybeText("path"))
    bot.latest = row.isNull("number") ? nil : pastIntegration(row)
    bot.diskBytes = row.maybeInt("diskBytes")
    bot.base = row.maybeText("base").map { BranchName($0) }
    let gone = row.maybeInt("baseGone") ?? 0
    (bot.isBaseGone, bot.isBaseThere) = (gone > 0, gone > 1)
    bot.isOnlyLimited = row.bool("isOnlyLimited")
    bot.link = row.maybeText("link")
    return bot
  }

  /// What the pages tell of a bot's settings beside others: how people call it, and where its commits can be
  /// looked at. Nothing happens for a bot that never integrated.
  public func show(_ bot: BotID, _ settings: Bot) throws {
    // What HEAD names is read with each order, and whenever its repository is looked at.
    let named = BaseBranch.face(settings, base: settings.base.map { BranchName($0) })
    try self.named("naming \(bot)") {
      _ = try database.run(
        """
        UPDATE bot SET shownName = ?1, link = ?2, base = coalesce(?3, base)
        WHERE name = ?4 AND (shownName, link, base) IS NOT (?1, ?2, coalesce(?3, base))
        """, settings.name.bounded, settings.link, named?.rawValue, bot.rawValue)
    }
  }

  /// Where its commits can be looked at.
  public func link(of bot: BotID) throws -> String? {
    try reading("the settings", of: bot, or: nil) { row in
      try database.first("SELECT link FROM bot WHERE id = ?", row) { $0.maybeText(0) } ?? nil
    }
  }

  /// It integrates what somebody works on at a path, and has no file.
  public func isLocal(_ bot: BotID) throws -> Bool {
    try reading("its path", of: bot, or: false) { row in
      try database.first("SELECT path IS NOT NULL FROM bot WHERE id = ?", row) { $0.bool(0) } ?? false
    }
  }

  /// Whether the branch was integrated, or is being so, with all that the bot asks for.
  public func knows(_ branch: BranchName, of bot: BotID) throws -> Bool {
    try reading("the branches", of: bot, or: false) { row in
      try database.first(
        "SELECT 1 FROM integration WHERE bot = ? AND branch = ? AND limited = 0 LIMIT 1", row, branch.rawValue
      ) { _ in true } ?? false
    }
  }

  /// The branch that is its face.
  public func base(of bot: BotID) throws -> BranchName? {
    try reading("the base branch", of: bot, or: nil) { row in
      let name = try database.first("SELECT base FROM bot WHERE id = ?", row) { $0.maybeText(0) } ?? nil
      return name.map { BranchName($0) }
    }
  }

  /// The branch that is its face; nil: whichever was integrated last.
  public func keep(base: BranchName?, of bot: BotID) throws {
    try named("keeping the base branch of \(bot)") {
      _ = try database.run(
        "UPDATE bot SET base = ?1 WHERE name = ?2 AND base IS NOT ?1", base?.rawValue, bot.rawValue)
    }
  }

  /// The bots that somebody paused, each by itself.
  public func pausedBots() throws -> [BotID: Pause] {
    try named("reading which bots are paused") {
      let rows = try database.all(
        """
        SELECT name, pausedSince, pauseReason FROM watched JOIN bot ON bot.id = watched.bot
        WHERE pausedSince IS NOT NULL
        """
      ) { (BotID($0.text(0)), Pause(since: Date(milliseconds: $0.int(1)), reason: $0.maybeText(2))) }
      return Dictionary(rows) { first, _ in first }
    }
  }

  /// The tips of branches that are not integrated because somebody canceled that.
  public func canceledTips() throws -> [BotID: [CanceledTip]] {
    try named("reading which tips were canceled") {
      let rows = try database.all(
        """
        SELECT name, tip.branch AS branch, tip.revision AS revision, reason
        FROM tip JOIN bot ON bot.id = tip.bot
        JOIN seen ON seen.bot = tip.bot AND seen.branch = tip.branch AND seen.revision = tip.revision
        WHERE tip.gone = 0 AND leaving = 'canceled' AND NOT EXISTS (
          SELECT 1 FROM integration WHERE integration.bot = tip.bot AND integration.branch = tip.branch
            AND integration.revision = tip.revision AND reported = 1)
        ORDER BY tip.branch
        """
      ) {
        (
          BotID($0.text(0)),
          CanceledTip(
            branch: BranchName($0.text(1)), commit: CommitID($0.text(2)), reason: $0.text(3))
        )
      }
      return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
    }
  }

  /// What `read` finds by the bot's row, or `nothing` for a bot that is not known.
  func reading<T>(_ what: String, of bot: BotID, or nothing: T, _ read: (Int) throws -> T) throws -> T {
    try named("reading \(what) of \(bot)") { try row(of: bot).map(read) ?? nothing }
  }

  func row(of bot: BotID) throws -> Int? {
    try database.first("SELECT id FROM bot WHERE name = ?", bot.rawValue) { $0.int(0) }
  }
}

/// Names for bots that have no file.
enum LocalName {
  /// `local-<folder>`, then with ever more of the path's fingerprint.
  static func candidates(path: String, folderName: String) -> [String] {
    let plain = "local-" + cleaned(folderName)
    let fingerprint = Fingerprint.text(path.utf8)
    return [plain] + [6, 10, 16].map { "\(plain)-\(fingerprint.prefix($0))" }
  }

  /// The id is a folder's name too, and part of an address.
  static func cleaned(_ folderName: String) -> String {
    let name = folderName.replacing(/[^A-Za-z0-9._]+/, with: "-").prefix(60)
    return name.isEmpty || name == "-" ? "package" : String(name)
  }
}
