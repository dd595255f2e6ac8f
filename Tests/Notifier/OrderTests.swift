import Foundation
import Kit
import Model
import StateKit
import Store
import Testing

@testable import Notifier

/// In which order what waits is sent, and what holds up what.
@Suite("Nobody waits for another's mailbox")
struct OrderTests {
  private static func mail(_ to: String...) -> [Bot.Trigger] {
    [Bot.Trigger(act: .email(to: to, report: .every, committers: false))]
  }

  private static func tell(
    _ world: NotifierWorld, _ triggers: [Bot.Trigger], on branch: BranchName = "main",
    _ change: (inout Report) -> Void = { _ in }
  ) throws -> Order {
    let told = try world.tell(triggers, change)
    var order = told.1
    order.branch = branch
    try world.telling.end(told.0, order)
    return order
  }

  @Test("a mailbox that is full holds up only what comes later in its conversation, which keeps its order")
  func full() async throws {
    let scratch = try ScratchFolder("order")
    try await MailBox.run(in: scratch) { box in
      let world = try MailTests().world(box)
      let to = Self.mail("full@example.org", "team@example.org")
      let first = try Self.tell(world, to)
      let second = try Self.tell(world, to)
      let other = try Self.tell(world, to, on: "fix")
      _ = try await world.send()
      #expect(try world.messages(first).map(\.state) == [.waiting, .taken])
      #expect(try world.messages(second).map(\.state) == [.waiting, .taken])
      #expect(try world.messages(other).map(\.state) == [.waiting, .taken])
      #expect(
        try box.asked() == [
          "full@example.org", "team@example.org", "team@example.org", "full@example.org", "team@example.org",
        ])
      let tried = try [first, second, other].map { try world.messages($0)[0].attempts.map(\.said) }
      #expect(tried == [["452 4.2.2 mailbox full"], [], ["452 4.2.2 mailbox full"]])
      try world.postpone(first, other)
      // What is made while it waits is sent at once to whoever can be told, and to nobody out of turn.
      let third = try Self.tell(world, to)
      #expect(try await world.send().ended.map(\.state) == [.taken])
      #expect(try world.messages(third).map(\.attempts.count) == [0, 1])
      let again = try await world.send(at: Date() + 700).ended
      #expect(again.first?.integration == first.integration)
      #expect(!again.contains { [second.integration, third.integration].contains($0.integration) })
    }
  }

  @Test(
    "who asks to come again later is asked again, and nobody waits for that", arguments: ["later", "busy"])
  func greylisted(word: String) async throws {
    let scratch = try ScratchFolder("order")
    try await MailBox.run(in: scratch) { box in
      let world = try MailTests().world(box)
      try box.answer(word)
      let order = try Self.tell(world, Self.mail("grey@example.org", "team@example.org"))
      let round = try await world.send()
      #expect(round.ended.map(\.state) == [.waiting, .taken])
      #expect(try await world.send(at: try #require(round.next)).ended.map(\.state) == [.taken])
      #expect(try world.messages(order).map(\.state) == [.taken, .taken])
    }
  }

  @Test(
    "where nothing gets through all wait, and whoever was not tried comes first next time",
    arguments: ["closing", "unknown", "drop"])
  func away(word: String) async throws {
    let scratch = try ScratchFolder("order")
    try await MailBox.run(in: scratch) { box in
      let world = try MailTests().world(box)
      try box.answer(word)
      let order = try Self.tell(world, Self.mail("grey@example.org", "team@example.org"))
      let round = try await world.send()
      #expect(round.ended.map(\.recipient) == ["grey@example.org"] && round.ended[0].state == .waiting)
      let messages = try world.messages(order)
      #expect(messages[0].due == messages[1].due && messages[1].attempts.isEmpty)
      let next = try await world.send(at: try #require(round.next))
      #expect(next.ended.map(\.recipient) == ["team@example.org", "grey@example.org"])
      #expect(try world.messages(order).map(\.state) == [.taken, .taken])
    }
  }

  private static func hook(_ port: Int, _ template: String?, path: String = "hook") -> [Bot.Trigger] {
    var posting = Bot.Trigger.Posting()
    posting.template = template
    return [Bot.Trigger(act: .webhook(url: "http://127.0.0.1:\(port)/\(path)", posting: posting))]
  }

  @Test("what is told later of a bot comes after what could not be told before")
  func inOrder() async throws {
    let scratch = try ScratchFolder("order")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      try receiver.answer("500")
      let first = try Self.tell(world, Self.hook(receiver.port, nil)) { $0.result = .testFailures }
      _ = try await world.send()
      try world.postpone(first)
      let second = try Self.tell(world, Self.hook(receiver.port, nil))
      #expect(try await world.send().ended.isEmpty)
      #expect(try world.messages(second).map(\.attempts.count) == [0])
      #expect(
        try await world.send(at: Date() + 700).ended.map(\.integration) == [
          first.integration, second.integration,
        ])
    }
  }

  @Test("no process takes a message as long as an older one of its conversation is open")
  func claimed() throws {
    let world = try NotifierWorld()
    let first = try #require(try world.messages(Self.tell(world, Self.hook(1, nil))).first)
    let second = try #require(try world.messages(Self.tell(world, Self.hook(1, nil))).first)
    let store = world.history.store
    let sender = try #require(ProcessMark.thisProcess)
    #expect(try store.claim(second, by: sender, at: Date()) { _ in true } == nil)
    let sending = try #require(try store.claim(first, by: sender, at: Date()) { _ in true })
    #expect(try store.claim(second, by: sender, at: Date()) { _ in true } == nil)
    try store.keep(sending.after(.taken(said: "200"), at: Date()), after: sending)
    #expect(try store.claim(second, by: sender, at: Date()) { _ in true } != nil)
  }

  @Test("of a commit's status only the last end is told, and the others say so; other posts are all told")
  func statuses() throws {
    let world = try NotifierWorld()
    for (template, former) in [("github-status", Message.State.dropped), ("chat", .waiting)] {
      let hook = Self.hook(1, template, path: "\(template)/{commit}")
      let first = try Self.tell(world, hook) { $0.result = .testFailures }
      let second = try Self.tell(world, hook)
      let old = try #require(try world.messages(first).first)
      #expect(old.state == former)
      #expect(try world.messages(second).map(\.state) == [.waiting])
      guard former == .dropped else { continue }
      #expect(
        old.attempts.map(\.said) == [
          "\(second.integration) of the same commit had ended before this could be sent"
        ])
    }
  }

  @Test("what was tried and is no news any more is given up and not sent; what was never tried is sent")
  func over() async throws {
    let scratch = try ScratchFolder("order")
    try await MailBox.run(in: scratch) { box in
      let world = try MailTests().world(box)
      try box.answer("later")
      let order = try Self.tell(world, Self.mail("old@example.org"))
      _ = try await world.send()
      let other = try Self.tell(world, Self.mail("new@example.org"))
      _ = try await world.send(at: Date() + 30 * 86400)
      let old = try world.messages(order)[0]
      #expect(old.state == .dropped && old.attempts.count == 2)
      #expect(old.attempts[1].said.hasPrefix("given up: it was to be sent until "))
      #expect(try world.messages(other).map(\.state) == [.taken])
      #expect(try box.mails().map(\.to) == [["new@example.org"]])
    }
  }

  @Test("what waits for somebody whom the bot file names no more is sent to nobody, and to others it is")
  func left() throws {
    let world = try MailTests().world()
    let order = try Self.tell(world, Self.mail("gone@example.org", "Team@example.org"))
    let committers = [Bot.Trigger(act: .email(to: [], report: .every, committers: true))]
    let other = try Self.tell(world, committers) {
      $0.commits = [MailTests.commit("b", "Ada", "ada@example.org", [])]
    }
    var settings = order.settings
    settings.triggers = Self.mail("team@example.org")
    try world.telling.dropStrays(order.bot, settings)
    let messages = try world.messages(order)
    #expect(messages.map(\.state) == [.dropped, .waiting])
    #expect(messages[0].attempts.map(\.said) == ["the bot file names this address no more"])
    #expect(try world.messages(other).map(\.state) == [.waiting])
  }

  @Test("one that its receiver fails at gives way after six tries, which is said, and is tried on for a day")
  func poison() async throws {
    let scratch = try ScratchFolder("order")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      let poison = try Self.tell(world, Self.hook(receiver.port, nil))
      let later = try Self.tell(world, Self.hook(receiver.port, nil))
      var now = Date()
      for attempt in 1...Message.mostTriesInTurn {
        #expect(try world.messages(later)[0].attempts.isEmpty, "\(attempt)")
        try receiver.answer("500")
        let round = try await world.send(at: now)
        #expect(round.ended.first?.integration == poison.integration)
        now = try #require(round.next) + 1
        // As if the pause was over.
        try due(world, poison)
      }
      #expect(try world.messages(later).map(\.state) == [.taken])
      let waiting = try #require(try world.messages(poison).first)
      #expect(waiting.state == .waiting && waiting.givesWay)
      #expect(waiting.attempts.last?.said == "what comes later goes before it from now on")
      #expect(waiting.waitWords.hasSuffix("what comes later goes before it from now on"))
      let third = try Self.tell(world, Self.hook(receiver.port, nil))
      try receiver.answer("500", "200")
      let ended = try await world.send(at: now).ended
      #expect(Set(ended.map(\.integration)) == [poison.integration, third.integration])
      #expect(try world.messages(third).map(\.state) == [.taken])
      try due(world, poison)
      #expect(try await world.send(at: now).ended.map(\.state) == [.taken])
    }
  }

  private func due(_ world: NotifierWorld, _ order: Order) throws {
    for message in try world.messages(order) where message.state == .waiting {
      var now = message
      now.due = message.made
      try world.history.store.keep(now, after: message)
    }
  }

  @Test("what fails at a receiver holds up nothing that another bot tells it")
  func otherBots() async throws {
    let scratch = try ScratchFolder("order")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      let hook = Self.hook(receiver.port, nil)
      let order = try Self.tell(world, hook)
      let told = try world.tell(hook, of: "other")
      try world.telling.end(told.0, told.1)
      try receiver.answer("500", "200")
      _ = try await world.send()
      #expect(try world.messages(order).map(\.state) == [.waiting])
      #expect(try world.messages(told.1).map(\.state) == [.taken])
    }
  }

  @Test("what waits for an address that the bot file names no more goes nowhere, whatever stands in it")
  func moved() throws {
    let world = try NotifierWorld()
    let commit = Self.hook(1, nil, path: "{branch}/{commit}/{TOKEN}")
    let all = Self.hook(1, nil, path: "old") + commit + Self.hook(1, nil, path: "same")
    let order = try Self.tell(world, all, on: "a b")
    var settings = order.settings
    settings.triggers = Self.hook(1, nil, path: "same") + Self.hook(1, nil, path: "new") + commit
    try world.telling.dropStrays(order.bot, settings)
    let messages = try world.messages(order)
    #expect(messages.map(\.state) == [.dropped, .waiting, .waiting])
    #expect(messages[0].attempts.map(\.said) == ["the bot file names this address no more"])
  }
}
