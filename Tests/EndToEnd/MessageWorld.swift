import Foundation
import Kit
import Testing

/// A watched bot whose integrations end at once, before anything is built, and whoever is told of them.
struct MessageWorld: Sendable {
  let repository: Worktree
  let watcher: Watcher
  private let scratch: ScratchFolder

  /// `triggers`: each in a line of YAML.
  init(in scratch: ScratchFolder, telling triggers: [String], mail: String) async throws {
    self.scratch = scratch
    repository = Worktree(path: try await Fixture("OnlyXCTest").makeRepository(in: scratch).path)
    let lines = (["before: exit 1"] + triggers).map { "  - \($0)\n" }.joined()
    try scratch.write("bots/lonely.yaml", "repository: \(repository.path)\ntriggers:\n\(lines)")
    try scratch.write("state/mail.yaml", mail)
    watcher = Watcher(
      bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
  }

  /// What mail.yaml says of a server without TLS at a port of this machine.
  static func plainMail(_ port: Int) -> String {
    "host: 127.0.0.1\nport: \(port)\ntls: none\nfrom: bothy@example.org\n"
  }

  /// What mail.yaml says of a server that wants TLS and a login.
  static func safeMail(_ box: MailBox, _ tls: String, in scratch: ScratchFolder) throws -> String {
    try scratch.write("password", "opensesame\n", mode: 0o600)
    return """
      host: localhost
      port: \(box.port)
      tls: \(tls)
      user: bothy
      password-file: \(scratch.path)/password
      authority: \(box.authority)
      from: "Bothy <bothy@example.org>"
      domains: [example.org]
      site: "https://ci.example.org/pages"

      """
  }

  /// A watcher is there for as long as the body takes.
  func watch(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let socket = watcher.state + "/watch.socket"
    // That of one that was killed.
    try? FileManager.default.removeItem(atPath: socket)
    let end = try await watcher.run { id in
      defer { kill(id, SIGTERM) }
      // Before it listens it does not know how to end.
      let listens = try await eventually { FileManager.default.fileExists(atPath: socket) }
      #expect(listens)
      try await body()
    }
    #expect(end.status == 0, "\(end.errorText)")
  }

  /// A watcher that is killed where it comes by there first.
  func watch(untilKilledAt point: String) async throws {
    let mark = scratch.path + "/struck"
    var watcher = watcher
    watcher.environment = ["BOTHY_FAULT": "\(point)@\(mark)"]
    let end = try await watcher.run { id in
      let came = try await eventually(within: 300, everyMilliseconds: 100) {
        FileManager.default.fileExists(atPath: mark)
      }
      if !came { kill(id, SIGTERM) }
    }
    #expect(end.status == -SIGKILL, "it never came by \(point): \(end.errorText)")
  }

  static let states = "SELECT topic || ' ' || state FROM message ORDER BY id"

  static func isSent(_ states: String, count: Int) -> Bool {
    let rows = states.split(separator: "\n")
    return rows.count == count
      && !rows.contains { $0.hasSuffix(" waiting") || $0.hasSuffix(" sending") }
  }

  /// Until so many messages have been taken or given up.
  func waitUntilSent(_ count: Int) async throws {
    try await watcher.wait("\(count) messages are sent", Self.states) {
      Self.isSent($0, count: count)
    }
  }

  /// Until the end of the integration that was not cut off has been taken.
  func waitUntilLastIsTold() async throws {
    let question = """
      SELECT count(*) FROM message WHERE state = 'taken'
        AND number = (SELECT number FROM integration WHERE result = 'trigger-error' ORDER BY number DESC)
      """
    try await watcher.wait("the last end is told", question) { $0 == "1" }
    // Of one that was cut off before.
    try await watcher.wait("all are sent", "SELECT count(*) FROM message WHERE state != 'taken'") {
      $0 == "0"
    }
  }

  /// Until it was tried so often to send each of so many messages.
  func waitUntilTried(_ count: Int, times: Int = 1) async throws {
    let question = "SELECT count(*) FROM message WHERE json_array_length(attempts) >= \(times)"
    try await watcher.wait("\(count) messages were tried \(times) times", question) {
      $0 == "\(count)"
    }
  }

  /// Until the messages are in these states, the oldest first.
  func wait(until states: [String]) async throws {
    try await watcher.wait("\(states)", Self.states) { $0 == states.joined(separator: "\n") }
  }

  /// Until the page of the first integration says it.
  func waitForPage(_ holds: @escaping @Sendable (String) -> Bool) async throws {
    let path = watcher.state + "/site/bots/lonely/1/index.html"
    let came = try await eventually(within: 300, everyMilliseconds: 200) {
      holds((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
    }
    #expect(came, "\(path) never said it")
  }
}
