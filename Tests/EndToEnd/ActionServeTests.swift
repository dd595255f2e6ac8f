import Foundation
import Kit
import Testing

/// What is asked for over HTTP: roles, repetitions, refusals, and a watcher that does it.
@Suite("Actions over HTTP")
struct ActionServeTests {
  /// A repository, a bot that a script holds up, one that nobody holds up, and their server.
  private struct World: Sendable {
    let served: Served
    let mark = "54321.\(UInt32.random(in: 1_000_000...9_999_999))"
    var bots: String { served.scratch.path + "/bots" }

    init() async throws {
      served = try Served()
      let script = """
        mkdir bots && git init -qb main r && cd r
        printf '// swift-tools-version: 6.0\\nimport PackageDescription\\n' >Package.swift
        echo 'let package = Package(name: "r")' >>Package.swift && git add .
        git -c user.name=a -c user.email=a@b.c commit -qm One
        printf 'repository: ../r\\npackage: nowhere\\nschedule: {on: manual}\\n' >../bots/q.yaml
        printf 'repository: ../r\\nschedule: {on: manual}\\ntriggers:\\n  - before: sleep \(mark)\\n' \
        >../bots/p.yaml
        """
      let end = try await Command("/bin/sh", ["-ec", script], in: served.scratch.url).run()
      try #require(end.status == 0, "\(end.errorText)")
    }

    func bothy(_ words: String...) async throws -> CommandEnd {
      try await Command(
        try Program.bothy, words + ["--state", served.state, "--bots", bots], in: served.scratch.url,
        limitSeconds: 600
      ).run()
    }

    func token(_ name: String, _ words: String...) async throws -> String {
      let end = try await Command(
        try Program.bothy, ["token", "create", name, "--state", served.state] + words, in: served.scratch.url
      ).run()
      return end.outputText.trimmingCharacters(in: .newlines)
    }

    func post(_ address: String, _ token: String?, _ body: String = "", _ headers: String...) -> Wire.Answer {
      var lines = ["Host: localhost", "Connection: close", "Content-Length: \(body.utf8.count)"] + headers
      if !body.isEmpty, !headers.contains(where: { $0.hasPrefix("Content-Type") }) {
        lines.append("Content-Type: application/json")
      }
      if let token { lines.append("Authorization: Bearer \(token)") }
      return served.ask(
        "POST \(address) HTTP/1.1\r\n" + lines.joined(separator: "\r\n") + "\r\n\r\n" + body, seconds: 40)
    }

    /// While a watcher runs, too.
    func watched(_ body: @escaping @Sendable () async throws -> Void) async throws {
      let watch = Command(
        try Program.bothy, ["watch", "--state", served.state, "--bots", bots, "--grace", "1s"],
        in: served.scratch.url, limitSeconds: 600)
      let end = try await watch.run { id in
        defer { kill(id, SIGTERM) }
        let isThere = try await eventually { served.get("/metrics").body.contains("bothy_watcher_up 1") }
        #expect(isThere)
        try await body()
      }
      #expect(end.status == 0, "\(end.errorText)")
    }
  }

  @Test("what a command refuses is refused with its words, and what was asked for badly, too")
  func refusals() async throws {
    let world = try await World()
    defer { world.served.scratch.remove() }
    let token = try await world.token("o", "--role", "administrator")
    try await world.served.run { _ in
      let typed = try await world.bothy("cancel", "p")
      let answer = world.post("/api/bots/p/cancel", token)
      #expect(answer.status == 422 && typed.status == 2, "\(answer.text)")
      let said = try #require(
        try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
      // What is typed names folders that the same shell does not know by itself.
      let folders = " --bots \(world.bots) --state \(world.served.state)"
      let plain = typed.errorText.replacing(folders, with: "")
      #expect(plain == "bothy: \(said["error"] ?? "")\n", "\(typed.errorText)")
      for (address, body, status, words) in [
        ("/api/bots/zz/pause", "", 422, "no file for it"), ("/api/bots/p/7/rerun", "", 422, "7"),
        ("/api/bots/p/7/pin", "", 422, "7"),
        ("/api/bots/p/silence", #"{"issue": "x"}"#, 422, "it was not said why"),
        ("/api/bots/p/integrate", #"{"comit": "x"}"#, 400, "did you mean `commit`?"),
        ("/api/bots/p/integrate", "[]", 400, "no JSON object"),
        ("/api/bots/p/integrate", #"{"commit": {}}"#, 400, "no JSON object"),
        ("/api/bots/p/0/cancel", "", 404, "nothing at that address"),
      ] {
        let answer = world.post(address, token, body)
        #expect(answer.status == status && answer.body.contains(words), "\(address): \(answer.text)")
      }
      #expect(world.post("/api/bots/p/pause", token, "a=b", "Content-Type: text/plain").status == 415)
      #expect(world.post("/api/bots/p/pause", token, String(repeating: "x", count: 70_000)).status == 413)
      #expect(world.served.get("/api/bots/p/pause", "Authorization: Bearer \(token)").status == 405)
    }
  }

  @Test("a watcher is asked, each action once for one key, and who did it is written down")
  func watched() async throws {
    let world = try await World()
    defer { world.served.scratch.remove() }
    let token = try await world.token("ci", "--role", "operator")
    try await world.served.run { _ in
      try await world.watched {
        let queued = world.post("/api/bots/p/integrate", token, "", "Idempotency-Key: one")
        #expect(queued.status == 200 && queued.body.contains("Queued: "), "\(queued.text)")
        let again = world.post("/api/bots/p/integrate", token, "", "Idempotency-Key: one")
        #expect(again.status == 200 && again.body.contains(#""repeated" : true"#), "\(again.text)")
        let other = world.post("/api/bots/q/integrate", token, "", "Idempotency-Key: one")
        #expect(other.status == 422, "\(other.text)")
        let isHeld = try await eventually { MarkedProcesses.isRunning("sleep \(world.mark)") }
        #expect(isHeld)
        let canceled = world.post("/api/bots/p/1/cancel", token, "", "Idempotency-Key: two")
        #expect(canceled.status == 200 && canceled.body.contains("1 integration"), "\(canceled.text)")
        #expect(world.post("/api/bots/p/1/cancel", token, "", "Idempotency-Key: two").status == 200)
        #expect(world.post("/api/bots/p/1/cancel", token).status == 422)
        #expect(world.post("/api/bots/q/pause", token).body.contains("is paused"))
        #expect(try await world.bothy("bots").outputText.contains("paused"))
        #expect(world.post("/api/resume", token).status == 200)
      }
    }
    let audit = try await world.bothy("audit").outputText
    #expect(audit.contains("ci (token) from 127.0.0.1: integrate p: Queued"), "\(audit)")
    #expect(audit.split(separator: "\n").count { $0.contains("cancel p#1") } == 2, "\(audit)")
  }

  @Test("without a watcher it is integrated here, and goes on when the server is killed")
  func alone() async throws {
    let world = try await World()
    defer { world.served.scratch.remove() }
    let token = try await world.token("ci", "--role", "operator")
    _ = try await world.served.runKilled { id in
      let answer = world.post("/api/bots/p/integrate", token)
      #expect(answer.status == 200 && answer.body.contains("No watcher is running"), "\(answer.text)")
      let isHeld = try await eventually { MarkedProcesses.isRunning("sleep \(world.mark)") }
      #expect(isHeld)
      kill(id, SIGKILL)
    }
    try await Task.sleep(for: .seconds(1))
    #expect(MarkedProcesses.isRunning("sleep \(world.mark)"))
    let canceled = try await world.bothy("cancel", "p")
    #expect(canceled.status == 0, "\(canceled.errorText)")
  }
}

extension Served {
  /// As `run`, but nobody asks how it ended.
  func runKilled(_ during: @escaping @Sendable (Int32) async throws -> Void) async throws -> CommandEnd {
    try await Command(
      try Program.bothy,
      ["serve", "--state", state, "--bots", scratch.path + "/bots", "--address", "127.0.0.1:\(port)"],
      in: scratch.url, limitSeconds: 600
    ).run { id in
      let answers = try await eventually { Wire.isListening(self.port) }
      #expect(answers, "nobody listens")
      try await during(id)
    }
  }
}
