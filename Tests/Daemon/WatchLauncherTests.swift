import Foundation
import Kit
import Model
import Processes
import State
import StateKit
import Synchronization
import Testing

@testable import Daemon

@Suite("Who works with a bot")
struct WatchLauncherTests {
  private let world: HistoryWorld
  private let launcher: WatchLauncher

  init() throws {
    world = try HistoryWorld()
    launcher = WatchLauncher(
      state: world.state, store: world.store, environment: [:],
      messages: WatchMessages(state: world.state, templates: nil, failed: { _ in }),
      makePages: { _, _ in false }, ended: {})
  }

  @Test("is the watcher until its integration is tidied, or somebody by hand, whom it names")
  func turns() throws {
    let lock = world.state.lock("parser")
    #expect(launcher.hindrance("parser") == nil)
    #expect(try launcher.take("parser"))
    #expect(launcher.hindrance("parser") == nil, "it does not wait for itself")
    #expect(try FileLock(taking: lock) == nil)
    launcher.tidy("parser", 1)
    let byHand = try #require(try FileLock(taking: lock))
    let process = ProcessInfo.processInfo.processIdentifier
    #expect(
      launcher.hindrance("parser") == "waits for process \(process), which works with this bot by hand")
    let number = try world.begin("parser", process: process)
    #expect(
      launcher.hindrance("parser")
        == "waits for \(number) of this bot, which process \(process) integrates by hand")
    #expect(try !launcher.take("parser"))
    withExtendedLifetime(byHand) {}
  }

  @Test("a repository that does not answer holds up its own bot alone, and is asked by one thread")
  func hangs() throws {
    let gate = DispatchSemaphore(value: 0)
    let begun = Mutex(0)
    let ended = Mutex(0)
    let launcher = WatchLauncher(
      state: world.state, store: world.store, environment: [:],
      messages: WatchMessages(state: world.state, templates: nil, failed: { _ in }),
      makePages: { _, _ in false },
      read: { question in
        begun.withLock { $0 += 1 }
        if question.pending.bot == "parser" { gate.wait() }
        return RepositoryReading(question)
      }, ended: { ended.withLock { $0 += 1 } })
    func isReady(_ bot: BotID) throws -> Bool {
      let request = PendingRequest(
        bot: bot, branch: "main", commit: CommitID(String(repeating: "a", count: 40)), source: .commit,
        reason: "", queued: Date(timeIntervalSince1970: 0))
      return try launcher.isReady(
        Pending(turn: 1, request: request, attempt: 0), Bot(name: bot.rawValue, repository: "/nowhere"))
    }
    let began = ContinuousClock.now
    for _ in 0..<3 { #expect(try !isReady("parser")) }
    #expect(try isReady("other"))
    #expect(ContinuousClock.now - began < .seconds(10))
    #expect(begun.withLock { $0 } == 2)
    #expect(launcher.hindrance("parser")?.contains("its repository, which has not answered") == true)
    #expect(launcher.hindrance("other") == nil)
    gate.signal()
    // Without giving way: beside thousands of tests its turn may come when an answer is too old.
    let deadline = ContinuousClock.now + .seconds(60)
    while ended.withLock({ $0 }) < 2, ContinuousClock.now < deadline { usleep(5000) }
    #expect(ended.withLock { $0 } == 2)
    #expect(launcher.hindrance("parser") == nil)
    #expect(try isReady("parser"))
    #expect(begun.withLock { $0 } == 2)
  }
}
