import Foundation
import Kit
import Testing

/// `when:` of scripts, each condition in a history that makes it hold and lets it go.
@Suite("When a script runs", .nightly)
struct ConditionTests {
  private static let conditions = [
    "succeeded", "test-failures", "flaky", "inconclusive", "build-errors", "build-warnings",
    "analyzer-warnings", "broke", "mended", "new-issues", "uncovered-changes",
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

  private static func lonelyTests(_ isSkipped: Bool, other: Bool = false) -> String {
    """
    import OnlyXCTest
    import XCTest

    final class LonelyTests: XCTestCase {
      func testLonely() throws {
        \(isSkipped ? "throw XCTSkip(\"later\")" : "XCTAssertEqual(lonely(), 1)")
      }

      func testOther() throws { \(other ? "throw XCTSkip(\"later\")" : "XCTAssertTrue(true)") }
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
    /// What a script is told: the result for Bothy and for Xcode Server, and each count with its change.
    var told: String
  }

  private static let library = "Sources/OnlyXCTest/Library.swift"
  private static let tests = "Tests/OnlyXCTestTests/Tests.swift"
  private static let turns = "Tests/OnlyXCTestTests/TurnTests.swift"

  private static let commits = [
    Commit(
      why: "green, and the first", files: [(library, library())], holds: ["succeeded"],
      told: "succeeded succeeded: 0 0, 0 0, 0 0, 1 1, 0 0, 0 0"),
    Commit(
      why: "a value that nobody uses", files: [(library, library(unused: true))],
      holds: ["build-warnings", "new-issues"],
      told: "warnings warnings: 0 0, 1 1, 0 0, 1 0, 0 0, 0 0"),
    Commit(
      why: "red, and a linter complains",
      files: [(library, library(2, unused: true)), ("lint.txt", "\(library):1: warning: too lonely\n")],
      holds: ["test-failures", "build-warnings", "analyzer-warnings", "broke", "new-issues"],
      told: "test-failures test-failures: 0 0, 1 0, 1 1, 1 0, 1 1, 0 0"),
    Commit(
      why: "skipped, which mends nothing", files: [(tests, lonelyTests(true))],
      holds: ["build-warnings", "analyzer-warnings"],
      told: "analyzer-warnings analyzer-warnings: 0 0, 1 0, 1 0, 2 1, 0 -1, 4 4"),
    Commit(
      why: "all mended, and a function that no test calls",
      files: [(library, library(more: more)), ("lint.txt", nil), (tests, lonelyTests(false))],
      holds: ["succeeded", "mended", "uncovered-changes"],
      told: "succeeded succeeded: 0 0, 0 -1, 0 -1, 2 0, 0 0, 3 -1"),
    Commit(
      why: "a flaky test", files: [(turns, flaky)], holds: ["test-failures", "flaky"],
      told: "flaky test-failures: 0 0, 0 0, 0 0, 3 1, 0 0, 3 0"),
    Commit(
      why: "what does not compile", files: [(library, library(more: more + "\nlet wrong: Int = \"\""))],
      holds: ["build-errors", "broke", "new-issues"],
      told: "build-errors build-errors: 1 1,  ,  ,  ,  ,  "),
    Commit(
      why: "what does, without the flaky test", files: [(library, library(more: more)), (turns, nil)],
      holds: ["succeeded", "mended"],
      told: "succeeded succeeded: 0 -1, 0 0, 0 0, 2 -1, 0 0, 3 0"),
    Commit(
      why: "nothing but skipped", files: [(tests, lonelyTests(true, other: true))], holds: ["inconclusive"],
      told: "inconclusive internal-error: 0 0, 0 0, 0 0, 2 0, 0 0, 7 4"),
  ]

  private static let counted = [
    "ERROR", "WARNING", "ANALYZER_WARNING", "TESTS", "TEST_FAILURE", "LINES_NOT_EXECUTED",
  ]

  /// Both results, and `count change` of each that is counted; twice the same under both kinds of names.
  private static func counts(_ file: String) throws -> String {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let pairs = lines.compactMap { line -> (String, String)? in
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
    let values = Dictionary(pairs) { first, _ in first }
    func each(_ prefix: String) -> [[String]] {
      counted.map { name in ["COUNT", "CHANGE"].map { values["\(prefix)_\(name)_\($0)"] ?? "none" } }
    }
    // What was not counted is none to a script of Xcode Server's time.
    #expect(each("XCS") == each("BOTHY").map { pair in pair.map { $0.isEmpty ? "0" : $0 } })
    let results = ["BOTHY_RESULT", "XCS_INTEGRATION_RESULT"].map { values[$0] ?? "none" }
    let all = each("BOTHY").map { $0.joined(separator: " ") }.joined(separator: ", ")
    return results.joined(separator: " ") + ": " + all
  }

  @Test("each condition holds exactly when it says so, on the final counts, and a script without one always")
  func conditions() async throws {
    try await Turns.waiting.run(.first) {
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
        analyze: [{run: "cat \\"$LINT\\" 2>/dev/null || true"}]
        environment: {TOLD: "\(told)", LINT: lint.txt}
        triggers:
          - after: |
              echo always >> "$TOLD"
              env | grep -E '^(BOTHY|XCS)_' > "$TOLD.variables"

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
          ], in: scratch.url, limitSeconds: 600
        ).run()
        let said = (try? String(contentsOfFile: told, encoding: .utf8)) ?? ""
        let words = said.split(separator: "\n").map(String.init)
        let either =
          Set(commit.holds).isDisjoint(with: ["succeeded", "flaky", "build-errors"]) ? [] : ["either"]
        #expect(words == ["always"] + commit.holds + either, "\(commit.why): \(end.errorText.suffix(2000))")
        let counts = try Self.counts(told + ".variables")
        #expect(counts == commit.told, "\(commit.why)")
      }
    }
  }
}
