import Foundation
import Kit
import Testing

/// A real watcher that tells a real mail server and a real receiver, in each way that a bot file knows.
@Suite("What a watcher tells others")
struct MessageTests {
  private static let pages = "https://ci.example.org/pages/bots/lonely/1/index.html"

  private static func bot(of repository: String, _ hooks: Int) -> String {
    let to = "http://127.0.0.1:\(hooks)"
    return """
      name: Lonely
      repository: \(repository)
      configuration: debug
      coverage: {enabled: false}
      triggers:
        - before: env > ../seen-before; echo SEEN=before >> ../seen-before
        - after: env > ../seen-after; echo SEEN=after >> ../seen-after
        - email: {to: [team@example.org, all@elsewhere.example], report: every}
        - webhook: {url: "\(to)/status/{commit}", template: github-status, token: TOKEN}
        - webhook: {url: "\(to)/result/{branch}/{WAY}", secret: HOOK, when: [succeeded]}
        - webhook: {url: "\(to)/never", when: [test-failures, broke]}
        - webhook: {url: "\(to)/gitea", template: gitea-status, start: false}
        - webhook: {url: "\(to)/gitlab", template: gitlab-status}
        - webhook: {url: "\(to)/chat", template: chat}
        - webhook: {url: "\(to)/own", template: own}

      """
  }

  /// What only a webhook needs is nobody else's.
  private static let seen = """
    import Foundation
    import Testing

    @Test func seen() {
      let environment = ProcessInfo.processInfo.environment
      #expect(["TOKEN", "HOOK", "WAY"].allSatisfy { environment[$0] == nil })
      #if TOLD
      Issue.record("the build was told")
      #endif
      #if !DEBUG
      Issue.record("not as its bot file says")
      #endif
    }
    """

  /// A bot on a branch with a slash in its name, and everything that its messages need.
  private static func world(
    in scratch: ScratchFolder, _ box: MailBox, _ receiver: Receiver
  ) async throws -> (watcher: Watcher, commit: String) {
    let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
    let tree = Worktree(path: repository.path)
    try tree.write("Tests/OnlySwiftTestingTests/Seen.swift", seen).write(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let isTold = ["TOKEN", "HOOK", "WAY"].contains { Context.environment[$0] != nil }
      let package = Package(
        name: "OnlySwiftTesting",
        targets: [
          .target(name: "OnlySwiftTesting"),
          .testTarget(
            name: "OnlySwiftTestingTests", dependencies: ["OnlySwiftTesting"],
            swiftSettings: isTold ? [.define("TOLD")] : []),
        ])
      """
    ).commit("Look for secrets")
    try tree.git("branch", "-m", "release/1")
    try scratch.write("bots/lonely.yaml", bot(of: repository.path, receiver.port))
    try scratch.write("state/mail.yaml", try MessageWorld.safeMail(box, "starttls", in: scratch))
    let secrets = "TOKEN=t0pSecret\nHOOK=signedWithThis\nWAY=behind/aHiddenDoor\n"
    try scratch.write("state/secrets/lonely.env", secrets, mode: 0o600)
    try scratch.write(
      "templates/webhooks/own.json.mustache",
      "{\"own\": \"{{{bot}}} {{integration}} {{{result}}}\"}")
    var watcher = Watcher(
      bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
    watcher.environment = ["BOTHY_TEMPLATES": scratch.path + "/templates"]
    return (watcher, try tree.head())
  }

  @Test(
    "mail and webhooks arrive once each, as the bot file says, and no secret of theirs is left anywhere"
  )
  func arrive() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("messages")
      defer { scratch.remove() }
      try await MailBox.run(in: scratch, ["starttls", "login"]) { box in
        try await Receiver.run(in: scratch) { receiver in
          let (watcher, commit) = try await Self.world(in: scratch, box, receiver)
          let end = try await watcher.run { id in
            try await watcher.wait("all is sent", MessageWorld.states) {
              MessageWorld.isSent($0, count: 10)
            }
            try await watcher.wait("the page tells of it", "SELECT 1") { _ in
              let page = scratch.path + "/state/site/bots/lonely/1/index.html"
              let text = (try? String(contentsOfFile: page, encoding: .utf8)) ?? ""
              return text.contains("team@example.org")
                && text.contains("elsewhere.example is not among the `domains` of mail.yaml")
            }
            kill(id, SIGTERM)
          }
          #expect(end.status == 0, "\(end.errorText)")
          let told = try await watcher.rows(MessageWorld.states).sorted()
          let ends = Array(repeating: "end taken", count: 6)
          #expect(told == ends + ["every refused", "every taken", "start taken", "start taken"])
          try Self.expectMail(box.mails())
          try await Self.expectDry(watcher, box)
          try await Self.expectPosts(receiver.requests(), of: commit, in: scratch)
          for when in ["before", "after"] {
            let file = watcher.state + "/bots/lonely/seen-\(when)"
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains("SEEN=\(when)") && text.contains("BOTHY_BOT=lonely"), "\(text)")
          }
          #expect(
            try await Found.files(
              with: "t0pSecret|signedWithThis|aHiddenDoor|opensesame", below: watcher.state) == [])
        }
      }
    }
  }

  private static func expectMail(_ mails: [MailBox.Mail]) throws {
    #expect(mails.map(\.to) == [["team@example.org"]])
    let mail = try #require(mails.first)
    #expect(mail.from == "bothy@example.org" && mail.isEncrypted && mail.isKnown)
    let text = mail.text.replacing("=\r\n", with: "")
    #expect(text.contains("From: \"Bothy\" <bothy@example.org>") && text.contains(pages), "\(text)")
  }

  /// What would be sent is what was sent, and asking sends nothing.
  private static func expectDry(_ watcher: Watcher, _ box: MailBox) async throws {
    let before = try await watcher.rows(MessageWorld.states)
    let end = try await Command(
      try Program.bothy,
      ["mail", "lonely#1", "--dry-run", "--bots", watcher.bots, "--state", watcher.state],
      in: watcher.folder
    ).run()
    let text = end.outputText
    let sent = try #require(try box.mails().first).decoded.replacing("\r\n", with: "\n")
    let subject = try #require(sent.split(separator: "\n").first { $0.hasPrefix("Subject: ") })
    let why = "Because your address stands in the bot file of Lonely, for each\nintegration."
    #expect(text.hasPrefix("To: team@example.org\n\(subject)\n\(why)\n\n"), "\(text)")
    let plain = try #require(text.components(separatedBy: "To: ")[1].firstRange(of: "\n\n")).upperBound
    let body = text.components(separatedBy: "To: ")[1][plain...].trimmingCharacters(in: .newlines)
    #expect(body.count > 100 && sent.contains(body), "\(body)")
    #expect(text.contains("\nTo: all@elsewhere.example\n\(subject)\n\(why)\nNot sent: nothing was sent: "))
    #expect(text.hasSuffix("\n2 mails and 6 posts would be made of lonely#1; this sends none.\n"), "\(text)")
    for post in [
      "/status/… (github-status, trigger 4)", "/result/…/{WAY} (summary, trigger 5)",
      "/gitea (gitea-status, trigger 7)", "/chat (chat, trigger 9)", "/own (own, trigger 10)",
    ] { #expect(text.contains(post), "\(post): \(text)") }
    #expect(end.status == 0)
    #expect(try box.mails().count == 1)
    #expect(try await watcher.rows(MessageWorld.states) == before)
  }

  private static func expectPosts(
    _ requests: [Receiver.Request], of commit: String, in scratch: ScratchFolder
  ) async throws {
    let (status, result) = ("/status/\(commit)", "/result/release%2F1/behind/aHiddenDoor")
    let paths = ["/chat", "/gitea", "/gitlab", "/gitlab", "/own", result, status, status]
    #expect(requests.map(\.path).sorted() == paths)
    func bodies(_ path: String) throws -> [JSON] {
      try requests.filter { $0.path == path }.map { try JSON(Data($0.body.utf8)) }
    }
    func states(_ path: String) throws -> [String?] { try bodies(path).map { $0["state"]?.text } }
    #expect(try states(status) == ["pending", "success"])
    #expect(try states("/gitea") == ["success"])
    #expect(try states("/gitlab") == ["running", "success"])
    #expect(try bodies("/gitlab").last?["ref"]?.text == "release/1")
    #expect(try bodies("/own") == [.object(["own": .string("lonely 1 succeeded")])])
    let chat = try bodies("/chat").first?["text"]?.text ?? ""
    #expect(chat.contains("Lonely #1 on release/1: ") && chat.hasSuffix(" " + pages), "\(chat)")
    let tokens = requests.filter { $0.headers["authorization"] != nil }
    #expect(tokens.map(\.path) == [status, status])
    #expect(tokens.allSatisfy { $0.headers["authorization"] == "Bearer t0pSecret" })

    let summary = try #require(try bodies(result).first)
    #expect(
      summary["result"]?.text == "succeeded" && summary["bot"]?.text == "lonely", "\(summary)")
    #expect(summary["integration"] == .number(1) && summary["commit"]?.text == commit)
    #expect(summary["branch"]?.text == "release/1" && summary["address"]?.text == pages)
    #expect(summary["counts"]?["total"] == .number(2) && summary["counts"]?["passed"] == .number(2))
    let signed = try #require(requests.first { $0.path == result })
    let body = try scratch.write("body", signed.body)
    let openssl = try await Command(
      "/usr/bin/env", ["openssl", "dgst", "-sha256", "-hmac", "signedWithThis", "-r", body],
      in: scratch.url
    ).run()
    let digest = try #require(openssl.outputText.split(separator: " ").first)
    #expect(digest.count == 64 && signed.headers["x-bothy-signature"] == "sha256=\(digest)")
    #expect(requests.filter { $0.headers["x-bothy-signature"] != nil }.map(\.path) == [result])
  }

  @Test("mail goes by TLS from its first byte where mail.yaml says so")
  func encrypted() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("messages-tls")
      defer { scratch.remove() }
      try await MailBox.run(in: scratch, ["tls", "login"]) { box in
        let world = try await MessageWorld(
          in: scratch, telling: ["email: {to: [team@example.org], report: every}"],
          mail: MessageWorld.safeMail(box, "tls", in: scratch))
        try await world.watch { try await world.waitUntilSent(1) }
        try Self.expectMail(box.mails())
        #expect(try await Found.files(with: "opensesame", below: world.watcher.state) == [])
      }
    }
  }
}
