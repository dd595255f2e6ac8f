import Foundation
import Kit
import Testing

/// Where mail has always been.
private enum MailPorts {
  static let smtp = 25
  static let submission = 587
  static let submissions = 465

  /// As root, where no other server of mail is.
  static let areFree: Bool = {
    let taken = (try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)) ?? ""
    let ports = [smtp, submission, submissions].map { String(format: ":%04X 00000000:0000 0A", $0) }
    return geteuid() == 0 && !ports.contains { taken.contains($0) }
  }()
}

/// What mail.yaml leaves out, and a real mail server.
@Suite("What mail.yaml leaves out", .enabled(if: MailPorts.areFree, "only root may listen there"))
struct MailServerTests {
  private static let mail = "host: localhost\nfrom: bothy@example.org\n"
  private static let question = "SELECT state || ' ' || attempts FROM message ORDER BY id DESC LIMIT 1"

  private static func known(by box: MailBox) -> String {
    mail + "user: bothy\npassword-file: secrets/word\nauthority: \(box.authority)\n"
  }

  @Test("it goes to the usual port of its kind, never unencrypted unasked, with a password kept beside it")
  func usual() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("usual")
      defer { scratch.remove() }
      let word = try scratch.write("state/secrets/word", "opensesame\n", mode: 0o644)
      let mails = ["email: {to: [team@example.org], report: every}"]
      let world = try await MessageWorld(in: scratch, telling: mails, mail: Self.mail)
      @Sendable func last(_ words: String) async throws {
        try await world.watcher.wait(words, Self.question) { $0.contains(words) }
      }
      try await world.watch {
        try await MailBox.run(in: scratch, port: MailPorts.submission) { box in
          try await last("STARTTLS")
          #expect(try box.mails().isEmpty)
        }
        try await MailBox.run(in: scratch, ["starttls", "login"], port: MailPorts.submission) { box in
          try scratch.write("state/mail.yaml", Self.known(by: box))
          try await last("others than its owner may read")
          try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: word)
          try await world.waitUntilSent(1)
          try Self.expect([true], box)
        }
        try await MailBox.run(in: scratch, ["tls", "login"], port: MailPorts.submissions) { box in
          try scratch.write("state/mail.yaml", Self.known(by: box) + "tls: tls\n")
          try world.repository.commit("Go the other way")
          try await world.waitUntilSent(2)
          try Self.expect([true, true], box)
        }
        try await MailBox.run(in: scratch, port: MailPorts.smtp) { box in
          try scratch.write("state/mail.yaml", Self.mail + "tls: none\n")
          try world.repository.commit("Trust this machine")
          try await world.waitUntilSent(3)
          try Self.expect([true, true, false], box)
        }
      }
    }
  }

  /// All that ever came.
  private static func expect(_ encrypted: [Bool], _ box: MailBox) throws {
    let mails = try box.mails()
    #expect(mails.map(\.isEncrypted) == encrypted && mails.map(\.isKnown) == encrypted, "\(mails)")
  }
}
