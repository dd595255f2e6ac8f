import Foundation
import Model
import Testing

@testable import Daemon

@Suite("What a watcher tells of messages")
struct WatchMessagesTests {
  private func message(_ state: Message.State, attempts: [Double]) -> Message {
    var message = Message(
      bot: "parser", integration: 2, branch: "main", trigger: 0, topic: .end, recipient: "127.0.0.1",
      why: "", content: .post(.init(address: "http://127.0.0.1/", body: "", secretsFile: "")),
      made: Date(timeIntervalSince1970: 100))
    message.state = state
    message.attempts = attempts.map { .init(at: Date(timeIntervalSince1970: $0), said: "200") }
    return message
  }

  @Test(
    "a page lacks what became of one after it was made, and that one waits, but not each time it was tried",
    arguments: [
      (Message.State.taken, [110.0], 105.0, true), (.taken, [110], 111, false),
      (.refused, [110, 120], 115, true), (.waiting, [], 99, true), (.waiting, [], 101, false),
      (.waiting, [110], 105, true),
      (.waiting, [110, 120], 115, false),
    ])
  func news(_ state: Message.State, _ attempts: [Double], _ made: Double, _ expected: Bool) {
    #expect(message(state, attempts: attempts).isNews(since: made) == expected)
  }
}
