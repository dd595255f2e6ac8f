import Explaining
import Faults
public import Foundation
public import Model
import SQLite

extension SQLiteStore: WatchMemory {
  public func watchedBots() throws -> [BotMemory] {
    let reader = try StoredSettings.Reader()
    return try named("reading the watched bots") {
      try database.all(
        """
        SELECT name, settings, pausedSince, pauseReason, toolchain, lastTick, lastSkip, retired
        FROM watched JOIN bot ON bot.id = watched.bot ORDER BY name
        """
      ) { row in
        var bot = BotMemory(bot: BotID(row.text(0)))
        do {
          bot.settings = try reader.read(Data(row.text(1).utf8), of: bot.bot)
        } catch {
          bot.unreadable = Explanation(error).wrong
        }
        bot.pause = row.maybeInt(2).map { Pause(since: Date(milliseconds: $0), reason: row.maybeText(3)) }
        bot.toolchain = row.maybeText(4)
        bot.lastTick = row.maybeInt(5).map { Date(milliseconds: $0) }
        bot.lastSkip = row.maybeText(6)
        bot.retired = row.maybeInt(7).map { Date(milliseconds: $0) }
        return bot
      }
    }
  }

  public func tips(of bot: BotID) throws -> [Tip] {
    try named("reading the branches of \(bot)") {
      try database.all(
        """
        SELECT branch, revision, gone FROM tip JOIN bot ON bot.id = tip.bot
        WHERE bot.name = ? ORDER BY branch
        """, bot.rawValue
      ) { Tip(branch: BranchName($0.text(0)), commit: CommitID($0.text(1)), isGone: $0.bool(2)) }
    }
  }

  public func fates(
    of commits: [CommitID], bot: BotID, branch: BranchName
  ) throws -> [CommitID: Fate] {
    try named("reading the commits of \(bot)") {
      guard let row = try row(of: bot) else { return [:] }
      var fates: [CommitID: Fate] = [:]
      for commit in commits where fates[commit] == nil {
        fates[commit] = try database.first(
          """
          SELECT passed, turn, number, leaving, reason FROM seen
          WHERE bot = ? AND branch = ? AND revision = ?
          """, row, branch.rawValue, commit.rawValue, read: Self.fate)
      }
      return fates
    }
  }

  private static func fate(_ row: borrowing Row) -> Fate {
    let passed = row.bool(0)
    if let turn = row.maybeInt(1) { return passed ? .passedOver(byTurn: turn) : .pending(turn: turn) }
    if let number = row.maybeInt(2).map({ IntegrationNumber($0) }) {
      return passed ? .passedOverBy(number) : .integrated(number)
    }
    return .left(Fate.Leaving(rawValue: row.text(3)) ?? .dropped, row.text(4))
  }

  public func pendingIntegrations() throws -> [Pending] {
    try named("reading the queue") {
      try database.all(
        """
        SELECT turn, bot.name, branch, revision, source, reason, queued, clean, repeated, attempt
        FROM pending JOIN bot ON bot.id = pending.bot ORDER BY turn
        """, read: Self.pending)
    }
  }

  static func pending(_ row: borrowing Row) -> Pending {
    Pending(
      turn: row.int(0),
      request: PendingRequest(
        bot: BotID(row.text(1)), branch: branch(row.text(2)), commit: CommitID(row.text(3)),
        source: QueueSource(rawValue: row.text(4)) ?? .commit, reason: row.text(5),
        queued: Date(milliseconds: row.int(6)), clean: row.bool(7), isRepeat: row.bool(8)),
      attempt: row.int(9))
  }

  /// An empty branch stands for a bare revision.
  static func branch(_ kept: String) -> BranchName? { kept.isEmpty ? nil : BranchName(kept) }

  public func openIntegrations() throws -> [OpenIntegration] {
    try named("reading the integrations that are under way") {
      try database.all(
        """
        SELECT bot.name, number, turn, branch, revision, source, attempt, clean, queued, started, integrator,
          integratorStarted, canceling, canceledByHand, result, reported, queueReason
        FROM integration JOIN bot ON bot.id = integration.bot WHERE settled = 0 ORDER BY turn
        """
      ) { row in
        let process = row.maybeInt(10).map {
          ProcessMark(
            processID: Int32(truncatingIfNeeded: $0), started: UInt64(bitPattern: Int64(row.int(11))))
        }
        let canceling = row.maybeText(12).map { row.bool(13) ? Canceling.byHand($0) : .byEnding($0) }
        return OpenIntegration(
          bot: BotID(row.text(0)), number: IntegrationNumber(row.int(1)), turn: row.int(2),
          branch: Self.branch(row.text(3)), commit: CommitID(row.text(4)),
          source: QueueSource(rawValue: row.text(5)) ?? .commit, reason: row.text(16), attempt: row.int(6),
          clean: row.bool(7),
          queued: Date(milliseconds: row.int(8)), started: Date(milliseconds: row.int(9)), process: process,
          canceling: canceling, result: row.maybeText(14).flatMap { IntegrationResult(rawValue: $0) },
          hasReport: row.bool(15))
      }
    }
  }

  public func pauseOfAll() throws -> Pause? {
    try named("reading whether all is paused") {
      try database.first("SELECT since, reason FROM pause") {
        Pause(since: Date(milliseconds: $0.int(0)), reason: $0.maybeText(1))
      }
    }
  }

  /// What an integration passed over, because its own commit is newer.
  public func passedOver(bot: BotID, by number: IntegrationNumber) throws -> [CommitID] {
    try named("reading what \(bot)\(number) passed over") {
      guard let row = try row(of: bot) else { return [] }
      return try database.all(
        "SELECT revision FROM seen WHERE bot = ? AND number = ? AND passed = 1 ORDER BY revision",
        row, number.value
      ) { CommitID($0.text(0)) }
    }
  }

  public func expectedSeconds(bot: BotID, branch: BranchName?, clean: Bool) throws -> Double? {
    try named("reading how long integrations of \(bot) take") {
      guard let row = try row(of: bot) else { return nil }
      let seconds = try database.all(
        """
        SELECT seconds FROM integration WHERE bot = ? AND branch = ? AND reported = 1 AND clean = ?
          AND result IN ('test-failures', 'analyzer-warnings', 'warnings', 'succeeded')
        ORDER BY number DESC LIMIT 5
        """, row, branch?.rawValue ?? "", clean
      ) { $0.double(0) }.sorted()
      return seconds.isEmpty ? nil : seconds[seconds.count / 2]
    }
  }

  public func begin(turn: Int, at time: Date, processID: Int32) throws -> IntegrationNumber {
    FaultPoint.reach(.beginBefore)
    defer { FaultPoint.reach(.beginAfter) }
    return try named("beginning an integration") {
      try database.transaction {
        let found = try database.first(
          """
          SELECT turn, bot.name, branch, revision, source, reason, queued, clean, repeated, attempt
          FROM pending JOIN bot ON bot.id = pending.bot WHERE turn = ?
          """, turn, read: Self.pending)
        guard let found, let bot = try row(of: found.bot) else {
          throw StoreError(
            kind: .other, doing: "beginning an integration", wrong: "nothing has turn \(turn) in the queue",
            advice: "look at the queue again")
        }
        try database.run("UPDATE bot SET lastNumber = lastNumber + 1 WHERE id = ?", bot)
        let number = try database.first("SELECT lastNumber FROM bot WHERE id = ?", bot) { $0.int(0) } ?? 0
        let request = found.request
        try database.run(
          """
          INSERT INTO integration (bot, number, branch, revision, queued, started, process, turn, source,
            queueReason, attempt, clean, settled)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
          """,
          bot, number, found.branch?.rawValue ?? "", found.commit.rawValue, request.queued.milliseconds,
          time.milliseconds, processID, turn, request.source.rawValue, request.reason, found.attempt,
          request.clean)
        FaultPoint.reach(.beginHalf)
        try database.run("UPDATE seen SET number = ?, turn = NULL WHERE turn = ?", number, turn)
        try database.run("DELETE FROM pending WHERE turn = ?", turn)
        return IntegrationNumber(number)
      }
    }
  }
}
