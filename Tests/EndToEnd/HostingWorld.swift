import Foundation
import Kit
import Testing

/// Repositories that a real Bothy hosts, and people who work with them by the real git.
struct HostingWorld: Sendable {
  let served: Served
  var scratch: ScratchFolder { served.scratch }
  var bots: String { scratch.path + "/bots" }
  var state: String { served.state }

  init() throws {
    served = try Served()
    try served.write("anonymous: nothing\n", to: "serve.yaml")
    try FileManager.default.createDirectory(atPath: bots, withIntermediateDirectories: true)
  }

  struct Said: Sendable {
    var status: Int32
    var text: String
  }

  @discardableResult
  func bothy(_ words: String..., input: String? = nil) async throws -> Said {
    let line = try [Program.bothy] + words + ["--state", state, "--bots", bots]
    let script = input.map { "printf '%s\\n' '\($0)' | \"$@\"" } ?? "\"$@\""
    return try await run("/bin/sh", ["-c", script, "sh"] + line)
  }

  func run(
    _ program: String, _ words: [String], _ more: [String: String] = [:]
  ) async throws -> Said {
    var all = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    all["HOME"] = scratch.path
    all["GIT_CONFIG_GLOBAL"] = "/dev/null"
    all["GIT_TERMINAL_PROMPT"] = "0"
    all["SSH_AUTH_SOCK"] = nil
    let end = try await Command(
      program, words, in: scratch.url, environment: all.merging(more) { $1 }
    ).run()
    return Said(status: end.status, text: end.outputText + end.errorText)
  }

  /// In a folder of somebody's.
  func git(_ folder: String, _ words: String..., ssh: String? = nil) async throws -> Said {
    try await git(folder, words, ssh: ssh)
  }

  func git(_ folder: String, _ words: [String], ssh: String? = nil) async throws -> Said {
    let settings = [
      "-C", scratch.path + "/" + folder, "-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "gc.auto=0",
      "-c", "maintenance.auto=false", "-c", "credential.helper=",
    ]
    return try await run("/usr/bin/git", settings + words, ssh.map { ["GIT_SSH_COMMAND": $0] } ?? [:])
  }

  /// With a commit of its own on each branch that is named.
  func tree(_ folder: String, branches: [String] = ["main"]) async throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    let tree = try Worktree.make(at: scratch.path + "/" + folder)
    try tree.write(
      "Package.swift",
      "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"toy\")\n")
    try tree.commit("One")
    for branch in branches where branch != "main" { try tree.git("branch", branch) }
  }

  /// Served over TLS from now on, as localhost.
  func certify() async throws {
    let made = try await run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        "-keyout", state + "/ci.key", "-out", state + "/ci.pem",
      ])
    try #require(made.status == 0, "\(made.text)")
    try served.write("anonymous: nothing\ntls: {certificate: ci.pem, key: ci.key}\n", to: "serve.yaml")
  }

  func address(_ name: String, _ secret: String? = nil, user: String = "x") -> String {
    let who = secret.map { "\(user):\($0)@" } ?? ""
    return "http://\(who)localhost:\(served.port)/git/\(name).git"
  }

  /// What programs are let in by.
  func token(_ name: String, _ role: String, of bot: String? = nil) async throws -> String {
    let words = ["token", "create", name, "--role", role] + (bot.map { ["--bot", $0] } ?? [])
    let end = try await Command(
      try Program.bothy, words + ["--state", state, "--bots", bots], in: scratch.url
    ).run()
    try #require(end.status == 0, "\(end.errorText)")
    return end.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  // MARK: ssh

  func key(_ name: String) async throws {
    let made = try await run(
      "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", scratch.path + "/" + name])
    try #require(made.status == 0, "\(made.text)")
  }

  /// As somebody with that key.
  func ssh(_ name: String, _ port: Int) -> [String] {
    let options = [
      "IdentitiesOnly=yes", "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR",
    ]
    return ["ssh", "-F", "/dev/null", "-i", scratch.path + "/" + name, "-p", "\(port)"]
      + options.flatMap { ["-o", $0] }
  }

  /// While a server of ssh lets in whom the file `allowed` says.
  func sshd(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
    try? FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: false)
    try await key("host")
    let port = try Servers.unusedPort()
    let options = [
      "ListenAddress=127.0.0.1:\(port)", "HostKey=\(scratch.path)/host", "StrictModes=no", "UsePAM=no",
      "AuthorizedKeysFile=\(scratch.path)/allowed", "PidFile=none", "PasswordAuthentication=no",
      "PermitRootLogin=yes",
    ]
    _ = try await Command(
      "/usr/sbin/sshd", ["-D", "-e", "-f", "/dev/null"] + options.flatMap { ["-o", $0] }, in: scratch.url
    ).run { id in
      defer { kill(id, SIGTERM) }
      try #require(try await eventually { Wire.isListening(port) }, "nobody listens")
      try await body(port)
    }
  }
}
