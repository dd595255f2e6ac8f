import Foundation
import Kit
import Model
import Testing

@testable import Store
@testable import Watcher

@Suite("Beside what is done by hand")
final class ByHandTests {
  private let scratch: ScratchFolder
  private let clock = FakeClock()
  private let store: SQLiteStore
  private let launcher: FakeLauncher
  private let rounds: Rounds

  init() throws {
    scratch = try ScratchFolder("by-hand")
    store = try SQLiteStore(folder: scratch.path)
    launcher = FakeLauncher(clock: clock, random: SeededRandom(seed: 1))
    rounds = Rounds(
      memory: store, launcher: launcher, machine: FakeMachine(), clock: clock,
      settings: WatchSettings(workers: 2, processID: 1)
    ) { _, _, _ in }
    try rounds.begin(["a": .good(Bot(name: "a", repository: "/a"))])
    for question in try rounds.round().questions {
      let seen = FakeRepository(question.bot.rawValue).look(question)
      try rounds.take(Sighting(question: question, outcome: seen))
    }
  }

  @Test("a bot that somebody works with waits, says so, and its time counts from when it begins")
  func waits() throws {
    launcher.byHand = ["a"]
    #expect(try rounds.round().wakeAfterSeconds <= 5)
    #expect(try store.openIntegrations().isEmpty)
    #expect(try rounds.queue().places().map(\.waitsFor) == ["waits for somebody who works with it by hand"])
    clock.advance(24 * 3600)
    _ = try rounds.round()
    launcher.byHand = []
    launcher.nextIsSlow = true
    _ = try rounds.round()
    clock.advance(1000)
    _ = try rounds.round()
    #expect(try store.openIntegrations().filter(\.isRunning).count == 1)
    #expect(launcher.violations.isEmpty)
  }

  @Test("where somebody was faster no number is given, and it begins when that has ended")
  func faster() throws {
    launcher.isSlower = true
    #expect(try rounds.round().wakeAfterSeconds <= 5)
    #expect(try store.openIntegrations().isEmpty && store.pendingIntegrations().count == 1)
    (launcher.isSlower, launcher.byHand) = (false, [])
    _ = try rounds.round()
    #expect(try store.openIntegrations().map(\.number) == [1])
    // Nobody is kept waiting by what has ended.
    clock.advance(100)
    _ = try rounds.round()
    launcher.beginByHand("a")
    #expect(launcher.byHand == ["a"])
  }
}
