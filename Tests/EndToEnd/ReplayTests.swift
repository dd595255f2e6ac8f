import Foundation
import Kit
import Testing

/// `bothy replay` on a real history.
@Suite("Replaying a history")
struct ReplayTests {
  private static let source = "Sources/OnlySwiftTesting/Library.swift"

  private struct World {
    let scratch: ScratchFolder
    let tree: Worktree

    func bothy(
      _ words: [String], during: (@Sendable (Int32) async throws -> Void)? = nil
    ) async throws -> CommandEnd {
      try await Command(
        try Program.bothy, words + ["--state", scratch.path + "/state"], in: scratch.url, limitSeconds: 600
      ).run(during: during)
    }

    func commit(_ subject: String, returning value: Int) throws {
      try tree.write(source, "// \(subject)\npublic func lonely() -> Int { \(value) }\n")
      try tree.git("add", "-A")
      try tree.git("commit", "-q", "-m", subject)
    }

    /// A line an integration: its number, the subject of its commit, its result.
    func rows() async throws -> [String] {
      let database = scratch.path + "/state/bothy.sqlite"
      let question = "SELECT number, subject, result FROM integration ORDER BY number"
      let end = try await Command(
        "/usr/bin/env", ["sqlite3", "-readonly", "-cmd", ".timeout 5000", database, question], in: scratch.url
      ).run()
      return end.outputText.split(separator: "\n").map(String.init)
    }
  }

  private func makeWorld(_ scratch: ScratchFolder) async throws -> World {
    let package = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
    let tree = try Worktree.make(at: scratch.path + "/history")
    try tree.write("README", "No package yet.\n")
    try tree.git("add", "-A")
    try tree.git("commit", "-q", "-m", "Begin")
    for name in ["Package.swift", "Sources", "Tests"] {
      try FileManager.default.copyItem(
        atPath: package.path + "/" + name, toPath: tree.path + "/" + name)
    }
    return World(scratch: scratch, tree: tree)
  }

  @Test(
    "oldest first and each behind the one before, on from where it was stopped, and what is known not again")
  func replayed() async throws {
    try await Turns.waiting.run(.first) {
      let scratch = try ScratchFolder("replay")
      defer { scratch.remove() }
      let world = try await makeWorld(scratch)
      for (subject, value) in [("One", 1), ("Two", 2), ("Three", 2), ("Four", 1)] {
        try world.commit(subject, returning: value)
      }
      // Whoever comes here has tried the newest commit, or what is to become of it, already.
      try world.tree.write("Tests/OnlySwiftTestingTests/Notes.swift", "// Not committed.\n")
      #expect(try await world.bothy(["run", world.tree.path]).status == 0)
      #expect(try await world.bothy(["run", world.tree.path, "--commit", "HEAD"]).status == 0)

      let stopped = try await world.bothy(["replay", world.tree.path]) { id in
        _ = try await eventually(within: 300) { try await world.rows().contains { $0.hasPrefix("5|") } }
        kill(id, SIGINT)
      }
      #expect(stopped.status == 130, "\(stopped.errorText)")
      #expect(stopped.errorText.contains("1 commit without a package: left out."), "\(stopped.errorText)")
      #expect(stopped.errorText.contains("Replaying 4 commits of main, oldest first; 1 of them once more"))
      #expect(stopped.errorText.contains("the same command goes on"))

      let whole = try await world.bothy(["replay", world.tree.path, "--last", "5"])
      #expect(whole.status == 0, "\(whole.errorText)")
      let results = try await world.rows().filter { !$0.hasSuffix("canceled") }
        .map { $0.split(separator: "|").dropFirst().joined(separator: " ") }
      let line = ["One succeeded", "Two test-failures", "Three test-failures", "Four succeeded"]
      #expect(results == ["Four succeeded", "Four succeeded"] + line)
      let lines = whole.outputText.split(separator: "\n").filter { $0.contains("/") && $0.contains(" · ") }
      #expect(
        lines.contains { $0.contains("✓ succeeded") && $0.contains("  1 test passed · Four") }, "\(lines)")

      // Each is compared with the one before it, whatever was integrated in between.
      let told = try JSON(await world.bothy(["history", "local-history", "--json"]).output)
      let news = (told["integrations"]?.elements ?? []).compactMap { one -> String? in
        guard let subject = one["subject"]?.text, let count = one["newIssues"]?.number else { return nil }
        return "\(subject) \(Int(count))"
      }
      #expect(news.contains("Two 1") && news.contains("Three 0"), "\(news)")

      let again = try await world.bothy(["replay", world.tree.path])
      #expect(again.status == 0 && again.outputText.contains("All 4 commits of main are known"))
      try world.commit("Five", returning: 1)
      let next = try await world.bothy(["replay", world.tree.path])
      #expect(next.errorText.contains("Replaying 1 commit of main, oldest first; 4 before them are known"))
      #expect(next.errorText.contains("\nThey become integrations of local-"), "\(next.errorText)")
      #expect(try await world.rows().last?.hasSuffix("Five|succeeded") == true)
      try world.tree.git("checkout", "-q", "--detach")
      for told in ["Replaying 1 commit, oldest first", "The only commit is known"] {
        let end = try await world.bothy(["replay", world.tree.path, "--last", "1"])
        #expect(end.status == 0 && (end.errorText + end.outputText).contains(told), "\(end.errorText)")
      }
    }
  }

  @Test("what cannot be meant is said before anything is built")
  func refused() async throws {
    let scratch = try ScratchFolder("replay-refused")
    defer { scratch.remove() }
    let world = World(scratch: scratch, tree: try Worktree.make(at: scratch.path + "/history"))
    let path = world.tree.path
    #expect(try await world.bothy(["replay", path]).status != 0, "nothing was committed yet")
    try world.tree.write("README", "No package.\n")
    try world.tree.git("add", "-A")
    try world.tree.git("commit", "-q", "-m", "Begin")
    for (words, told) in [
      ([path], "none of these commits holds a Package.swift"),
      ([path, "HEAD..main"], "HEAD holds all that main holds"),
      ([path, "--since", "9999-01-01"], "name an earlier day"), ([path, "v1..main"], "v1"),
      ([path, "--since", "yesterday"], "`yesterday` is no day"), ([path, "--last", "0"], "no number"),
      ([path, "a..b", "--last", "3"], "exclude each other"), ([scratch.path + "/none"], "no such folder"),
    ] {
      let end = try await world.bothy(["replay"] + words)
      #expect(end.status != 0 && end.errorText.contains(told), "\(words): \(end.errorText)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/state/integrations"))
  }
}
