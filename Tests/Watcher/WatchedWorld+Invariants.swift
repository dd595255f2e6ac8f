import Foundation
import Model
import SQLite

@testable import Store
@testable import Watcher

extension WatchedWorld {
  /// What always holds; more of it holds after a round that was not cut off.
  func check(afterRound: Bool) {
    do {
      violations += launcher.violations
      launcher.violations = []
      try checkFates()
      try checkRepeats()
      try checkNumbers()
      try checkSearches()
      if afterRound {
        try checkProcesses()
        try checkWaits()
      }
    } catch {
      violations.append("the check itself: \(error)")
    }
  }

  private struct Row {
    var key: String
    var passed: Bool
    var turn: Int?
    var number: Int?
    var leaving: String?
    var reason: String?
    var bot: String
  }

  /// Every commit seen on a watched branch is integrated, pending, or passed over by something with a name.
  private func checkFates() throws {
    let rows = try store.database.all(
      """
      SELECT bot.name, branch, revision, passed, turn, number, leaving, reason FROM seen
      JOIN bot ON bot.id = seen.bot
      """
    ) {
      Row(
        key: "\($0.text(0)) \($0.text(1)) \($0.text(2))", passed: $0.bool(3), turn: $0.maybeInt(4),
        number: $0.maybeInt(5), leaving: $0.maybeText(6), reason: $0.maybeText(7), bot: $0.text(0))
    }
    for lost in seen.subtracting(rows.map(\.key)) { violations.append("\(lost): nobody knows of it") }
    let turns = Dictionary(
      try store.pendingIntegrations().map { ($0.turn, $0) }, uniquingKeysWith: { first, _ in first })
    let numbers = try integrations()
    for row in rows {
      if let turn = row.turn {
        guard let pending = turns[turn] else {
          violations.append("\(row.key): waits for turn \(turn), which is not in the queue")
          continue
        }
        if !row.passed, !row.key.hasSuffix(pending.commit.rawValue) {
          violations.append("\(row.key): turn \(turn) is another commit's")
        }
      } else if let number = row.number {
        guard let one = numbers["\(row.bot) \(number)"] else {
          violations.append("\(row.key): names #\(number), which does not exist")
          continue
        }
        if !row.passed, !row.key.hasSuffix(one.commit) {
          violations.append("\(row.key): #\(number) integrated another commit")
        }
        if one.isLost { violations.append("\(row.key): #\(number) was cut off, and is not due again") }
      } else if row.leaving == nil || row.reason?.isEmpty != false {
        violations.append("\(row.key): left without a reason")
      }
    }
  }

  private struct Integration {
    var commit: String
    /// Canceled by nobody or gone without a report, settled, and with attempts left.
    var isLost: Bool
  }

  private func integrations() throws -> [String: Integration] {
    let rows = try store.database.all(
      """
      SELECT bot.name, number, revision, result, settled, canceledByHand, attempt,
        result = 'internal-error' AND reported = 0 AND reason NOT LIKE 'It did not end by itself%'
      FROM integration
      JOIN bot ON bot.id = integration.bot
      """
    ) { row in
      let isEnded = row.maybeText(3) == "canceled" || row.maybeInt(7) == 1
      let isCutOff = isEnded && row.bool(4) && !row.bool(5)
      return (
        "\(row.text(0)) \(row.int(1))",
        Integration(
          commit: row.text(2), isLost: isCutOff && row.int(6) + 1 < rounds.settings.attempts)
      )
    }
    return Dictionary(rows) { first, _ in first }
  }

  /// No commit of a branch is integrated twice by watching, unless it was cut off or the branch was put back.
  private func checkRepeats() throws {
    let twice = try store.database.all(
      """
      SELECT bot, branch, revision, count(*) FROM integration
      WHERE source IN ('commit', 'schedule') AND queueReason NOT LIKE '%although nothing changed%'
        AND queueReason NOT LIKE '%, back to what was %'
        AND queueReason NOT LIKE '%put back to %, which was %'
        AND (result IS NULL OR (reported = 1 AND result <> 'canceled'))
      GROUP BY bot, branch, revision HAVING count(*) > 1
      """
    ) { "\($0.text(1)) \($0.text(2).prefix(8)): integrated \($0.int(3)) times" }
    violations += twice
    let queued = try store.database.all(
      """
      SELECT branch, revision, count(*) FROM pending WHERE source IN ('commit', 'schedule')
      GROUP BY bot, branch, revision HAVING count(*) > 1
      """
    ) { "\($0.text(0)) \($0.text(1).prefix(8)): queued \($0.int(2)) times" }
    violations += queued
    violations += try store.database.all(
      "SELECT revision FROM pending WHERE reason = ''"
    ) { "\($0.text(0).prefix(8)) is queued without a reason" }
    let byHand = try store.database.all(
      "SELECT DISTINCT name FROM pending JOIN bot ON bot.id = pending.bot WHERE source = 'manual'"
    ) { BotID($0.text(0)) }
    violations += byHand.filter { !asked.contains($0) }.map { "\($0) is queued by hand, and nobody asked" }
  }

  /// No search asks twice, or without end, and what it asked for is the face of nothing.
  private func checkSearches() throws {
    violations += try store.database.all(
      """
      SELECT json_extract(search, '$.of') AS origin, revision, count(*) FROM integration
      WHERE search IS NOT NULL AND reported = 1 AND result <> 'canceled'
      GROUP BY bot, origin, revision HAVING count(*) > 1
      """
    ) { "\($0.text(1).prefix(8)): integrated \($0.int(2)) times for the search of #\($0.int(0))" }
    let most = CommitSearch(count: FakeSearcher.mostCommits, tests: [:]).mostSteps
    violations += try store.database.all(
      """
      SELECT json_extract(search, '$.of') AS origin, sum(result IS NOT 'canceled'), count(*) FROM integration
      WHERE search IS NOT NULL GROUP BY bot, origin
      HAVING sum(result IS NOT 'canceled') > \(most) OR count(*) > \(most * FakeSearcher.mostTries)
      """
    ) { "the search of #\($0.int(0)) asked for \($0.int(1)) integrations, \($0.int(2)) in all" }
    violations += try store.database.all(
      "SELECT number FROM integration WHERE search IS NOT NULL AND limited = 0"
    ) { "#\($0.int(0)) only looks back, and counts as a whole integration" }
  }

  private func checkNumbers() throws {
    let bad = try store.database.all(
      """
      SELECT bot.name, max(number), lastNumber FROM integration JOIN bot ON bot.id = integration.bot
      GROUP BY bot HAVING max(number) <> lastNumber
      """
    ) { "\($0.text(0)): the last number is \($0.int(2)), but #\($0.int(1)) exists" }
    violations += bad
  }

  /// Nothing runs without a live process, and no process without its row.
  private func checkProcesses() throws {
    let running = try store.openIntegrations().filter(\.isRunning)
    for one in running where launcher.performed[.init(bot: one.bot, number: one.number)]?.isAlive != true {
      violations.append("\(one.bot)\(one.number) runs without a process")
    }
    let known = Set(running.map { FakeLauncher.Key(bot: $0.bot, number: $0.number) })
    for (key, one) in launcher.performed where one.isAlive && !known.contains(key) {
      violations.append("\(key.bot)\(key.number) has a process and does not count as running")
    }
  }

  /// Whoever waits is told why, and it is true.
  private func checkWaits() throws {
    let queue = try rounds.queue()
    let running = queue.open.filter(\.isRunning).count
    for place in queue.places() {
      let who = "\(place.pending.bot) \(place.pending.commit.short)"
      guard let reason = place.waitsFor else {
        violations.append("\(who) waits for nothing")
        continue
      }
      if reason.hasPrefix("waits for #"),
        queue.open.contains(where: {
          $0.bot == place.pending.bot && $0.isSearch && $0.isRunning && $0.canceling == nil
        })
      {
        violations.append("\(who) waits for what only looks back")
      }
      if let truth = isTrue(reason, place.pending, queue, running), !truth {
        violations.append("\(who): it is not true that \(reason)")
      }
    }
  }

  /// nil when there is nothing to compare it with.
  private func isTrue(_ reason: String, _ pending: Pending, _ queue: Queue, _ running: Int) -> Bool? {
    if reason.contains("workers are busy") { return running >= 2 && reason.hasPrefix("\(running) of 2") }
    if reason.contains("paused since") {
      return queue.pauseOfAll != nil || rounds.bots[pending.bot]?.pause != nil
    }
    if reason.contains("free on disk") { return machine.free < 1 << 30 }
    if reason.contains("cannot be read") { return rounds.bots[pending.bot]?.trouble != nil }
    if reason.hasPrefix("waits for #") {
      return queue.open.contains { $0.bot == pending.bot && reason.contains("\($0.number) of this bot") }
    }
    if reason.contains("which is before it") {
      return queue.pending.contains { $0.bot == pending.bot && reason.contains($0.commit.short) }
    }
    return nil
  }

  /// At the end nothing is forgotten: each watched tip was integrated, or left for a reason that still holds.
  func checkNothingIsLeft() throws {
    for one in try store.pendingIntegrations() {
      violations.append("\(one.bot) \(one.commit.short) still waits at the end")
    }
    for one in try store.openIntegrations() { violations.append("\(one.bot)\(one.number) is still open") }
    for bot in rounds.roster where bot.settings?.culprit == .idle {
      violations += try searcher.mistakes(bot.bot)
    }
    for bot in rounds.roster {
      guard let repository = repositories[bot.bot], let settings = bot.settings,
        settings.schedule.on != .manual
      else { continue }
      let question = try rounds.question(bot.bot, settings, .watching)
      guard case .seen(let sighted) = repository.look(question) else { continue }
      for branch in sighted.branches {
        let fate = try store.fates(of: [branch.tip], bot: bot.bot, branch: branch.name)[branch.tip]
        switch fate {
        case .integrated?, .left(.canceled, _)?, .left(.uninteresting, _)?: break
        default:
          let end = fate.map { "\($0)" } ?? "unknown"
          violations.append("\(bot.bot) \(branch.name) \(branch.tip.short): in the end it is \(end)")
        }
        let dropped = Set(
          try store.database.all(
            """
            SELECT revision FROM seen JOIN bot ON bot.id = seen.bot
            WHERE name = ? AND branch = ? AND leaving = 'dropped'
            """, bot.bot.rawValue, branch.name.rawValue
          ) { CommitID($0.text(0)) })
        for lost in repository.index(branch.tip).map({ repository.found(dropped, in: $0) }) ?? [] {
          violations.append(
            "\(bot.bot) \(branch.name) \(lost.short): it was dropped, and is there, and nobody looks for it")
        }
        let newest = try store.newestCommit(bot: bot.bot, branch: branch.name)
        if case .integrated? = fate, newest != branch.tip {
          let what = "\(bot.bot) \(branch.name) \(branch.tip.short)"
          violations.append("\(what): its newest integration is of \(newest?.short ?? "none")")
        }
      }
    }
  }
}
