import Foundation
import Model
import Processes
import State
import StateKit
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
}
