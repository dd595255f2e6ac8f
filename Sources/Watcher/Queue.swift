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

  public func places() -> [QueuePlace] {
    var first: [BotID: Pending] = [:]
    var running = open.count { $0.isRunning }
    return pending.sorted { $0.isBefore($1) }.map { one in
      let ahead = first[one.bot]
      if ahead == nil { first[one.bot] = one }
      let reason = reason(one, ahead: ahead, running: running)
      if reason == nil { running += 1 }
      return QueuePlace(one, waitsFor: reason)
    }
  }

  private func reason(_ one: Pending, ahead: Pending?, running: Int) -> String? {
    if isEnding { return "the watcher is ending" }
    if let pause = pauseOfAll { return Self.words(pause, Pause.ofAll) }
    if let pause = pauses[one.bot] { return Self.words(pause, Pause.ofBot) }
    if let obstacle = obstacles[one.bot] { return obstacle }
    if let other = open.first(where: { $0.bot == one.bot }) {
      return other.isRunning
        ? "waits for \(other.number) of this bot" : "waits for the pages of \(other.number) of this bot"
    }
    if let ahead { return "waits for \(ahead.what), which is before it" }
    if let freeBytes, freeBytes < floorBytes {
      return "below \(Figures.bytes(floorBytes)) free on disk: \(Figures.bytes(freeBytes)) are left"
    }
    if running >= workers {
      return workers == 1 ? "the only worker is busy" : "\(running) of \(workers) workers are busy"
    }
    return nil
  }

  private static func words(_ pause: Pause, _ what: String) -> String {
    "\(what) \(Moment.local(pause.since))" + (pause.reason.map { ": \($0)" } ?? "")
  }
}
