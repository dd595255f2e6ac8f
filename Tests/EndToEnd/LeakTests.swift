import Foundation
import Kit
import Testing

/// Everybody who is given a secret does their best to tell it.
@Suite("Secrets that are told")
struct LeakTests {
  private static let secret = "open-sesame+0123456789"
  private static let encoded = Data(secret.utf8).base64EncodedString()

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "OnlyXCTest",
      targets: [
        .target(name: "OnlyXCTest"),
        .testTarget(
          name: "OnlyXCTestTests", dependencies: ["OnlyXCTest"],
          swiftSettings: Context.environment["TOKEN"] == nil ? [] : [.define("TOLD")]),
      ])
    """

  private static let tests = """
    import Foundation
    import XCTest

    final class LeakTests: XCTestCase {
      func testLeak() throws {
        let environment = ProcessInfo.processInfo.environment
        let token = try XCTUnwrap(environment["TOKEN"])
        #if !TOLD
        XCTFail("the build was given none")
        #endif
        print("whole", token)
        for letter in token {
          FileHandle.standardOutput.write(Data(String(letter).utf8))
          Thread.sleep(forTimeInterval: 0.02)
        }
        print()
        print(Data(token.utf8).base64EncodedString())
        print(token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        let folder = try XCTUnwrap(environment["BOTHY_ARTIFACTS"])
        try Data(token.utf8).write(to: URL(fileURLWithPath: folder + "/\\(token).txt"))
        XCTFail("it is \\(token)")
      }
    }
    """

  /// As a script does that makes a source of what the app is to know.
  private static let before = """
    echo "$TOKEN"
    printf 'public func key() -> String {\\n  "%s"\\n}\\n#warning("%s")\\n' "$TOKEN" "$TOKEN" \
    > Sources/OnlyXCTest/Key.swift
    """

  private static func lay(in scratch: ScratchFolder, _ box: MailBox, _ receiver: Receiver) async throws {
    let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
    let tree = Worktree(path: repository.path)
    try tree.write("Package.swift", manifest).write("Tests/OnlyXCTestTests/LeakTests.swift", tests)
    try tree.commit("Tell")
    try scratch.write(
      "bots/leak.yaml",
      """
      repository: \(repository.path)
      secrets: [TOKEN]
      triggers:
        - before: |
            \(before.replacing("\n", with: "\n      "))
        - after: "echo $TOKEN; cat \\"$BOTHY_REPORT\\""
        - email: {to: [team@example.org], report: every}
        - webhook: {url: "http://127.0.0.1:\(receiver.port)/result"}

      """)
    try scratch.write("state/mail.yaml", MessageWorld.plainMail(box.port))
    let file = try scratch.write("state/secrets/leak.env", "TOKEN=\(secret)\n", mode: 0o600)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: (file as NSString).deletingLastPathComponent)
  }

  @Test("no file, page, mail, webhook or command tells one that scripts, build and tests print in pieces")
  func told() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("leak")
      defer { scratch.remove() }
      try await MailBox.run(in: scratch) { box in
        try await Receiver.run(in: scratch) { receiver in
          try await Self.lay(in: scratch, box, receiver)
          let watcher = Watcher(
            bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
          let end = try await watcher.run { id in
            try await watcher.wait("all is sent", MessageWorld.states) { MessageWorld.isSent($0, count: 2) }
            kill(id, SIGTERM)
          }
          var shown = [end]
          for words in Self.questions {
            shown.append(
              try await Command(
                try Program.bothy, [words[0], "leak"] + words.dropFirst() + ["--state", watcher.state],
                in: scratch.url
              ).run())
          }
          for one in shown { Self.expectNone(in: one.outputText + one.errorText) }
          let report = try JSON(
            Data(contentsOf: URL(fileURLWithPath: watcher.state + "/integrations/leak/1/report.json")))
          let failed = (report["tests"]?["cases"]?.elements ?? []).first { $0["name"]?.text == "testLeak" }
          let messages = failed?["failures"]?.elements?.compactMap { $0["message"]?.text } ?? []
          #expect(messages.count == 1 && messages[0].hasSuffix("it is \(Self.masked)"), "\(messages)")
          let mails = try box.mails()
          #expect(mails.count == 1)
          for mail in mails {
            for text in [mail.text.replacing("=\r\n", with: ""), mail.decoded] { Self.expectNone(in: text) }
            #expect(mail.decoded.contains("it is \(Self.masked)"), "\(mail.decoded)")
          }
          let requests = try receiver.requests()
          #expect(requests.count == 1)
          for request in requests { Self.expectNone(in: request.body) }
          try await Self.expectNone(below: watcher.state)
        }
      }
    }
  }

  private static let questions = [
    ["show"], ["show", "--json"], ["show", "--markdown"], ["show", "--environment"], ["log"], ["mail"],
  ]
  private static let masked = String(repeating: "*", count: secret.count)

  private static let forms = [secret, encoded, "sesame%2B0"]

  private static func expectNone(in text: String) {
    for form in forms {
      #expect(!text.contains(form), "\(form) in \(text.prefix(2000))")
    }
  }

  private static func expectNone(below state: String) async throws {
    let pattern = "open.sesame.0123456789|\(encoded)|sesame%2[bB]0"
    for folder in ["/site", "/integrations"] {
      #expect(try await Found.files(with: pattern, below: state + folder) == [])
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: state)
    #expect(!names.contains { $0.contains("open-sesame") && !$0.contains("/checkout/") })
    for name in names where name.hasPrefix("bothy.sqlite") {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: state + "/" + name))
      for form in forms { #expect(bytes.range(of: Data(form.utf8)) == nil, "\(form) in \(name)") }
    }
    let log = try String(contentsOfFile: state + "/integrations/leak/1/log.txt", encoding: .utf8)
    #expect(log.contains("whole \(masked)"))
    let page = state + "/site/bots/leak/1/coverage/Sources/OnlyXCTest/Key.swift.html"
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains(masked))
  }
}
