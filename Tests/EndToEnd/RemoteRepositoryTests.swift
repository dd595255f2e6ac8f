import Foundation
import Kit
import Testing

@Suite("Repositories of other machines")
struct RemoteRepositoryTests {
  private static let secret = "opensesame-31415926"

  @Test("a server is believed by its certificate, told what is wrong with it, and no secret is shown")
  func certificates() async throws {
    let world = try RemoteRepositoryWorld()
    defer { world.scratch.remove() }
    try Data(Self.secret.utf8).write(to: world.server.appending(path: "password"))
    try world.addPart()
    try await world.serve { ports in
      let access = "access: {ca: ../server/ca.pem, token: TOKEN}\n"
      func bot(
        _ id: String, _ port: Int, _ more: String = access, scheme: String = "https", path: String = "far.git"
      )
        throws
      {
        try world.bot(id, "\(scheme)://localhost:\(port)/\(path)", more)
        try world.secret(id, "TOKEN=\(id == "wrong" ? "not-that-2718281828" : Self.secret)\n")
      }
      try bot("right", ports.right)
      try bot("other", ports.other)
      try bot("ended", ports.ended)
      try bot("unknown", ports.right, "access: {token: TOKEN}\n")
      try bot("wrong", ports.right)
      try bot("none", ports.right, path: "none.git")
      try bot("renamed", ports.right, path: "renamed.git")
      try bot("moved", ports.plain, scheme: "http", path: "moved.git")
      try bot("down", try Servers.unusedPort())
      try bot("nobody", ports.right, "access: {ca: ../server/ca.pem}\n")
      let end = try await world.bothy("check")
      #expect(end.status == 0, "\(end.errorText)")
      func told(_ id: String) -> String { world.told(of: id, in: end) }
      for id in ["right", "renamed"] { #expect(told(id) == "", "\(told(id))") }
      for (id, words) in [
        ("other", "certificate is one of another name"), ("ended", "certificate has ended"),
        ("unknown", "signed by nobody whom this machine trusts"), ("wrong", "does not let git in"),
        ("none", "no such repository"), ("moved", "somewhere else now"), ("down", "connection refused"),
        ("nobody", "the server wants to know who asks"),
      ] {
        #expect(told(id).contains("/\(id).yaml:1:13: warning: ") && told(id).contains(words), "\(told(id))")
      }
      let all = end.outputText + end.errorText
      #expect(!all.contains(Self.secret) && !all.contains("not-that"), "\(all)")
      // Without a watcher it is fetched before it is integrated.
      let here = try await world.bothy("integrate", "right")
      #expect(
        here.errorText.contains("Fetching https://localhost:\(ports.right)/far.git."), "\(here.errorText)")
      #expect(try await world.bothy("log", "right").outputText.contains("One\nPart\n"), "with its submodule")
      let down = try await world.bothy("integrate", "down")
      #expect(down.status == 5 && down.errorText.contains("connection refused"), "\(down.errorText)")
    }
    // Neither in what is kept of it.
    let kept = try Command("/bin/grep", ["-rlF", Self.secret, world.state]).runHere()
    let files = kept.outputText.split(separator: "\n").map { ($0 as NSString).lastPathComponent }
    #expect(Set(files.map { ($0 as NSString).pathExtension }) == ["env"], "\(files)")
  }

  @Test("a server of ssh is asked only where its key is known, and not where it is another")
  func keys() async throws {
    let world = try RemoteRepositoryWorld()
    defer { world.scratch.remove() }
    for name in ["mine", "first", "second"] { try await world.key(name) }
    let port = try Servers.unusedPort()
    let address = "ssh://\(NSUserName())@localhost:\(port)\(world.bare)"
    try world.bot("p", address, "access: {key: ../mine}\n")
    try await world.shell(port, key: "first") {
      let unknown = try await world.bothy("check").outputText
      let print = try await Command("/usr/bin/ssh-keygen", ["-lf", world.scratch.path + "/first.pub"]).run()
      let fingerprint = try #require(print.outputText.split(separator: " ").dropFirst().first)
      #expect(unknown.contains("is not known: ssh-ed25519 \(fingerprint)"), "\(unknown)")
      let from = try #require(unknown.firstRange(of: "echo '")).lowerBound
      let command = String(unknown[from...].prefix { $0 != "\n" })
      let added = try await Command("/bin/sh", ["-c", command], in: world.scratch.url).run()
      #expect(added.status == 0, "\(command): \(added.errorText)")
      let known = try await world.bothy("check").outputText
      #expect(!known.contains("/p.yaml:"), "\(known)")
      let end = try await world.bothy("integrate", "p")
      #expect(try await world.bothy("log", "p").outputText.contains("One\n"), "\(end.errorText)")
    }
    try await world.shell(port, key: "second") {
      try world.push("Two")
      let end = try await world.bothy("integrate", "p")
      #expect(end.status == 5, "\(end.outputText)")
      #expect(end.errorText.contains("is not the one that is known: ssh-ed25519 SHA256:"), "\(end.errorText)")
    }
  }

  @Test("a hook has it integrated at once; a server that is down is told, loses nothing and holds up nobody")
  func watched() async throws {
    let world = try RemoteRepositoryWorld()
    defer { world.scratch.remove() }
    let watcher = Watcher(bots: world.bots, state: world.state, folder: world.scratch.url)
    let page = try Servers.unusedPort()
    try await world.serve { ports in
      let access = "access: {ca: ../server/ca.pem}\nhook: HOOK\n"
      try world.bot("p", "https://localhost:\(ports.right)/far.git", access)
      try world.bot("silent", "http://127.0.0.1:\(ports.silent)/far.git")
      try world.bot("q", world.bare)
      try world.secret("p", "HOOK=\(Self.secret)\n")
      _ = try await Command(
        try Program.bothy,
        ["serve", "--address", "127.0.0.1:\(page)", "--bots", world.bots, "--state", world.state],
        in: world.scratch.url
      ).run { id in
        defer { kill(id, SIGTERM) }
        _ = try await watcher.run { watching in
          defer { kill(watching, SIGTERM) }
          // The one that says nothing is being asked all the while.
          try await watcher.wait("both first ones", Self.question) { $0 == "p|One\nq|One" }
          try await self.hooks(world, watcher, page)
          try await self.down(world, watcher, page)
        }
      }
    }
  }

  private static let question = """
    SELECT name, group_concat(subject, ' ') FROM
      (SELECT name, subject FROM integration JOIN bot ON bot.id = integration.bot
       WHERE result IS NOT NULL ORDER BY number)
    GROUP BY name ORDER BY name
    """

  private func call(_ page: Int, _ header: String, bot: String = "p", body: String = "{}") -> Wire.Answer {
    let head = [
      "POST /hooks/\(bot) HTTP/1.1", "Host: localhost", "Content-Type: application/json", header,
      "Content-Length: \(body.utf8.count)", "Connection: close",
    ]
    return Wire.ask(Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8), port: page, seconds: 10)
  }

  private func hooks(_ world: RemoteRepositoryWorld, _ watcher: Watcher, _ page: Int) async throws {
    try world.push("Two")
    #expect(call(page, "X-Nothing: 1").status == 401)
    #expect(call(page, "X-Gitlab-Token: wrong").status == 403)
    #expect(call(page, "X-Gitlab-Token: \(Self.secret)", bot: "q").status == 403)
    let answer = call(page, "X-Gitlab-Token: \(Self.secret)")
    #expect(answer.status == 202, "\(answer.text)")
    let called = ContinuousClock.now
    try await watcher.wait("the second", Self.question) { $0.contains("p|One Two") }
    #expect(ContinuousClock.now - called < .seconds(20))
    for (forge, subject) in [(ForgeCall.gitHub, "Three"), (.gitea, "Four")] {
      try world.push(subject)
      let forged = try await forge.send(to: page, "p", secret: "not-\(Self.secret)", in: world.scratch)
      // After two wrong ones it is also told to wait.
      #expect(forged.hasSuffix(" 403") || forged.hasSuffix(" 429"), "\(forged)")
      let taken = try await forge.send(to: page, "p", secret: Self.secret, in: world.scratch)
      #expect(taken.hasSuffix(" 202"), "\(taken)")
      let asked = ContinuousClock.now
      try await watcher.wait("what was pushed there", Self.question) { $0.contains(" \(subject)\nq|") }
      #expect(ContinuousClock.now - asked < .seconds(20))
    }
  }

  private func down(_ world: RemoteRepositoryWorld, _ watcher: Watcher, _ page: Int) async throws {
    let away = world.bare + ".away"
    try FileManager.default.moveItem(atPath: world.bare, toPath: away)
    #expect(call(page, "X-Gitlab-Token: \(Self.secret)").status == 202)
    let told = try await eventually(within: 300, everyMilliseconds: 200) {
      try await world.bothy("bots").outputText.contains("cannot be fetched since")
    }
    #expect(told)
    let bots = try await world.bothy("bots").outputText
    #expect(bots.contains("no such repository") && bots.contains("last fetched at"), "\(bots)")
    try FileManager.default.moveItem(atPath: away, toPath: world.bare)
    try world.push("Five")
    #expect(call(page, "X-Gitlab-Token: \(Self.secret)").status == 202)
    try await watcher.wait("the fifth", Self.question) { $0.contains("p|One Two Three Four Five") }
  }
}
