public import Foundation
public import Model

/// What a bot does now, why it waits, and what keeps it from its work.
public struct BotOverview: Equatable, Sendable {
  public var settings: Bot?
  public var running: [OpenIntegration] = []
  /// A sentence for each place in the queue.
  public var waiting: [String] = []
  public var problems: [String] = []
  public var due: Date?

  public var isQuiet: Bool { running.isEmpty && waiting.isEmpty && problems.isEmpty }
}

extension Rounds {
  public func overview() throws -> [BotID: BotOverview] {
    var overview: [BotID: BotOverview] = [:]
    for bot in roster {
      var one = BotOverview(settings: bot.settings)
      one.problems = bot.problems
      if let trouble = bot.trouble { one.problems.append("The repository cannot be read: \(trouble)") }
      one.due = bot.nextTick
      overview[bot.bot] = one
    }
    let queue = try queue()
    for open in queue.open where open.isRunning { overview[open.bot]?.running.append(open) }
    for place in queue.places() {
      let branch = place.pending.branch.map { " of \($0)" } ?? ""
      let why = place.waitsFor ?? "begins now"
      overview[place.pending.bot]?.waiting.append("\(place.pending.commit.short)\(branch): \(why)")
    }
    return overview
  }
}
