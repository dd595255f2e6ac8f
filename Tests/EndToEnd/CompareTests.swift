import Foundation
import Kit
import Testing

/// `bothy compare` on what real builds and tests of a small package left.
@Suite("Two integrations side by side")
struct CompareTests {
  @Test(
    "tests, warnings, coverage, build errors, limited and forgotten integrations are compared as they are",
    .nightly)
  func compare() async throws {
    try await Turns.building.run(.first) {
      let scratch = try ScratchFolder("compare")
      defer { scratch.remove() }
      let shelf = try await Shelf(in: scratch)
      let first = try await shelf.run()
      let bot = try #require(try JSON(first.output)["bot"]?.text, "\(first.errorText.suffix(3000))")
      try await shelf.commit("Change a lot", Shelf.changed + [try shelf.pin("1.1.0")])
      _ = try await shelf.run()
      try await shelf.commit("Misspell it", [("Sources/Shelf/Book.swift", "public let x: Strin = \"\"\n")])
      _ = try await shelf.run()
      _ = try await shelf.run("--commit", "HEAD~1", "--filter", "testStays")

      try Self.expectChanges(try await shelf.compare("\(bot)#1", "\(bot)#2", "--json"))
      let words = try await shelf.compare("\(bot)#1", "\(bot)#2")
      #expect(words.status == 0)
      let page = "\(scratch.path)/state/site/bots/\(bot)/compare/1-2.html"
      #expect(words.outputText.hasSuffix("Page        \(page)\n"), "\(words.outputText)")
      let html = try String(contentsOfFile: page, encoding: .utf8)
      for text in [
        "2 tests newly failing", "ShelfTests.ShelfTests/testBreaks", "href=\"../2/tests.html#",
        "Sources/Shelf/New.swift", "href=\"../1/index.html\"", Self.pins,
      ] { #expect(html.contains(text), "\(text)") }
      #expect(words.outputText.contains("Dependencies (1)\n  \(Self.pins)\n"), "\(words.outputText)")
      try Self.expectPins(in: "\(scratch.path)/state/site/bots/\(bot)/2")

      let broken = try await shelf.compare("\(bot)#2", "\(bot)#3")
      #expect(broken.status == 0 && broken.outputText.contains("#3 did not build"), "\(broken.outputText)")
      #expect(
        broken.outputText.contains("Sources/Shelf/Book.swift:1: ✗ build error: cannot find type 'Strin'"))
      let limited = try await shelf.compare("\(bot)#2", "\(bot)#4")
      #expect(limited.outputText.contains("#4 was limited: 1 of"), "\(limited.outputText)")
      #expect(limited.outputText.contains("only those that both ran are compared, and no coverage."))
      #expect(!limited.outputText.contains("Tests gone"))

      // Of what was kept no longer the page goes too, and what is there is said.
      try scratch.write("keep.yaml", "repository: \(shelf.path)\nkeep: {integrations: 1}\n")
      _ = try await shelf.run("--commit", "HEAD~1", "--bot", scratch.path + "/keep.yaml")
      let swept = try await shelf.compare("\(bot)#1", "\(bot)#5")
      #expect(swept.status == 5 && swept.errorText.contains("is kept no longer"), "\(swept.errorText)")
      #expect(!FileManager.default.fileExists(atPath: page))
      let none = try await shelf.compare("\(bot)#5", "\(bot)#99")
      #expect(none.status == 2 && none.errorText.contains("there "), "\(none.errorText)")
      let alone = try await shelf.compare("\(bot)#5")
      #expect(alone.status == 2, "\(alone.errorText)")
    }
  }

  private static let pins = "ink 1.1.0 instead of ink 1.0.0"

  /// What moved is named with the commits, and suspected of what fails since.
  private static func expectPins(in folder: String) throws {
    func page(_ name: String) throws -> String {
      try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }
    let commits = try page("commits.html")
    #expect(commits.contains(pins) && commits.contains("Change a lot"))
    let issues = try page("issues.html")
    let issue = try #require(issues.components(separatedBy: "<li").first { $0.contains("testPours") })
    #expect(issue.contains(pins) && issue.contains("Change a lot"), "\(issue)")
    #expect(try !String(contentsOfFile: "\(folder)/../1/commits.html", encoding: .utf8).contains("ink 1"))
  }

  private static func expectChanges(_ end: CommandEnd) throws {
    let suite = "ShelfTests.ShelfTests"
    let expected = """
      {"before": {"integration": 1}, "now": {"integration": 2}, "cause": "sources",
       "commits": {"relation": "later", "ahead": 1, "behind": 0},
       "tests": {"whole": true, "changes": [
          {"id": "ShelfTests.PourTests/testPours", "kind": "newly-failing", "before": "passed",
           "now": "failed"},
          {"id": "\(suite)/testBreaks", "kind": "newly-failing", "before": "passed", "now": "failed"},
          {"id": "\(suite)/testMended", "kind": "fixed", "before": "failed", "now": "passed"},
          {"id": "\(suite)/testSkips", "kind": "newly-skipped", "before": "passed", "now": "skipped"}],
        "added": [{"id": "\(suite)/testNew", "outcome": "passed"}],
        "gone": [{"id": "\(suite)/testGone", "outcome": "passed"}],
        "renamed": [{"from": "\(suite)/testCalled", "to": "\(suite)/testIsCalled"}]},
       "issues": {"came": [{"kind": "warning", "file": "Sources/Shelf/Book.swift"}], "went": []},
       "coverage": {"files": {"$set": [
          {"path": "Sources/Shelf/Book.swift", "sameSource": false},
          {"path": "Sources/Shelf/New.swift", "before": null, "now": {"executable": 1, "executed": 0}},
          {"path": "Sources/Shelf/Old.swift", "now": null}]}},
       "dependencies": [{"identity": "ink", "before": {"version": "1.0.0"}, "now": {"version": "1.1.0"}}],
       "settings": []}
      """
    let found = try JSON(end.output)
    #expect(Match.differences(try JSON(Data(expected.utf8)), found) == [], "\(end.errorText)")
  }
}

/// A package of a few lines, and what its author did to it.
private struct Shelf {
  let path: String
  private let folder: URL
  private let scratch: URL

  /// The package that it is built with.
  private let ink: Worktree

  init(in scratch: ScratchFolder) async throws {
    (self.scratch, folder) = (scratch.url, try scratch.folder("shelf"))
    path = folder.path
    ink = try Worktree.make(at: scratch.path + "/ink")
    for (version, drops) in [("1.0.0", 1), ("1.1.0", 2)] {
      try ink.write("Package.swift", Self.inkManifest)
        .write("Sources/Ink/Ink.swift", "public func drops() -> Int { \(drops) }\n").commit(version)
      try ink.git("tag", version)
    }
    try await git("init", "-q", "-b", "main")
    try await commit("First", Self.first + [("Package.swift", manifest), pin("1.0.0")])
  }

  /// The package's own word on which version of the other it is built with.
  func pin(_ version: String) throws -> (path: String, text: String?) {
    let revision = try ink.git("rev-parse", version).trimmingCharacters(in: .whitespacesAndNewlines)
    let text = """
      {
        "pins" : [
          {
            "identity" : "ink",
            "kind" : "localSourceControl",
            "location" : "\(ink.path)",
            "state" : { "revision" : "\(revision)", "version" : "\(version)" }
          }
        ],
        "version" : 2
      }

      """
    return ("Package.resolved", text)
  }

  func run(_ words: String...) async throws -> CommandEnd {
    try await bothy(["run", path, "--json", "--quiet"] + words)
  }

  func compare(_ words: String...) async throws -> CommandEnd { try await bothy(["compare"] + words) }

  private func bothy(_ words: [String]) async throws -> CommandEnd {
    try await Command(
      try Program.bothy, words + ["--state", scratch.path + "/state"], in: scratch, limitSeconds: 600
    ).run()
  }

  func commit(_ subject: String, _ files: [(path: String, text: String?)]) async throws {
    for (path, text) in files {
      let file = folder.appending(path: path)
      guard let text else {
        try FileManager.default.removeItem(at: file)
        continue
      }
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try await git("add", "-A")
    try await git("commit", "-q", "-m", subject)
  }

  private func git(_ words: String...) async throws {
    let end = try await Command(
      "/usr/bin/git", ["-c", "user.name=A", "-c", "user.email=a@b.c"] + words, in: folder
    ).run()
    try #require(end.status == 0, "git \(words): \(end.errorText)")
  }

  private static func tests(_ body: String) -> String {
    "import XCTest\n@testable import Shelf\n\nfinal class ShelfTests: XCTestCase {\n\(body)}\n"
  }

  private static let inkManifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "ink", products: [.library(name: "Ink", targets: ["Ink"])], targets: [.target(name: "Ink")])

    """

  private var manifest: String {
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Shelf", dependencies: [.package(url: "file://\(ink.path)", from: "1.0.0")],
      targets: [
        .target(name: "Shelf"),
        .testTarget(name: "ShelfTests", dependencies: ["Shelf", .product(name: "Ink", package: "ink")]),
      ])

    """
  }

  private static let first: [(path: String, text: String?)] = [
    (
      "Tests/ShelfTests/PourTests.swift",
      "import Ink\nimport XCTest\n\nfinal class PourTests: XCTestCase {\n"
        + "  func testPours() { XCTAssertEqual(drops(), 1) }\n}\n"
    ),
    (
      "Sources/Shelf/Book.swift",
      "public func title(_ n: Int) -> String { n > 0 ? \"many\" : \"none\" }\n"
        + "public func pages() -> Int { 1 }\n"
    ),
    ("Sources/Shelf/Old.swift", "public func old() -> Int { 3 }\n"),
    (
      "Tests/ShelfTests/ShelfTests.swift",
      tests(
        """
          func testStays() { XCTAssertEqual(title(1), "many") }
          func testBreaks() { XCTAssertEqual(pages(), 1) }
          func testMended() { XCTAssertEqual(title(0), "no book") }
          func testCalled() { XCTAssertEqual(title(2).count, 4, "as it is called") }
          func testGone() { XCTAssertEqual(old(), 3) }
          func testSkips() throws { XCTAssertEqual(title(3).first, "m") }

        """)
    ),
  ]

  static let changed: [(path: String, text: String?)] = [
    (
      "Sources/Shelf/Book.swift",
      "public func title(_ n: Int) -> String { n > 0 ? \"many\" : \"no book\" }\n"
        + "public func pages() -> Int {\n  let unused = 3\n  return 2\n}\n"
    ),
    ("Sources/Shelf/Old.swift", nil), ("Sources/Shelf/New.swift", "public func new() -> Int { 3 }\n"),
    (
      "Tests/ShelfTests/ShelfTests.swift",
      tests(
        """
          func testStays() { XCTAssertEqual(title(1), "many") }
          func testBreaks() { XCTAssertEqual(pages(), 1) }
          func testMended() { XCTAssertEqual(title(0), "no book") }
          func testIsCalled() { XCTAssertEqual(title(2).count, 4, "as it is called") }
          func testNew() { XCTAssertNotEqual(title(9), "") }
          func testSkips() throws { throw XCTSkip("no shelf") }

        """)
    ),
  ]
}
