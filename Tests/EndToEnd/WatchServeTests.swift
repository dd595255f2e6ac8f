import Foundation
import Kit
import Testing

/// The watcher and the process that serves its pages: neither falls with the other.
@Suite("bothy watch --serve")
struct WatchServeTests {
  private struct World: Sendable {
    let served: Served

    init() throws {
      served = try Served()
      try FileManager.default.createDirectory(
        atPath: served.scratch.path + "/bots", withIntermediateDirectories: true)
      try served.write("address: \"127.0.0.1:\(served.port)\"\n", to: "serve.yaml")
    }

    func watch(_ during: @escaping @Sendable (Int32) async throws -> Void) async throws -> CommandEnd {
      try await Command(
        try Program.bothy,
        ["watch", "--serve", "--state", served.state, "--bots", served.scratch.path + "/bots"],
        in: served.scratch.url, limitSeconds: 600
      ).run { id in
        defer { kill(id, SIGTERM) }
        let answers = try await eventually { served.get("/").status == 200 }
        #expect(answers, "nothing is served")
        try await during(id)
      }
    }

    /// Of the process that serves.
    var server: Int32? {
      let text = try? String(contentsOfFile: served.state + "/serve-lock", encoding: .utf8)
      return text.flatMap { Int32($0.filter(\.isNumber)) }
    }
  }

  @Test("what serves is begun again when it falls, and ends with the watcher that is told to")
  func serverFalls() async throws {
    let world = try World()
    defer { world.served.scratch.remove() }
    let end = try await world.watch { id in
      let first = try #require(world.server)
      kill(first, SIGKILL)
      let isBack = try await eventually { world.server != first && world.served.get("/").status == 200 }
      #expect(isBack && kill(id, 0) == 0)
    }
    #expect(end.status == 0 && end.errorText.contains("The pages are served no more"), "\(end.errorText)")
    #expect(!Wire.isListening(world.served.port))
  }

  @Test("pages stay when the watcher is killed, and the next watcher takes over")
  func watcherFalls() async throws {
    let world = try World()
    defer { world.served.scratch.remove() }
    let first = try await world.watch { id in kill(id, SIGKILL) }
    #expect(first.status == -SIGKILL)
    let former = try #require(world.server)
    #expect(world.served.get("/bots/p/").status == 200)
    let second = try await world.watch { _ in
      let isOther = try await eventually { world.server != former && world.served.get("/").status == 200 }
      #expect(isOther)
    }
    #expect(second.status == 0, "\(second.errorText)")
    #expect(!Wire.isListening(world.served.port))
  }

  @Test("with a certificate it is https, and a certificate that is none is told")
  func tls() async throws {
    let served = try Served()
    defer { served.scratch.remove() }
    let made = try await Command(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        "-keyout", served.state + "/ci.key", "-out", served.state + "/ci.pem",
      ]
    ).run()
    try #require(made.status == 0, "\(made.errorText)")
    try served.write("tls: {certificate: ci.pem, key: ci.key}\n", to: "serve.yaml")
    let end = try await served.run { _ in
      let page = try await Command(
        "curl", ["-sS", "--cacert", served.state + "/ci.pem", "https://localhost:\(served.port)/"]
      ).run()
      #expect(page.outputText.contains("All bots"), "\(page.errorText)")
    }
    #expect(end.outputText.contains("https://"))
    try served.write("not one\n", to: "ci.pem")
    let wrong = try await served.bothy("serve", "--address", "127.0.0.1:\(served.port)")
    #expect(wrong.status == 5 && wrong.errorText.contains("certificate"), "\(wrong.errorText)")
  }
}
