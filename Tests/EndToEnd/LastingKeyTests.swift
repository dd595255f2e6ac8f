import Foundation
import Kit
import Testing

/// Keys of a bot file that show only over several integrations of a real package.
@Suite("The keys of a bot file, over a while", .nightly)
struct LastingKeyTests {
  private struct World {
    let scratch: ScratchFolder
    let tree: Worktree
    let state: String

    /// Integrates the package with a test that compares this with 1.
    func run(_ value: Int, _ settings: String) async throws -> (status: Int32, report: JSON) {
      try tree.write(
        "Tests/OnlyXCTestTests/OldTests.swift",
        """
        import XCTest

        final class OldTests: XCTestCase {
          func testOld() {
            #if !DEBUG
            XCTFail("of release, which nobody asked for")
            #endif
            if ProcessInfo.processInfo.environment["HANG"] != nil { Thread.sleep(forTimeInterval: 60) }
            XCTAssertEqual(\(value), 1)
          }
        }
        """)
      try scratch.write("bots/old.yaml", "repository: \(tree.path)\n\(settings)\n")
      let end = try await bothy("run", tree.path, "--json", "--bot", scratch.path + "/bots/old.yaml")
      return (end.status, try JSON(end.output))
    }

    func bothy(_ words: String...) async throws -> CommandEnd {
      try await Command(
        try Program.bothy, words + ["--state", state], in: scratch.url, limitSeconds: 600
      ).run()
    }

    /// A file that only a build from nothing removes.
    func leaveStale(_ bot: String) throws -> String {
      let path = "\(state)/bots/\(bot)/build-plain/stale"
      try Data().write(to: URL(fileURLWithPath: path))
      return path
    }

    /// The bot's clone and what is checked out there, as files that are the very same as long as nobody makes
    /// them again; the clone as it was made, not what each integration writes into it.
    func clone(_ bot: String) throws -> [String: UInt64] {
      let checkout = "\(state)/bots/\(bot)/checkout"
      let objects = try FileManager.default.subpathsOfDirectory(atPath: checkout + "/.git/objects")
      let names = [".git", "Package.swift"] + objects.map { ".git/objects/" + $0 }
      return try Dictionary(uniqueKeysWithValues: names.map { ($0, try inode("\(checkout)/\($0)")) })
    }

    private func inode(_ path: String) throws -> UInt64 {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return try #require((attributes[.systemFileNumber] as? NSNumber)?.uint64Value)
    }

    /// As if everything had been built so long ago.
    func age(_ bot: String, days: Double) throws {
      let folder = state + "/bots/" + bot
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("build") {
        let mark = "\(folder)/\(name)/bothy-built"
        guard FileManager.default.fileExists(atPath: mark) else { continue }
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -days * 86400)], ofItemAtPath: mark)
      }
    }
  }

  private func world(_ scratch: ScratchFolder) async throws -> World {
    let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
    let tree = Worktree(path: repository.path)
    try tree.write(".bothy.yaml", "coverage: {enabled: false}\n")
    return World(scratch: scratch, tree: tree, state: scratch.path + "/state")
  }

  private func silenced(_ report: JSON) -> [String] {
    (report["issues"]?["silenced"]?.elements ?? []).map { $0["test"]?.text ?? $0["kind"]?.text ?? "?" }
      .sorted()
  }

  private static func silence(_ until: String, and issue: String? = nil) -> String {
    let other = issue.map { "\n  - {issue: \($0), reason: of a machine}" } ?? ""
    return "silence:\n  - {test: OnlyXCTestTests.OldTests/testOld, until: \(until), reason: see 12}" + other
  }

  /// A script that finds what was archived, as it did at Xcode Server.
  private static let looking =
    "test -f \"$XCS_PRODUCT\" && test -d \"$XCS_ARCHIVE\" && test \"$XCS_ARCHIVE\" = \"$BOTHY_ARCHIVE\""
    + " && test \"${XCS_PRODUCT%/*}\" = \"$XCS_ARCHIVE\""

  private static let test = "OnlyXCTestTests.OldTests/testOld"

  @Test("a silence lasts as long as it says, for a test and for another issue, and tells its reason")
  func silences() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("lasting")
      defer { scratch.remove() }
      let world = try await world(scratch)
      try world.tree.write(
        "Sources/OnlyXCTest/Warned.swift", "func warned() {\n  let unused = 1\n}\n")
      let red = try await world.run(2, "tests: {repeat: 0}")
      let warning = (red.report["issues"]?["new"]?.elements ?? []).first { $0["test"]?.text == nil }
      let id = try #require(warning?["id"]?.text ?? warning?["identity"]?.text, "\(red.report)")
      #expect(red.status == 1 && silenced(red.report).isEmpty)
      let failed = (red.report["tests"]?["cases"]?.elements ?? []).first { $0["name"]?.text == "testOld" }
      #expect(failed?["attempts"]?.elements?.isEmpty == true, "it is not repeated: \(failed ?? .null)")
      #expect(red.report["coverage"] == .null, "as the package says")

      let forever = Self.silence("forever", and: String(id.prefix(8)))
      let quiet = try await world.run(2, forever)
      #expect(quiet.status == 0 && quiet.report["result"]?.text == "succeeded")
      #expect(silenced(quiet.report) == [Self.test, "warning"])
      let bot = try #require(quiet.report["bot"]?.text)
      let shown = try await world.bothy("show", bot).outputText
      #expect(shown.contains("see 12") && shown.contains("of a machine"), "\(shown)")
      #expect(try await world.run(1, forever).status == 0)
      #expect(try await world.run(3, forever).status == 0, "also when it comes back")

      let resolved = Self.silence("resolved")
      #expect(try await world.run(3, resolved).status == 0)
      #expect(try await world.run(1, resolved).status == 0)
      #expect(try await world.run(3, resolved).status == 1, "it was mended in between")
      #expect(try await world.run(3, Self.silence("2020-01-01")).status == 1, "that day is over")
      #expect(try await world.run(3, Self.silence("2999-01-01")).status == 0)
      try await expectLimits(in: world)
    }
  }

  /// What tests may take, as a bot file and as a package says it.
  private func expectLimits(in world: World) async throws {
    func run(_ limits: String, byPackage: Bool) async throws -> (status: Int32, report: JSON) {
      let plain = "coverage: {enabled: false}\n"
      try world.tree.write(".bothy.yaml", byPackage ? plain + limits : plain)
      return try await world.run(
        1, "environment: {HANG: so}\ntests: {repeat: 0}\n" + (byPackage ? "" : limits))
    }
    for byPackage in [false, true] {
      let silent = try await run("limits: {silent-minutes: 0.1}\n", byPackage: byPackage)
      let hung = (silent.report["tests"]?["cases"]?.elements ?? []).first { $0["name"]?.text == "testOld" }
      let message = hung?["failures"]?.elements?.first?["message"]?.text ?? ""
      #expect(silent.status == 1 && hung?["outcome"]?.text == "timed-out", "\(hung ?? .null)")
      #expect(message.contains("nothing was printed for 0.1 minutes"), "\(message)")
      let long = try await run("limits: {minutes: 0.1}\n", byPackage: byPackage)
      #expect(long.status == 4 && long.report["result"]?.text == "inconclusive")
      let reason = long.report["reason"]?.text ?? ""
      #expect(reason.contains("limit of 0.1 minutes was reached"), "\(reason)")
    }
    // Which is no success to a script of Xcode Server's time.
    try world.tree.write(".bothy.yaml", "coverage: {enabled: false}\n")
    let script = "test $XCS_INTEGRATION_RESULT = internal-error && test $BOTHY_RESULT = inconclusive"
    let none = try await world.run(1, "tests: {filter: None}\ntriggers: [{after: \(script)}]")
    let end = none.report["triggers"]?.elements?.first
    #expect(none.status == 4 && end?["status"]?.text == "passed", "\(end ?? .null)")
  }

  @Test("`cleaning: always` throws away what was built and nothing else: the clone is never made again")
  func neverCloned() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("lasting")
      defer { scratch.remove() }
      let world = try await world(scratch)
      let first = try await world.run(1, "cleaning: always")
      let bot = try #require(first.report["bot"]?.text)
      let clone = try world.clone(bot)
      #expect(first.status == 0 && clone.count > 3, "\(clone)")
      // What only a clone that was never made again still has.
      try scratch.write("state/bots/\(bot)/checkout/.git/kept", "by hand\n")
      for value in [1, 2] {
        let stale = try world.leaveStale(bot)
        let next = try await world.run(value, "cleaning: always")
        #expect(next.report["clean"] == .bool(true) && next.status == Int32(value - 1))
        let now = try world.clone(bot)
        let lost = clone.filter { now[$0.key] != $0.value }.keys.sorted()
        #expect(lost == [], "they are not what they were")
        #expect(!FileManager.default.fileExists(atPath: stale), "what was built is gone")
      }
      #expect(FileManager.default.fileExists(atPath: "\(world.state)/bots/\(bot)/checkout/.git/kept"))
    }
  }

  @Test("all is built anew after a day or a week, only what is asked is done, and only so many archives stay")
  func agesAndArchives() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("lasting")
      defer { scratch.remove() }
      let world = try await world(scratch)
      let first = try await world.run(1, "cleaning: weekly")
      let bot = try #require(first.report["bot"]?.text)
      func isClean(_ days: Double, _ cleaning: String) async throws -> Bool {
        try world.age(bot, days: days)
        let stale = try world.leaveStale(bot)
        let clean = try await world.run(1, "cleaning: \(cleaning)").report["clean"] == .bool(true)
        #expect(FileManager.default.fileExists(atPath: stale) != clean)
        return clean
      }
      #expect(try await isClean(0, "always"))
      #expect(try await !isClean(3, "weekly"))
      #expect(try await !isClean(9, "never"))
      #expect(try await isClean(9, "weekly"))
      #expect(try await !isClean(0.5, "daily"))
      #expect(try await isClean(3, "daily"))

      try world.tree.write("Sources/say/main.swift", "print(1)\n")
        .write("Sources/shout/main.swift", "print(2)\n").write(
          "Package.swift",
          """
          // swift-tools-version: 6.0
          import PackageDescription
          let package = Package(
            name: "OnlyXCTest",
            targets: [
              .target(name: "OnlyXCTest"), .executableTarget(name: "say"), .executableTarget(name: "shout"),
              .testTarget(name: "OnlyXCTestTests", dependencies: ["OnlyXCTest"]),
            ])
          """)
      let archive = "actions: [archive]\nkeep: {archives: 1}\ntriggers:\n  - after: " + Self.looking
      var numbers: [Int] = []
      for _ in 0..<2 {
        let packed = try await world.run(2, archive)
        #expect(packed.status == 0, "no test runs, so that none fails")
        #expect(packed.report["tests"]?["total"] == .number(0))
        let names = packed.report["archive"]?.elements?.compactMap { $0["product"]?.text }
        #expect(names?.sorted() == ["say", "shout"], "\(packed.report["archive"] ?? .null)")
        let script = packed.report["triggers"]?.elements?.first
        #expect(script?["status"]?.text == "passed", "\(script ?? .null)")
        numbers.append(packed.report["integration"]?.number.map { Int($0) } ?? 0)
      }
      numbers.append(try await expectNoSecret(in: world))
      let kept = numbers.filter {
        FileManager.default.fileExists(atPath: "\(world.state)/integrations/\(bot)/\($0)/archive")
      }
      // The newest, which is the last green one.
      #expect(kept == [numbers[1]], "\(numbers), kept \(kept)")
    }
  }

  /// One so short that the compiler parts it; the number of its integration.
  private func expectNoSecret(in world: World) async throws -> Int {
    try world.scratch.write("state/secrets/old.env", "TOKEN=0pen-s3sam3\n", mode: 0o600)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: world.state + "/secrets")
    try world.tree.write("Sources/say/main.swift", "let key = \"0pen-s3sam3\"\nprint(key)\n")
    let refused = try await world.run(2, "actions: [archive]\nkeep: {archives: 1}\nsecrets: [TOKEN]")
    #expect(refused.status == 3 && refused.report["archive"]?.elements ?? [] == [])
    let messages = (refused.report["issues"]?["new"]?.elements ?? []).compactMap { $0["message"]?.text }
    #expect(
      messages.count == 1 && messages[0].hasPrefix("archive: the secret TOKEN stands in `say`, where"),
      "\(messages)")
    return refused.report["integration"]?.number.map { Int($0) } ?? 0
  }
}
