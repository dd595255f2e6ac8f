import Daemon
import Explaining
import Files
import Foundation
import Model
import Processes
import State
import Store
import Terminal
import Web
import Words

/// What is told over HTTP of all bots and of one, as the commands tell it.
struct ServeSources: Sendable {
  let state: StateFolder
  let bots: String?
  let usualBots: String

  private static let mostEntries = 30

  var told: ToldSources {
    ToldSources(
      bots: { try BotsCommand.json(try rows()) }, bot: { try one($0) }, faces: { try faces() },
      past: { try past($0) }, isWatched: { FileLock.holder(of: state.watchLock) != nil },
      standing: { try ServedStanding(state: state, bots: usualBots).of($0, $1) },
      wall: { [authors = RedAuthors(state: state)] in
        try ServedWall(
          rows: rows(), store: store(), isWatched: FileLock.holder(of: state.watchLock) != nil,
          author: authors.author
        ).wall()
      })
  }

  private func rows() throws -> [BotsCommand.Row] {
    try BotsCommand(
      state: state, bots: bots.flatMap { FileFacts($0) == nil ? nil : $0 }, usualBots: usualBots,
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    ).rows().rows
  }

  private func store() throws -> SQLiteStore? {
    do { return try SQLiteStore(folder: state.path, readOnly: true) } catch let error as StoreError
      where error.kind == .missing
    {
      return nil
    }
  }

  private func one(_ id: BotID) throws -> [UInt8]? {
    let rows = try rows()
    guard let row = rows.first(where: { $0.id == id }) else {
      let near = Nearest.meant(by: id.rawValue, among: rows.map(\.id.rawValue))
      throw Explanation(
        doing: "", wrong: "There is no bot `\(id)` here",
        advice: near.map { "did you mean `\($0)`?" } ?? "/api/bots lists all", status: 2,
        namesOthers: near != nil)
    }
    guard let store = try store(), let known = try store.knownBot(id) else {
      let bot = KnownBot(id: id, name: row.entry?.bot?.name ?? id.rawValue, path: row.path)
      return Array(try HistoryCommand.json(bot, [], now: row).utf8)
    }
    let past = try store.past(bot: id, limit: Int.max)
    let phases = try store.phases(bot: id, numbers: past.map(\.number))
    let figures = past.reversed().map { HistoryFigures($0, phases: phases[$0.number] ?? []) }
    return Array(try HistoryCommand.json(known, figures, now: row).utf8)
  }

  private func faces() throws -> [BotFace] {
    let store = try store()
    return try rows().map { row in
      var face = BotFace(id: row.id, name: row.entry?.bot?.name ?? row.id.rawValue)
      face.isRunning = row.isRunning || !row.now.running.isEmpty
      face.waiting = max(row.now.waiting.count, row.waiting == nil ? 0 : 1)
      face.latest = row.latest
      if row.latest?.isRunning == true, let store {
        let before =
          try row.base.map { try store.past(bot: row.id, branch: $0, limit: 5, isWhole: true) }
          ?? store.past(bot: row.id, limit: 5, isWhole: true)
        face.latest = before.first { $0.result != nil }
      }
      return face
    }
  }

  private func past(_ id: BotID) throws -> PastOfBot? {
    if let store = try store(), let known = try store.knownBot(id) {
      let past = try store.past(bot: id, limit: Self.mostEntries)
      if !past.isEmpty { return PastOfBot(name: known.name, origin: known.path ?? "", integrations: past) }
    }
    // One that was never integrated has a feed, too; its file knows how it is called.
    return try rows().first { $0.id == id }.map {
      PastOfBot(name: $0.entry?.bot?.name ?? id.rawValue, origin: $0.path ?? "", integrations: [])
    }
  }
}
