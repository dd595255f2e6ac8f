import Foundation
import Model
import Testing
import Words

@testable import Watcher

@Suite("The queue")
struct QueueTests {
  private func pending(_ turn: Int, _ bot: BotID, _ source: QueueSource = .commit) -> Pending {
    Pending(
      turn: turn,
      request: PendingRequest(
        bot: bot, branch: "main", commit: CommitID("\(turn)" + String(repeating: "0", count: 39)),
        source: source, reason: "because", queued: Date(timeIntervalSince1970: 0)), attempt: 0)
  }

  private func open(_ bot: BotID, _ number: IntegrationNumber, result: IntegrationResult? = nil)
    -> OpenIntegration
  {
    var open = OpenIntegration(pending: pending(0, bot), number: number, started: .distantPast)
    open.result = result
    return open
  }

  private func queue(_ pending: [Pending], workers: Int = 2) -> Queue {
    var queue = Queue(workers: workers)
    queue.pending = pending
    return queue
  }

  @Test("manual ones go first, then upgrades, then whoever came first")
  func order() {
    let places = queue([
      pending(1, "a"), pending(2, "b", .upgrade), pending(3, "c", .manual), pending(4, "d", .schedule),
      pending(5, "e", .manual),
    ]).places()
    #expect(places.map(\.pending.turn) == [3, 5, 2, 1, 4])
  }

  @Test("no more begin than there are workers, and the others are told")
  func workers() {
    let places = queue([pending(1, "a"), pending(2, "b"), pending(3, "c")]).places()
    #expect(places.map(\.waitsFor) == [nil, nil, "2 of 2 workers are busy"])
    let one = queue([pending(1, "a"), pending(2, "b")], workers: 1).places()
    #expect(one.map(\.waitsFor) == [nil, "the only worker is busy"])
  }

  @Test("a bot has one integration at a time, and the next waits for its pages too")
  func oneEach() {
    var queue = queue([pending(1, "a"), pending(2, "a"), pending(3, "b")])
    queue.open = [open("b", 7, result: .succeeded)]
    #expect(
      queue.places().map(\.waitsFor) == [
        nil, "waits for 10000000 of main, which is before it", "waits for the pages of #7 of this bot",
      ])
    queue.open = [open("a", 41)]
    #expect(
      queue.places().map(\.waitsFor) == ["waits for #41 of this bot", "waits for #41 of this bot", nil])
  }

  @Test("a pause tells since when and why")
  func pauses() {
    let since = Date(timeIntervalSince1970: 1_790_000_000)
    var queue = queue([pending(1, "a"), pending(2, "b")])
    queue.pauses["a"] = Pause(since: since, reason: "the disk is being changed")
    #expect(
      queue.places().map(\.waitsFor) == [
        "paused since \(Moment.local(since)): the disk is being changed", nil,
      ])
    queue.pauseOfAll = Pause(since: since, reason: nil)
    #expect(queue.places().allSatisfy { $0.waitsFor == "all bots are paused since \(Moment.local(since))" })
  }

  @Test("a disk that is nearly full holds everything up, with both figures")
  func disk() {
    var queue = queue([pending(1, "a")])
    queue.floorBytes = 1 << 30
    queue.freeBytes = 300 << 20
    #expect(queue.places().first?.waitsFor == "below 1.1 GB free on disk: 314.6 MB are left")
    queue.freeBytes = nil
    #expect(queue.places().first?.waitsFor == nil)
  }
}
