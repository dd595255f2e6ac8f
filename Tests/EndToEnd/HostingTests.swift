import Foundation
import Kit
import Testing

@Suite("Hosted repositories, by real clients")
struct HostingTests {
  /// Reader, operator and administrator of all; nobody; an operator of `toy` alone, there and elsewhere.
  private static let table = """
                 -  none reader operator admin  op-of-toy@toy op-of-toy@other
    clone        n  n    y      y        y      y             n
    push         n  n    n      y        y      y             n
    force        n  n    n      y        y      y             n
    delete       n  n    n      y        y      y             n
    tag          n  n    n      y        y      y             n
    force-main   n  n    n      n        n      n             n
    delete-main  n  n    n      n        n      n             n
    odd-ref      n  n    n      n        n      n             n
    """

  private static func words(_ act: Substring, _ address: String, _ own: String) -> [String] {
    switch act {
    case "clone": ["ls-remote", address]
    case "push": ["push", address, "main:refs/heads/\(own)"]
    case "force": ["push", "-f", address, "other:refs/heads/\(own)"]
    case "delete": ["push", address, ":refs/heads/\(own)"]
    case "tag": ["push", address, "main:refs/tags/\(own)"]
    case "force-main": ["push", "-f", address, "other:refs/heads/main"]
    case "delete-main": ["push", address, ":refs/heads/main"]
    default: ["push", address, "main:refs/pull/1/\(own)"]
    }
  }

  @Test("each role may over git what the table says, and who may not is told so", .nightly)
  func roles() async throws {
    let world = try HostingWorld()
    defer { world.scratch.remove() }
    for name in ["toy", "other"] { #expect(try await world.bothy("host", "create", name).status == 0) }
    try await world.tree("work")
    #expect(try await world.git("work", "checkout", "-q", "--orphan", "other").status == 0)
    #expect(try await world.git("work", "commit", "-q", "-m", "Other").status == 0)
    var askers: [(secret: String?, name: String)] = [(nil, "toy")]
    for (name, role) in [("none", "nobody"), ("r", "reader"), ("o", "operator"), ("a", "administrator")] {
      askers.append((try await world.token(name, role), "toy"))
    }
    let one = try await world.token("one", "operator", of: "toy")
    askers += [(one, "toy"), (one, "other")]
    let secrets = askers
    try await world.served.run { _ in
      let owner = try #require(secrets[4].secret)
      for name in ["toy", "other"] {
        let first = try await world.git("work", "push", world.address(name, owner), "main")
        try #require(first.status == 0, "\(first.text)")
      }
      for line in Self.table.split(separator: "\n").dropFirst() {
        let cells = line.split(separator: " ")
        for (place, asker) in secrets.enumerated() {
          let address = world.address(asker.name, asker.secret)
          let said = try await world.git("work", Self.words(cells[0], address, "own\(place)"))
          #expect((said.status == 0) == (cells[place + 1] == "y"), "\(cells[0]), \(place): \(said.text)")
          guard said.status != 0 else { continue }
          let isTold =
            asker.secret == nil
            ? said.text.contains("could not read Username")
            : said.text.contains("remote: bothy: toy: ") || said.text.contains(" takes a")
          #expect(isTold, "\(cells[0]), \(place): \(said.text)")
        }
      }
      let shown = try await world.bothy("host")
      #expect(shown.text.contains("toy  main; "), "\(shown.text)")
      #expect(shown.text.contains("push: a (token), o (token), one (token)"), "\(shown.text)")
    }
  }

  @Test("what no client of git asks for is not served, and nothing outside of the repositories is", .nightly)
  func strange() async throws {
    let world = try HostingWorld()
    defer { world.scratch.remove() }
    #expect(try await world.bothy("host", "create", "toy").status == 0)
    let token = try await world.token("a", "administrator")
    try await world.served.run { _ in
      let basic = "Authorization: Basic " + Data("x:\(token)".utf8).base64EncodedString()
      for (address, status) in [
        ("/git/toy.git/info/refs?service=git-upload-pack", 200), ("/git/toy.git/info/refs", 401),
        ("/git/toy/info/refs?service=git-upload-pack", 200),
        ("/git/toy.git/info/refs?service=git-upload-archive", 401), ("/git/toy.git/HEAD", 401),
        ("/git/toy.git/objects/info/packs", 401), ("/git/toy.git/bothy.json", 401),
        ("/git/none.git/info/refs?service=git-upload-pack", 404),
        ("/git/..%2ftoy.git/info/refs?service=git-upload-pack", 401),
        ("/git/-x.git/info/refs?service=git-upload-pack", 404),
        ("/git/toy.git.git/info/refs?service=git-upload-pack", 404),
      ] {
        let answer = world.served.get(address, basic)
        #expect(answer.status == status, "\(address): \(answer.text.prefix(300))")
      }
      // Where an address has a name, git asks so first; nobody is shut out for it.
      let empty = "Authorization: Basic " + Data("a:".utf8).base64EncodedString()
      for _ in 0..<8 {
        let answer = world.served.get("/git/toy.git/info/refs?service=git-receive-pack", empty)
        #expect(answer.status == 401 && answer.header("WWW-Authenticate") != nil)
      }
      let wrong = "Authorization: Basic " + Data("x:not-this".utf8).base64EncodedString()
      let refused = world.served.get("/git/toy.git/info/refs?service=git-upload-pack", wrong)
      #expect(refused.status == 401 && refused.header("WWW-Authenticate")?.hasPrefix("Basic") == true)
    }
  }

  @Test("a push is integrated at once and tells where; passwords, forced pushes, big ones, retired ones")
  func pushed() async throws {
    let world = try HostingWorld()
    defer { world.scratch.remove() }
    #expect(try await world.bothy("host", "create", "toy", "--bot").status == 0)
    #expect(try await world.bothy("host", "create", "toy").status == 2)
    let file = world.bots + "/toy.yaml"
    let text = try String(contentsOfFile: file, encoding: .utf8) + "\ntriggers:\n  - before: exit 1\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    #expect(try await world.bothy("user", "add", "anna", "--role", "operator", input: "sesame 1").status == 0)
    try await world.tree("work")
    let tree = Worktree(path: world.scratch.path + "/work")
    let noise = (0..<200_000).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }
    try tree.write("big", noise.joined())
    try tree.commit("Big")
    let watcher = Watcher(bots: world.bots, state: world.state, folder: world.scratch.url)
    try await world.served.run { _ in
      _ = try await watcher.run { watch in
        defer { kill(watch, SIGTERM) }
        let socket = world.state + "/watch.socket"
        try #require(try await eventually { FileManager.default.fileExists(atPath: socket) })
        let address = world.address("toy", "sesame%201", user: "anna")
        let first = try await world.git("work", "push", address, "main")
        #expect(first.status == 0, "\(first.text)")
        #expect(first.text.contains("remote: bothy: toy"), "\(first.text)")
        #expect(first.text.contains("http://localhost:\(world.served.port)/bots/toy/"), "\(first.text)")
        try await watcher.wait("the push is integrated") { $0.contains("1|trigger-error") }
        let wrong = try await world.git("work", "push", world.address("toy", "wrong", user: "anna"), "main")
        #expect(wrong.status != 0 && wrong.text.contains("Authentication failed"), "\(wrong.text)")
        let cloned = try await world.git(".", "clone", "-q", address, "copy")
        #expect(cloned.status == 0, "\(cloned.text)")
        #expect(try Worktree(path: world.scratch.path + "/copy").head() == tree.head())
      }
      let address = world.address("toy", "sesame%201", user: "anna")
      #expect(try await world.bothy("host", "retire", "toy").status == 0)
      try tree.commit("Late")
      let late = try await world.git("work", "push", address, "main")
      #expect(late.status != 0 && late.text.contains("is retired"), "\(late.text)")
      #expect(try await world.git("work", "ls-remote", address).text.contains("refs/heads/main"))
      #expect(try await world.bothy("host").text.contains("Retired: toy ("))
      #expect(try await world.bothy("host", "restore", "toy").status == 0)
      let again = try await world.git("work", "push", address, "main")
      #expect(again.status == 0 && again.text.contains("nobody watches"), "\(again.text)")
    }
    let audit = try await world.bothy("audit").text
    #expect(audit.contains("push") && audit.contains("anna") && audit.contains("git sign-in"), "\(audit)")
  }

  @Test(
    "over TLS git clones and pushes where it is told to trust the certificate, and nowhere else", .nightly)
  func secure() async throws {
    let world = try HostingWorld()
    defer { world.scratch.remove() }
    #expect(try await world.bothy("host", "create", "toy").status == 0)
    let token = try await world.token("o", "operator")
    try await world.tree("work")
    try await world.certify()
    let address = world.address("toy", token).replacing("http:", with: "https:")
    let trusts = ["-c", "http.sslCAInfo=\(world.state)/ci.pem"]
    try await world.served.run { _ in
      let distrusted = try await world.git("work", "push", address, "main")
      #expect(distrusted.status != 0 && distrusted.text.contains("certificate"), "\(distrusted.text)")
      let pushed = try await world.git("work", trusts + ["push", address, "main"])
      #expect(pushed.status == 0 && pushed.text.contains("remote: bothy: "), "\(pushed.text)")
      let cloned = try await world.git(".", trusts + ["clone", "-q", address, "copy"])
      #expect(cloned.status == 0, "\(cloned.text)")
      let heads = try ["work", "copy"].map { try Worktree(path: world.scratch.path + "/" + $0).head() }
      #expect(heads[0] == heads[1])
      let plain = try await world.git("work", "ls-remote", world.address("toy", token))
      #expect(plain.status != 0, "\(plain.text)")
    }
  }

  @Test("over ssh people may what they may, with a key of theirs, and nothing else is done for them")
  func shell() async throws {
    let world = try HostingWorld()
    defer { world.scratch.remove() }
    #expect(try await world.bothy("host", "create", "toy").status == 0)
    try await world.tree("work")
    var keys = ""
    for (name, role) in [("anna", "operator"), ("bob", "reader"), ("eve", "nobody")] {
      #expect(try await world.bothy("user", "add", name, "--role", role, input: "").status == 0)
      try await world.key(name)
      let line = try await world.bothy("host", "key", name, world.scratch.path + "/\(name).pub")
      #expect(line.text.hasPrefix("command=\"") && line.text.contains("\",restrict ssh-ed25519 "), "\(line)")
      keys += line.text
    }
    #expect(try await world.bothy("host", "key", "nemo", world.scratch.path + "/bob.pub").status == 2)
    try Data(keys.utf8).write(to: URL(fileURLWithPath: world.scratch.path + "/allowed"))
    try await world.sshd { port in
      let address = "ssh://127.0.0.1:\(port)/toy.git"
      func git(_ who: String, _ words: String...) async throws -> HostingWorld.Said {
        try await world.git("work", words, ssh: world.ssh(who, port).joined(separator: " "))
      }
      let pushed = try await git("anna", "push", address, "main")
      #expect(pushed.status == 0 && pushed.text.contains("no bot integrates toy yet"), "\(pushed.text)")
      #expect(try await git("bob", "ls-remote", address).text.contains("refs/heads/main"))
      let refused = try await git("bob", "push", address, "main:refs/heads/fix")
      #expect(refused.status != 0 && refused.text.contains("bob is a reader of toy"), "\(refused.text)")
      let nobody = try await git("eve", "ls-remote", address)
      #expect(nobody.status != 0 && nobody.text.contains("eve is nobody of toy"), "\(nobody.text)")
      let forced = try await git("anna", "push", address, ":refs/heads/main")
      #expect(forced.status != 0 && forced.text.contains("is protected"), "\(forced.text)")
      for word in [
        "id", "sh", "git-upload-pack '../toy.git'", "git-upload-pack 'toy.git'; id",
        "git-upload-archive 'toy.git'", "git-upload-pack 'toy.git' --x", "git-upload-pack $(id)", "",
      ] {
        let end = try await world.run(
          "/usr/bin/env", world.ssh("anna", port) + ["127.0.0.1"] + (word.isEmpty ? [] : [word]))
        #expect(end.status == 2 && end.text.contains("only git is served here"), "\(word): \(end.text)")
        #expect(!end.text.contains("uid="), "\(end.text)")
      }
    }
    #expect(try await world.bothy("audit").text.contains("anna (key) from 127.0.0.1: push toy"))
  }
}
