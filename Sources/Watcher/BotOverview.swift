public import Foundation
public import Model

/// What a bot does now, why it waits, and what keeps it from its work.
public struct BotOverview: Equatable, Sendable {
  public var settings: Bot?
  public var running: [OpenIntegration] = []
  /// When those are expected to end, judged by the ones before.
  public var expectedEnds: [IntegrationNumber: Date] = [:]
  /// A sentence for each place in the queue.
  public var waiting: [String] = []
  public var problems: [String] = []
  /// Why its repository cannot be read.
  public var trouble: String?
  public var pause: Pause?
  public var due: Date?

  public var isQuiet: Bool {
    running.isEmpty && waiting.isEmpty && problems.isEmpty && trouble == nil && pause == nil
  }
}

extension Rounds {
  public func overview() throws -> [BotID: BotOverview] {
    var overview: [BotID: BotOverview] = [:]
    for bot in roster {
      var one = BotOverview(settings: bot.settings)
      one.problems = bot.problems
      one.trouble = bot.trouble
      one.pause = bot.pause
      one.due = bot.nextTick
      overview[bot.bot] = one
    }
    let queue = try queue()
    if let all = queue.pauseOfAll {
      for bot in overview.keys where overview[bot]?.pause == nil { overview[bot]?.pause = all }
    }
    for open in queue.open where open.isRunning {
      overview[open.bot]?.running.append(open)
      overview[open.bot]?.expectedEnds[open.number] = try expectedEnd(of: open)
    }
    for place in queue.places() {
      let branch = place.pending.branch.map { " of \($0)" } ?? ""
      let why = place.waitsFor ?? "begins now"
      overview[place.pending.bot]?.waiting.append("\(place.pending.commit.short)\(branch): \(why)")
    }
    return overview
  }
}
