import Foundation
import Kit
import Model
import Testing

@testable import Store
@testable import Watcher

/// What becomes of an integration whose report the store does not take.
@Suite("Taking in what ended")
final class TakingInTests {
  private let scratch: ScratchFolder
  private let clock = FakeClock()
  private let memory: FaultyMemory
  private let launcher: FakeLauncher
  private let rounds: Rounds

  init() throws {
    scratch = try ScratchFolder("taking")
    memory = FaultyMemory(try SQLiteStore(folder: scratch.path))
    launcher = FakeLauncher(clock: clock, random: SeededRandom(seed: 1))
    rounds = Rounds(
      memory: memory, launcher: launcher, machine: FakeMachine(), clock: clock,
      settings: WatchSettings(workers: 2, processID: 1)
    ) { _, _, _ in }
    try rounds.begin([
      "a": .good(Bot(name: "a", repository: "/a")), "b": .good(Bot(name: "b", repository: "/b")),
    ])
    for question in try rounds.round().questions {
      let repository = FakeRepository(question.bot.rawValue)
      try rounds.take(Sighting(question: question, outcome: repository.look(question)))
    }
    _ = try rounds.round()
    clock.advance(100)
  }

  private var running: [BotID] { get throws { try memory.openIntegrations().filter(\.isRunning).map(\.bot) } }

  @Test("a report that cannot be kept holds up no other bot")
  func others() throws {
    memory.refusesReports = "a"
    let work = try rounds.round()
    #expect(work.failures.count == 1 && work.ended.map(\.bot) == ["b"])
    #expect(try running == ["a"])
    memory.refusesReports = nil
    #expect(try rounds.round().ended.count == 2)
  }

  @Test("a report that cannot be read now is taken in as soon as it can be")
  func unread() throws {
    launcher.hidesReports = "a"
    #expect(try rounds.round().failures.count == 1)
    #expect(try running == ["a"])
    launcher.hidesReports = nil
    for one in try rounds.round().ended { #expect(one.hasReport) }
    #expect(try running.isEmpty)
  }

  @Test("a report that cannot be read for ten minutes is given up")
  func neverRead() throws {
    launcher.hidesReports = "a"
    for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
    clock.advance(601)
    let work = try rounds.round()
    #expect(work.failures.isEmpty && work.ended.map(\.result) == [.internalError])
  }

  @Test("after ten minutes it is given up, told, and not begun again")
  func givenUp() throws {
    memory.refusesReports = "a"
    for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
    clock.advance(601)
    let work = try rounds.round()
    #expect(work.failures.isEmpty && work.ended.map(\.result) == [.internalError])
    for one in work.ended { try rounds.settle(one.bot, one.number) }
    #expect(try rounds.round().ended.isEmpty)
    #expect(try memory.openIntegrations().isEmpty && memory.pendingIntegrations().isEmpty)
  }

  @Test("what was asked to end from outside is due again, a few times, and what was canceled here is not")
  func endedFromOutside() throws {
    for key in launcher.performed.keys { launcher.performed[key]?.leaves = .report(.canceled) }
    try memory.apply([.cancel("b", 1, .byHand("Canceled by hand"))], at: clock.now)
    for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
    let waiting = try memory.pendingIntegrations()
    #expect(waiting.map(\.bot) == ["a"])
    #expect(waiting.first?.again == "#1 was cut off: its process was asked to end from outside")
    for _ in 0..<5 {
      _ = try rounds.round()
      for key in launcher.performed.keys { launcher.performed[key]?.leaves = .report(.canceled) }
      clock.advance(100)
      for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
    }
    #expect(try memory.pendingIntegrations().isEmpty && memory.openIntegrations().isEmpty)
  }

  @Test(
    "what met a full disk is due again, a few times and with time between them; another error is not",
    arguments: [IntegrationResult.internalError, .checkoutError])
  func fullDisk(_ result: IntegrationResult) throws {
    let words = "building in /b: a disk is full; make room on that disk"
    func end(_ bot: BotID, _ reason: String) throws {
      for key in launcher.performed.keys where key.bot == bot {
        launcher.performed[key]?.leaves = .report(result, reason)
      }
      for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
    }
    for key in launcher.performed.keys where key.bot == "b" {
      launcher.performed[key]?.leaves = .report(result, "what was tested before cannot be read")
    }
    try end("a", words)
    let waiting = try memory.pendingIntegrations()
    #expect(waiting.map(\.bot) == ["a"] && waiting.first?.again == "#1 met a full disk")
    #expect(try rounds.round().wakeAfterSeconds <= 30 && memory.openIntegrations().isEmpty)
    for _ in 0..<5 {
      clock.advance(100)
      _ = try rounds.round()
      clock.advance(100)
      try end("a", words)
    }
    #expect(try memory.pendingIntegrations().isEmpty && memory.openIntegrations().isEmpty)
    #expect(launcher.performed.keys.count { $0.bot == "a" } == 3)
  }

  @Test("what met a full disk and was canceled by hand is not due again")
  func canceledOnFullDisk() throws {
    for key in launcher.performed.keys {
      launcher.performed[key]?.leaves = .report(.internalError, "building in /a: a disk is full: make room")
    }
    try memory.apply([.cancel("a", 1, .byHand("Canceled by hand"))], at: clock.now)
    for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
    #expect(try memory.pendingIntegrations().map(\.bot) == ["b"])
  }

  @Test("what was canceled while no watcher ran is not due again", arguments: [false, true])
  func canceledMeanwhile(_ wasRecovered: Bool) throws {
    // Killed and started again: nothing is known of what runs but what is written.
    for key in launcher.performed.keys { launcher.performed[key]?.leaves = .nothing("killed") }
    if wasRecovered {
      try memory.abandon(bot: "a", integration: 1, result: .canceled, reason: "cut off", at: clock.now)
    }
    try memory.apply([.cancel("a", 1, .byHand("Canceled by hand"))], at: clock.now)
    let next = Rounds(
      memory: memory, launcher: launcher, machine: FakeMachine(), clock: clock,
      settings: WatchSettings(workers: 2, processID: 2)
    ) { _, _, _ in }
    try next.begin([
      "a": .good(Bot(name: "a", repository: "/a")), "b": .good(Bot(name: "b", repository: "/b")),
    ])
    for one in try next.round().ended { try next.settle(one.bot, one.number) }
    #expect(try memory.pendingIntegrations().map(\.bot) == ["b"])
  }
}
