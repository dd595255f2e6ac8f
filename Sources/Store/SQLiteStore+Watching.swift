import Explaining
import Faults
public import Foundation
public import Model
import SQLite

extension SQLiteStore: WatchMemory {
  public func watchedBots() throws -> [BotMemory] {
    try named("reading the watched bots") {
      try database.all(
        """
        SELECT name, settings, pausedSince, pauseReason, toolchain, lastTick, retired
        FROM watched JOIN bot ON bot.id = watched.bot ORDER BY name
        """
      ) { row in
        var bot = BotMemory(bot: BotID(row.text("name")))
        do { bot.settings = try JSONDecoder().decode(Bot.self, from: Data(row.text("settings").utf8)) } catch
        {
          bot.unreadable = Explanation(error).wrong
        }
        bot.pause = row.maybeDate("pausedSince").map {
          Pause(since: $0, reason: row.maybeText("pauseReason"))
        }
        bot.toolchain = row.maybeText("toolchain")
        bot.lastTick = row.maybeDate("lastTick")
        bot.retired = row.maybeDate("retired")
        return bot
      }
    }
  }

  public func tips(of bot: BotID) throws -> [Tip] {
    try named("reading the branches of \(bot)") {
      try database.all(
        """
        SELECT branch, revision, gone, dropped FROM tip JOIN bot ON bot.id = tip.bot
        WHERE bot.name = ? ORDER BY branch
        """, bot.rawValue
      ) {
        Tip(
          branch: BranchName($0.text(0)), commit: CommitID($0.text(1)), isGone: $0.bool(2),
          hasDropped: $0.bool(3))
      }
    }
  }

  public func dropped(of bot: BotID) throws -> [BranchName: Set<CommitID>] {
    try reading("what was dropped", of: bot, or: [:]) { row in
      // Who asks for a branch by hand may do so before anybody has seen its tip.
      let rows = try database.all(
        """
        SELECT seen.branch, seen.revision FROM seen
        LEFT JOIN tip ON tip.bot = seen.bot AND tip.branch = seen.branch
        WHERE seen.bot = ? AND leaving = 'dropped' AND coalesce(tip.dropped, 1) = 1
        """, row
      ) { (BranchName($0.text(0)), CommitID($0.text(1))) }
      return Dictionary(grouping: rows, by: \.0).mapValues { Set($0.map(\.1)) }
    }
  }

  public func fates(of commits: [CommitID], bot: BotID, branch: BranchName) throws -> [CommitID: Fate] {
    try reading("the commits", of: bot, or: [:]) { row in
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
    let passed = row.bool("passed")
    if let turn = row.maybeInt("turn") { return passed ? .passedOver(byTurn: turn) : .pending(turn: turn) }
    if let number = row.maybeInt("number").map({ IntegrationNumber($0) }) {
      return passed ? .passedOverBy(number) : .integrated(number)
    }
    return .left(row.word("leaving") ?? .dropped, row.text("reason"))
  }

  public func newestCommit(bot: BotID, branch: BranchName) throws -> CommitID? {
    try newestCommit(bot: bot, branch: branch, before: nil)
  }

  public func newestCommit(
    bot: BotID, branch: BranchName, before number: IntegrationNumber?
  ) throws -> CommitID? {
    try newestIntegration(bot: bot, branch: branch, before: number)?.commit
  }

  public func newestIntegration(bot: BotID, branch: BranchName) throws -> BaseChoice.Candidate? {
    try newestIntegration(bot: bot, branch: branch, before: nil)
  }

  public func isKept(_ number: IntegrationNumber, of bot: BotID) throws -> Bool {
    try reading("an integration", of: bot, or: false) { row in
      try database.first("SELECT 1 FROM integration WHERE bot = ? AND number = ?", row, number.value) { _ in
        true
      } ?? false
    }
  }

  public func integratedUpTo(bot: BotID, branch: BranchName) throws -> BaseChoice.Candidate? {
    try reading("the newest integration", of: bot, or: nil) { row in
      try database.first(
        """
        SELECT number, revision FROM integration
        WHERE bot = ? AND branch = ? AND limited != 1 AND reported = 1 AND revision IS NOT NULL
          AND result NOT IN ('canceled', 'checkout-error', 'trigger-error', 'internal-error')
        ORDER BY number DESC LIMIT 1
        """, row, branch.rawValue
      ) { BaseChoice.Candidate($0.number("number"), CommitID($0.text("revision"))) }
    }
  }

  private func newestIntegration(
    bot: BotID, branch: BranchName, before number: IntegrationNumber?
  ) throws -> BaseChoice.Candidate? {
    try reading("the newest integration", of: bot, or: nil) { row in
      try database.first(
        """
        SELECT number, revision FROM integration WHERE bot = ? AND branch = ? AND limited != 1 AND number < ?
        ORDER BY number DESC LIMIT 1
        """, row, branch.rawValue, number?.value ?? Int.max
      ) { row in
        row.maybeText("revision").map { BaseChoice.Candidate(row.number("number"), CommitID($0)) }
      } ?? nil
    }
  }

  public func pendingIntegrations() throws -> [Pending] {
    try named("reading the queue") {
      try database.all(
        "SELECT pending.*, name FROM pending JOIN bot ON bot.id = pending.bot ORDER BY turn",
        read: Self.pending)
    }
  }

  private static func pending(_ row: borrowing Row) -> Pending {
    var request = PendingRequest(
      bot: BotID(row.text("name")), branch: row.branch(), commit: CommitID(row.text("revision")),
      source: row.word("source") ?? .commit, reason: row.text("reason"), queued: row.date("queued"),
      clean: row.bool("clean"), isRepeat: row.bool("repeated"))
    request.search = row.maybeText("search").flatMap(step)
    return Pending(
      turn: row.int("turn"), request: request, attempt: row.int("attempt"), again: row.maybeText("again"))
  }

  public func openIntegrations() throws -> [OpenIntegration] {
    try named("reading the integrations that are under way") {
      try database.all(
        """
        SELECT name, number, turn, branch, revision, source, attempt, clean, queued, started, integrator,
          integratorStarted, canceling, canceledByHand, result, reported, queueReason AS reason,
          0 AS repeated, again, search
        FROM integration JOIN bot ON bot.id = integration.bot WHERE settled = 0 ORDER BY turn
        """
      ) { row in
        var open = OpenIntegration(
          pending: Self.pending(row), number: row.number("number"), started: row.date("started"))
        open.process = row.mark("integrator", started: "integratorStarted")
        open.canceling = row.maybeText("canceling").map {
          row.bool("canceledByHand") ? .byHand($0) : .byEnding($0)
        }
        open.result = row.word("result")
        open.hasReport = row.bool("reported")
        return open
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

  private static let mostLeft = 1000

  /// What an integration passed over because its own commit is newer, and what was left on its branch before:
  /// that came with others, touches nothing of interest, or was canceled as it waited.
  public func passedOver(bot: BotID, by number: IntegrationNumber) throws -> [CommitID] {
    try named("reading what \(bot)\(number) passed over") {
      guard let row = try row(of: bot) else { return [] }
      let passed = try database.all(
        "SELECT revision FROM seen WHERE bot = ? AND number = ? AND passed = 1 ORDER BY revision",
        row, number.value
      ) { CommitID($0.text(0)) }
      let left = try database.all(
        """
        SELECT revision FROM seen
        WHERE bot = ?1 AND branch = (SELECT branch FROM integration WHERE bot = ?1 AND number = ?2)
          AND leaving IN ('uninteresting', 'too-many', 'canceled')
        ORDER BY seen DESC, revision LIMIT \(Self.mostLeft)
        """, row, number.value
      ) { CommitID($0.text(0)) }
      return passed + left
    }
  }

  /// What waited on the branch of an integration and was taken out of the queue since the one before that was
  /// not canceled; what was integrated all the same is not among them.
  public func leftBehind(bot: BotID, before number: IntegrationNumber) throws -> [LeftCommit] {
    try reading("what was not integrated", of: bot, or: []) { row in
      try database.all(
        """
        SELECT revision, reason FROM seen
        JOIN (SELECT branch FROM integration WHERE bot = ?1 AND number = ?2) AS own
          ON own.branch = seen.branch
        WHERE bot = ?1 AND leaving = 'dropped' AND seen > coalesce(
          (SELECT started FROM integration AS former
           WHERE former.bot = ?1 AND former.branch = own.branch AND number < ?2 AND reported = 1
             AND limited != 1 AND result != 'canceled'
           ORDER BY number DESC LIMIT 1), 0)
          AND NOT EXISTS (
            SELECT 1 FROM integration AS its
            WHERE its.bot = ?1 AND its.revision = seen.revision AND (its.branch = own.branch
              OR its.changes = 0 AND its.result IS NOT NULL
                AND its.result NOT IN ('canceled', 'checkout-error', 'trigger-error', 'internal-error')))
        ORDER BY revision LIMIT \(Self.mostLeft)
        """, row, number.value
      ) { LeftCommit(commit: CommitID($0.text(0)), reason: $0.text(1)) }
    }
  }

  /// The newest that any integration passed over: a rebase brings them to another branch.
  public func passedOverLately(bot: BotID) throws -> [CommitID] {
    try reading("the commits", of: bot, or: []) { row in
      try database.all(
        "SELECT revision FROM seen WHERE bot = ? AND passed = 1 ORDER BY seen DESC LIMIT ?", row,
        Self.mostLeft
      ) { CommitID($0.text(0)) }
    }
  }

  public func counts(of commits: [CommitID], bot: BotID) throws -> CommitCounts {
    let all = Set(commits).sorted()
    guard !all.isEmpty else { return CommitCounts() }
    let (integrated, waiting) = try others(than: nil, bot: bot, of: all)
    return CommitCounts(
      integrated: integrated.count, waiting: Set(waiting).count,
      passedOver: all.count - integrated.count - Set(waiting).count)
  }

  /// The commits of the newest integrations.
  public func integratedLately(bot: BotID, before number: IntegrationNumber) throws -> [CommitID] {
    try reading("the commits", of: bot, or: []) { row in
      try database.all(
        """
        SELECT revision FROM integration
        WHERE bot = ? AND number < ? AND revision IS NOT NULL ORDER BY number DESC LIMIT \(Self.mostLately)
        """, row, number.value
      ) { CommitID($0.text(0)) }
    }
  }

  private static let mostLately = 500

  /// Of commits: which integrations took them as their own, the newest whole ones, and which of the rest wait
  /// for their turn, or are being integrated.
  public func others(
    than number: IntegrationNumber?, bot: BotID, of commits: [CommitID]
  ) throws -> (integrated: [BaseChoice.Candidate], waiting: [CommitID]) {
    let list = "[" + commits.map { "\"\($0.rawValue)\"" }.joined(separator: ",") + "]"
    return try reading("the commits", of: bot, or: ([], [])) { row in
      let rows = try database.all(
        """
        SELECT number, revision FROM integration
        WHERE bot = ? AND revision IN (SELECT value FROM json_each(?)) AND number != ? AND reported = 1
          AND changes = 0 AND result NOT IN ('canceled', 'checkout-error', 'trigger-error', 'internal-error')
        ORDER BY limited, number DESC
        """, row, list, number?.value ?? 0
      ) { BaseChoice.Candidate($0.number("number"), CommitID($0.text("revision"))) }
      let integrated = Dictionary(rows.map { ($0.commit, $0) }) { first, _ in first }
      let waiting = try database.all(
        """
        SELECT revision FROM pending WHERE bot = ?1 AND revision IN (SELECT value FROM json_each(?2))
        UNION
        SELECT revision FROM integration
        WHERE bot = ?1 AND revision IN (SELECT value FROM json_each(?2)) AND number != ?3 AND result IS NULL
        """, row, list, number?.value ?? 0
      ) { CommitID($0.text("revision")) }
      return (commits.compactMap { integrated[$0] }, waiting.filter { integrated[$0] == nil })
    }
  }

  public func expectedSeconds(bot: BotID, branch: BranchName?, clean: Bool) throws -> Double? {
    try named("reading how long integrations of \(bot) take") {
      guard let row = try row(of: bot) else { return nil }
      let seconds = try database.all(
        """
        SELECT seconds FROM integration
        WHERE bot = ?1 AND branch = ?2 AND reported = 1 AND (clean OR number = 1) = ?3 AND limited = 0
          AND result IN ('test-failures', 'flaky', 'analyzer-warnings', 'warnings', 'succeeded')
        ORDER BY number DESC LIMIT 5
        """, row, branch?.rawValue ?? "", clean
      ) { $0.double(0) }
      return Usual.seconds(seconds)
    }
  }

  public func begin(turn: Int, at time: Date, processID: Int32) throws -> IntegrationNumber {
    FaultPoint.reach(.beginBefore)
    defer { FaultPoint.reach(.beginAfter) }
    return try whole("beginning an integration") {
      let found = try database.first(
        "SELECT pending.*, name FROM pending JOIN bot ON bot.id = pending.bot WHERE turn = ?", turn,
        read: Self.pending)
      guard let found, let bot = try row(of: found.bot) else {
        throw StoreError(
          kind: .other, doing: "beginning an integration", wrong: "nothing has turn \(turn) in the queue",
          advice: "look at the queue again")
      }
      let number = try nextNumber(bot)
      let request = found.request
      try database.run(
        """
        INSERT INTO integration (bot, number, branch, revision, queued, started, process, turn, source,
          queueReason, attempt, again, clean, search, limited, settled)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
        """,
        bot, number.value, found.branch?.rawValue ?? "", found.commit.rawValue, request.queued.milliseconds,
        time.milliseconds, processID, turn, request.source.rawValue, request.reason, found.attempt,
        found.again, request.clean, try request.search.map(Self.text), request.search != nil)
      FaultPoint.reach(.beginHalf)
      try database.run("UPDATE seen SET number = ?, turn = NULL WHERE turn = ?", number.value, turn)
      try database.run("DELETE FROM pending WHERE turn = ?", turn)
      return number
    }
  }
}
