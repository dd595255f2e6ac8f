import Faults
public import Foundation
public import Model
import SQLite

extension SQLiteStore {
  /// Writes that an integration begins, before anything is done for it, and gives it its number. `once`: the
  /// mark of what asked for it, which was begun from then on.
  public func begin(
    bot: BotID, branch: BranchName?, commit: CommitID?, queued: Date, started: Date, processID: Int32,
    isLimited: Bool = false, once: String? = nil
  ) throws -> IntegrationNumber {
    FaultPoint.reach(.beginBefore)
    defer { FaultPoint.reach(.beginAfter) }
    return try whole("beginning an integration of \(bot)") {
      try database.run("INSERT INTO bot (name) VALUES (?) ON CONFLICT DO NOTHING", bot.rawValue)
      guard let row = try self.row(of: bot) else { throw unknown(bot) }
      if let once { try insertBegun(once, at: started) }
      let number = try nextNumber(row)
      FaultPoint.reach(.beginHalf)
      try database.run(
        """
        INSERT INTO integration (bot, number, branch, revision, queued, started, process, limited)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        row, number.value, branch?.rawValue ?? "", commit?.rawValue, queued.milliseconds,
        started.milliseconds, processID, isLimited)
      return number
    }
  }

  func nextNumber(_ bot: Int) throws -> IntegrationNumber {
    try database.run("UPDATE bot SET lastNumber = lastNumber + 1 WHERE id = ?", bot)
    return try database.first("SELECT lastNumber FROM bot WHERE id = ?", bot) { $0.number(0) } ?? 1
  }

  /// Ends an integration that has no report.
  public func abandon(
    bot: BotID, integration: IntegrationNumber, result: IntegrationResult, reason: String, at end: Date
  ) throws {
    try whole("ending \(bot)\(integration)") {
      let row = try row(of: integration, bot: bot)
      try close(row, result: result, reason: reason, at: end)
    }
  }

  /// Whatever still counts as running although its process is gone.
  /// - Parameters:
  ///   - isByHand: only those that no watcher began.
  ///   - isAlive: whether a process with this id runs.
  public func cutOff(
    isByHand: Bool = false, isAlive: (Int32) -> Bool
  ) throws -> [(bot: BotID, number: IntegrationNumber)] {
    try named("looking for integrations that were cut off") {
      let running = try database.all(
        """
        SELECT bot.name, number, process FROM integration
        JOIN bot ON bot.id = integration.bot
        WHERE result IS NULL\(isByHand ? " AND settled = 1" : "") ORDER BY bot.name, number
        """
      ) { (bot: BotID($0.text(0)), number: IntegrationNumber($0.int(1)), process: $0.process(2)) }
      return running.filter { !isAlive($0.process) }.map { ($0.bot, $0.number) }
    }
  }

  /// Told when it is ordered: while it runs, it is not what its branch shows.
  public func markOnlyPart(_ number: IntegrationNumber, of bot: BotID) throws {
    _ = try whole("ordering \(bot)\(number)") {
      try database.run(
        "UPDATE integration SET limited = 1 WHERE id = ? AND result IS NULL", try row(of: number, bot: bot))
    }
  }

  /// Limited otherwise than by what changed, which is all that its bot wants.
  private func isOnlyPart(_ number: IntegrationNumber, of bot: BotID) throws -> Bool {
    try database.first(
      "SELECT limited = 1 FROM integration WHERE id = ?", try row(of: number, bot: bot)
    ) { $0.bool(0) } ?? true
  }

  /// What came to a verdict by hand needs no watcher to integrate it again.
  public func rememberByHand(_ past: PastIntegration, of bot: BotID) throws {
    let nothing: [IntegrationResult] = [.canceled, .checkoutError, .triggerError, .internalError]
    guard let result = past.result, !nothing.contains(result), let branch = past.branch,
      let commit = past.commit, try !isOnlyPart(past.number, of: bot)
    else { return }
    try whole("keeping what \(bot)\(past.number) integrated by hand") {
      guard let row = try row(of: bot) else { throw unknown(bot) }
      let turns = try database.all(
        """
        SELECT turn FROM pending
        WHERE bot = ? AND branch = ? AND revision = ? AND source IN ('commit', 'schedule') AND NOT repeated
        """, row, branch.rawValue, commit.rawValue
      ) { $0.int(0) }
      for turn in turns {
        try database.run("UPDATE seen SET number = ?, turn = NULL WHERE turn = ?", past.number.value, turn)
        try database.run("DELETE FROM pending WHERE turn = ?", turn)
      }
      try keep(.integrated(past.number), commit, branch, row, at: Date().milliseconds)
    }
  }

  /// Of what it was that left no report of its own.
  public func keep(commitOf report: Report) throws {
    guard let commit = report.commit else { return }
    try whole("keeping the commit of \(report.bot)\(report.integration)") {
      let row = try row(of: report.integration, bot: report.bot)
      try database.run(
        """
        UPDATE integration SET subject = ?, author = ?, email = ?, committed = ?
        WHERE id = ? AND subject IS NULL
        """, commit.subject, commit.author, commit.email, commit.date.milliseconds, row)
    }
  }

  /// Forgets an integration. Its number is not given out again.
  public func forget(bot: BotID, integration: IntegrationNumber) throws {
    try whole("forgetting \(bot)\(integration)") {
      let row = try row(of: integration, bot: bot)
      try forgetMessages(of: row)
      let issues = try database.all("SELECT issue FROM judgement WHERE integration = ?", row) { $0.int(0) }
      try database.run("DELETE FROM integration WHERE id = ?", row)
      for issue in issues {
        try database.run(
          "DELETE FROM issue WHERE id = ? AND NOT EXISTS (SELECT 1 FROM judgement WHERE issue = issue.id)",
          issue)
      }
    }
  }

  private func close(_ row: Int, result: IntegrationResult, reason: String, at end: Date) throws {
    // What ended before, with a report or without, stays as it ended.
    try database.run(
      """
      UPDATE integration SET result = ?, reason = ?, ended = ?, seconds = max(0, ? - started) / 1000.0
      WHERE id = ? AND result IS NULL
      """,
      result.rawValue, reason, end.milliseconds, end.milliseconds, row)
  }

  func row(of integration: IntegrationNumber, bot: BotID) throws -> Int {
    let row = try database.first(
      """
      SELECT integration.id FROM integration JOIN bot ON bot.id = integration.bot
      WHERE bot.name = ? AND number = ?
      """, bot.rawValue, integration.value
    ) { $0.int(0) }
    guard let row else {
      throw StoreError(
        kind: .unknownIntegration, doing: "looking up \(bot)\(integration)",
        wrong: "there is no such integration", advice: "`bothy bots` lists what there is")
    }
    return row
  }

  func unknown(_ bot: BotID) -> StoreError {
    StoreError(
      kind: .unknownBot, doing: "looking up \(bot)", wrong: "there is no such bot",
      advice: "`bothy bots` lists what there is")
  }
}
