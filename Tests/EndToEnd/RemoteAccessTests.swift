import Foundation
import Kit
import Testing

/// What `access` says, held against a real sshd, a real agent, real TLS and a real proxy.
@Suite("Who asks a server, and by which way", .nightly)
struct RemoteAccessTests {
  private static let opens = "opens-the-key-27182818"
  private static let other = "not-that-one-31415926"

  @Test("a key is opened by its secret; what does not open it is told, waits for nobody and is shown nowhere")
  func passphrase() async throws {
    let world = try RemoteRepositoryWorld()
    defer { world.scratch.remove() }
    try await world.key("mine", passphrase: Self.opens)
    try await world.key("curve", "ecdsa", passphrase: Self.opens)
    try await world.key("host")
    let port = try Servers.unusedPort()
    try world.know("host", at: port)
    let address = "ssh://\(NSUserName())@localhost:\(port)\(world.bare)"
    for (id, key, value) in [
      ("right", "mine", Self.opens), ("curve", "curve", Self.opens), ("wrong", "mine", Self.other),
      ("missing", "mine", nil),
    ] {
      try world.bot(id, address, "access: {key: ../\(key), passphrase: KEY_PASSPHRASE}\n")
      try world.secret(id, value.map { "KEY_PASSPHRASE=\($0)\n" } ?? "OTHER=1\n")
    }
    try world.bot("unnamed", address, "access: {key: ../mine}\n")
    try await world.shell(port, key: "host", lettingIn: ["mine", "curve"]) {
      let began = ContinuousClock.now
      let end = try await world.bothy("check")
      #expect(ContinuousClock.now - began < .seconds(25))
      for id in ["right", "curve"] { #expect(world.told(of: id, in: end) == "") }
      for id in ["wrong", "unnamed"] {
        let told = world.told(of: id, in: end)
        #expect(told.contains("the key cannot be read: its passphrase is another, or not named"), "\(told)")
        #expect(told.contains("`access: {key: FILE, passphrase: SECRET}`"), "\(told)")
      }
      let missing = world.told(of: "missing", in: end)
      #expect(missing.contains("has no KEY_PASSPHRASE"), "\(missing)")

      let here = try await world.bothy("integrate", "right")
      #expect(try await world.bothy("log", "right").outputText.contains("One\n"), "\(here.errorText)")
      let wrong = try await world.bothy("integrate", "wrong")
      #expect(wrong.status == 5 && wrong.errorText.contains("the key cannot be read"), "\(wrong.errorText)")
      let said = [end, here, wrong].map { $0.outputText + $0.errorText }.joined()
      #expect(!said.contains(Self.opens) && !said.contains(Self.other), "\(said)")
    }
    let left = try await Found.files(with: "\(Self.opens)|\(Self.other)", below: world.state)
    #expect(left == [])
  }

  @Test("where no key is named those of the agent are shown, and an agent of no use is told")
  func agent() async throws {
    let world = try RemoteRepositoryWorld()
    defer { world.scratch.remove() }
    for name in ["mine", "stranger", "host"] { try await world.key(name) }
    let port = try Servers.unusedPort()
    try world.know("host", at: port)
    try world.bot("p", "ssh://\(NSUserName())@localhost:\(port)\(world.bare)")
    try await world.shell(port, key: "host") {
      @Sendable func check(_ socket: String?) async throws -> String {
        let end = try await world.bothy("check", environment: socket.map { ["SSH_AUTH_SOCK": $0] } ?? [:])
        return world.told(of: "p", in: end)
      }
      let none = try await check(nil)
      #expect(none.contains("the server wants to know who asks, and nothing is there to say so"), "\(none)")
      let gone = try await check(world.scratch.path + "/nobody")
      #expect(gone.contains("the agent that SSH_AUTH_SOCK names does not answer"), "\(gone)")
      try await world.agent(with: "stranger") { socket in
        let told = try await check(socket)
        #expect(told.contains("does not let \(NSUserName()) in with a key of the agent"), "\(told)")
      }
      try await world.agent(with: "mine") { socket in
        #expect(try await check(socket) == "")
        let end = try await world.bothy("integrate", "p", environment: ["SSH_AUTH_SOCK": socket])
        #expect(try await world.bothy("log", "p").outputText.contains("One\n"), "\(end.errorText)")
      }
    }
  }

  @Test("the server is told the user that is named; a proxy leads where it is to, and no other way")
  func ways() async throws {
    let world = try RemoteRepositoryWorld()
    defer { world.scratch.remove() }
    for (name, text) in [("password", Self.opens), ("user", "builder"), ("proxy-password", "hidden")] {
      try Data(text.utf8).write(to: world.server.appending(path: name))
    }
    try await world.serve { ports in
      func bot(_ id: String, _ place: String, user: String? = "builder") throws {
        let who = user.map { ", user: \($0)" } ?? ""
        try world.bot(id, "https://\(place)/far.git", "access: {ca: ../server/ca.pem, token: TOKEN\(who)}\n")
        try world.secret(id, "TOKEN=\(Self.opens)\n")
      }
      try bot("named", "localhost:\(ports.right)")
      try bot("unnamed", "localhost:\(ports.right)", user: nil)
      try bot("misnamed", "localhost:\(ports.right)", user: "somebody")
      // Of this name nobody knows but the proxy.
      try bot("behind", "elsewhere.example:\(ports.other)")
      let way = "127.0.0.1:\(ports.proxy)"
      try await self.expectUsers(world)
      try await self.expectProxy(world, way)

      let behind = try await world.bothy(
        "integrate", "behind", environment: ["https_proxy": "http://me:hidden@\(way)"])
      #expect(try await world.bothy("log", "behind").outputText.contains("One\n"), "\(behind.errorText)")
    }
    #expect(try await Found.files(with: "\(Self.opens)|me:hidden", below: world.state) == [])
  }

  private func expectUsers(_ world: RemoteRepositoryWorld) async throws {
    let end = try await world.bothy("check")
    #expect(world.told(of: "named", in: end) == "")
    for (id, user) in [("unnamed", "git"), ("misnamed", "somebody")] {
      let told = world.told(of: id, in: end)
      #expect(told.contains("the server does not let \(user) in with what `access` names"), "\(told)")
    }
    #expect(world.told(of: "behind", in: end).contains("nobody knows its name"))
    #expect(!FileManager.default.fileExists(atPath: world.server.path + "/proxied"))
  }

  private func expectProxy(_ world: RemoteRepositoryWorld, _ way: String) async throws {
    let proxied = world.server.appending(path: "proxied")
    /// What is told of both bots, and the hosts that the proxy led to.
    func check(_ proxy: String, besides: String? = nil) async throws -> (told: [String], led: Set<String>) {
      try? FileManager.default.removeItem(at: proxied)
      var environment = ["https_proxy": proxy]
      environment["no_proxy"] = besides
      let end = try await world.bothy("check", environment: environment)
      #expect(!(end.outputText + end.errorText).contains("hidden"))
      let lines = (try? String(contentsOf: proxied, encoding: .utf8)) ?? ""
      let hosts = lines.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
      return (["named", "behind"].map { world.told(of: $0, in: end) }, Set(hosts))
    }
    let all = try await check("http://me:hidden@\(way)")
    #expect(all.told == ["", ""] && all.led == ["localhost", "elsewhere.example"])
    let some = try await check("http://me:hidden@\(way)", besides: "other.example,localhost")
    #expect(some.told == ["", ""] && some.led == ["elsewhere.example"])
    let refused = try await check("http://me:no-hidden@\(way)")
    for told in refused.told {
      #expect(told.contains("the proxy 127.0.0.1 wants to know who asks, or does not know"), "\(told)")
    }
    let down = try await check("http://127.0.0.1:\(try Servers.unusedPort())", besides: "localhost")
    #expect(down.told[0] == "" && down.led == [])
    #expect(
      down.told[1].contains("the proxy 127.0.0.1 cannot be reached: connection refused"), "\(down.told[1])")
  }
}
