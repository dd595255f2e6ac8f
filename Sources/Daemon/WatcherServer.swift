import Control
import Explaining
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
    do {
      return try await perform(try ControlWire.request(line))
    } catch let refusal as ControlRefusal {
      return .refused(refusal)
    } catch {
      let told = Explanation(error)
      return .refused(
        ControlRefusal(doing: told.doing, wrong: told.wrong, advice: told.advice, status: told.status))
    }
  }

  private func perform(_ request: ControlRequest) async throws -> ControlReply {
    if let bot = request.bot { try await check(bot) }
    switch request {
    case .integrate(let bot, let revision):
      let places = try await watch.integrate(bot, revision: revision, reason: "asked for by hand")
      return .queued(places.map(Self.place))
    case .cancel(let bot, let number):
      let count = try await watch.ask { try $0.cancel(bot, number, reason: "Canceled by hand") }
      return .canceled(count: count)
    case .pause(let bot): try await watch.ask { try $0.pause(bot, reason: "by hand") }
    case .resume(let bot): try await watch.ask { try $0.resume(bot) }
    case .showAgain(let bot, let number): try await watch.showAgain(bot, number)
    case .status:
      defer { giveBackMemory() }
      return .status(try await status())
    }
    return .done
  }

  private func check(_ bot: BotID) async throws {
    let known = try await watch.ask { $0.roster.map(\.bot.rawValue) }
    guard !known.contains(bot.rawValue) else { return }
    let near = Nearest.meant(by: bot.rawValue, among: known)
    throw ControlRefusal(
      doing: "looking for the bot \(bot)", wrong: "the watcher knows no such bot",
      advice: near.map { "did you mean `\($0)`?" } ?? "`bothy bots` lists what there is", status: 2)
  }

  private static func place(_ place: Queue.Place) -> ControlPlace {
    ControlPlace(
      bot: place.pending.bot, turn: place.pending.turn, branch: place.pending.branch,
      commit: place.pending.commit, waitsFor: place.waitsFor)
  }

  private func status() async throws -> ControlStatus {
    let processID = self.processID
    let status = try await watch.ask { try Self.status($0, processID) }
    return await progress.added(to: status)
  }

  private static func status(_ rounds: Rounds, _ processID: Int32) throws -> ControlStatus {
    let queue = try rounds.queue()
    let running = try queue.open.filter(\.isRunning).map {
      ControlStatus.Running(
        bot: $0.bot, number: $0.number, branch: $0.branch, commit: $0.commit,
        isCanceling: $0.canceling != nil,
        expectedEnd: try rounds.expectedEnd(of: $0)?.timeIntervalSince1970)
    }
    let broken = rounds.roster.compactMap { bot -> ControlStatus.Broken? in
      guard !bot.problems.isEmpty || bot.trouble != nil else { return nil }
      return ControlStatus.Broken(
        bot: bot.bot, problems: bot.problems,
        keepsSettings: bot.settings != nil && !bot.problems.isEmpty, trouble: bot.trouble)
    }
    return ControlStatus(
      process: processID, running: running, waiting: queue.places().map(place), broken: broken)
  }
}
