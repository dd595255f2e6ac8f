import Foundation
import Kit
import Testing

/// `bothy rerun` runs what an integration ran once more.
@Suite("What was integrated, once more")
struct RerunTests {
  private static let tests = """
    import Testing
    import XCTest

    nonisolated(unsafe) private var dirt: Set<String> = []

    final class ATests: XCTestCase {
      func testA() {}
      func testB() { dirt.insert("one") }
      func testC() { dirt.insert("two") }
      func testD() {}
    }

    final class ZTests: XCTestCase {
      func testAfterOne() { XCTAssertFalse(dirt.contains("one")) }
      func testAfterBoth() { XCTAssertLessThan(dirt.count, 2) }
      func testAlways() { XCTFail("always") }
      func testPasses() {}
    }

    @Suite(.serialized) struct NewTests {
      @Test func leavesDirt() { dirt.insert("new") }
      @Test func passes() {}
      @Test func wantsItClean() { #expect(!dirt.contains("new")) }
    }
    """

  @Test(
    "why a test fails among others is found by halves, told, and kept in the report that was asked about",
    .nightly)
  func culprit() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("rerun")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let folder = repository.appending(path: "Tests/OnlyXCTestTests")
      try Data(Self.tests.utf8).write(to: folder.appending(path: "Dirty.swift"))
      let git = ["-c", "user.name=A", "-c", "user.email=a@b.c"]
      for words in [["add", "-A"], git + ["commit", "-q", "-m", "Add dirt"]] {
        _ = try await Command("/usr/bin/git", words, in: repository).run()
      }
      let state = scratch.path + "/state"
      func bothy(_ words: String...) async throws -> CommandEnd {
        try await Command(
          try Program.bothy, words + ["--state", state], in: scratch.url, limitSeconds: 600
        ).run()
      }
      let first = try await bothy("run", repository.path, "--json")
      let bot = try #require(try JSON(first.output)["bot"]?.text, "\(first.errorText.suffix(3000))")

      func why(_ test: String) async throws -> (status: Int32, said: String) {
        let end = try await bothy("rerun", "\(bot)#1", "--why", test)
        return (end.status, end.outputText + end.errorText.suffix(2000))
      }
      let target = "OnlyXCTestTests"
      let one = try await why("ZTests/testAfterOne")
      #expect(
        one.status == 0
          && one.said.hasPrefix(
            "\(target).ZTests/testAfterOne fails after \(target).ATests/testB and passes without it ("),
        "\(one.said)")
      let both = try await why("testAfterBoth")
      #expect(
        both.said.contains(
          "fails after \(target).ATests/testB and \(target).ATests/testC and passes without them ("),
        "\(both.said)")
      let new = try await why("wantsItClean()")
      #expect(
        new.said.contains("fails after \(target).NewTests/leavesDirt() and passes without it ("),
        "\(new.said)")
      let always = try await why("testAlways")
      #expect(always.said.contains("fails alone too"), "\(always.said)")
      let passed = try await why("testPasses")
      #expect(passed.status == 2 && passed.said.contains("no test that failed in it"), "\(passed.said)")

      let kept = try await bothy("show", "\(bot)#1", "--json")
      let expected = """
        {"tests": {"cases": {
          "\(target).ZTests/testAfterOne": {
            "outcome": "flaky", "culprit": {"finding": "after", "tests": ["\(target).ATests/testB"]}},
          "\(target).ZTests/testAlways": {"outcome": "failed", "culprit": {"finding": "alone", "tests": []}},
          "\(target).ZTests/testPasses": {"outcome": "passed", "culprit": null}, "~.*": {}}}}
        """
      #expect(Match.differences(try JSON(Data(expected.utf8)), try JSON(kept.output)) == [])
      let page = try String(contentsOfFile: "\(state)/site/bots/\(bot)/1/index.html", encoding: .utf8)
      #expect(page.contains("fails after \(target).ATests/testB and passes without it ("))
    }
  }
}
