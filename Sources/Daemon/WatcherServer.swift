import Control
import Explaining
import Faults
import Foundation
import Model
import Processes
import Sockets
import Watcher
import Words

/// Answers the commands that talk to the watcher.
struct WatcherServer: Sendable {
  let watch: Watch
  let server: LineServer
  let processID: Int32
  let progress: WatchProgress
  let files: BotFiles

  func run() async {
    // One that is done must leave nothing behind: there may be millions.
    await withDiscardingTaskGroup { group in
      while let question = await server.next() {
        group.addTask { question.answer(ControlWire.line(await self.reply(to: question.line))) }
      }
    }
    server.end()
  }

  func reply(to line: String) async -> ControlReply {
    do { return try await perform(try ControlWire.request(line)) } catch {
      return .refused(Explanation(error))
    }
  }

  private func perform(_ request: ControlRequest) async throws -> ControlReply {
    if let bot = request.bot { try await check(bot) }
    switch request {
    case .integrate(let bot, let revision):
      FaultPoint.reach(.askBegun)
      let places = try await watch.integrate(bot, revision: revision, reason: "asked for by hand")
      FaultPoint.reach(.askDone)
      return .queued(places)
    case .cancel(let bot, let number):
      return try await watch.ask { rounds in
        let isSearch = rounds.finds(out: bot, number)
        let count = try rounds.cancel(bot, number, reason: "Canceled by hand")
        return .canceled(count: count, searches: isSearch ? 1 : nil)
      }
    case .pause(let bot): try await watch.ask { try $0.pause(bot, reason: "by hand") }
    case .resume(let bot): try await watch.ask { try $0.resume(bot) }
    case .look(let bot): try await watch.lookNow(bot)
    case .showAgain(let bot, let number): try await watch.showAgain(bot, number)
    case .forget(let bot):
      try await watch.ask { try $0.forget(bot, reason: "The bot is removed") }
      // Whoever makes pages must not know of it any more when its rows are gone.
      try await watch.showNow()
    case .heed(let bot):
      let readings = try files.read()
      try await watch.ask { rounds in
        try rounds.heedAgain(bot)
        try rounds.reload(readings)
      }
    case .status:
      defer { giveBackMemory() }
      let now = try await watch.ask { try $0.now() }
      return .status(ControlStatus(process: processID, bots: await progress.added(to: now)))
    }
    return .done
  }

  private func check(_ bot: BotID) async throws {
    let known = try await watch.ask { $0.roster.map(\.bot.rawValue) }
    guard !known.contains(bot.rawValue) else { return }
    let near = Nearest.meant(by: bot.rawValue, among: known)
    throw Explanation(
      doing: "looking for the bot \(bot)", wrong: "the watcher knows no such bot",
      advice: near.map { "did you mean `\($0)`?" } ?? "`bothy bots` lists what there is", status: 2,
      namesOthers: near != nil)
  }
}
