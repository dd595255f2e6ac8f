import Foundation
import Kit
import Testing

/// The compiler's driver looks at the second in which a source was written, and at no smaller part of it.
@Suite("Sources of one second", .nightly)
struct SameSecondTests {
  /// Only a machine that is quick has two of them in one second; what is said of them holds on any.
  @Test("of versions of a source that come right after one another each is compiled")
  func versions() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("second")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let tree = Worktree(path: repository.path)
      try scratch.write(
        "bots/b.yaml",
        """
        repository: \(repository.path)
        branches: [main]
        integrate: every
        coverage: {enabled: false}
        tests: {repeat: 0}

        """)
      let watcher = Watcher(bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
      let pairs = try Self.pairs(in: tree)
      let question = "SELECT result FROM integration WHERE settled ORDER BY number"
      let told = "SELECT number, result, sentence FROM integration ORDER BY number"
      let end = try await watcher.run { id in
        try await watcher.wait("the first is green", question) { $0 == "succeeded" }
        for (turn, pair) in pairs.enumerated() {
          // As early in a second as can be: then the next is often begun in it as well.
          let now = Date().timeIntervalSince1970
          try await Task.sleep(for: .seconds(now.rounded(.down) + 1 - now))
          try tree.git("update-ref", "refs/heads/main", pair)
          try await watcher.wait("turn \(turn) has ended", question) {
            $0.split(separator: "\n").count == 3 + 2 * turn
          }
        }
        kill(id, SIGTERM)
      }
      #expect(end.status == 0, "\(end.errorText)")
      let expected = ["succeeded", "test-failures", "test-failures", "succeeded"]
      let all = Array(repeating: expected, count: Self.turns / 2).joined()
      let results = try await watcher.rows(question)
      let sentences = try await watcher.rows(told)
      #expect(results == ["succeeded"] + all, "\(sentences)")
    }
  }

  private static let turns = 4

  /// One that changes nothing that is compiled, which is built soonest, and one that breaks or mends it, on a
  /// branch that nobody watches: the tips of each two.
  private static func pairs(in tree: Worktree) throws -> [String] {
    try tree.git("checkout", "-q", "-b", "later")
    return try (0..<turns).map { turn in
      for value in turn % 2 == 0 ? [1, 2] : [2, 1] {
        let text = "public func lonely() -> Int { \(value) }\n// \(turn)\n"
        try tree.write("Sources/OnlySwiftTesting/Library.swift", text)
        try tree.commit("Be \(value), turn \(turn)")
      }
      return try tree.head()
    }
  }
}
