import Foundation
import Kit
import Testing

@Suite("bothy serve")
struct ServeTests {
  @Test("serve.yaml is read again when it changes, and what cannot be followed changes nothing")
  func changed() async throws {
    let served = try Served()
    defer { served.scratch.remove() }
    let end = try await served.run { _ in
      #expect(served.get("/").status == 200)
      try served.write("anonymous: nothing\n", to: "serve.yaml")
      #expect(try await eventually { served.get("/").status == 401 })
      for wrong in ["anonymus: reader\n", "tls: {certificate: none.pem, key: none.key}\n"] {
        try served.write(wrong, to: "serve.yaml")
        try await Task.sleep(for: .seconds(2))
        #expect(served.get("/").status == 401, "\(wrong)")
      }
      try served.write("anonymous: reader\n", to: "serve.yaml")
      #expect(try await eventually { served.get("/").status == 200 })
    }
    #expect(end.errorText.contains("did you mean `anonymous`?"), "\(end.errorText)")
    #expect(end.errorText.contains("none.pem") && end.errorText.contains("it is served as before"))
  }

  @Test("pages are served with marks, parts and compression, over one connection")
  func pages() async throws {
    let served = try Served()
    defer { served.scratch.remove() }
    let end = try await served.run { _ in
      let first = served.get("/")
      #expect(first.status == 200 && first.body.contains("All bots"), "\(first.text)")
      #expect(first.header("Content-Type") == "text/html; charset=utf-8")
      let tag = try #require(first.header("ETag"))
      #expect(served.get("/", "If-None-Match: \(tag)").status == 304)
      #expect(served.get("/", "If-Modified-Since: \(first.header("Last-Modified") ?? "")").status == 304)
      let part = served.get("/bots/p/1/log.txt", "Range: bytes=9995-")
      #expect(part.status == 206 && part.body == "56789", "\(part.text)")
      #expect(part.header("Content-Range") == "bytes 9995-9999/10000")
      #expect(served.get("/bots/p/1/log.txt", "Range: bytes=10000-").status == 416)
      #expect(served.get("/bots/p/1/log.txt", "Range: bytes=0-1", "If-Range: \"other\"").status == 200)
      let small = served.get("/bots/p/1/log.txt", "Accept-Encoding: gzip")
      #expect(small.header("Content-Encoding") == "gzip" && small.bytes.count < 2000)
      #expect(served.get("/bots/p").header("Location") == "/bots/p/")
      #expect(served.get("/bots/p/").body.contains("The bot p"))
      #expect(served.get("/bots/p/badge.svg").header("Cache-Control") == "no-cache")
      #expect(
        served.get("/bots/p/1/attachments/a.html").header("Content-Security-Policy")?.hasPrefix("sandbox;")
          == true)
      #expect(first.header("X-Content-Type-Options") == "nosniff")
      #expect(served.get("/metrics").body.contains("bothy_watcher_up 0"))
      #expect(served.get("/api/bots").body == "[\n\n]\n")
      // Also where nothing was ever integrated what is not there is not there.
      for path in ["9", "9/log", "history", "tests", "latest"] {
        #expect(served.get("/api/bots/p/\(path)").status == 404, "\(path)")
      }
      let both = served.ask(
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
          + "HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      )
      #expect(both.statuses == [200, 200] && both.isEnded, "\(both.text)")
      let hidden = served.ask(
        "GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.0.0.1\r\n: x\r\n"
          + "GET /bots/p/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(
        hidden.statuses == [200] && hidden.isEnded, "of two servers one saw one request: \(hidden.text)")
    }
    #expect(end.outputText == "Serves the pages of \(served.state) at http://127.0.0.1:\(served.port)/\n")
  }

  /// Who asks badly: anybody, where anybody reads and where nobody does, and who has a reader's token there.
  enum BadAsker: String, CaseIterable { case anybody, nobody, reader }

  @Test(
    "no bad request gets anything but a refusal, changes anything, or sees what is secret",
    arguments: BadAsker.allCases)
  func bad(asker: BadAsker) async throws {
    let served = try Served()
    defer { served.scratch.remove() }
    if asker != .anybody { try served.write("anonymous: nothing\n", to: "serve.yaml") }
    let made = try await served.bothy("token", "create", "r", "--role", "reader")
    let token = made.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
    try await served.run { id in
      let before = try FolderSnapshot(of: served.scratch.url.appending(path: "state"))
      #expect(BadRequests.all.count >= 200)
      let talks = BadRequests.all.map { bad in
        let bytes = asker == .reader ? bad.bytes(with: "Authorization: Bearer \(token)") : bad.bytes
        return Crowd.Talk(pieces: [bytes], quietSeconds: 0.7)
      }
      for (bad, answer) in zip(BadRequests.all, Crowd(port: served.port).hear(talks)) {
        // The library tells some of its own refusals twice, and closes.
        let isOnlyRefused = answer.statuses.allSatisfy { (400..<600).contains($0) }
        let mayPass = bad.mayPass && asker != .nobody
        #expect(!answer.text.contains(Served.secret) && !answer.text.contains("root:x:"), "\(bad.name)")
        #expect(isOnlyRefused || mayPass, "\(bad.name): \(answer.text.prefix(200))")
        #expect(answer.statuses.count == 1 || isOnlyRefused, "\(bad.name): \(answer.text.prefix(900))")
        #expect(!answer.statuses.contains(500), "\(bad.name): \(answer.text.prefix(200))")
      }
      let good = served.get("/", "Authorization: Bearer \(token)")
      #expect(good.status == 200, "\(good.text)")
      let after = try FolderSnapshot(of: served.scratch.url.appending(path: "state"))
      // What somebody known may not do is written down.
      let changes = before.changes(to: after).filter { asker != .reader || !$0.hasPrefix("audit") }
      #expect(changes == [])
      #expect(Self.megabytes(of: id) < 100)
    }
  }

  @Test("who sends a letter now and then is let go, and so is who sends nothing")
  func slow() async throws {
    let served = try Served()
    defer { served.scratch.remove() }
    try await served.run { _ in
      let silent = try #require(Wire.open(served.port))
      let slow = try #require(Wire.open(served.port))
      defer { [silent, slow].forEach { close($0) } }
      let began = ContinuousClock.now
      var isOpen = true
      Wire.send(Array("GET / HTTP/1.1\r\nX: ".utf8), to: slow)
      while isOpen, ContinuousClock.now - began < .seconds(40) {
        isOpen = Wire.send([0x61], to: slow)
        try await Task.sleep(for: .milliseconds(500))
      }
      #expect(!isOpen)
      #expect(Wire.read(silent, seconds: 20).isEnded)
    }
  }

  @Test("without leave nobody reads from elsewhere, and a port that is taken is told")
  func leave() async throws {
    let served = try Served()
    defer { served.scratch.remove() }
    try served.write("anonymous: nothing\n", to: "serve.yaml")
    try await served.run { id in
      let refused = served.get("/")
      #expect(refused.status == 401 && refused.body.contains("anonymous: reader"), "\(refused.text)")
      #expect(served.get("/none").status == 401 && served.get("/api/bots").status == 401)
      let second = try await served.bothy("serve")
      #expect(
        second.status == 5 && second.errorText.contains("process \(id) does that already"),
        "\(second.errorText)")
      let other = try await served.bothy("serve", state: "other", "--address", "127.0.0.1:\(served.port)")
      #expect(other.status == 5, "\(other.errorText)")
      #expect(other.errorText.contains("another program listens there already"), "\(other.errorText)")
    }
    try served.write("adress: x\nanonymous: all\n", to: "serve.yaml")
    for command in ["serve", "check"] {
      let wrong = try await served.bothy(command)
      #expect(wrong.status == 2)
      #expect(
        (wrong.errorText + wrong.outputText).contains("serve.yaml:1:1: unknown key `adress`"),
        "\(wrong.outputText)")
    }
  }

  static func megabytes(of id: Int32) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0) / 1024
  }
}

extension Served {
  func bothy(_ command: String, state: String = "state", _ words: String...) async throws -> CommandEnd {
    try await Command(
      try Program.bothy, [command, "--state", scratch.path + "/" + state] + words, in: scratch.url,
      limitSeconds: 600
    ).run()
  }
}
