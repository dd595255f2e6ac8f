import Foundation
import Kit
import Testing

/// A bare repository on "another machine": git over TLS, and a real sshd.
struct RemoteRepositoryWorld: Sendable {
  struct Ports: Sendable {
    var right = 0
    var other = 0
    var ended = 0
    var plain = 0
    var silent = 0
    var proxy = 0
  }

  let scratch: ScratchFolder
  let far: Worktree
  var bots: String { scratch.path + "/bots" }
  var state: String { scratch.path + "/state" }
  var server: URL { scratch.url.appending(path: "server") }

  init() throws {
    scratch = try ScratchFolder("far")
    for name in ["bots", "state/secrets", "server/repositories"] {
      try FileManager.default.createDirectory(
        at: scratch.url.appending(path: name), withIntermediateDirectories: true)
    }
    far = try Worktree.make(at: scratch.path + "/work")
    try far.git("init", "-q", "--bare", "-b", "main", bare)
    try far.write(
      "Package.swift",
      "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"far\")\n")
    try push("One")
  }

  var bare: String { server.path + "/repositories/far.git" }

  @discardableResult func push(_ subject: String) throws -> String {
    let commit = try far.write("said", subject + "\n").commit(subject)
    try far.git("push", "-q", "-f", bare, "main")
    return commit
  }

  /// The repository gets a submodule, whose address is relative.
  func addPart() throws {
    let part = try Worktree.make(at: scratch.path + "/part")
    let commit = try part.write("part", "Part\n").commit()
    try part.git("clone", "-q", "--bare", ".", server.path + "/repositories/part.git")
    try far.write(".gitmodules", "[submodule \"part\"]\n\tpath = part\n\turl = ../part.git\n")
    try far.git("add", ".gitmodules")
    try far.git("update-index", "--add", "--cacheinfo", "160000,\(commit),part")
    try far.git("commit", "-q", "-m", "With its part")
    try far.git("push", "-q", bare, "main")
  }

  /// Nothing is built: its script tells what was checked out, and ends the integration.
  func bot(_ id: String, _ repository: String, _ more: String = "") throws {
    let text = "repository: \(repository)\n\(more)triggers:\n  - before: cat said part/* 2>&-; exit 1\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(bots)/\(id).yaml"))
  }

  func secret(_ id: String, _ lines: String) throws {
    let file = "\(state)/secrets/\(id).env"
    try Data(lines.utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
  }

  func bothy(_ words: String..., environment: [String: String] = [:]) async throws -> CommandEnd {
    var all = ProcessInfo.processInfo.environment
    let ways = ["https_proxy", "http_proxy", "no_proxy"]
    for name in ["SSH_AUTH_SOCK"] + ways + ways.map({ $0.uppercased() }) { all[name] = nil }
    all["HOME"] = scratch.path
    return try await Command(
      try Program.bothy, words + ["--bots", bots, "--state", state], in: scratch.url,
      environment: all.merging(environment) { $1 }
    ).run()
  }

  /// While git is served.
  func serve(_ body: @escaping @Sendable (Ports) async throws -> Void) async throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Kit/Servers/gitserver.py")
    let ports = server.appending(path: "ports")
    try? FileManager.default.removeItem(at: ports)
    _ = try await Command("/usr/bin/env", ["python3", script.path, server.path], in: server).run { id in
      defer { kill(id, SIGTERM) }
      var numbers: [Int] = []
      let came = try await eventually {
        let text = try? String(contentsOf: ports, encoding: .utf8)
        numbers = (text ?? "").split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        return numbers.count == 6
      }
      try #require(came, "git is not served")
      try await body(
        Ports(
          right: numbers[0], other: numbers[1], ended: numbers[2], plain: numbers[3], silent: numbers[4],
          proxy: numbers[5]))
    }
  }

  /// Keys for who asks and for a server.
  func key(_ name: String, _ kind: String = "ed25519", passphrase: String = "") async throws {
    let end = try await Command(
      "/usr/bin/ssh-keygen", ["-q", "-t", kind, "-N", passphrase, "-f", scratch.path + "/" + name],
      in: scratch.url
    ).run()
    try #require(end.status == 0, "\(end.errorText)")
  }

  /// The server's key is one that the machine knows.
  func know(_ key: String, at port: Int) throws {
    let open = try String(contentsOfFile: "\(scratch.path)/\(key).pub", encoding: .utf8)
    try Data("[localhost]:\(port) \(open)".utf8).write(to: URL(fileURLWithPath: state + "/known_hosts"))
  }

  /// What `check` says of a bot.
  func told(of id: String, in end: CommandEnd) -> String {
    end.outputText.split(separator: "\n").filter { $0.contains("/\(id).yaml:") }.joined(separator: "\n")
  }

  /// While a server of ssh with that key is there.
  func shell(
    _ port: Int, key: String, lettingIn known: [String] = ["mine"],
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try? FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: false)
    let options = [
      "ListenAddress=127.0.0.1:\(port)", "HostKey=\(scratch.path)/\(key)", "StrictModes=no", "UsePAM=no",
      "AuthorizedKeysFile=" + known.map { "\(scratch.path)/\($0).pub" }.joined(separator: " "),
      "PidFile=none", "PasswordAuthentication=no",
      "PermitRootLogin=yes",
    ]
    _ = try await Command(
      "/usr/sbin/sshd", ["-D", "-e", "-f", "/dev/null"] + options.flatMap { ["-o", $0] }, in: scratch.url
    ).run { id in
      defer { kill(id, SIGTERM) }
      try #require(try await eventually { Wire.isListening(port) }, "nobody listens")
      try await body()
    }
  }
  /// While an agent with that key is there; the body is told its socket.
  func agent(
    with key: String, _ body: @escaping @Sendable (String) async throws -> Void
  ) async throws {
    // A path of a socket has 107 bytes at most.
    let socket = "/tmp/bothy-agent-\(getpid())-\(key)"
    try? FileManager.default.removeItem(atPath: socket)
    defer { try? FileManager.default.removeItem(atPath: socket) }
    _ = try await Command("/usr/bin/ssh-agent", ["-D", "-a", socket], in: scratch.url).run { id in
      defer { kill(id, SIGTERM) }
      try #require(try await eventually { FileManager.default.fileExists(atPath: socket) })
      let added = try await Command(
        "/usr/bin/env", ["SSH_AUTH_SOCK=" + socket, "ssh-add", "-q", key], in: scratch.url
      ).run()
      try #require(added.status == 0, "\(added.errorText)")
      try await body(socket)
    }
  }
}
