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

  private struct World {
    let scratch: ScratchFolder
    let repository: URL

    func bothy(
      _ words: String..., environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> CommandEnd {
      try await Command(
        try Program.bothy, words + ["--state", scratch.path + "/state"], in: scratch.url,
        environment: environment, limitSeconds: 600
      ).run()
    }

    /// Integrates the package with these tests.
    func run(_ tests: String) async throws -> (status: Int32, report: JSON, said: String) {
      try Data(tests.utf8).write(to: repository.appending(path: "Tests/OnlyXCTestTests/OldTests.swift"))
      let end = try await bothy("run", repository.path, "--json")
      return (end.status, try JSON(end.output), end.errorText)
    }
  }

  private func silenced(_ report: JSON) -> [String] {
    report["issues"]?["silenced"]?.elements?.compactMap { $0["test"]?.text } ?? []
  }

  @Test("a silenced failure is green and shown, others are heard, and it lasts as long as it says", .nightly)
  func silence() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("silence")
      defer { scratch.remove() }
      let world = World(
        scratch: scratch, repository: try await Fixture("OnlyXCTest").makeRepository(in: scratch))
      let red = try await world.run(Self.tests(2))
      let bot = try #require(red.report["bot"]?.text)
      #expect(red.status == 1)
      let unknown = try await world.bothy("silence", bot, "testNone", "--reason", "r")
      #expect(unknown.status == 2 && unknown.errorText.contains("is called `testNone`"))
      let end = try await world.bothy("silence", bot, "testOld", "--reason", "see 12")
      #expect(end.status == 0 && end.outputText.contains("is silenced until it is resolved"))

      let quiet = try await world.run(Self.tests(3))
      #expect(quiet.status == 0 && quiet.report["result"]?.text == "succeeded")
      #expect(quiet.report["reason"]?.text?.hasSuffix("failed, silenced") == true)
      #expect(silenced(quiet.report) == ["OnlyXCTestTests.OldTests/testOld"])
      #expect(quiet.report["tests"]?["failed"]?.number == 1)
      let shown = try await world.bothy("show", bot)
      #expect(shown.status == 0 && shown.outputText.contains("see 12"), "\(shown.outputText)")

      let loud = try await world.run(Self.tests(3, crash: true))
      #expect(loud.status == 1 && silenced(loud.report) == ["OnlyXCTestTests.OldTests/testOld"])
      #expect(loud.report["issues"]?["new"]?.elements?.count == 1)

      let mended = try await world.run(Self.tests(1))
      #expect(mended.status == 0 && silenced(mended.report).isEmpty)
      #expect(mended.report["issues"]?["resolved"]?.elements?.count == 2)
      let none = try await world.bothy("silence", bot)
      #expect(none.outputText == "Nothing of \(bot) is silenced.\n")
      let again = try await world.run(Self.tests(2))
      #expect(again.status == 1 && silenced(again.report).isEmpty)
      try await expectLasting(world, bot)
    }
  }

  /// Until a day, for good, and taken back, as it is typed; `testOld` fails before and after.
  private func expectLasting(_ world: World, _ bot: String) async throws {
    let test = "OnlyXCTestTests.OldTests/testOld"
    for (day, wrong) in [("2020-01-02", "2020-01-02 is over"), ("2031-02-30", "2031-02-30")] {
      let end = try await world.bothy("silence", bot, "testOld", "--until", day, "--reason", "see 13")
      #expect(end.status == 2 && end.errorText.contains(wrong), "\(end.errorText)")
    }
    // It was a day to come when somebody typed it.
    let past = try await world.bothy(
      "silence", bot, "testOld", "--until", "2020-01-02", "--reason", "see 13",
      environment: ProcessInfo.processInfo.environment
        .merging(try FakeClock.environment("2020-01-01 12:00:00")) { $1 })
    #expect(past.outputText.contains("\(test) failed ("), "\(past.errorText)")
    #expect(past.outputText.contains(" is silenced until 2020-01-02, on every branch"), "\(past.outputText)")
    let over = try await world.run(Self.tests(2))
    #expect(over.status == 1 && silenced(over.report) == [], "that day is over")
    let listed = try await world.bothy("silence", bot).outputText
    #expect(listed.contains("until 2020-01-02") && listed.contains("; it is over\n"), "\(listed)")

    let later = try await world.bothy(
      "silence", bot, "testOld", "--until", "2999-12-31", "--reason", "see 14")
    #expect(
      later.outputText.contains(" is silenced until 2999-12-31, on every branch"), "\(later.outputText)")
    let quiet = try await world.run(Self.tests(2))
    #expect(quiet.status == 0 && silenced(quiet.report) == [test])

    let forever = try await world.bothy("silence", bot, "testOld", "--until", "forever", "--reason", "see 15")
    #expect(forever.outputText.contains(" is silenced for good, on every branch"), "\(forever.outputText)")
    #expect(try await world.run(Self.tests(1)).status == 0)
    let list = try await world.bothy("silence", bot).outputText
    #expect(
      list.split(separator: "\n").count == 2 && list.hasPrefix("\(test) failed (")
        && list.contains("see 15"), "the newest word alone: \(list)")
    let back = try await world.run(Self.tests(2))
    #expect(back.status == 0 && silenced(back.report) == [test], "also when it comes back")

    let heard = try await world.bothy("unsilence", bot, "testOld")
    #expect(heard.outputText.contains("\(test) failed ("), "\(heard.errorText)")
    #expect(heard.outputText.hasSuffix(" is heard of again, from the next integration on.\n"))
    let loud = try await world.run(Self.tests(2))
    #expect(loud.status == 1 && silenced(loud.report) == [])
    #expect(try await world.bothy("silence", bot).outputText == "Nothing of \(bot) is silenced.\n")
    let twice = try await world.bothy("unsilence", bot, "testOld")
    #expect(twice.status == 2 && twice.errorText.contains("`testOld` is not silenced"), "\(twice.errorText)")
  }

  @Test("on a first day in old code only what comes later counts", .nightly)
  func firstDay() async throws {
    try await Turns.waiting.run {
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
          ], in: scratch.url, limitSeconds: 600
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
