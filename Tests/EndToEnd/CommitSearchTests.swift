import Foundation
import Kit
import Testing

/// `bothy watch` finds out by itself which of many commits broke a test.
@Suite("The commit that broke a test")
struct CommitSearchTests {
  @Test(
    "of 16 commits pushed at once the one that broke a test is named, in at most 4 further integrations",
    .nightly)
  func sixteen() async throws {
    // It rests for a minute before it searches.
    try await Turns.waiting.run(.first) {
      let scratch = try ScratchFolder("culprit")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let bots = scratch.url.appendingPathComponent("bots")
      try FileManager.default.createDirectory(at: bots, withIntermediateDirectories: true)
      try Data("repository: \(repository.path)\nintegrate: latest\n".utf8).write(
        to: bots.appendingPathComponent("lonely.yaml"))
      var watcher = Watcher(bots: bots.path, state: scratch.path + "/state", folder: scratch.url)
      watcher.limitSeconds = 900
      let (state, following) = (watcher.state, watcher)
      let end = try await watcher.run { id in
        try await following.wait("the first is green") { $0.contains("1|succeeded") }
        try await Self.push(16, brokenBy: 6, to: repository)
        try await following.wait("the newest is red") { $0.contains("2|test-failures") }
        let found = try await eventually(within: 600, everyMilliseconds: 200) {
          try Self.culprit(in: state)?["finding"]?.text == "found"
        }
        #expect(found, "it was never found")
        // Nothing more is asked for.
        try await following.wait("it is settled", "SELECT count(*) FROM integration WHERE settled = 0") {
          $0 == "0"
        }
        kill(id, SIGTERM)
      }
      #expect(end.status == 0, "\(end.errorText)")
      let rows = try await watcher.integrations()
      #expect(rows.count <= 6 && rows.count > 2, "\(rows)")
      let name = "OnlySwiftTestingTests.isLonely()"
      #expect(
        rows.dropFirst(2).allSatisfy { $0.contains("To find which of 16 commits broke \(name)") }, "\(rows)")
      let culprit = try #require(try Self.culprit(in: state))
      #expect(culprit["commit"]?["subject"]?.text == "Change 6")
      #expect(culprit["integrations"]?.elements?.count == rows.count - 2)
      let sentence = try #require(culprit["sentence"]?.text)
      #expect(sentence.contains("“Change 6” of A, found in \(rows.count - 2) integrations"))
      try await Self.isTold(sentence, by: watcher, in: scratch)
    }
  }

  @Test("nobody looks for it where the bot file says so", .nightly)
  func never() async throws {
    try await Turns.waiting.run(.first) {
      let scratch = try ScratchFolder("no-culprit")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      try scratch.write(
        "bots/lonely.yaml",
        "repository: \(repository.path)\nintegrate: latest\nculprit: never\ncoverage: {enabled: false}\n")
      let watcher = Watcher(bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
      let end = try await watcher.run { id in
        try await watcher.wait("the first is green") { $0.contains("1|succeeded") }
        try await Self.push(3, brokenBy: 2, to: repository)
        try await watcher.wait("the newest is red") { $0.contains("2|test-failures") }
        try await watcher.wait("it is settled", "SELECT count(*) FROM integration WHERE settled = 0") {
          $0 == "0"
        }
        // Else it would begin after a minute of rest.
        try await Task.sleep(for: .seconds(70))
        kill(id, SIGTERM)
      }
      #expect(end.status == 0, "\(end.errorText)")
      let rows = try await watcher.integrations()
      #expect(rows.count == 2, "\(rows)")
    }
  }

  /// On its page, in words, and nowhere as what the bot shows.
  private static func isTold(_ sentence: String, by watcher: Watcher, in scratch: ScratchFolder) async throws
  {
    let site = watcher.state + "/site/bots/lonely"
    for page in ["2/index.html", "2/issues.html"] {
      let text = try String(contentsOfFile: "\(site)/\(page)", encoding: .utf8)
      #expect(text.contains("Broken by") && text.contains("“Change 6” of A"), "\(page)")
    }
    let badge = try String(contentsOfFile: site + "/badge.svg", encoding: .utf8)
    #expect(!badge.contains("succeeded"))
    let show = try await Command(
      try Program.bothy, ["show", "lonely#2", "--bots", watcher.bots, "--state", watcher.state],
      in: scratch.url
    ).run()
    let words = show.outputText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(sentence.dropFirst()), "\(show.outputText)")
    let limited = try await watcher.rows("SELECT count(*) FROM integration WHERE limited = 1")
    let all = try await watcher.rows("SELECT count(*) - 2 FROM integration")
    #expect(limited == all)
  }

  private static func culprit(in state: String) throws -> JSON? {
    let path = URL(fileURLWithPath: state + "/integrations/lonely/2/report.json")
    let report = try JSON(Data(contentsOf: path))
    return report["issues"]?["new"]?.elements?.first?["culprit"]
  }

  /// All at once; from one on a test fails.
  private static func push(_ count: Int, brokenBy culprit: Int, to repository: URL) async throws {
    let library = repository.appendingPathComponent("Sources/OnlySwiftTesting/Library.swift")
    @Sendable func git(_ arguments: [String]) async throws -> String {
      let end = try await Command(
        "/usr/bin/git", ["-c", "user.name=A", "-c", "user.email=a@b.c"] + arguments, in: repository
      ).run()
      try #require(end.status == 0, "\(end.errorText)")
      return end.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    var tip = try await git(["rev-parse", "HEAD"])
    for number in 1...count {
      let value = number < culprit ? 1 : 2
      let text = "public func lonely() -> Int {\n  \(value)\n}\n// \(number)\n"
      try Data(text.utf8).write(to: library)
      _ = try await git(["add", "-A"])
      tip = try await git(
        ["commit-tree", try await git(["write-tree"]), "-p", tip, "-m", "Change \(number)"])
    }
    _ = try await git(["update-ref", "HEAD", tip])
  }
}
