import Control
import Daemon
import Explaining
import Foundation
import Kit
import Processes
import Sockets
import State
import StateKit
import Terminal
import Testing

@testable import Commands

@Suite("Asking the watcher", .timeLimit(.minutes(5)))
struct WatcherClientTests {
  @Test("an answer of another Bothy is told as that")
  func otherVersion() async throws {
    let scratch = try StateScratch()
    let server = try LineServer(path: scratch.path + "/watch.socket")
    let serving = Task {
      while let question = await server.next() { question.answer("{\"bothy\": 1}") }
    }
    defer { serving.cancel() }
    let client = WatcherClient(state: StateFolder(path: scratch.path))
    let error = await #expect(throws: Explanation.self) { try await aside { try client.ask(.status) } }
    #expect(error?.wrong.contains("different versions") == true)
  }

  @Test("a watcher that does not answer is not told to be missing")
  func mute() throws {
    let scratch = try StateScratch()
    let lock = try #require(try FileLock(taking: scratch.path + "/watch-lock"))
    try FileManager.default.createDirectory(atPath: scratch.path + "/b", withIntermediateDirectories: true)
    try Data("repository: /srv/p.git\n".utf8).write(to: URL(fileURLWithPath: scratch.path + "/b/p.yaml"))
    let captured = try Captured()
    let command = BotsCommand(
      state: StateFolder(path: scratch.path), bots: scratch.path + "/b", usualBots: "bots",
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false),
      output: captured.output)
    #expect(try command.perform(json: false) == 0)
    #expect(try captured.text().contains("A watcher is running, but does not tell"))
    withExtendedLifetime(lock) {}
  }
}
