import Foundation
import Kit
import Testing

/// What `bothy rerun` tells, beside a watcher and without one.
@Suite("What an integration by hand tells others")
struct HandToldTests {
  /// A bot with an integration that was told.
  private static func world(in scratch: ScratchFolder, _ box: MailBox, _ receiver: Receiver) async throws
    -> MessageWorld
  {
    let world = try await MessageWorld(
      in: scratch,
      telling: [
        "email: {to: [old@example.org], report: every}",
        "webhook: {url: \"http://127.0.0.1:\(receiver.port)/{commit}\", template: github-status}",
      ], mail: MessageWorld.plainMail(box.port))
    try await world.watch { try await world.waitUntilSent(3) }
    return world
  }

  private static func rerun(
    _ world: MessageWorld, in scratch: ScratchFolder, killedAt point: String? = nil
  ) async throws -> CommandEnd {
    let fault = point.map { ["BOTHY_FAULT": "\($0)@\(scratch.path)/struck"] } ?? [:]
    return try await Command(
      try Program.bothy, ["rerun", "lonely#1", "--bots", world.watcher.bots, "--state", world.watcher.state],
      in: scratch.url, environment: ProcessInfo.processInfo.environment.merging(fault) { $1 }
    ).run()
  }

  private static func told(_ world: MessageWorld) async throws -> [String] {
    try await world.watcher.rows(
      "SELECT topic || ' ' || state || ' ' || recipient FROM message WHERE number = 2 ORDER BY id"
    ).map { $0.hasSuffix("example.org") ? $0 : String($0.prefix { $0 != ":" }) }
  }

  @Test("it is pending first, and its end goes to whom the bot file names by now")
  func now() async throws {
    let scratch = try ScratchFolder("by-hand")
    defer { scratch.remove() }
    try await MailBox.run(in: scratch) { box in
      try await Receiver.run(in: scratch) { receiver in
        let world = try await Self.world(in: scratch, box, receiver)
        let file = world.watcher.bots + "/lonely.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try scratch.write("bots/lonely.yaml", text.replacing("old@", with: "new@"))
        #expect(try await Self.rerun(world, in: scratch).status == 5)
        #expect(
          Set(try await Self.told(world)) == [
            "start taken http", "end taken http", "every taken new@example.org",
          ])
        let states = try receiver.requests().map { $0.body.contains("pending") }
        #expect(states == [true, false, true, false])
      }
    }
  }

  @Test("when it is killed before it has told anything, a watcher tells its end, once")
  func killed() async throws {
    let scratch = try ScratchFolder("by-hand")
    defer { scratch.remove() }
    try await MailBox.run(in: scratch) { box in
      try await Receiver.run(in: scratch) { receiver in
        let world = try await Self.world(in: scratch, box, receiver)
        #expect(try await Self.rerun(world, in: scratch, killedAt: "pages.begun").status == -SIGKILL)
        for _ in 0..<2 { try await world.watch { try await world.waitUntilSent(6) } }
        // That it began may not have left in time.
        #expect(
          Set(try await Self.told(world).filter { !$0.hasPrefix("start") }) == [
            "end taken http", "every taken old@example.org",
          ])
        // A port may have been another receiver's, to whom somebody still sends: its path is a commit's.
        let own = try receiver.requests().filter { $0.path.count == 41 }
        let ends = own.filter { !$0.body.contains("pending") }
        let known = try await world.watcher.rows("SELECT number, topic, state, attempts FROM message")
        #expect(ends.count == 2, "\(ends), of \(known)")
      }
    }
  }
}
