import Files
import Foundation
import Model
import State
import StateKit
import Store
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

  @Test("who was told that an integration began hears of its end, though it ended without a report")
  func endWithoutReport() throws {
    let world = try HistoryWorld()
    let number = try world.begin("parser")
    var order = world.order("parser", number)
    var posting = Bot.Trigger.Posting()
    posting.template = "github-status"
    order.settings.triggers = [.init(act: .webhook(url: "http://127.0.0.1:1/", posting: posting))]
    let folder = world.state.integration("parser", number)
    try makeFolder(folder.path)
    try world.leaveOrder("parser", number) { $0 = order }
    let messages = WatchMessages(state: world.state, templates: nil) { Issue.record($0) }
    messages.begin(order, world.store)
    try messages.end("parser", number, world.store)
    func topics() throws -> [Message.Topic] {
      try world.store.messages(of: "parser", number).map(\.topic)
    }
    #expect(try topics() == [.start])
    try world.store.abandon(
      bot: "parser", integration: number, result: .internalError, reason: "It was killed", at: Date())
    for _ in 0..<2 { try messages.end("parser", number, world.store) }
    #expect(try topics() == [.start, .end])
    guard case .post(let post) = try world.store.messages(of: "parser", number)[1].content else {
      return #expect(Bool(false))
    }
    #expect(post.body.contains("\"state\": \"error\"") && post.body.contains("It was killed"), "\(post.body)")
  }

  @Test("whom the bot file names no more when an integration ends is not told of it, though it did before")
  func changed() throws {
    let world = try HistoryWorld()
    func mail(_ to: String) -> Bot.Trigger {
      .init(act: .email(to: [to], report: .every, committers: false))
    }
    func hook(_ path: String) -> Bot.Trigger { .init(act: .webhook(url: "http://127.0.0.1:1/\(path)")) }
    let number = try world.integrate("parser", publish: false)
    try world.leaveOrder("parser", number) {
      $0.settings.triggers = [
        mail("gone@example.org"), mail("team@example.org"), hook("gone"), hook("stays"),
      ]
    }
    let messages = WatchMessages(state: world.state, templates: nil) { Issue.record($0) }
    var settings = Bot(name: "Parser", repository: "/r")
    settings.triggers = [mail("team@example.org"), hook("stays"), mail("new@example.org")]
    try messages.prepare([("parser", settings)])
    try messages.end("parser", number, world.store)
    try messages.prepare([("parser", settings)])
    let told = try world.store.messages(of: "parser", number)
    func names(_ state: Message.State) -> [String] {
      told.filter { $0.state == state }.map(\.addressee).sorted()
    }
    #expect(names(.waiting) == ["http://127.0.0.1:1/stays (summary, trigger 4)", "team@example.org"])
    #expect(names(.dropped) == ["gone@example.org", "http://127.0.0.1:1/gone (summary, trigger 3)"])
  }
}
