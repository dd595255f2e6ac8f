import Foundation
import Kit
import Testing

/// `bothy watch` on a real repository, with real kills.
@Suite("The watcher")
struct WatchTests {
  @Test("each commit is integrated once, also when the watcher is killed while it runs")
  func killed() async throws {
    try await FixtureTests.lanes.run {
      let scratch = try ScratchFolder("watch")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let bots = scratch.url.appendingPathComponent("bots")
      try FileManager.default.createDirectory(at: bots, withIntermediateDirectories: true)
      try Data("repository: \(repository.path)\ncoverage: {enabled: false}\n".utf8).write(
        to: bots.appendingPathComponent("lonely.yaml"))
      let watcher = Watcher(bots: bots.path, state: scratch.path + "/state", folder: scratch.url)

      // Killed as soon as the first has begun; the second watcher takes it up again.
      let first = try await watcher.run { id in
        try await watcher.wait("there is a first") { $0.contains("1|") }
        kill(id, SIGKILL)
      }
      #expect(first.status == -SIGKILL)
      let second = try await watcher.run { id in
        try await watcher.wait("the first is done again") { $0.contains("2|succeeded") }
        let other = try await watcher.run { _ in }
        #expect(other.status == 5 && other.errorText.contains("process \(id) does that already"))
        try await Self.commit("Two", "Three", in: repository)
        try await watcher.wait("the new ones are integrated") { $0.contains("3|succeeded") }
        kill(id, SIGTERM)
      }
      #expect(second.status == 0, "\(second.errorText)")
      let rows = try await watcher.integrations()
      #expect(rows.map { $0.prefix(2) } == ["1|", "2|", "3|"])
      #expect(rows[0].contains("canceled") && rows[1].contains("because #1 was cut off"))
      #expect(rows[2].contains("new commit"))
      let page = scratch.path + "/state/site/bots/lonely/3/index.html"
      #expect(FileManager.default.fileExists(atPath: page))
    }
  }

  /// They arrive at once, as with a push: the watcher sees each move of a branch as it happens.
  private static func commit(_ subjects: String..., in repository: URL) async throws {
    let git = { (arguments: [String]) in
      let end = try await Command(
        "/usr/bin/git", ["-c", "user.name=A", "-c", "user.email=a@b.c"] + arguments, in: repository
      ).run()
      try #require(end.status == 0, "\(end.errorText)")
      return end.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    var tip = try await git(["rev-parse", "HEAD"])
    for subject in subjects {
      let file = repository.appendingPathComponent("Sources/OnlySwiftTesting/\(subject).swift")
      try Data("// \(subject)\n".utf8).write(to: file)
      _ = try await git(["add", "-A"])
      let tree = try await git(["write-tree"])
      tip = try await git(["commit-tree", tree, "-p", tip, "-m", subject])
    }
    _ = try await git(["update-ref", "HEAD", tip])
  }

  private struct Watcher: Sendable {
    var bots: String
    var state: String
    var folder: URL

    func run(during: @escaping @Sendable (Int32) async throws -> Void) async throws -> CommandEnd {
      try await Command(
        try Program.bothy, ["watch", "--bots", bots, "--state", state, "--jobs", "1"], in: folder
      ).run(during: during)
    }

    /// As sqlite3 sees them, from outside.
    func integrations() async throws -> [String] {
      let question = "SELECT number, result, queueReason FROM integration ORDER BY number"
      let end = try await Command(
        "/usr/bin/env", ["sqlite3", "-readonly", state + "/bothy.sqlite", question], in: folder
      ).run()
      return end.outputText.split(separator: "\n").map(String.init)
    }

    func wait(_ what: String, until holds: @Sendable (String) -> Bool) async throws {
      for _ in 0..<900 {
        if try await holds(integrations().joined(separator: "\n")) { return }
        try await Task.sleep(for: .milliseconds(100))
      }
      Issue.record("it never came to this: \(what)")
    }
  }
}
