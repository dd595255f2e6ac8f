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
          in: scratch.url, limitSeconds: 240
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
}
