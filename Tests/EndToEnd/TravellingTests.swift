import Foundation
import Kit
import Testing

/// `.bothy.yaml` on a real package.
@Suite("Settings that travel with the code")
struct TravellingTests {
  private static let tests = """
    import XCTest

    final class ZoneTests: XCTestCase {
      func testZone() {
        XCTAssertEqual(ProcessInfo.processInfo.environment["ZONE"], "north")
      }
    }

    final class SlowTests: XCTestCase {
      func testSlow() { XCTFail("it was to be left out") }
    }
    """

  private static let more = """
    import XCTest

    final class LoudZoneTests: XCTestCase {
      func testLoud() { for _ in 0..<30_000 { print(String(repeating: "loud ", count: 20)) } }
      func testSouth() {
        if ProcessInfo.processInfo.environment["ZONE"] == "south" { Thread.sleep(forTimeInterval: 60) }
      }
    }

    final class OtherTests: XCTestCase {
      func testOther() { XCTFail("it was not asked for") }
    }
    """

  private static let own = """
    tests: {filter: "Zone|Slow", skip: SlowTests, timeout: 3s, repeat: 1}
    coverage:
      exclude: [Sources/OnlyXCTest/Made.swift, {files: "Sources/**/Told.swift", reason: by a machine}]
    limits: {log-megabytes: 1}
    environment: {ZONE: north}

    """

  private static let ownSettings = [
    "tests.filter Zone|Slow .bothy.yaml", "tests.skip SlowTests .bothy.yaml",
    "tests.timeout 40 s command line", "tests.repeat 1 .bothy.yaml",
    "coverage.exclude Sources/OnlyXCTest/Made.swift, Sources/**/Told.swift .bothy.yaml",
    "limits.log-megabytes 1 .bothy.yaml", "environment.ZONE set .bothy.yaml",
  ]

  /// What a bot file says against what the package does.
  private static let south = "environment: {ZONE: south}\ncoverage: {enabled: true}\n"

  private static func package(in scratch: ScratchFolder) async throws -> Worktree {
    let tree = Worktree(path: try await Fixture("OnlyXCTest").makeRepository(in: scratch).path)
    try tree.write("Tests/OnlyXCTestTests/ZoneTests.swift", tests)
    try tree.write("Tests/OnlyXCTestTests/MoreTests.swift", more)
    try tree.write("Sources/OnlyXCTest/Made.swift", "func made() -> Int {\n  2\n}\n")
    try tree.write("Sources/OnlyXCTest/Told.swift", "func told() -> Int {\n  3\n}\n")
    return try tree.write(".bothy.yaml", own)
  }

  private static let warned = [
    ".bothy.yaml:1:1: warning: git ignores this", ".bothy.yml:1:1: warning: this is not read",
  ]

  private func settings(_ report: JSON) -> [String] {
    (report["settings"]?.elements ?? []).map { one in
      ["key", "value", "from"].map { one[$0]?.text ?? "?" }.joined(separator: " ")
    }
  }

  /// What settings of its own come to that stand in no list of them.
  private func expectOwn(_ report: JSON, below state: String) throws {
    let excluded = report["coverage"]?["excluded"]?.elements?.map {
      "\($0["path"]?.text ?? "?") \($0["reason"]?.text ?? "")"
    }
    #expect(
      excluded == ["Sources/OnlyXCTest/Made.swift ", "Sources/OnlyXCTest/Told.swift by a machine"])
    let log = state + "/integrations/" + (report["bot"]?.text ?? "") + "/1/log.txt"
    let size = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
    #expect(size ?? .max < 1_100_000)
  }

  /// With how often each was run.
  private func outcomes(_ report: JSON) -> [String] {
    (report["tests"]?["cases"]?.elements ?? []).map { one in
      let attempts = one["attempts"]?.elements?.count ?? 1
      return "\(one["name"]?.text ?? "?") \(one["outcome"]?.text ?? "?") \(max(attempts, 1))"
    }.sorted()
  }

  @Test("a package's own settings count, those of bot file and command line more, and bad ones are refused")
  func travelling() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("travelling")
      defer { scratch.remove() }
      let tree = try await Self.package(in: scratch)
      let bot = try scratch.write("zone.yaml", "repository: \(tree.path)\n" + Self.south)
      func run(_ words: String...) async throws -> CommandEnd {
        try await Command(
          try Program.bothy, ["run", tree.path, "--json", "--state", scratch.path + "/state"] + words,
          in: scratch.url, limitSeconds: 600
        ).run()
      }

      let own = try await run("--timeout", "40s")
      let report = try JSON(own.output)
      #expect(own.status == 0, "\(own.errorText)")
      #expect(report["tests"]?["failed"]?.number == 0)
      #expect(settings(report) == Self.ownSettings)
      try expectOwn(report, below: scratch.path + "/state")
      try tree.write(".bothy.yaml", Self.own.replacing("coverage:\n", with: "coverage:\n  enabled: false\n"))
      let ofBot = try await run("--bot", bot)
      #expect(ofBot.status == 1, "the bot file has the last word: \(ofBot.errorText)")
      let south = try JSON(ofBot.output)
      #expect(settings(south).contains("environment.ZONE set bot file"))
      #expect(south["coverage"]?["lines"]?["executable"]?.number ?? 0 > 0, "\(settings(south))")
      #expect(outcomes(south) == ["testLoud passed 1", "testSouth timed-out 2", "testZone failed 2"])

      try tree.write(".bothy.yaml", "tests: {skip: SlowTests}\n")
      expectUnlike(try JSON(try await run().output))

      try tree.write(".bothy.yaml", "tests: {skp: SlowTests}\nsecrets: [A]\n")
      let bad = try await run()
      #expect(bad.status == 2 && bad.output.isEmpty)
      #expect(bad.errorText.contains(".bothy.yaml:1:9: unknown key `skp`: did you mean `skip`?"))
      #expect(bad.errorText.contains(".bothy.yaml:2:1: unknown key `secrets`"), "\(bad.errorText)")

      try tree.write(".bothy.yaml", "environment: {PATH: /nowhere}\n")
      let lost = try await run()
      #expect(lost.status == 5 && lost.output.isEmpty)
      #expect(lost.errorText.contains("no swift on the PATH that the .bothy.yaml sets: /nowhere"))
      // What git ignores is in no integration.
      try tree.write(".git/info/exclude", ".bothy.yaml\n").write(".bothy.yml", "tests: {skip: SlowTests}\n")
      let ignored = try await run("--skip", "SlowTests")
      #expect(ignored.status == 1, "\(ignored.errorText)")
      #expect(settings(try JSON(ignored.output)) == ["tests.skip SlowTests command line"])
      let checked = try await Command(
        try Program.bothy, ["check"], in: URL(fileURLWithPath: tree.path)
      ).run()
      #expect(checked.status == 0)
      for warning in Self.warned {
        #expect(ignored.errorText.contains(warning) && checked.outputText.contains(warning))
      }
    }
  }

  private func expectUnlike(_ report: JSON) {
    let notes = report["notes"]?.elements?.compactMap(\.text) ?? []
    let sentence =
      "Coverage is not compared with that of #2: it ran only Zone|Slow, without SlowTests, and this one "
      + "without SlowTests."
    #expect(notes.contains(sentence), "\(notes)")
  }

  @Test("a watcher heeds them at each commit, and a commit with bad ones is inconclusive", .nightly)
  func watched() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("travelling-watched")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let tree = Worktree(path: repository.path)
      @Sendable func commit(_ settings: String) throws {
        try tree.write(".bothy.yaml", settings)
        try tree.git("add", "-A")
        try tree.commit()
      }
      try tree.write("Tests/OnlyXCTestTests/ZoneTests.swift", Self.tests)
      try commit("tests: {skip: SlowTests}\nenvironment: {ZONE: north}\n")
      try scratch.write(
        "bots/zone.yaml",
        "repository: \(repository.path)\ncoverage: {enabled: false}\nkeep: {integrations: 1}\n")
      let watcher = Watcher(bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
      let end = try await watcher.run { id in
        try await watcher.wait("the first is green") { $0.contains("1|succeeded") }
        try commit("tests: {skip: SlowTests}\nenvironment: {ZONE: south}\n")
        try await watcher.wait("the second is red") { $0.contains("2|test-failures") }
        try commit("tests: [SlowTests]\n")
        // The next one is compared with the second, and green was the first.
        try await watcher.wait("the third says nothing, and the two before it stay") {
          $0.contains("3|inconclusive") && $0.contains("1|succeeded") && $0.contains("2|test-failures")
        }
        kill(id, SIGTERM)
      }
      #expect(end.status == 0, "\(end.errorText)")
      let reason = try await watcher.rows("SELECT reason FROM integration WHERE number = 3")
      let sentence =
        "What the package asks for cannot be read: .bothy.yaml:1:8: `tests` is a list: it takes the keys "
        + "filter, skip, timeout, repeat, flaky, processes, select"
      #expect(reason == [sentence])
      let byHand = try await Command(
        try Program.bothy,
        [
          "integrate", "zone", "--commit", "HEAD", "--bots", scratch.path + "/bots", "--state", watcher.state,
        ],
        in: scratch.url, limitSeconds: 600
      ).run()
      #expect(byHand.status == 4 && byHand.outputText.contains(sentence), "\(byHand.outputText)")
      let again = try await Command(
        try Program.bothy, ["rerun", "zone#4", "--state", watcher.state], in: scratch.url, limitSeconds: 600
      ).run()
      #expect(again.status == 4 && again.outputText.contains(sentence), "\(again.outputText)")
    }
  }
}
