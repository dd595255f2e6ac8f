import Foundation
import Kit
import Testing

/// A package of two targets through its commits, with a map of which test executes what.
@Suite("The tests that execute what changed", .nightly)
struct AffectedTests {
  static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Two",
      targets: [
        .target(name: "Left"), .target(name: "Right"),
        .testTarget(name: "TwoTests", dependencies: ["Left", "Right"]),
      ], swiftLanguageModes: [.v5])

    """

  static func left(_ body: String = "n + 1", note: String = "", start: String = "1") -> String {
    """
    \(note)public let start = \(start)
    public func left(_ n: Int) -> Int {
      return \(body)
    }

    """
  }

  static let right = """
    public func right(_ n: Int) -> Int {
      return n * 2
    }
    public func unused() -> Int { 3 }

    """

  static func tests(adding more: String = "") -> String {
    """
    import Left
    import Right
    import Testing
    import XCTest

    final class Old: XCTestCase {
      func testLeft() { XCTAssertEqual(left(1), 2) }
      func testRight() { XCTAssertEqual(right(2), 4) }
      func testBoth() { XCTAssertEqual(right(left(1)), 4) }
      func testNone() { XCTAssertEqual(start, start) }
    \(more)
    }
    @Test func young() { #expect(left(2) == 3) }
    @Test func other() { #expect(right(3) == 6) }
    """
  }

  struct World {
    let scratch: ScratchFolder
    let tree: Worktree
    var environment: [String: String] = [:]

    init(_ settings: String = "tests: {processes: 2}") throws {
      scratch = try ScratchFolder("affected")
      tree = try Worktree.make(at: scratch.path + "/Two")
      try tree.write("Package.swift", AffectedTests.manifest)
      try tree.write("Sources/Left/Left.swift", AffectedTests.left())
      try tree.write("Sources/Right/Right.swift", AffectedTests.right)
      try tree.write("Tests/TwoTests/Tests.swift", AffectedTests.tests())
      try say(settings)
    }

    func say(_ settings: String) throws {
      try scratch.write(
        "two.yaml", "repository: \(tree.path)\nwho-tests-what: every\n" + settings + "\n")
    }

    /// Commits what was written, and integrates it.
    func integrate() async throws -> (end: CommandEnd, report: JSON) {
      try tree.git("add", "-A")
      try tree.git("commit", "-q", "--allow-empty", "-m", "Next")
      let end = try await Command(
        try Program.bothy,
        [
          "run", tree.path, "--bot", scratch.path + "/two.yaml", "--json", "--state",
          scratch.path + "/state",
        ], in: scratch.url,
        environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }, limitSeconds: 600
      ).run()
      return (end, try JSON(end.output))
    }
  }

  private func affected(_ report: JSON) -> String {
    let found = report["tests"]?["affected"]
    func number(_ key: String) -> Int { found?[key]?.number.map { Int($0) } ?? -1 }
    guard found != nil, found != .null else { return "none" }
    return "\(number("count")) \(number("passed")) \(number("failed"))"
  }

  private func score(_ report: JSON) -> String {
    guard let score = report["tests"]?["score"], score != .null else { return "none" }
    func number(_ key: String) -> Int { score[key]?.number.map { Int($0) } ?? -1 }
    let missed = score["misses"]?.elements?.count ?? -1
    return "\(number("leftOut")) of \(number("total")) since \(number("since")), \(missed) missed"
  }

  @Test("run first, and it is told at once how they ended; in doubt nothing is first")
  func first() async throws {
    try await Turns.building.run(.first) {
      let world = try World()
      defer { world.scratch.remove() }
      let first = try await world.integrate()
      #expect(first.end.status == 0 && affected(first.report) == "none", "\(first.end.errorText)")

      try world.tree.write("Sources/Left/Left.swift", Self.left("1 + n"))
      let changed = try await world.integrate()
      #expect(changed.end.status == 0 && affected(changed.report) == "3 3 0", "\(changed.end.errorText)")
      #expect(
        changed.end.errorText.contains("3 of 6 tests execute what changed: all passed in"),
        "\(changed.end.errorText)")
      #expect(["total", "passed"].allSatisfy { changed.report["tests"]?[$0] == .number(6) })
      #expect((changed.report["tests"]?["affected"]?["firstVerdictSeconds"]?.number ?? 0) > 0)
      #expect(score(first.report) == "none" && score(changed.report) == "3 of 6 since 1, 0 missed")
      #expect(
        changed.report["coverage"]?["lines"]?["executed"] == first.report["coverage"]?["lines"]?["executed"])

      try world.tree.write(
        "Sources/Left/Left.swift", Self.left("1 + n // as it was", note: "// One.\n// Two.\n"))
      try world.tree.write("README.md", "Two.\n")
      let comment = try await world.integrate()
      #expect(comment.end.status == 0 && affected(comment.report) == "0 0 0", "\(comment.end.errorText)")
      #expect(score(comment.report) == "6 of 6 since 2, 0 missed")
      #expect(comment.end.errorText.contains("No test executes what changed"))
      #expect(comment.report["tests"]?["passed"] == .number(6))
      #expect((comment.report["tests"]?["affected"]?["firstVerdictSeconds"]?.number ?? 0) > 0)

      try world.tree.write("Sources/Left/Left.swift", Self.left("1 + n", start: "2"))
      let global = try await world.integrate()
      #expect(global.end.status == 0 && affected(global.report) == "6 6 0", "\(global.end.errorText)")
      #expect(global.report["tests"]?["affected"]?["isEverything"] == .bool(true))
      #expect(score(global.report) == "0 of 6 since 3, 0 missed")
      #expect(!global.end.errorText.contains("what changed"))

      try world.tree.write(
        "Tests/TwoTests/Tests.swift",
        Self.tests(adding: "  func testNew() { XCTAssertEqual(right(1), 2) }"))
      let new = try await world.integrate()
      #expect(new.end.status == 0 && affected(new.report) == "1 1 0", "\(new.end.errorText)")
      #expect(new.end.errorText.contains("1 of 7 tests executes what changed: it passed in"))

      // A fault: told by the first that run, and red only as swift test has it.
      try world.tree.write("Sources/Left/Left.swift", Self.left("n + 2", start: "2"))
      let red = try await world.integrate()
      #expect(red.end.status == 1 && affected(red.report) == "3 0 3", "\(red.end.errorText)")
      #expect(
        red.end.errorText.contains("3 of 7 tests execute what changed: 3 failed (TwoTests.Old/test"),
        "\(red.end.errorText)")
      #expect(red.report["tests"]?["failed"] == .number(3))
      #expect(red.report["tests"]?["sharing"]?["why"]?.text == "doubt")
      #expect(score(red.report) == "4 of 7 since 5, 0 missed")

      // In order, so that nothing is first.
      try world.tree.write("Sources/Left/Left.swift", Self.left("n + 1", start: "2"))
      let mended = try await world.integrate()
      #expect(mended.end.status == 0 && affected(mended.report) == "none", "\(mended.end.errorText)")
    }
  }

  @Test("run once before all run in order after one that was not green, and leave nothing behind for these")
  func ahead() async throws {
    try await Turns.building.run {
      let world = try World()
      defer { world.scratch.remove() }
      // Whoever finds what it left fails.
      let once = """
          func testOnce() {
            XCTAssertEqual(left(3), 4)
            let made = FileManager.default.currentDirectoryPath + "/made"
            XCTAssertEqual(mkdir(made, 0o755), 0)
            for folder in [made, FileManager.default.currentDirectoryPath, NSTemporaryDirectory()] {
              XCTAssertTrue(FileManager.default.createFile(atPath: folder + "/left.txt", contents: Data()))
              let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
              XCTAssertEqual(names?.filter { $0.hasPrefix("left") }, ["left.txt"])
              try? FileManager.default.moveItem(atPath: folder + "/left.txt", toPath: folder + "/left")
            }
          }
          func testSlow() { Thread.sleep(forTimeInterval: 3) }
        """
      let tests = "import Foundation\n" + Self.tests(adding: once)
      try world.tree.write("Tests/TwoTests/Tests.swift", tests)
      let first = try await world.integrate()
      #expect(first.end.status == 0, "\(first.end.errorText)")
      try world.tree.write("Sources/Left/Left.swift", Self.left("n + 2"))
      let red = try await world.integrate()
      #expect(red.end.status == 1 && affected(red.report) == "4 0 4", "\(red.end.errorText)")

      try world.tree.write("Sources/Left/Left.swift", Self.left("1 + n"))
      let mended = try await world.integrate()
      #expect(mended.end.status == 0 && affected(mended.report) == "4 4 0", "\(mended.end.errorText)")
      #expect(mended.report["tests"]?["sharing"]?["why"]?.text == "not-green")
      #expect(mended.end.errorText.contains("4 of 8 tests execute what changed: all passed in"))
      let seconds = try #require(mended.report["tests"]?["affected"]?["firstVerdictSeconds"]?.number)
      #expect(seconds < (mended.report["seconds"]?.number ?? 0) - 3)
      let lines = { (report: JSON) in report["coverage"]?["lines"]?["executed"] }
      #expect(lines(mended.report) == lines(first.report))
    }
  }

  private func told(_ run: (end: CommandEnd, report: JSON)) -> String {
    let isLimited = run.report["limited"] != nil && run.report["limited"] != .null
    let total = run.report["tests"]?["total"]?.number.map { Int($0) } ?? -1
    return "\(run.end.status) \(total)" + (isLimited ? " limited" : "")
  }

  @Test(
    "are all that run with `select: affected`, limited, but at night and where nothing or all is concerned")
  func selected() async throws {
    try await Turns.building.run {
      let world = try World("tests: {select: affected}")
      defer { world.scratch.remove() }
      #expect(told(try await world.integrate()) == "0 6")

      try world.tree.write("Sources/Left/Left.swift", Self.left("1 + n"))
      let some = try await world.integrate()
      #expect(told(some) == "0 3 limited", "\(some.end.errorText)")
      #expect(
        some.end.errorText.contains(
          "3 of 6 tests, only those that may execute what changed since #1: passed"),
        "\(some.end.errorText)")
      #expect(some.report["tests"]?["score"] ?? .null == .null)

      // Since #1, which ran all: what #2 changed is among it.
      try world.tree.write("Sources/Right/Right.swift", Self.right.replacing("n * 2", with: "n * 3"))
      let red = try await world.integrate()
      #expect(told(red) == "1 5 limited", "\(red.end.errorText)")
      #expect(red.report["tests"]?["failed"] == .number(3))

      // Nothing is another one than it was in #1: of no test would anything be known.
      try world.tree.write("Sources/Left/Left.swift", Self.left())
      try world.tree.write("Sources/Right/Right.swift", Self.right)
      #expect(told(try await world.integrate()) == "0 6")

      try world.tree.write("Sources/Left/Left.swift", Self.left(start: "3"))
      #expect(told(try await world.integrate()) == "0 6")

      // The first of a day runs all; from now on the package asks for it itself.
      try world.say("")
      try world.tree.write(".bothy.yaml", "tests: {select: affected}\n")
      try world.tree.write("Sources/Left/Left.swift", Self.left("1 + n", start: "3"))
      let database = world.scratch.path + "/state/bothy.sqlite"
      let yesterday = "UPDATE integration SET started = started - 86400000"
      let aged = try await Command("/usr/bin/sqlite3", [database, yesterday], in: world.scratch.url).run()
      #expect(aged.status == 0, "\(aged.errorText)")
      #expect(told(try await world.integrate()) == "0 6")
      try world.tree.write("Sources/Left/Left.swift", Self.left("n + 1", start: "3"))
      #expect(told(try await world.integrate()).hasSuffix(" limited"))
      // What passed within its time might not any more.
      try world.say("tests: {timeout: 61s}")
      try world.tree.write("Sources/Left/Left.swift", Self.left("n + 2", start: "3"))
      #expect(told(try await world.integrate()) == "1 6")
      // Who mends that wants to see all green.
      try world.tree.write("Sources/Left/Left.swift", Self.left("1 + n + 0", start: "3"))
      #expect(told(try await world.integrate()) == "0 6")
    }
  }

  @Test("are also those that read what changed; all, where it lies outside of the package")
  func elsewhere() async throws {
    try await Turns.building.run {
      let world = try World("package: Client\ntests: {select: affected}")
      defer { world.scratch.remove() }
      let files = FileManager.default
      try files.createDirectory(atPath: world.tree.path + "/Client", withIntermediateDirectories: true)
      for name in ["Package.swift", "Sources", "Tests"] {
        try files.moveItem(atPath: world.tree.path + "/" + name, toPath: world.tree.path + "/Client/" + name)
      }
      let reading = """
          func testSchema() throws {
            XCTAssertEqual(try String(contentsOfFile: "../shared/schema", encoding: .utf8), "1")
          }
          func testSource() throws {
            let path = String("tfiws.thgiR/thgiR/secruoS".reversed())
            XCTAssertTrue(try String(contentsOfFile: path, encoding: .utf8).contains("public"))
          }
        """
      let tests = "import Foundation\n" + Self.tests(adding: reading)
      try world.tree.write("Client/Tests/TwoTests/Tests.swift", tests)
      try world.tree.write("shared/schema", "1")
      #expect(told(try await world.integrate()) == "0 8")

      // Who was seen to open it, whatever its name is made of.
      try world.tree.write("Client/Sources/Right/Right.swift", Self.right + "// Said.\n")
      #expect(told(try await world.integrate()) == "0 1 limited")

      try world.tree.write("Client/Sources/Left/Left.swift", Self.left("1 + n"))
      // A test that opens a file may read it.
      try world.tree.write("notes/README.md", "For people.\n")
      #expect(told(try await world.integrate()) == "0 5 limited")

      try world.tree.write("Client/Sources/Left/Left.swift", Self.left("n + 1 + 0"))
      try world.tree.write("shared/schema", "2")
      let red = try await world.integrate()
      #expect(told(red) == "1 8", "\(red.end.errorText)")
    }
  }

  /// Left tells from where it is called, and hides a type; Two's tests use what Help's target of tests has.
  private struct Shared {
    static let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Two",
        targets: [
          .target(name: "Left"), .testTarget(name: "HelpTests"),
          .testTarget(name: "TwoTests", dependencies: ["Left", "HelpTests"]),
          .testTarget(name: "OtherTests", dependencies: ["Left"]),
        ], swiftLanguageModes: [.v5])

      """

    static func left(hidden: String = "1", note: String = "") -> String {
      """
      public func place(_ line: Int = #line) -> Int { line }
      public func hidden() -> some Equatable { \(hidden) }
      \(note)public func here() -> Int { place() }
      public func plain() -> Int { 1 }

      """
    }

    static func help(_ body: String) -> String {
      "import XCTest\npublic func help(_ n: Int) -> Bool { \(body) }\n"
        + "final class Help: XCTestCase { func testHelp() { XCTAssertEqual(1, 1) } }\n"
    }

    static let two = """
      import HelpTests
      import Left
      import XCTest
      final class Two: XCTestCase {
        func testHelped() { XCTAssertTrue(help(1)) }
        func testPlain() { XCTAssertEqual(plain(), 1) }
      }

      """

    static let other = """
      import Left
      import XCTest
      final class Other: XCTestCase {
        func testPlain() { XCTAssertEqual(plain(), 1) }
        func testHere() { XCTAssertEqual(here(), 3) }
      }

      """
  }

  @Test("are also those that use what changed in another target of tests, are told a place, or are in doubt")
  func shared() async throws {
    try await Turns.building.run {
      let world = try World()
      defer { world.scratch.remove() }
      for folder in ["Sources/Right", "Tests/TwoTests"] {
        try FileManager.default.removeItem(atPath: world.tree.path + "/" + folder)
      }
      for (path, text) in [
        ("Package.swift", Shared.manifest), ("Sources/Left/Left.swift", Shared.left()),
        ("Tests/HelpTests/Help.swift", Shared.help("n == 1")), ("Tests/TwoTests/Two.swift", Shared.two),
        ("Tests/OtherTests/Other.swift", Shared.other),
      ] { try world.tree.write(path, text) }
      let first = try await world.integrate()
      #expect(first.end.status == 0 && affected(first.report) == "none", "\(first.end.errorText)")

      try world.tree.write("Tests/HelpTests/Help.swift", Shared.help("n > 0"))
      let helped = try await world.integrate()
      #expect(affected(helped.report) == "3 3 0", "\(helped.end.errorText)")

      try world.tree.write("Sources/Left/Left.swift", Shared.left(hidden: "\"1\""))
      let hidden = try await world.integrate()
      #expect(affected(hidden.report) == "5 5 0" && score(hidden.report).hasPrefix("0 of 5"))

      // Nothing but a comment, and a test fails by it.
      try world.tree.write("Sources/Left/Left.swift", Shared.left(hidden: "\"1\"", note: "// Said.\n"))
      let moved = try await world.integrate()
      #expect(affected(moved.report) == "1 0 1" && moved.end.status == 1, "\(moved.end.errorText)")
    }
  }
}
