import Foundation
import Kit
import Model
import StateKit
import Synchronization
import Testing

@testable import Notifier

/// What once kept messages from going out although nothing stood in their way.
@Suite("Nothing waits for ever")
struct HeldUpTests {
  private static let to = [
    Bot.Trigger(act: .email(to: ["team@example.org"], report: .every, committers: false))
  ]

  @Test("what a clock that went ahead put off is sent once that is right, and what comes after it too")
  func ahead() async throws {
    let scratch = try ScratchFolder("held")
    try await MailBox.run(in: scratch) { box in
      let world = try MailTests().world(box)
      let (report, order) = try world.tell(Self.to)
      var telling = world.telling
      telling.now = Date() + 3650 * 86400
      try telling.end(report, order)
      let (later, laterOrder) = try world.tell(Self.to)
      try world.telling.end(later, laterOrder)
      #expect(try await world.send().ended.map(\.integration) == [report.integration, later.integration])
      #expect(try box.mails().count == 2)
    }
  }

  @Test("what waits in a state that lies elsewhere by now is signed with the secrets that lie there")
  func moved() async throws {
    let scratch = try ScratchFolder("held")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      var posting = Bot.Trigger.Posting()
      posting.secret = "HOOK"
      let hook = Bot.Trigger(act: .webhook(url: "http://127.0.0.1:\(receiver.port)/", posting: posting))
      let told = try world.tell([hook])
      var order = told.1
      order.secretsFile = "/nowhere/secrets/parser.env"
      try world.telling.end(told.0, order)
      #expect(try await world.send().ended.map(\.state) == [.taken])
      #expect(try receiver.requests().first?.headers["x-bothy-signature"] != nil)
    }
  }

  @Test("where secrets are missing it is said in which file")
  func missing() async throws {
    let world = try NotifierWorld()
    var posting = Bot.Trigger.Posting()
    posting.secret = "NONE"
    let hook = Bot.Trigger(act: .webhook(url: "http://127.0.0.1:1/", posting: posting))
    let (report, order) = try world.tell([hook])
    try world.telling.end(report, order)
    _ = try await world.send()
    let said = try world.messages(order)[0].attempts[0].said
    let file = world.history.state.secrets("parser")
    #expect(said.contains(file) && said.contains("it has no NONE"), "\(said)")
  }

  @Test("a server that does not answer keeps two workers, and who works for another is free for the rest")
  func lanes() {
    var lanes = Lanes()
    let statuses = (1...20).map { "https://forge.example/statuses/\($0)" }
    #expect(lanes.take(statuses + ["mail"], most: 8) == 8)
    #expect([lanes.next(), lanes.next(), lanes.next()] == [statuses[0], statuses[1], "mail"])
    #expect(lanes.next() == nil, "both workers of the forge are at it")
    lanes.end("mail")
    #expect(lanes.next() == nil)
    lanes.end(statuses[0])
    #expect(lanes.next() == statuses[2])
    #expect(lanes.take(["https://chat.example/hook"], most: 8) > 0)
    #expect(lanes.next() == "https://chat.example/hook")
    // Each goes once, whoever gets which.
    var went = [statuses[1], statuses[2]]
    while let first = went.first {
      lanes.end(first)
      went.removeFirst()
      if let next = lanes.next() { went.append(next) }
      if went.last == statuses[19] { break }
    }
    #expect(went.contains(statuses[19]))
  }

  @Test("what became of a message is told once, however often it is looked what is due meanwhile")
  func once() async throws {
    let scratch = try ScratchFolder("held")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      let hooks = (0..<40).map {
        Bot.Trigger(act: .webhook(url: "http://127.0.0.1:\(receiver.port)/\($0)", posting: nil))
      }
      let (report, order) = try world.tell(hooks)
      try world.telling.end(report, order)
      let (told, outbox, count) = (Told(), world.outbox, hooks.count)
      try await aside {
        while told.count < count { try outbox.begin { told.add($0.count) } }
        outbox.wait()
      }
      #expect(told.count == hooks.count)
    }
  }

  private final class Told: Sendable {
    private let messages = Mutex(0)
    var count: Int { messages.withLock { $0 } }
    func add(_ count: Int) { messages.withLock { $0 += count } }
  }
}
