import Foundation
import Kit
import Testing

/// Who is suspected of what is new, by a real history.
@Suite("Suspects")
struct SuspectTests {
  @Test(
    "of several commits in one file, the one that last changed the failing line is suspected on both pages")
  func line() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("suspects")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let path = "Tests/OnlyXCTestTests/OldTests.swift"
      func git(_ words: String...) async throws -> String {
        let end = try await Command(
          "/usr/bin/env",
          ["git", "-C", repository.path, "-c", "user.name=A", "-c", "user.email=a@b"] + words,
          in: scratch.url
        ).run()
        return end.outputText.split(separator: "\n").first.map(String.init) ?? ""
      }
      func commit(_ value: Int, _ comment: String, _ subject: String) async throws -> String {
        let text = """
          import XCTest

          final class OldTests: XCTestCase {
            func testOld() {
              XCTAssertEqual(\(value), 1)
            }
            // \(comment)
          }
          """
        try Data(text.utf8).write(to: repository.appending(path: path))
        _ = try await git("add", "-A")
        _ = try await git("commit", "-q", "-m", subject)
        return try await git("rev-parse", "HEAD")
      }
      func run() async throws -> JSON {
        let end = try await Command(
          try Program.bothy,
          ["run", repository.path, "--json", "--commit", "HEAD", "--state", scratch.path + "/state"],
          in: scratch.url, limitSeconds: 600
        ).run()
        return try JSON(end.output)
      }
      _ = try await commit(1, "a", "Begin")
      #expect(try await run()["result"]?.text == "succeeded")
      let guilty = try await commit(2, "a", "Break it")
      _ = try await commit(2, "b", "Say b")
      let report = try await run()
      let issue = try #require(report["issues"]?["new"]?.elements?.first)
      #expect(issue["lineChangedBy"]?.text == guilty && report["commits"]?.elements?.count == 2)
      let bot = try #require(report["bot"]?.text)
      let site = scratch.path + "/state/site/bots/\(bot)"
      let words = "the last to change line 5 of \(path)"
      let list = try String(contentsOfFile: site + "/2/issues.html", encoding: .utf8)
      #expect(list.contains(words) && list.contains("Break it") && !list.contains("Say b"))
      let pages = try FileManager.default.contentsOfDirectory(atPath: site + "/issues")
      let page = try String(
        contentsOfFile: site + "/issues/" + #require(pages.first { $0.hasSuffix(".html") }), encoding: .utf8)
      #expect(page.contains(words) && page.contains("Suspected in"))
    }
  }

  @Test(
    "of a merge that loses what came with it, who merged is suspected, and nobody whose commits were green")
  func merge() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("suspects")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let script = """
        cd "$0"
        export GIT_CONFIG_GLOBAL=/dev/null GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@b
        say() {
          printf 'let limit = %s\\n' $1 >Tests/OnlyXCTestTests/Limit.swift
          { printf 'import XCTest\\nfinal class OldTests: XCTestCase {\\n'
            printf '  func testOld() { XCTAssertEqual(limit, %s) }\\n}\\n' $2
          } >Tests/OnlyXCTestTests/OldTests.swift
          git add -A
        }
        as() { git -c user.name=$1 -c user.email=$1@b commit -qm "$2"; }
        run() { "$1" run . --json --commit HEAD --state ../state >../$2.json || true; }
        say 1 1; as A Begin; run "$1" 1
        git checkout -qb topic; say 2 2; as B Raise; run "$1" 2
        git checkout -q -; echo text >README.md; git add -A; as A Say
        git merge -q --no-commit --no-ff topic; say 1 2; as C Merge; run "$1" 3
        """
      let end = try await Command(
        "/bin/bash", ["-c", script, repository.path, try Program.bothy], in: scratch.url, limitSeconds: 600
      ).run()
      let folder = repository.deletingLastPathComponent()
      let reports = try (1...3).map { try JSON(Data(contentsOf: folder.appending(path: "\($0).json"))) }
      #expect(reports.map { $0["result"]?.text } == ["succeeded", "succeeded", "test-failures"], "\(end)")
      let issue = try #require(reports[2]["issues"]?["new"]?.elements?.first)
      #expect(issue["passedLater"]?["integration"]?.number == 2)
      let bot = try #require(reports[2]["bot"]?.text)
      let page = try String(
        contentsOf: folder.appending(path: "state/site/bots/\(bot)/3/issues.html"), encoding: .utf8)
      #expect(page.contains("Merge") && !page.contains("the last to change"), "\(page)")
    }
  }
}
