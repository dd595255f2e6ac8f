public import Foundation
public import Model
import SQLite

extension SQLiteStore {
  /// All that retention has to decide about; nothing when one look shows that none of it is due.
  public func kept(bot: BotID, keep: Bot.Keep, now: Date) throws -> [PastIntegration] {
    try reading("what is kept", of: bot, or: []) { row in
      let oldest = now.addingTimeInterval(-Double(max(0, keep.days)) * 86400).milliseconds
      let isDue = try database.first(
        """
        SELECT (SELECT count(*) FROM integration WHERE bot = ?1) > ?2
          OR EXISTS (SELECT 1 FROM integration WHERE bot = ?1 AND ended < ?3)
        """, row, max(1, keep.integrations), oldest
      ) { $0.bool(0) }
      guard isDue == true else { return [] }
      return try past(bot: bot, limit: Int.max)
    }
  }

  /// What was seen of branches that went and of which no integration is kept, and who was told of them: one
  /// that comes back is new.
  public func forgetBranches(of bot: BotID, goneBefore time: Date) throws {
    try whole("forgetting branches of \(bot)") {
      guard let row = try row(of: bot) else { return }
      let branches = try database.all(
        """
        SELECT branch FROM tip WHERE bot = ?1 AND gone > 0 AND seen < ?2
          AND NOT EXISTS (SELECT 1 FROM integration WHERE bot = ?1 AND branch = tip.branch)
          AND NOT EXISTS (SELECT 1 FROM pending WHERE bot = ?1 AND branch = tip.branch)
        """, row, time.milliseconds
      ) { $0.text(0) }
      for branch in branches {
        try database.run("DELETE FROM seen WHERE bot = ? AND branch = ?", row, branch)
        try database.run("DELETE FROM tip WHERE bot = ? AND branch = ?", row, branch)
        try database.run("DELETE FROM toldRed WHERE bot = ? AND branch = ?", row, branch)
      }
    }
  }

  /// The numbers that are still known, and the last one that was given out.
  public func knownNumbers(bot: BotID) throws -> (known: Set<Int>, last: Int) {
    try reading("what is kept", of: bot, or: ([], 0)) { row in
      let last = try database.first("SELECT lastNumber FROM bot WHERE id = ?", row) { $0.int(0) } ?? 0
      let known = try database.all("SELECT number FROM integration WHERE bot = ?", row) { $0.int(0) }
      return (Set(known), last)
    }
  }

  /// Those that are kept for good.
  public func pinned(bot: BotID) throws -> Set<IntegrationNumber> {
    try reading("what is pinned", of: bot, or: []) { row in
      Set(
        try database.all("SELECT number FROM integration WHERE bot = ? AND pinned = 1", row) {
          IntegrationNumber($0.int(0))
        })
    }
  }

  /// What runs still has a number and nothing to tell.
  public func newestEnded(bot: BotID) throws -> IntegrationNumber? {
    try reading("what ended", of: bot, or: nil) { row in
      try database.first(
        "SELECT number FROM integration WHERE bot = ? AND result IS NOT NULL ORDER BY number DESC LIMIT 1",
        row, read: { IntegrationNumber($0.int(0)) })
    }
  }

  public func keep(diskBytes: Int, of bot: BotID) throws {
    try named("keeping what \(bot) uses on disk") {
      _ = try database.run("UPDATE bot SET diskBytes = ? WHERE name = ?", diskBytes, bot.rawValue)
    }
  }

  /// A pinned integration stays, however many come after it.
  public func pin(bot: BotID, integration: IntegrationNumber, _ isPinned: Bool) throws {
    try named("\(isPinned ? "pinning" : "unpinning") \(bot)\(integration)") {
      _ = try database.run(
        "UPDATE integration SET pinned = ? WHERE id = ?", isPinned, try row(of: integration, bot: bot))
    }
  }
}
