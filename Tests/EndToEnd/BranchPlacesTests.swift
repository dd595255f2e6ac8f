import Foundation
import Kit
import Testing

/// Two branches of a real package, in turn.
@Suite("Build folders by branch")
struct BranchPlacesTests {
  @Test("a branch that is integrated again finds what was built for it: nothing is compiled")
  func turns() async throws {
    try await Turns.waiting.run {
      let shelf = try Shelf()
      defer { shelf.scratch.remove() }
      try await shelf.visit("main", status: 0)
      #expect(try shelf.compiled > 0)
      try await shelf.visit("other", status: 1)
      #expect(try shelf.log.contains("Copying what was built for main"))
      try await shelf.visit("main", status: 0)
      #expect(try shelf.compiled == 0)
      #expect(try shelf.executed == [1, 0], "what only the other branch's test executes did not run")
      try await shelf.visit("other", status: 1)
      #expect(try shelf.compiled == 0)
      #expect(try shelf.executed == [1, 1])
      // What is new on a branch alone is compiled.
      try shelf.tree.git("checkout", "-q", "main")
      try shelf.tree.write("Sources/Shelf/Third.swift", Shelf.function("third", 4)).commit("A third")
      try await shelf.visit("main", status: 0)
      #expect(try shelf.compiled > 0)
      try await shelf.visit("other", status: 1)
      #expect(try shelf.compiled == 0)
      // One that is gone gives back what it has.
      try shelf.tree.git("branch", "-q", "-D", "other")
      try await shelf.visit("main", status: 0)
      #expect(try shelf.compiled == 0)
      #expect(try shelf.parked == [])
    }
  }

  @Test(
    "a watcher removes what was built for a branch when it is gone, and goes on with the others", .nightly)
  func gone() async throws {
    try await Turns.waiting.run {
      let shelf = try Shelf()
      defer { shelf.scratch.remove() }
      let scratch = shelf.scratch
      try scratch.write("bots/shelf.yaml", "repository: \(shelf.tree.path)\nbranches: [main, other]\n")
      let watcher = Watcher(bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
      let parked = shelf.parkedFolder(of: "shelf")
      @Sendable func places() -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parked)) ?? []
        return names.count { $0.count == 16 }
      }
      let end = try await watcher.run { id in
        let question = "SELECT branch FROM integration WHERE settled ORDER BY number"
        try await watcher.wait("both are integrated", question) { $0.split(separator: "\n").count == 2 }
        let last = try await watcher.rows(question).last ?? ""
        #expect(places() == 1)
        // The other one's folder stands where it was built last.
        try shelf.tree.git("checkout", "-q", last)
        try shelf.tree.git("branch", "-q", "-D", last == "main" ? "other" : "main")
        let went = try await eventually(within: 300, everyMilliseconds: 100) { places() == 0 }
        #expect(went)
        kill(id, SIGTERM)
      }
      #expect(end.status == 0, "\(end.errorText)")
    }
  }

  @Test(
    "with `build-gigabytes: 0` all branches share one folder, as they would without a limit of it", .nightly)
  func shared() async throws {
    try await Turns.waiting.run {
      let shelf = try Shelf(keep: "keep: {build-gigabytes: 0}\n")
      defer { shelf.scratch.remove() }
      for (branch, status) in [("main", Int32(0)), ("other", 1), ("main", 0)] {
        try await shelf.visit(branch, status: status)
        #expect(try shelf.compiled > 0)
      }
      #expect(try shelf.parked == [])
    }
  }
}

private struct Shelf {
  let scratch: ScratchFolder
  let tree: Worktree
  private let bot: String

  init(keep: String = "") throws {
    scratch = try ScratchFolder("branches")
    tree = try Worktree.make(at: scratch.path + "/shelf")
    bot = try scratch.write("shelf.yaml", "repository: \(tree.path)\ntests: {repeat: 0}\n" + keep)
    try tree.write("Package.swift", Self.manifest)
    try tree.write("Sources/Shelf/First.swift", Self.function("first", 1))
    try tree.write("Sources/Shelf/Second.swift", Self.function("second", 2))
    try tree.write("Tests/ShelfTests/Tests.swift", Self.test("first() == 1")).commit("First")
    try tree.git("checkout", "-q", "-b", "other")
    try tree.write("Sources/Shelf/Second.swift", Self.function("second", 3))
    try tree.write("Tests/ShelfTests/Tests.swift", Self.test("first() == 1 && second() == 2"))
      .commit("Another second")
  }

  static func function(_ name: String, _ value: Int) -> String {
    "public func \(name)() -> Int {\n  \(value)\n}\n"
  }

  private static func test(_ condition: String) -> String {
    "import Shelf\nimport XCTest\n\nfinal class ShelfTests: XCTestCase {\n"
      + "  func testThem() { XCTAssertTrue(\(condition)) }\n}\n"
  }

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Shelf",
      targets: [.target(name: "Shelf"), .testTarget(name: "ShelfTests", dependencies: ["Shelf"])])

    """

  func visit(_ branch: String, status: Int32) async throws {
    let end = try await Command(
      try Program.bothy,
      [
        "run", tree.path, "--bot", bot, "--commit", branch, "--state", scratch.path + "/state", "--quiet",
      ], in: scratch.url
    ).run()
    #expect(end.status == status, "\(branch): \(end.outputText) \(end.errorText)\n\((try? log) ?? "")")
  }

  /// Of the newest integration.
  private var folder: String {
    get throws {
      let integrations = scratch.path + "/state/integrations/local-shelf"
      let names = try FileManager.default.contentsOfDirectory(atPath: integrations)
      return "\(integrations)/\(try #require(names.compactMap(Int.init).max()))"
    }
  }

  var log: String { get throws { try String(contentsOfFile: folder + "/log.txt", encoding: .utf8) } }

  var compiled: Int {
    get throws {
      try log.split(separator: "\n").count { $0.hasPrefix("[") && $0.contains("] Compiling ") }
    }
  }

  /// How many lines of the first and the second source ran.
  var executed: [Int] {
    get throws {
      let report = try JSON(Data(contentsOf: URL(fileURLWithPath: folder + "/report.json")))
      let files = report["coverage"]?["targets"]?.elements?.first?["files"]?.elements ?? []
      return ["First", "Second"].map { name in
        let file = files.first { $0["path"]?.text == "Sources/Shelf/\(name).swift" }
        return file?["lines"]?["executed"]?.number ?? 0 > 0 ? 1 : 0
      }
    }
  }

  func parkedFolder(of bot: String) -> String { scratch.path + "/state/bots/\(bot)/parked" }

  var parked: [String] {
    get throws {
      let folder = parkedFolder(of: "local-shelf")
      guard FileManager.default.fileExists(atPath: folder) else { return [] }
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    }
  }
}
