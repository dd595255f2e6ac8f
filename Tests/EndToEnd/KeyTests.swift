import Foundation
import Kit
import Testing

/// What a bot file says of how to build, test and measure, on a real package; of what is watched, and when.
@Suite("The keys of a bot file")
struct KeyTests {
  private static let tests = """
    import XCTest
    @testable import OnlyXCTest

    final class KeyTests: XCTestCase {
      func testFlags() {
        #if !CI
        XCTFail("without -DCI")
        #endif
        #if DEBUG
        XCTFail("of debug")
        #endif
        XCTAssertEqual(made() + lonely(), 3)
        #if !TOLD
        XCTFail("the build was not told")
        #endif
      }
      func testHome() {
        let environment = ProcessInfo.processInfo.environment
        XCTAssertEqual(environment["HOME"], environment["USUAL"])
        XCTAssertEqual(environment["INNER"], "beside its manifest")
      }
      func testLeaves() throws {
        try FileManager.default.createDirectory(atPath: "left", withIntermediateDirectories: true)
        for name in ["a", "b"] { try Data("a".utf8).write(to: URL(fileURLWithPath: "left/\\(name).txt")) }
      }
      func testLoud() { for _ in 0..<30_000 { print(String(repeating: "loud ", count: 20)) } }
      func testSlow() { Thread.sleep(forTimeInterval: 60) }
      func testFails() { XCTFail("always") }
      func testLeftOut() { XCTFail("it was to be left out") }
    }
    """

  /// What the environment says is known to the tests as they are built.
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "OnlyXCTest",
      targets: [
        .target(name: "OnlyXCTest"),
        .testTarget(
          name: "OnlyXCTestTests", dependencies: ["OnlyXCTest"],
          swiftSettings: Context.environment["USUAL"] == nil ? [] : [.define("TOLD")]),
      ])
    """

  private static func bot(of path: String, swift: String, home: String) -> String {
    """
    name: All Keys
    repository: \(path)
    package: inner
    link: "https://forge.example/keys/{commit}"
    configuration: release
    cleaning: always
    toolchain: \(swift)
    home: user
    environment: {USUAL: "\(home)"}
    build: {arguments: ["-Xswiftc", "-DCI"]}
    tests: {filter: KeyTests, skip: LeftOut, timeout: 3s, repeat: 1}
    coverage: {exclude: [{files: "Sources/OnlyXCTest/Made.swift", reason: by a machine}]}
    artifacts: ["left/*.txt", "!left/b.txt"]
    limits: {minutes: 20, silent-minutes: 10, log-megabytes: 1}

    """
  }

  @Test(
    "how to build, and what to run, measure and keep, is as the file says, in a folder inside"
  )
  func howToIntegrate() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("keys")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let tree = Worktree(path: repository.path)
      try FileManager.default.createDirectory(atPath: tree.path + "/inner", withIntermediateDirectories: true)
      for name in ["Package.swift", "Sources", "Tests"] { try tree.git("mv", name, "inner/\(name)") }
      try tree.write("inner/Tests/OnlyXCTestTests/KeyTests.swift", Self.tests)
      try tree.write("inner/Package.swift", Self.manifest)
      // Beside the manifest, and nowhere else.
      try tree.write("inner/.bothy.yaml", "environment: {INNER: beside its manifest}\n")
      try tree.write(".bothy.yaml", "environment: {INNER: at the top}\nno-such-key: 1\n")
      try tree.write("inner/Sources/OnlyXCTest/Made.swift", "func made() -> Int {\n  2\n}\n")
      try tree.commit("Lay it inside")
      let swift = try #require(Self.folderOfSwift())
      let home = ProcessInfo.processInfo.environment["HOME"] ?? "/"
      try scratch.write("keys.yaml", Self.bot(of: repository.path, swift: swift, home: home))
      let end = try await Command(
        try Program.bothy,
        [
          "run", repository.path, "--bot", scratch.path + "/keys.yaml", "--commit", "HEAD", "--json",
          "--state",
          scratch.path + "/state",
        ], in: scratch.url, limitSeconds: 600
      ).run()
      #expect(end.status == 1, "\(end.errorText.suffix(3000))")
      let report = try JSON(end.output)
      #expect(report["configuration"]?.text == "release" && report["clean"] == .bool(true))
      let outcomes = Dictionary(
        (report["tests"]?["cases"]?.elements ?? []).map {
          ($0["name"]?.text ?? "", $0["outcome"]?.text ?? "")
        },
        uniquingKeysWith: { first, _ in first })
      #expect(
        outcomes == [
          "testFlags": "passed", "testHome": "passed", "testLeaves": "passed", "testLoud": "passed",
          "testSlow": "timed-out", "testFails": "failed",
        ])
      let failed = (report["tests"]?["cases"]?.elements ?? []).first { $0["name"]?.text == "testFails" }
      #expect(failed?["attempts"]?.elements?.count == 2, "\(String(describing: failed))")
      let excluded = report["coverage"]?["excluded"]?.elements?.first
      #expect(excluded?["path"]?.text == "Sources/OnlyXCTest/Made.swift", "\(String(describing: excluded))")
      #expect(excluded?["reason"]?.text == "by a machine")
      let kept = (report["artifacts"]?.elements ?? []).compactMap { $0["name"]?.text }
      #expect(kept.contains("left/a.txt") && !kept.contains("left/b.txt"), "\(kept)")
      let folder = scratch.path + "/state/integrations/" + (report["bot"]?.text ?? "") + "/1"
      let log = try FileManager.default.attributesOfItem(atPath: folder + "/log.txt")[.size] as? Int
      #expect(log ?? .max < 1_100_000)
      let site = scratch.path + "/state/site/bots/" + (report["bot"]?.text ?? "")
      let page = try String(contentsOfFile: site + "/1/commits.html", encoding: .utf8)
      #expect(page.contains("https://forge.example/keys/\(try tree.head())"))
      let name = try String(contentsOfFile: site + "/index.html", encoding: .utf8)
      #expect(name.contains("All Keys"))
    }
  }

  private static func folderOfSwift() -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/swift") }
  }

  private static func writeBots(of path: String, at: String, in scratch: ScratchFolder) throws {
    try scratch.write(
      "bots/some.yaml",
      """
      repository: \(path)
      branches: ["release/*"]
      base: release/1
      integrate: every
      paths: ["Sources/**", "!Sources/**/*.md"]
      coverage: {enabled: false}
      keep: {integrations: 1, days: 1, archives: 0}

      """)
    try scratch.write(
      "bots/timed.yaml",
      """
      repository: \(path)
      coverage: {enabled: false}
      schedule: {on: periodic, every: day, at: "\(at)", timezone: Asia/Tokyo, only-if-changed: true}

      """)
  }

  @Test("which commits are integrated, and when, is as the file says, and only so much is kept")
  func whatAndWhen() async throws {
    try await Turns.waiting.run(.first) {
      let scratch = try ScratchFolder("keys-watched")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let tree = Worktree(path: repository.path)
      try tree.git("branch", "release/1")
      // In its own time zone, and soon.
      let soon = DateFormatter()
      (soon.timeZone, soon.dateFormat) = (TimeZone(identifier: "Asia/Tokyo"), "HH:mm")
      soon.locale = Locale(identifier: "en_US_POSIX")
      let at = soon.string(from: Date().addingTimeInterval(100))
      try Self.writeBots(of: repository.path, at: at, in: scratch)
      let watcher = Watcher(bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
      let question = """
        SELECT bot.name || number || ' ' || branch || ' ' || coalesce(subject, '') || ' '
          || coalesce(result, '')
        FROM integration JOIN bot ON bot.id = integration.bot ORDER BY integration.id
        """
      let end = try await watcher.run { id in
        try await watcher.wait("the release is integrated", question) { rows in
          rows.split(separator: "\n").contains {
            $0.hasPrefix("some1 release/1") && $0.hasSuffix("succeeded")
          }
        }
        try await watcher.ask("pin", "some#1")
        try tree.git("checkout", "-q", "release/1")
        for (name, text) in [
          ("README.md", "a"), ("Sources/OnlyXCTest/A.swift", "let a = 1\n"), ("Sources/NOTES.md", "a"),
          ("Sources/OnlyXCTest/B.swift", "let b = 1\n"),
        ] {
          try tree.write(name, text)
          try tree.commit("Add \(name)")
        }
        try await watcher.wait("both of its sources are", question) { $0.contains("B.swift succeeded") }
        try await watcher.wait("its time has come", question) {
          $0.contains("timed1") && $0.split(separator: "\n").allSatisfy { $0.hasSuffix("succeeded") }
        }
        kill(id, SIGTERM)
      }
      #expect(end.status == 0, "\(end.errorText)")
      let rows = try await watcher.rows(question)
      // What is not kept is gone from the history, and main is not watched by it.
      #expect(rows.filter { $0.hasPrefix("some") }.allSatisfy { $0.contains(" release/1 ") })
      #expect(rows.contains { $0.hasPrefix("some3 ") && $0.contains("B.swift") }, "\(rows)")
      #expect(!rows.contains { $0.contains(".md") || $0.hasPrefix("some2 ") }, "\(rows)")
      #expect(rows.contains { $0.hasPrefix("some1 ") }, "it is pinned: \(rows)")
      #expect(rows.contains { $0.hasPrefix("timed1 ") }, "\(rows)")
    }
  }
}
