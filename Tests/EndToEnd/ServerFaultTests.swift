import Foundation
import Kit
import Testing

/// A mail server and a receiver that do not do as they should, and a real watcher that tells them.
@Suite("Servers that misbehave")
struct ServerFaultTests {
  /// By which way one message goes.
  enum Way: String, CaseIterable { case mail, post }

  private static let mail = "email: {to: [team@example.org], report: every}"
  private static func post(_ port: Int) -> String {
    "webhook: {url: \"http://127.0.0.1:\(port)/result\"}"
  }

  private struct Both: Sendable {
    let box: MailBox
    let receiver: Receiver

    /// By what each that came is known, in the order in which they came.
    func marks(_ way: Way) throws -> [String] {
      switch way {
      case .post: try receiver.requests().map { $0.headers["x-bothy-delivery"] ?? "none" }
      case .mail:
        try box.mails().map { mail in
          mail.text.split(separator: "\r\n").first { $0.hasPrefix("Message-ID") }.map(String.init)
            ?? "none"
        }
      }
    }

    func expect(_ count: Int, _ way: Way) throws {
      let marks = try marks(way)
      #expect(
        marks.count == count && Set(marks).count == 1 && !marks.contains("none"), "\(way): \(marks)"
      )
    }
  }

  /// For as long as the body takes.
  private static func serve(
    in scratch: ScratchFolder, mail: Int? = nil, post: Int? = nil,
    _ body: @escaping @Sendable (Both) async throws -> Void
  ) async throws {
    try await MailBox.run(in: scratch, port: mail) { box in
      try await Receiver.run(in: scratch, port: post) { receiver in
        try await body(Both(box: box, receiver: receiver))
      }
    }
  }

  private static func world(
    in scratch: ScratchFolder, _ mail: Int, _ post: Int, ways: [Way] = Way.allCases
  ) async throws -> MessageWorld {
    try await MessageWorld(
      in: scratch, telling: ways.map { $0 == .mail ? Self.mail : Self.post(post) },
      mail: MessageWorld.plainMail(mail))
  }

  struct Trouble: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var mail: [String]
    var post: [String]
    var said: [String]
  }

  @Test(
    "it is sent again under the same name, and told",
    arguments: [
      Trouble(
        testDescription: "no twice, for now", mail: ["busy", "busy"], post: ["500", "500"],
        said: ["too much to do", "500: said 500"]),
      Trouble(
        testDescription: "the line is dropped", mail: ["drop"], post: ["drop"],
        said: ["may arrive twice", "may arrive twice"]),
    ])
  func again(trouble: Trouble) async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("trouble")
      defer { scratch.remove() }
      try await Self.serve(in: scratch) { servers in
        try servers.box.answer(trouble.mail)
        try servers.receiver.answer(trouble.post)
        let world = try await Self.world(in: scratch, servers.box.port, servers.receiver.port)
        let count = trouble.mail.count + 1
        try await world.watch {
          try await world.waitUntilSent(2)
          try await world.waitForPage { $0.components(separatedBy: "\(count) attempts").count == 3 }
        }
        for way in Way.allCases { try servers.expect(count, way) }
        #expect(
          try await world.watcher.rows(MessageWorld.states).sorted() == [
            "end taken", "every taken",
          ])
        let question = "SELECT attempts FROM message ORDER BY recipient LIKE 'http%'"
        let attempts = try await world.watcher.rows(question)
        for (attempts, words) in zip(attempts, trouble.said) {
          #expect(attempts.components(separatedBy: words).count == count, "\(attempts)")
        }
      }
    }
  }

  @Test("a recipient that is refused keeps no other from their mail, and the page says why")
  func refused() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("refused")
      defer { scratch.remove() }
      try await MailBox.run(in: scratch) { box in
        try box.answer("refuse")
        let to = "email: {to: [nobody@example.org, team@example.org], report: every}"
        let world = try await MessageWorld(
          in: scratch, telling: [to], mail: MessageWorld.plainMail(box.port))
        try await world.watch {
          try await world.waitUntilSent(2)
          try await world.waitForPage {
            $0.contains("nobody here has that name") && $0.contains("was taken")
          }
        }
        let rows = try await world.watcher.rows(
          "SELECT recipient || ' ' || state FROM message ORDER BY id")
        #expect(rows == ["nobody@example.org refused", "team@example.org taken"])
        #expect(try box.mails().map(\.to) == [["team@example.org"]])
      }
    }
  }

  @Test(
    "one that does not answer holds up nothing that goes another way, of what ends later neither", .nightly,
    arguments: Way.allCases)
  func slow(way: Way) async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("slow")
      defer { scratch.remove() }
      try await Self.serve(in: scratch) { servers in
        if way == .mail { try servers.box.answer(["hold"]) } else { try servers.receiver.answer(["hold"]) }
        let world = try await Self.world(in: scratch, servers.box.port, servers.receiver.port)
        @Sendable func states(_ slow: String) -> [String] {
          way == .mail ? ["end taken", "every \(slow)"] : ["end \(slow)", "every taken"]
        }
        try await world.watch {
          try await world.wait(until: states("sending"))
          try world.repository.commit("another")
          try await world.wait(until: states("sending") + states("waiting"))
          if way == .mail { try servers.box.release() } else { try servers.receiver.release() }
          try await world.waitUntilSent(4)
        }
        for way in Way.allCases { #expect(try servers.marks(way).count == 2) }
      }
    }
  }

  @Test("who has not answered after a minute is told again, under the same name", .nightly)
  func late() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("late")
      defer { scratch.remove() }
      try await Self.serve(in: scratch) { servers in
        try servers.box.answer("hold")
        try servers.receiver.answer("hold")
        let world = try await Self.world(in: scratch, servers.box.port, servers.receiver.port)
        let begun = Date()
        try await world.watch {
          try await world.waitUntilTried(2)
          #expect(Date().timeIntervalSince(begun) > 60)
          try await world.waitUntilSent(2)
        }
        for way in Way.allCases { try servers.expect(2, way) }
        for attempts in try await world.watcher.rows("SELECT attempts FROM message") {
          let words = ["no answer in time", "may arrive twice"]
          #expect(words.allSatisfy(attempts.contains), "\(attempts)")
        }
      }
    }
  }

  @Test("what is told while nobody listens arrives once, as soon as somebody does")
  func away() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("away")
      defer { scratch.remove() }
      let (mail, post) = (try Servers.unusedPort(), try Servers.unusedPort())
      let world = try await Self.world(in: scratch, mail, post)
      try await world.watch {
        try await world.waitUntilTried(2)
        try await Self.serve(in: scratch, mail: mail, post: post) { servers in
          try await world.waitUntilSent(2)
          for way in Way.allCases { try servers.expect(1, way) }
        }
      }
      #expect(
        try await world.watcher.rows(MessageWorld.states).sorted() == ["end taken", "every taken"])
    }
  }

  @Test(
    "whenever the watcher is killed, a message arrives once, and twice only where nobody can know", .nightly,
    arguments: Way.allCases, ["message.begun", "message.sent", "message.kept", "history.laid"])
  func killed(way: Way, point: String) async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("messages-killed")
      defer { scratch.remove() }
      try await Self.serve(in: scratch) { servers in
        let world = try await Self.world(
          in: scratch, servers.box.port, servers.receiver.port, ways: [way])
        try await world.watch(untilKilledAt: point)
        try await world.watch { try await world.waitUntilLastIsTold() }
        let question = "SELECT attempts LIKE '%may arrive twice%' FROM message"
        let doubts = try await world.watcher.rows(question)
        switch point {
        case "message.begun", "message.sent": #expect(doubts == ["1"])
        case "message.kept": #expect(doubts == ["0"])
        default:
          // History is laid at whatever moment: what is cut off by then is told too, and integrated again.
          let marks = try servers.marks(way)
          #expect(Set(marks).count == doubts.count && !marks.contains("none"), "\(marks)")
          #expect(marks.count <= doubts.count + doubts.count { $0 == "1" }, "\(marks), \(doubts)")
          return
        }
        try servers.expect(point == "message.sent" ? 2 : 1, way)
      }
    }
  }

  @Test(
    "killed while an answer is awaited, what was said may arrive twice, under the same name", .nightly,
    arguments: Way.allCases)
  func killedInBetween(way: Way) async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("killed-between")
      defer { scratch.remove() }
      try await Self.serve(in: scratch) { servers in
        if way == .mail { try servers.box.answer(["hold"]) } else { try servers.receiver.answer(["hold"]) }
        let world = try await Self.world(
          in: scratch, servers.box.port, servers.receiver.port, ways: [way])
        _ = try await world.watcher.run { id in
          let came = try await eventually(within: 300, everyMilliseconds: 50) {
            try servers.marks(way).count == 1
          }
          #expect(came, "nothing was sent")
          kill(id, SIGKILL)
        }
        try await world.watch { try await world.waitUntilLastIsTold() }
        try servers.expect(2, way)
        #expect(
          try await world.watcher.rows("SELECT attempts LIKE '%may arrive twice%' FROM message") == ["1"])
      }
    }
  }

  @Test(
    "when the server dies with the watcher, and comes back after it, nothing is lost",
    arguments: Way.allCases)
  func bothKilled(way: Way) async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("both-killed")
      defer { scratch.remove() }
      let (mail, post) = (try Servers.unusedPort(), try Servers.unusedPort())
      let world = try await Self.world(in: scratch, mail, post, ways: [way])
      try await Self.serve(in: scratch, mail: mail, post: post) { servers in
        try await world.watch(untilKilledAt: "message.sent")
        try servers.expect(1, way)
      }
      try await world.watch {
        // Once it was cut off, and once nobody listened.
        try await world.waitUntilTried(1, times: 2)
        try await Self.serve(in: scratch, mail: mail, post: post) { servers in
          try await world.waitUntilSent(1)
          try servers.expect(2, way)
        }
      }
    }
  }
}
