import Files
import Foundation
import Kit
import Model
import Publishing
import State
import StateKit
import Store
import Testing

@testable import Notifier

@Suite("Telling programs")
struct WebhookTests {
  private func hook(
    _ port: Int, when: [Bot.Trigger.Condition] = [], _ change: (inout Bot.Trigger.Posting) -> Void = { _ in }
  ) -> Bot.Trigger {
    var posting = Bot.Trigger.Posting()
    change(&posting)
    return Bot.Trigger(
      act: .webhook(url: "http://127.0.0.1:\(port)/{commit}/{TOKEN}", posting: posting), when: when)
  }

  @Test("the result arrives signed, once, however often it is told, and with secrets that no store ever had")
  func signed() async throws {
    let scratch = try ScratchFolder("webhook")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      let (report, order) = try world.tell([
        hook(receiver.port) { ($0.secret, $0.token) = ("HOOK", "TOKEN") }
      ]) { $0.reason = "say \"ü\"\n" }
      #expect(try world.telling.end(report, order) == 1)
      #expect(try world.telling.end(report, order) == 0)
      #expect(try await world.send().ended.map(\.state) == [.taken])
      #expect(try await world.send().ended.isEmpty)
      let requests = try receiver.requests()
      try #require(requests.count == 1)
      let request = requests[0]
      #expect(request.path == "/" + String(repeating: "a", count: 40) + "/t0ken/x")
      #expect(request.headers["authorization"] == "Bearer t0ken/x")
      let hmac = HMAC.sha256(of: Array(request.body.utf8), key: Array("opensesame".utf8))
      #expect(request.headers["x-bothy-signature"] == "sha256=" + hmac)
      let json = try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any]
      #expect(json?["reason"] as? String == "say \"ü\"\n")
      #expect(json?["result"] as? String == "succeeded" && json?["integration"] as? Int == 1)
      let kept = try Data(contentsOf: URL(fileURLWithPath: world.history.state.path + "/bothy.sqlite"))
      for secret in ["opensesame", "t0ken"] { #expect(kept.range(of: Data(secret.utf8)) == nil) }
    }
  }

  @Test("a receiver that says nothing for longer than it may is sent the same again")
  func slow() async throws {
    let scratch = try ScratchFolder("webhook")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      try receiver.answer("hold")
      let (report, order) = try world.tell([hook(receiver.port)])
      try world.telling.end(report, order)
      let round = try await world.send(within: 1)
      #expect(round.ended.map(\.state) == [.waiting])
      #expect(try world.messages(order)[0].attempts[0].said.contains("may arrive twice"))
      try receiver.release()
      _ = try await world.send(at: try #require(round.next))
      #expect(try world.messages(order).map(\.state) == [.taken])
      let marks = try receiver.requests().map { $0.headers["x-bothy-delivery"] ?? "none" }
      #expect(marks.count == 2 && Set(marks).count == 1 && marks[0] != "none", "\(marks)")
    }
  }

  @Test("a signature is the one that the standard's examples have")
  func hmac() {
    let key = [UInt8](repeating: 0x0B, count: 20)
    #expect(
      HMAC.sha256(of: Array("Hi There".utf8), key: key)
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      HMAC.sha256(
        of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
        key: [UInt8](repeating: 0xAA, count: 131))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test("a receiver that answers 500 twice gets it a third time, and one that says no is left alone")
  func again() async throws {
    let scratch = try ScratchFolder("webhook")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      try receiver.answer("500", "500", "200", "404")
      let (report, order) = try world.tell([hook(receiver.port)])
      try world.telling.end(report, order)
      let first = try await world.send()
      #expect(first.ended.map(\.state) == [.waiting])
      let next = try #require(first.next)
      #expect(try await world.send(at: next.addingTimeInterval(-1)).ended.isEmpty)
      let second = try await world.send(at: next)
      #expect(try await world.send(at: try #require(second.next)).ended.map(\.state) == [.taken])
      let message = try #require(try world.messages(order).first)
      #expect(message.attempts.map(\.said) == ["500: said 500", "500: said 500", "200"])
      let deliveries = try receiver.requests().compactMap { $0.headers["x-bothy-delivery"] }
      #expect(Set(deliveries).count == 1 && deliveries.count == 3)

      let (other, otherOrder) = try world.tell([hook(receiver.port)])
      try world.telling.end(other, otherOrder)
      #expect(try await world.send().ended.map(\.state) == [.refused])
    }
  }

  @Test("what left and got no answer is sent again, and says that it may arrive twice")
  func dropped() async throws {
    let scratch = try ScratchFolder("webhook")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      try receiver.answer("drop", "200")
      let (report, order) = try world.tell([hook(receiver.port)])
      try world.telling.end(report, order)
      let next = try #require(try await world.send().next)
      #expect(try world.messages(order)[0].attempts[0].said.contains("may arrive twice"))
      #expect(try await world.send(at: next).ended.map(\.state) == [.taken])
    }
  }

  @Test(
    "what was on its way when Bothy was killed is sent again by whoever sends next, and says so",
    arguments: [nil, ProcessMark(processID: 1, started: .max)])
  func takenBack(_ dead: ProcessMark?) async throws {
    let scratch = try ScratchFolder("webhook")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      let order = try world.post(to: hook(receiver.port), sentBy: dead)
      #expect(try await world.send().ended.map(\.state) == [.taken])
      #expect(
        try world.messages(order)[0].attempts.map { $0.said.contains("may arrive twice") } == [true, false])
    }
  }

  @Test("what another process is sending right now is left to it, and so is what waits behind it")
  func left() async throws {
    let scratch = try ScratchFolder("webhook")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      let parent = try #require(ProcessMark(of: getppid()))
      let order = try world.post(to: hook(receiver.port), sentBy: parent)
      let next = try world.post(to: hook(receiver.port), sentBy: nil, isSending: false)
      try world.outbox.takeBack()
      let round = try await world.send(within: 1)
      #expect(round.ended.isEmpty && round.next != nil)
      #expect(try world.messages(order)[0].sender == parent)
      #expect(try world.messages(next).map(\.state) == [.waiting])
      let again = try world.outbox.begin { _ in }
      #expect(try #require(again).timeIntervalSinceNow < 60, "it may be killed, and nobody would tell")
    }
  }

  @Test("two that send at once send each message once, and each host in order")
  func together() async throws {
    let scratch = try ScratchFolder("webhook")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      var orders: [Order] = []
      for _ in 0..<12 {
        orders.append(try world.post(to: hook(receiver.port), sentBy: nil, isSending: false))
      }
      let parent = try #require(ProcessMark(of: getppid()))
      let other = Outbox(state: world.history.state, seconds: 20, sender: parent) { Issue.record($0) }
      let outbox = world.outbox
      async let one = aside { try outbox.sendDue().ended.count }
      async let two = aside { try other.sendDue().ended.count }
      #expect(try await one + two == 12)
      let told = try receiver.requests().compactMap { request in
        try (JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any])?["integration"]
          as? Int
      }
      #expect(told == orders.map(\.integration.value))
    }
  }

  @Test("what became of a message that somebody else took meanwhile is not written over")
  func overtakenBySender() throws {
    let world = try NotifierWorld()
    let order = try world.post(to: hook(1), sentBy: nil, isSending: false)
    let store = world.history.store
    let waiting = try world.messages(order)[0]
    let parent = try #require(ProcessMark(of: getppid()))
    let claimed = try #require(try store.claim(waiting, by: parent, at: Date()) { _ in true })
    #expect(try store.claim(waiting, by: parent, at: Date()) { _ in true } == nil)
    var later = waiting
    later.due = Date() + 600
    #expect(try !store.keep(later, after: waiting))
    #expect(try world.messages(order) == [claimed])
    #expect(try store.keep(claimed.after(.taken(said: "200"), at: Date()), after: claimed))
    #expect(try !store.keep(claimed.resumed, after: claimed))
    #expect(try world.messages(order).map(\.state) == [.taken])
  }

  @Test("a status is pending at the start and told at the end, in the words of each forge")
  func status() async throws {
    let scratch = try ScratchFolder("webhook")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      let hooks = ["github-status", "gitlab-status"].map { name in
        hook(receiver.port, when: [.succeeded]) { $0.template = name }
      }
      let (report, order) = try world.tell(hooks, begins: true) {
        $0.result = .testFailures
        $0.reason = String(repeating: "long ", count: 100)
      }
      _ = try await world.send()
      // What was pending is told its end, whatever the conditions say.
      #expect(try world.telling.end(report, order) == 2)
      _ = try await world.send()
      let states = try receiver.requests().map { request in
        let json = try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: String]
        #expect((json?["description"] ?? "").count <= 140)
        return json?["state"]
      }
      #expect(states == ["pending", "running", "failure", "failed"])
    }
  }

  @Test("the beginning is not told any more once the end is known")
  func overtaken() throws {
    let world = try NotifierWorld()
    let (report, order) = try world.tell([hook(1) { $0.template = "github-status" }], begins: true)
    try world.telling.end(report, order)
    #expect(try world.messages(order).map(\.state) == [.dropped, .waiting])
  }

  @Test("conditions choose, and what was asked for less than the bot asks for is told to nobody")
  func conditions() throws {
    let world = try NotifierWorld()
    let (report, order) = try world.tell([hook(1, when: [.testFailures]), hook(1, when: [.succeeded])])
    #expect(try world.telling.end(report, order) == 1)
    #expect(try world.messages(order).map(\.trigger) == [1])
    var (limited, limitedOrder) = try world.tell([hook(1)])
    limited.limited = Limitation()
    limitedOrder.limited = limited.limited
    #expect(try world.telling.end(limited, limitedOrder) == 0)
  }

  @Test("a template that makes no JSON is told, and nothing is sent")
  func broken() throws {
    let world = try NotifierWorld()
    let (report, order) = try world.tell([hook(1) { $0.template = "nosuch" }])
    try world.telling.end(report, order)
    let message = try world.messages(order)[0]
    #expect(message.state == .refused && message.attempts[0].said.contains("nosuch"))
  }

  @Test("webhooks of one host are told apart, by their paths without what may be a secret, and more")
  func addressees() throws {
    let world = try NotifierWorld()
    let urls = [
      "https://chat.example/hooks/team-red", "https://user:pass@chat.example/services/T0AB12CD/x9Yz?key=1",
      "https://chat.example/v1/{TOKEN}/{commit}", "https://chat.example",
      "https://chat.example/correcthorsebattery",
    ]
    let hooks = urls.enumerated().map { index, url in
      var posting = Bot.Trigger.Posting()
      posting.template = index == 1 ? "chat" : nil
      return Bot.Trigger(act: .webhook(url: url, posting: posting))
    }
    let (report, order) = try world.tell(hooks)
    try world.telling.end(report, order)
    let kept = try world.messages(order)
    #expect(
      kept.map(\.addressee) == [
        "https://chat.example/hooks/team-red (summary, trigger 1)",
        "https://chat.example/services/…/… (chat, trigger 2)",
        "https://chat.example/v1/{TOKEN}/… (summary, trigger 3)", "https://chat.example (summary, trigger 4)",
        "https://chat.example/… (summary, trigger 5)",
      ])
    #expect(try world.telling.preview(report, order).map(\.addressee) == kept.map(\.addressee))
  }

  @Test("a secret that a receiver repeats as it stood in the address is hidden", arguments: ["", "?of="])
  func spelled(before: String) async throws {
    let scratch = try ScratchFolder("webhook")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      try world.write(world.history.state.secrets("parser"), "TOKEN=s3cr:et/wörd+x\n")
      try receiver.answer("missing")
      let url = "http://127.0.0.1:\(receiver.port)/hooks/\(before){TOKEN}"
      let (report, order) = try world.tell([Bot.Trigger(act: .webhook(url: url, posting: nil))])
      try world.telling.end(report, order)
      #expect(try await world.send().ended.map(\.state) == [.refused])
      let sent = try #require(try receiver.requests().first).path
      let secret = try #require(sent.split(separator: before.isEmpty ? "/" : "=", maxSplits: 1).last)
      #expect(sent.contains("s3cr%3Aet/w%C3%B6rd%2Bx"), "\(sent)")
      let said = try world.messages(order)[0].attempts[0].said
      #expect(said.hasPrefix("404: there is no /hooks/") && !said.contains("s3cr"), "\(said)")
      #expect(!said.contains(secret) && said.contains("***"), "\(said)")
    }
  }

  @Test("what a receiver repeats of an address without names of secrets is hidden where it may be one")
  func written() async throws {
    let scratch = try ScratchFolder("webhook")
    try await Receiver.run(in: scratch) { receiver in
      let world = try NotifierWorld()
      try receiver.answer("missing")
      let url = "http://127.0.0.1:\(receiver.port)/services/{branch}/{commit}/T0AB12/x9%2BYzQ?key=s3cr3t"
      let (report, order) = try world.tell([Bot.Trigger(act: .webhook(url: url, posting: nil))])
      try world.telling.end(report, order)
      #expect(try await world.send().ended.map(\.state) == [.refused])
      let said = try world.messages(order)[0].attempts[0].said
      let commit = String(repeating: "a", count: 40)
      #expect(said.hasPrefix("404: there is no /services/main/\(commit)/"), "\(said)")
      #expect(!["T0AB12", "x9", "s3cr3t"].contains { said.contains($0) }, "\(said)")
    }
  }

  @Test("of an address only its host is shown")
  func host() {
    #expect(Telling.host(of: "https://user:pass@chat.example:8/services/T0?x") == "https://chat.example:8")
    #expect(Telling.host(of: "http://127.0.0.1:9000/hook") == "http://127.0.0.1:9000")
  }
}
