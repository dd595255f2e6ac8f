import Faults
public import Foundation
public import Model
import SQLite

extension SQLiteStore {
  public func apply(_ changes: [WatchChange], at time: Date) throws {
    guard !changes.isEmpty else { return }
    let points = changes.lazy.compactMap(\.faultPoints).first
    if let points { FaultPoint.reach(points.before) }
    try whole("keeping what was seen") {
      for change in changes {
        try apply(change, at: time.milliseconds)
        if let half = points?.half { FaultPoint.reach(half) }
      }
    }
    if let points { FaultPoint.reach(points.after) }
  }

  private func apply(_ change: WatchChange, at time: Int) throws {
    switch change {
    case .watch(let bot, let settings): try watch(bot, settings)
    case .retire(let bot): try keep("retired", time, of: bot)
    case .sawTip(let bot, let branch, let commit):
      try database.run(
        "INSERT OR REPLACE INTO tip (bot, branch, revision, seen) VALUES (?, ?, ?, ?)",
        try known(bot), branch.rawValue, commit.rawValue, time)
    case .lostTip(let bot, let branch, let isThere):
      // 2: it is only not watched any more.
      try database.run(
        "UPDATE tip SET gone = ?, seen = ? WHERE bot = ? AND branch = ?", isThere ? 2 : 1, time,
        try known(bot), branch.rawValue)
    case .queue(let request, let passed, let replaced):
      try queue(request, passingOver: passed, replacing: replaced, at: time)
    case .unqueue(let turn, let leaving, let reason):
      try database.run("DELETE FROM pending WHERE turn = ?", turn)
      if leaving == .dropped { try markDropped(turn: turn) }
      try database.run(
        "UPDATE seen SET turn = NULL, passed = 0, leaving = ?, reason = ?, seen = ? WHERE turn = ?",
        leaving.rawValue, reason, time, turn)
    case .promote(let turn, let source):
      try database.run("UPDATE pending SET source = ? WHERE turn = ?", source.rawValue, turn)
    case .passOver(let bot, let branch, let commits, let fate):
      for commit in commits { try keep(fate, commit, branch, try known(bot), at: time) }
    case .pause(let bot, let reason): try pause(bot, since: time, reason)
    case .resume(let bot): try pause(bot, since: nil, nil)
    case .toolchain(let bot, let text): try keep("toolchain", text, of: bot)
    case .face(let bot, let branch):
      try database.run("UPDATE bot SET base = ? WHERE name = ?", branch.rawValue, bot.rawValue)
    case .tick(let bot, let tick): try keep("lastTick", tick.milliseconds, of: bot)
    case .started(let bot, let number, let process):
      try database.run(
        "UPDATE integration SET integrator = ?, integratorStarted = ? WHERE id = ?",
        process.processID, Int64(bitPattern: process.started), try row(of: number, bot: bot))
    case .cancel(let bot, let number, let canceling):
      // What a person wanted outlasts the end of the watcher, and counts until it is settled.
      try database.run(
        """
        UPDATE integration SET canceling = ?, canceledByHand = ? WHERE id = ?
          AND (result IS NULL OR settled = 0) AND canceledByHand = 0
        """, canceling.reason, canceling.isByHand, try row(of: number, bot: bot))
    case .settle(let bot, let number, let settling): try settle(bot, number, settling)
    }
  }

  /// The branches of what waits for a turn have something to look for, until their tips are seen again.
  private func markDropped(turn: Int) throws {
    try database.run(
      """
      UPDATE tip SET dropped = 1
      WHERE (bot, branch) IN (SELECT bot, branch FROM seen WHERE turn = ? AND turn IS NOT NULL)
      """, turn)
  }

  private func known(_ bot: BotID) throws -> Int {
    guard let row = try row(of: bot) else { throw unknown(bot) }
    return row
  }

  private func watch(_ bot: BotID, _ settings: Bot) throws {
    try database.run("INSERT INTO bot (name) VALUES (?) ON CONFLICT DO NOTHING", bot.rawValue)
    try database.run(
      """
      INSERT INTO watched (bot, settings) VALUES (?1, ?2)
      ON CONFLICT (bot) DO UPDATE SET settings = ?2, retired = NULL
      """, try known(bot), try Self.text(settings))
  }

  private func queue(
    _ request: PendingRequest, passingOver: [CommitID], replacing replaced: [Int], at time: Int
  ) throws {
    let bot = try known(request.bot)
    for old in replaced { try database.run("DELETE FROM pending WHERE turn = ?", old) }
    try database.run(
      """
      INSERT INTO pending (turn, bot, branch, revision, source, reason, queued, clean, repeated, search)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      replaced.min(), bot, request.branch?.rawValue ?? "", request.commit.rawValue, request.source.rawValue,
      request.reason, request.queued.milliseconds, request.clean, request.isRepeat,
      try request.search.map(Self.text))
    let turn = database.lastInsertedRow
    for old in replaced { try database.run("UPDATE seen SET turn = ?, passed = 1 WHERE turn = ?", turn, old) }
    guard let branch = request.branch else { return }
    for commit in passingOver { try keep(.passedOver(byTurn: turn), commit, branch, bot, at: time) }
    if !request.isRepeat { try keep(.pending(turn: turn), request.commit, branch, bot, at: time) }
  }

  func keep(_ fate: Fate, _ commit: CommitID, _ branch: BranchName, _ bot: Int, at time: Int) throws {
    let (passed, turn, number, left): (Bool, Int?, Int?, (Fate.Leaving, String)?) =
      switch fate {
      case .pending(let turn): (false, turn, nil, nil)
      case .passedOver(let turn): (true, turn, nil, nil)
      case .integrated(let number): (false, nil, number.value, nil)
      case .passedOverBy(let number): (true, nil, number.value, nil)
      case .left(let leaving, let reason): (false, nil, nil, (leaving, reason))
      }
    try database.run(
      """
      INSERT INTO seen (bot, branch, revision, seen, passed, turn, number, leaving, reason)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT DO UPDATE SET passed = ?5, turn = ?6, number = ?7, leaving = ?8, reason = ?9,
        seen = CASE ?8 WHEN 'dropped' THEN ?4 ELSE seen END
      """,
      bot, branch.rawValue, commit.rawValue, time, passed, turn, number, left?.0.rawValue, left?.1)
    if left?.0 == .dropped {
      try database.run("UPDATE tip SET dropped = 1 WHERE bot = ? AND branch = ?", bot, branch.rawValue)
    }
  }

  private func pause(_ bot: BotID?, since: Int?, _ reason: String?) throws {
    if let bot {
      try database.run(
        "UPDATE watched SET pausedSince = ?, pauseReason = ? WHERE bot = ?", since, reason, try known(bot))
    } else if let since {
      try database.run("INSERT OR REPLACE INTO pause VALUES (1, ?, ?)", since, reason)
    } else {
      try database.run("DELETE FROM pause")
    }
  }

  private func keep(_ column: String, _ value: any Bindable, of bot: BotID) throws {
    try database.run("UPDATE watched SET \(column) = ? WHERE bot = ?", value, try known(bot))
  }

  private func settle(_ bot: BotID, _ number: IntegrationNumber, _ settling: Settling) throws {
    let row = try row(of: number, bot: bot)
    let botRow = try known(bot)
    switch settling {
    case .done: break
    case .again(let why, let attempt):
      let repeated =
        try database.first(
          "SELECT 1 FROM seen WHERE bot = ? AND number = ? AND passed = 0", botRow, number.value
        ) { _ in true } == nil
      try database.run(
        """
        INSERT INTO pending (turn, bot, branch, revision, source, reason, queued, clean, repeated, attempt,
          again)
        SELECT turn, bot, branch, revision, source, queueReason, queued, wanted, ?, ?, ? FROM
          (SELECT *, source = 'upgrade' OR clean AS wanted FROM integration WHERE id = ? AND settled = 0)
        """, repeated, attempt, why, row)
      try database.run(
        """
        UPDATE seen SET turn = (SELECT turn FROM integration WHERE id = ?), number = NULL
        WHERE bot = ? AND number = ?
        """, row, botRow, number.value)
    case .passed(let turn):
      try database.run(
        "UPDATE seen SET turn = ?, number = NULL, passed = 1 WHERE bot = ? AND number = ?",
        turn, botRow, number.value)
    case .left(let leaving, let reason):
      if leaving == .dropped {
        try database.run(
          """
          UPDATE tip SET dropped = 1
          WHERE (bot, branch) IN (SELECT bot, branch FROM seen WHERE bot = ? AND number = ?)
          """, botRow, number.value)
      }
      try database.run(
        "UPDATE seen SET leaving = ?, reason = ?, number = NULL, passed = 0 WHERE bot = ? AND number = ?",
        leaving.rawValue, reason, botRow, number.value)
    }
    try database.run("UPDATE integration SET settled = 1 WHERE id = ?", row)
  }
}

extension WatchChange {
  fileprivate var faultPoints: (before: FaultPoint, half: FaultPoint?, after: FaultPoint)? {
    switch self {
    case .watch: (.watchBefore, nil, .watchAfter)
    case .sawTip, .lostTip, .queue: (.sightBefore, .sightHalf, .sightAfter)
    case .started: (.startedBefore, nil, .startedAfter)
    case .settle: (.settleBefore, .settleHalf, .settleAfter)
    default: nil
    }
  }
}
