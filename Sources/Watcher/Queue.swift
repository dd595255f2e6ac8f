import Foundation
public import Model
import Words

/// Who begins next, and what everyone else waits for. Pure.
public struct Queue: Sendable {
  public var pending: [Pending] = []
  /// Running, or ended and not settled.
  public var open: [OpenIntegration] = []
  public var workers: Int
  public var pauseOfAll: Pause?
  public var pauses: [BotID: Pause] = [:]
  /// Why a bot cannot begin anything now: its repository cannot be read, its last start failed.
  public var obstacles: [BotID: String] = [:]
  public var freeBytes: Int?
  public var floorBytes: Int = 0
  public var isEnding = false

  public init(workers: Int) { self.workers = workers }

  /// In words, what each one waits for; who may begin now has none.
  public struct Place: Equatable, Sendable {
    public var pending: Pending
    public var waitsFor: String?
  }

  public func places() -> [Place] {
    var first: [BotID: Pending] = [:]
    var running = open.count { $0.isRunning }
    return ordered.map { one in
      let ahead = first[one.bot]
      if ahead == nil { first[one.bot] = one }
      let reason = reason(one, ahead: ahead, running: running)
      if reason == nil { running += 1 }
      return Place(pending: one, waitsFor: reason)
    }
  }

  private var ordered: [Pending] {
    pending.sorted {
      let (a, b) = ($0.request.source.rank, $1.request.source.rank)
      return a == b ? $0.turn < $1.turn : a < b
    }
  }

  private func reason(_ one: Pending, ahead: Pending?, running: Int) -> String? {
    if isEnding { return "the watcher is ending" }
    if let pause = pauseOfAll { return Self.words(pause, "all bots are paused") }
    if let pause = pauses[one.bot] { return Self.words(pause, "paused") }
    if let obstacle = obstacles[one.bot] { return obstacle }
    if let other = open.first(where: { $0.bot == one.bot }) {
      return other.isRunning
        ? "waits for \(other.number) of this bot" : "waits for the pages of \(other.number) of this bot"
    }
    if let ahead {
      let place = ahead.branch.map { " of \($0)" } ?? ""
      return "waits for \(ahead.commit.short)\(place), which is before it"
    }
    if let freeBytes, freeBytes < floorBytes {
      return "below \(Figures.bytes(floorBytes)) free on disk: \(Figures.bytes(freeBytes)) are left"
    }
    if running >= workers {
      return workers == 1 ? "the only worker is busy" : "\(running) of \(workers) workers are busy"
    }
    return nil
  }

  private static func words(_ pause: Pause, _ what: String) -> String {
    let since = Moment.iso(pause.since)
    return "\(what) since \(since)" + (pause.reason.map { ": \($0)" } ?? "")
  }
}
