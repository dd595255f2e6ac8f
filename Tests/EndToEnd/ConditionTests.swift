import Foundation
import Kit
import Testing

/// `when:` of scripts, each condition in a history that makes it hold and lets it go.
@Suite("When a script runs")
struct ConditionTests {
  private static let conditions = [
    "succeeded", "test-failures", "flaky", "build-errors", "build-warnings", "analyzer-warnings", "broke",
    "mended", "new-issues", "uncovered-changes",
  ]

  private static func library(_ value: Int = 1, unused: Bool = false, more: String = "") -> String {
    """
    public func lonely() -> Int {
      \(unused ? "let unused = 2" : "// nothing is unused")
      return \(value)
    }
    \(more)
    """
  }

  /// Fails once, and passes repeated alone.
  private static let flaky = """
    import XCTest

    final class TurnTests: XCTestCase {
      func testTurn() {
        let mark = (ProcessInfo.processInfo.environment["TOLD"] ?? "") + ".turn"
        let isFirst = !FileManager.default.fileExists(atPath: mark)
        _ = FileManager.default.createFile(atPath: mark, contents: nil)
        XCTAssertFalse(isFirst)
      }
    }
    """

  private static func lonelyTests(_ isSkipped: Bool) -> String {
    """
    import OnlyXCTest
    import XCTest

    final class LonelyTests: XCTestCase {
      func testLonely() throws {
        \(isSkipped ? "throw XCTSkip(\"later\")" : "XCTAssertEqual(lonely(), 1)")
      }

      func testOther() { XCTAssertTrue(true) }
    }
    """
  }

  private static let more = """
    public func more() -> Int {
      3
    }
    """

  private struct Commit {
    var why: String
    /// An absent text removes the file.
    var files: [(String, String?)]
    var holds: [String]
  }

  private static let library = "Sources/OnlyXCTest/Library.swift"
  private static let tests = "Tests/OnlyXCTestTests/Tests.swift"
  private static let turns = "Tests/OnlyXCTestTests/TurnTests.swift"

  private static let commits = [
    Commit(why: "green, and the first", files: [(library, library())], holds: ["succeeded"]),
    Commit(
      why: "a value that nobody uses", files: [(library, library(unused: true))],
      holds: ["build-warnings", "new-issues"]),
    Commit(
      why: "red, and a linter complains",
      files: [(library, library(2, unused: true)), ("lint.txt", "\(library):1: warning: too lonely\n")],
      holds: ["test-failures", "build-warnings", "analyzer-warnings", "broke", "new-issues"]),
    Commit(
      why: "skipped, which mends nothing", files: [(tests, lonelyTests(true))],
      holds: ["build-warnings", "analyzer-warnings"]),
    Commit(
      why: "all mended, and a function that no test calls",
      files: [(library, library(more: more)), ("lint.txt", nil), (tests, lonelyTests(false))],
      holds: ["succeeded", "mended", "uncovered-changes"]),
    Commit(why: "a flaky test", files: [(turns, flaky)], holds: ["test-failures", "flaky"]),
    Commit(
      why: "what does not compile", files: [(library, library(more: more + "\nlet wrong: Int = \"\""))],
      holds: ["build-errors", "broke", "new-issues"]),
    Commit(
      why: "what does, without the flaky test", files: [(library, library(more: more)), (turns, nil)],
      holds: ["succeeded", "mended"]),
  ]

  @Test("each condition holds exactly when it says so, on the final counts, and a script without one always")
  func conditions() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("conditions")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let tree = Worktree(path: repository.path)
      let told = scratch.path + "/told"
      let triggers =
        Self.conditions.map { "  - after: echo \($0) >> \"$TOLD\"\n    when: [\($0)]\n" }
        .joined() + "  - after: echo either >> \"$TOLD\"\n    when: [succeeded, flaky, build-errors]\n"
      let bot = """
        repository: \(repository.path)
        actions: [analyze, test]
        analyze: [compiler, {run: "cat lint.txt 2>/dev/null || true"}]
        environment: {TOLD: "\(told)"}
        triggers:
          - after: echo always >> "$TOLD"

        """
      try scratch.write("lonely.yaml", bot + triggers)
      for commit in Self.commits {
        for (name, text) in commit.files {
          if let text {
            try tree.write(name, text)
          } else {
            try FileManager.default.removeItem(atPath: tree.path + "/" + name)
          }
        }
        try tree.commit(commit.why)
        try? FileManager.default.removeItem(atPath: told)
        let end = try await Command(
          try Program.bothy,
          [
            "run", repository.path, "--bot", scratch.path + "/lonely.yaml", "--json", "--state",
            scratch.path + "/state",
          ], in: scratch.url, limitSeconds: 240
        ).run()
        let said = (try? String(contentsOfFile: told, encoding: .utf8)) ?? ""
        let words = said.split(separator: "\n").map(String.init)
        let either =
          Set(commit.holds).isDisjoint(with: ["succeeded", "flaky", "build-errors"]) ? [] : ["either"]
        #expect(words == ["always"] + commit.holds + either, "\(commit.why): \(end.errorText.suffix(2000))")
      }
    }
  }
}
