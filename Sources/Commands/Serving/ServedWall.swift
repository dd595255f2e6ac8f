import Foundation
import Model
import Store
import Web
import Words

/// All bots as the wall shows them: each by its base branch, with who made it red.
struct ServedWall {
  let rows: [BotsCommand.Row]
  let store: SQLiteStore?
  let isWatched: Bool
  /// Whose it is that an integration is red.
  var author: (BotID, PastIntegration) -> String? = { $1.author }

  /// Since when it is red is looked for no further back.
  private static let mostLooked = 100

  func wall() throws -> Wall {
    // What `bothy run` integrated is one person's own.
    Wall(
      try rows.filter { !$0.id.rawValue.hasPrefix("local-") }.map(tile), isWatched: isWatched)
  }

  private func tile(_ row: BotsCommand.Row) throws -> Wall.Tile {
    var tile = Wall.Tile(bot: row.id, name: row.entry?.bot?.name ?? row.id.rawValue)
    tile.branch = row.base?.rawValue
    tile.running = row.now.running.map {
      Wall.Tile.Running(
        words: Self.words($0), since: $0.since, end: $0.expectedEnd, branch: $0.branch?.rawValue)
    }
    tile.waiting = row.now.waiting.count
    tile.isPaused = row.pause != nil
    tile.trouble =
      row.entry?.bot == nil && !row.problems.isEmpty
      ? "its file has mistakes" : row.now.trouble.map { _ in "its repository cannot be read" }
    if let past = try pasts(row).first { show(past, in: &tile) }
    // Red is told with since when.
    if tile.mood == .red || tile.mood == .unsure, let first = try firstRed(row) {
      (tile.since, tile.author) = (first.number, author(row.id, first))
      if tile.mood == .unsure { tile.words += ", red before" }
    }
    return tile
  }

  /// Beside how long it takes yet there is room for little.
  private static func words(_ one: BotNow.Running) -> String {
    if one.isCanceling { return "is being canceled" }
    let words = one.progress.words() ?? "begins"
    return one.expectedEnd == nil || one.progress.isAfterwards == true
      ? words : one.progress.phase?.rawValue ?? words
  }

  private func show(_ past: PastIntegration, in tile: inout Wall.Tile) {
    guard let result = past.result else { return }
    (tile.number, tile.ended, tile.glyph) = (past.number, past.ended ?? past.started, result.glyph)
    if let branch = past.branch { tile.branch = branch.rawValue }
    tile.words = Self.words(past, result)
    tile.mood =
      switch result {
      case .buildErrors, .testFailures, .checkoutError, .triggerError, .internalError: .red
      case .flaky: past.isGreen ? .warned : .red
      case .inconclusive, .canceled: .unsure
      case .warnings, .analyzerWarnings: .warned
      case .succeeded: .green
      }
  }

  private static func words(_ past: PastIntegration, _ result: IntegrationResult) -> String {
    let failures = past.tests?.failures ?? 0
    switch result {
    case .testFailures where failures > 0: return "\(Figures.grouped(failures)) failed"
    case .buildErrors: return "does not build"
    case .succeeded: return "passed"
    case .warnings, .analyzerWarnings: return "warnings"
    case .testFailures, .checkoutError, .triggerError, .internalError, .flaky, .inconclusive, .canceled:
      return result.word
    }
  }

  /// Those that count for its face, the newest first.
  private func pasts(_ row: BotsCommand.Row, most: Int = 20) throws -> [PastIntegration] {
    guard let store else { return [] }
    let all =
      try row.base.map { try store.past(bot: row.id, branch: $0, limit: most, isWhole: true) }
      ?? store.past(bot: row.id, limit: most, isWhole: true)
    return all.filter { $0.result != nil }
  }

  /// Nil where it is not known: what had no verdict, as without a disk, was nobody's.
  private func firstRed(_ row: BotsCommand.Row) throws -> PastIntegration? {
    let past = try pasts(row, most: Self.mostLooked)
    let redness = past.redness(among: try store?.knownNumbers(bot: row.id).known)
    return redness.isRedLonger ? nil : past.first { $0.number == redness.redSince }
  }
}
