import Foundation
import Kit
import Testing

/// `bothy silence`, `unsilence` and `silence:` on a real package.
@Suite("What nobody wants to hear of any more")
struct SilenceTests {
  private static func tests(_ value: Int, crash: Bool = false) -> String {
    """
    import XCTest

    final class OldTests: XCTestCase {
      func testOld() { XCTAssertEqual(\(value), 1) }
      func testNew() { \(crash ? "XCTFail(\"new\")" : "") }
    }
    """
  }

  @Test("a silenced failure is green and shown, others are heard, and what is mended ends it")
  func silence() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("silence")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let file = repository.appending(path: "Tests/OnlyXCTestTests/OldTests.swift")
      let state = scratch.path + "/state"
      func bothy(_ words: String...) async throws -> CommandEnd {
        try await Command(
          try Program.bothy, words + ["--state", state], in: scratch.url, limitSeconds: 240
        ).run()
      }
      func run(_ tests: String) async throws -> (status: Int32, report: JSON, said: String) {
        try Data(tests.utf8).write(to: file)
        let end = try await bothy("run", repository.path, "--json")
        return (end.status, try JSON(end.output), end.errorText)
      }
      func silenced(_ report: JSON) -> [String] {
        report["issues"]?["silenced"]?.elements?.compactMap { $0["test"]?.text } ?? []
      }

      let red = try await run(Self.tests(2))
      let bot = try #require(red.report["bot"]?.text)
      #expect(red.status == 1)
      let unknown = try await bothy("silence", bot, "testNone", "--reason", "r")
      #expect(unknown.status == 2 && unknown.errorText.contains("is called `testNone`"))
      let end = try await bothy("silence", bot, "testOld", "--reason", "see 12")
      #expect(end.status == 0 && end.outputText.contains("is silenced until it is resolved"))

      let quiet = try await run(Self.tests(3))
      #expect(quiet.status == 0 && quiet.report["result"]?.text == "succeeded")
      #expect(quiet.report["reason"]?.text?.hasSuffix("failed, which is silenced") == true)
      #expect(silenced(quiet.report) == ["OnlyXCTestTests.OldTests/testOld"])
      #expect(quiet.report["tests"]?["failed"]?.number == 1)
      let shown = try await bothy("show", bot)
      #expect(shown.status == 0 && shown.outputText.contains("see 12"), "\(shown.outputText)")

      let loud = try await run(Self.tests(3, crash: true))
      #expect(loud.status == 1 && silenced(loud.report) == ["OnlyXCTestTests.OldTests/testOld"])
      #expect(loud.report["issues"]?["new"]?.elements?.count == 1)

      let mended = try await run(Self.tests(1))
      #expect(mended.status == 0 && silenced(mended.report).isEmpty)
      #expect(mended.report["issues"]?["resolved"]?.elements?.count == 2)
      let none = try await bothy("silence", bot)
      #expect(none.outputText == "Nothing of \(bot) is silenced.\n")
      let again = try await run(Self.tests(2))
      #expect(again.status == 1 && silenced(again.report).isEmpty)
    }
  }

  @Test("on a first day in old code only what comes later counts")
  func firstDay() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("first-day")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let file = repository.appending(path: "Tests/OnlyXCTestTests/OldTests.swift")
      try scratch.write("bots/old.yaml", "repository: \(repository.path)\nsilence: all-now\n")
      func run(_ tests: String) async throws -> (status: Int32, report: JSON) {
        try Data(tests.utf8).write(to: file)
        let end = try await Command(
          try Program.bothy,
          [
            "run", repository.path, "--json", "--bot", scratch.path + "/bots/old.yaml", "--state",
            scratch.path + "/state",
          ], in: scratch.url, limitSeconds: 240
        ).run()
        return (end.status, try JSON(end.output))
      }
      let first = try await run(Self.tests(2))
      #expect(first.status == 0 && first.report["silencedAll"] == .bool(true))
      let later = try await run(Self.tests(2, crash: true))
      #expect(later.status == 1 && later.report["issues"]?["silenced"]?.elements?.count == 1)
      #expect(later.report["issues"]?["new"]?.elements?.count == 1)
    }
  }
}
