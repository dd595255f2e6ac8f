import Foundation
public import Model

/// A bot of the watcher's, and what it does now.
public struct BotOverview: Equatable, Sendable {
  public var settings: Bot?
  public var now = BotNow()
  /// How many branches went or came back since the watcher began: pages tell of them otherwise then.
  public var movedBranches = 0
}

extension Rounds {
  /// Also of bots whose file is gone, as long as something of theirs runs.
  public func now() throws -> [BotID: BotNow] {
    let queue = try queue()
    var now = bots.mapValues { bot in
      var now = BotNow()
      (now.problems, now.trouble, now.due) = (bot.problems, bot.troubleNow, bot.nextTick)
      now.keepsSettings = bot.settings != nil
      now.unread = bot.unread.isEmpty ? nil : bot.unread.sorted { $0.key < $1.key }.map(\.value)
      now.pause = bot.pause ?? queue.pauseOfAll
      return now
    }
    for open in queue.open where open.isRunning {
      var running = BotNow.Running(number: open.number, branch: open.branch, since: open.started)
      running.isCanceling = open.canceling != nil
      let search = open.pending.request.search.map { _ in open.pending.reason }
      running.search = search.map { $0.prefix(1).lowercased() + $0.dropFirst() }
      // Judged by those before it, which ran all tests.
      let seconds =
        search != nil
        ? nil
        : try memory.expectedSeconds(
          bot: open.bot, branch: open.branch, clean: open.pending.request.clean)
      running.expectedEnd = seconds.map { open.started + $0 }
      now[open.bot, default: BotNow()].running.append(running)
    }
    if let inquiry = inquiring?.inquiry { now[inquiry.bot]?.inquiry = inquiry }
    for place in queue.places() { now[place.pending.bot, default: BotNow()].waiting.append(place) }
    return now
  }

  public func overview() throws -> [BotID: BotOverview] {
    let now = try now()
    return bots.mapValues {
      BotOverview(settings: $0.settings, now: now[$0.bot] ?? BotNow(), movedBranches: $0.movedBranches)
    }
  }
}
