import Foundation
import Kit
import Testing

/// A server or a watcher that is killed in the middle of what it was asked for: a repetition neither loses it
/// nor does it twice.
@Suite("Actions that are cut off", .nightly)
struct CutOffActionTests {
  private struct World: Sendable {
    let served: Served
    let mark = "76543.\(UInt32.random(in: 1_000_000...9_999_999))"
    let token: String
    var bots: String { served.scratch.path + "/bots" }

    init() async throws {
      served = try Served()
      let script = """
        mkdir bots && git init -qb main r && cd r
        printf '// swift-tools-version: 6.0\\nimport PackageDescription\\n' >Package.swift
        echo 'let package = Package(name: "r")' >>Package.swift && git add .
        git -c user.name=a -c user.email=a@b.c commit -qm One
        printf 'repository: ../r\\nschedule: {on: manual}\\ntriggers:\\n  - before: sleep \(mark)\\n' \
        >../bots/p.yaml
        "$0" token create ci --role operator --state ../state
        """
      let end = try await Command("/bin/sh", ["-ec", script, try Program.bothy], in: served.scratch.url).run()
      try #require(end.status == 0, "\(end.errorText)")
      token = end.outputText.trimmingCharacters(in: .newlines)
    }

    func process(_ words: String..., killedAt point: String? = nil) throws -> Command {
      var environment = ProcessInfo.processInfo.environment
      if let point { environment["BOTHY_FAULT"] = "\(point)@\(served.scratch.path)/\(point)" }
      return Command(
        try Program.bothy, words + ["--state", served.state, "--bots", bots], in: served.scratch.url,
        environment: environment, limitSeconds: 600)
    }

    /// While pages are served; it may be killed meanwhile.
    func serving(
      killedAt point: String? = nil, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
      let address = "127.0.0.1:\(served.port)"
      _ = try await process("serve", "--address", address, killedAt: point).run { id in
        defer { kill(id, SIGTERM) }
        let answers = try await eventually { Wire.isListening(served.port) }
        #expect(answers, "nobody listens")
        try await body()
      }
    }

    func watched(
      killedAt point: String? = nil, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
      // What is told is as old as a second.
      let isFree = try await eventually { served.get("/metrics").body.contains("bothy_watcher_up 0") }
      #expect(isFree)
      _ = try await process("watch", "--grace", "1s", killedAt: point).run { id in
        defer { kill(id, SIGTERM) }
        let isThere = try await eventually { served.get("/metrics").body.contains("bothy_watcher_up 1") }
        #expect(isThere)
        try await body()
      }
    }

    func post(_ address: String, key: String) -> Wire.Answer {
      served.ask(
        "POST \(address) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n"
          + "Authorization: Bearer \(token)\r\nIdempotency-Key: \(key)\r\n\r\n", seconds: 40)
    }

    /// Those that there ever were, when nothing runs any more.
    func count() async throws -> Int {
      let isHeld = try await eventually { MarkedProcesses.isRunning("sleep \(mark)") }
      #expect(isHeld)
      // Whatever else was begun would wait for the same turn.
      try await Task.sleep(for: .seconds(1))
      let end = try await process("cancel", "p").run()
      #expect(end.status == 0, "\(end.errorText)")
      // Whatever else was begun would have its turn now.
      try await Task.sleep(for: .seconds(1))
      #expect(!MarkedProcesses.isRunning("sleep \(mark)"), "another one runs: \(end.outputText)")
      let history = try await process("history", "p", "--csv").run().outputText
      let count = history.split(whereSeparator: \.isNewline).count - 1
      guard count > 0 else { return 0 }
      return try (1...count).count { number in
        let order = "\(served.state)/integrations/p/\(number)/order.json"
        // One that ran when the watcher was killed is begun again by itself.
        return try JSON(Data(contentsOf: URL(fileURLWithPath: order)))["again"]?.text == nil
      }
    }
  }

  @Test("a server that is killed before or after it does something", arguments: ["act.begun", "act.done"])
  func server(_ point: String) async throws {
    let world = try await World()
    defer { world.served.scratch.remove() }
    try await world.serving(killedAt: point) {
      #expect(world.post("/api/bots/p/integrate", key: "one").status == nil)
    }
    try await world.serving {
      for _ in 1...2 {
        let again = world.post("/api/bots/p/integrate", key: "one")
        #expect(again.status == 200, "\(again.text)")
      }
      let begun = try await world.count()
      #expect(begun == 1)
      try FileManager.default.removeItem(atPath: "\(world.served.scratch.path)/\(point)")
    }
    try await world.serving(killedAt: point) {
      #expect(world.post("/api/bots/p/1/rerun", key: "two").status == nil)
    }
    try await world.serving {
      let again = world.post("/api/bots/p/1/rerun", key: "two")
      #expect(again.status == 200, "\(again.text)")
      let begun = try await world.count()
      #expect(begun == 2)
    }
  }

  @Test(
    "a watcher that is killed before or after it queues something", arguments: ["act.asked", "act.queued"])
  func watcher(_ point: String) async throws {
    let world = try await World()
    defer { world.served.scratch.remove() }
    try await world.serving {
      try await world.watched(killedAt: point) {
        let cut = world.post("/api/bots/p/integrate", key: "one")
        #expect(cut.status == 503, "\(cut.text)")
      }
      try await world.watched {
        let again = world.post("/api/bots/p/integrate", key: "one")
        #expect(again.status == 200, "\(again.text)")
        #expect(world.post("/api/bots/p/integrate", key: "one").body.contains(#""repeated" : true"#))
        let begun = try await world.count()
        #expect(begun == 1)
      }
    }
  }
}
