import Foundation
import Kit
import Model
import Testing

@testable import Store
@testable import Watcher

/// What a watcher does with a bot that is being removed.
@Suite("A bot that is being removed")
final class LeavingTests {
  private let scratch: ScratchFolder
  private let clock = FakeClock()
  private let store: SQLiteStore
  private let launcher: FakeLauncher
  private let rounds: Rounds
  private let readings: [BotID: BotReading] = [
    "a": .good(Bot(name: "a", repository: "/a")), "b": .good(Bot(name: "b", repository: "/b")),
  ]

  init() throws {
    scratch = try ScratchFolder("leaving")
    store = try SQLiteStore(folder: scratch.path)
    launcher = FakeLauncher(clock: clock, random: SeededRandom(seed: 1))
    rounds = Rounds(
      memory: store, launcher: launcher, machine: FakeMachine(), clock: clock,
      settings: WatchSettings(workers: 1, processID: 1)
    ) { _, _, _ in }
    try rounds.begin(readings)
  }

  private func look() throws -> [Sighting] {
    try rounds.round().questions.map {
      Sighting(question: $0, outcome: FakeRepository($0.bot.rawValue).look($0))
    }
  }

  private func sawAndBegan() throws {
    for sighting in try look() { try rounds.take(sighting) }
    _ = try rounds.round()
  }

  @Test("what runs of it is canceled for good, what waits leaves the queue, and others go on")
  func ended() throws {
    try sawAndBegan()
    for bot in ["a", "b"] as [BotID] { try rounds.forget(bot, reason: "The bot is removed") }
    #expect(rounds.roster.isEmpty)
    #expect(try store.pendingIntegrations().isEmpty)
    let open = try store.openIntegrations()
    #expect(open.count == 1 && open[0].canceling == .byHand("The bot is removed"))
    clock.advance(100)
    for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
    #expect(try store.openIntegrations().isEmpty && store.pendingIntegrations().isEmpty)
  }

  @Test("an answer about it that comes when its rows are gone is of no use, and harms nobody")
  func late() throws {
    let sightings = try look()
    try rounds.forget("a", reason: "gone")
    try store.forget("a")
    for sighting in sightings { try rounds.take(sighting) }
    _ = try rounds.round()
    #expect(try store.knownBots().map(\.id) == ["b"])
  }

  @Test("a reading of its file that is older than that is not heeded, and one that comes again is")
  func stale() throws {
    try rounds.forget("a", reason: "gone")
    try store.forget("a")
    try rounds.reload(readings)
    #expect(rounds.roster.map(\.bot) == ["b"])
    #expect(try rounds.round().wakeAfterSeconds <= 1)
    #expect(rounds.roster.map(\.bot) == ["b"])
    clock.advance(4)
    _ = try rounds.round()
    #expect(rounds.roster.map(\.bot) == ["a", "b"])
    try rounds.forget("b", reason: "gone")
    try rounds.heedAgain("b")
    try rounds.reload(readings)
    #expect(rounds.roster.map(\.bot) == ["a", "b"])
  }
}
