import Foundation
import Kit
import Testing

/// A real watcher that tells a real mail server and a real receiver.
@Suite("What a watcher tells others")
struct MessageTests {
  private static let state = "state"

  /// A bot with a mail and two webhooks, and the servers that they go to.
  private static func world(
    in scratch: ScratchFolder, mail: Int, hooks: Int
  ) async throws -> (watcher: Watcher, repository: URL) {
    let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
    try scratch.write(
      "bots/lonely.yaml",
      """
      name: Lonely
      repository: \(repository.path)
      coverage: {enabled: false}
      triggers:
        - email: {to: [team@example.org], report: every}
        - webhook: {url: "http://127.0.0.1:\(hooks)/status/{commit}", template: github-status, token: TOKEN}
        - webhook: {url: "http://127.0.0.1:\(hooks)/result", secret: HOOK, when: [succeeded]}
        - webhook: {url: "http://127.0.0.1:\(hooks)/never", when: [test-failures, broke]}

      """)
    let mailServer = "host: 127.0.0.1\nport: \(mail)\ntls: none\nfrom: bothy@example.org\n"
    try scratch.write("state/mail.yaml", mailServer)
    try scratch.write("state/secrets/lonely.env", "TOKEN=t0pSecret\nHOOK=opensesame\n", mode: 0o600)
    let watcher = Watcher(
      bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
    return (watcher, repository)
  }

  private static let left = "SELECT count(*) FROM message WHERE state IN ('waiting', 'sending')"
  private static let all = "SELECT topic || ' ' || state FROM message ORDER BY id"

  @Test("mail and webhooks arrive once each, and no secret of theirs is left anywhere")
  func arrive() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("messages")
      defer { scratch.remove() }
      try await MailBox.run(in: scratch) { box in
        try await Receiver.run(in: scratch) { receiver in
          let world = try await Self.world(in: scratch, mail: box.port, hooks: receiver.port)
          let end = try await world.watcher.run { id in
            try await world.watcher.wait("all is sent", Self.all) {
              $0 == "start taken\nend taken\nend taken\nevery taken"
                || $0.split(separator: "\n").count == 4
                  && !$0.contains("waiting") && !$0.contains("sending")
            }
            try await world.watcher.wait("the page tells of it", "SELECT 1") { _ in
              let page = scratch.path + "/state/site/bots/lonely/1/index.html"
              return (try? String(contentsOfFile: page, encoding: .utf8))?.contains("team@example.org")
                == true
            }
            kill(id, SIGTERM)
          }
          #expect(end.status == 0, "\(end.errorText)")
          let paths = try receiver.requests().map { $0.path.prefix(8) }
          #expect(paths.sorted() == ["/result", "/status/", "/status/"])
          #expect(try box.mails().map(\.to) == [["team@example.org"]])
          let found = try await Command(
            "/bin/grep", ["-rlE", "t0pSecret|opensesame", "site", "integrations", "bothy.sqlite"],
            in: URL(fileURLWithPath: world.watcher.state)
          ).run()
          #expect(found.outputText == "")
        }
      }
    }
  }

  @Test(
    "whenever the watcher is killed, each message arrives, and twice only where nobody can know",
    arguments: ["message.begun", "message.sent", "message.kept", "history.laid"])
  func killed(point: String) async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("messages-killed")
      defer { scratch.remove() }
      try await MailBox.run(in: scratch) { box in
        try await Receiver.run(in: scratch) { receiver in
          var (watcher, _) = try await Self.world(in: scratch, mail: box.port, hooks: receiver.port)
          watcher.environment = ["BOTHY_FAULT": "\(point)@\(scratch.path)/struck"]
          let first = try await watcher.run { _ in
            _ = try await eventually(within: 300, everyMilliseconds: 100) {
              FileManager.default.fileExists(atPath: scratch.path + "/struck")
            }
          }
          #expect(first.status == -SIGKILL)
          watcher.environment = [:]
          let rest = watcher
          _ = try await watcher.run { id in
            try await rest.wait("all is sent", Self.all) {
              $0.contains("every taken") && !$0.contains("waiting") && !$0.contains("sending")
            }
            kill(id, SIGTERM)
          }
          let mails = try box.mails().count
          let results = try receiver.requests().count { $0.path == "/result" }
          let statuses = try receiver.requests().count { $0.path.hasPrefix("/status") }
          #expect(mails >= 1 && results >= 1 && statuses >= 1)
          #expect(mails + results <= (point == "message.sent" ? 3 : 2))
        }
      }
    }
  }
}
