import Foundation
import Kit
import Model
import Synchronization
import Testing

@testable import Store
@testable import Watcher

/// What must be told before an integration is done with.
@Suite("Settling what ended")
struct SettlingTests {
  /// Tells of an integration only when it may.
  private final class Pages: PageMaker {
    let isFull = Mutex(true)
    let refused = Mutex(0)
    let told = Mutex<[IntegrationNumber]>([])

    func makePages(_ bot: BotID, _ number: IntegrationNumber, settings: Bot?) throws { throw Full() }
    func tell(_ bot: BotID, _ number: IntegrationNumber) throws {
      if isFull.withLock({ $0 }) {
        refused.withLock { $0 += 1 }
        throw Full()
      }
      told.withLock { $0.append(number) }
    }
    func show(_ overview: [BotID: BotOverview]) -> Double? { nil }
  }

  private struct Nothing: RefReader {
    func look(_ question: LookQuestion) -> Sighting.Outcome { .trouble("nothing is there") }
  }

  @Test("what cannot be kept of its messages is not settled until it is, though its pages failed")
  func untold() async throws {
    let scratch = try ScratchFolder("settling")
    let path = scratch.path
    let core = WatchCore {
      let clock = FakeClock()
      let store = try SQLiteStore(folder: path)
      let launcher = FakeLauncher(clock: clock, random: SeededRandom(seed: 1))
      let rounds = Rounds(
        memory: store, launcher: launcher, machine: FakeMachine(), clock: clock,
        settings: WatchSettings(workers: 1, processID: 1)
      ) { _, _, _ in }
      try rounds.begin(["a": .good(Bot(name: "a", repository: "/a"))])
      for question in try rounds.round().questions {
        let seen = FakeRepository(question.bot.rawValue).look(question)
        try rounds.take(Sighting(question: question, outcome: seen))
      }
      _ = try rounds.round()
      clock.advance(3000)
      #expect(try rounds.round().ended.count == 1)
      return rounds
    }
    let pages = Pages()
    let failures = Mutex(0)
    let watch = Watch(
      core: core, refs: Nothing(), pages: pages, signal: WakeSignal(), graceSeconds: 0, tell: { _ in },
      failed: { _ in failures.withLock { $0 += 1 } })
    let run = Task { try await watch.run() }
    while pages.refused.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(try await core.act { try $0.openIntegrations().count } == 1)
    pages.isFull.withLock { $0 = false }
    while try await core.act({ try $0.openIntegrations().count }) > 0 {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(pages.told.withLock { $0 } == [1])
    #expect(failures.withLock { $0 } > 0)
    watch.end()
    try await run.value
  }
}
