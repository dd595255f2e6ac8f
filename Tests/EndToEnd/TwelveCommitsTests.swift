import Foundation
import Kit
import Testing

/// What becomes of issues in twelve commits, each integrated by a watcher.
@Suite("A history of twelve commits")
struct TwelveCommitsTests {
  private static let manifest = """
    // swift-tools-version: 5.9
    import PackageDescription

    let package = Package(
      name: "Twelve",
      targets: [.target(name: "Twelve"), .testTarget(name: "TwelveTests", dependencies: ["Twelve"])])
    """

  private static func source(_ one: String = "1", leaves: Bool = false, moved: Bool = false) -> String {
    (moved ? "// How many there are.\n\n" : "")
      + "public func one() -> Int {\n" + (leaves ? "  let unused = 1\n" : "") + "  return \(one)\n}\n"
  }

  private struct Tests {
    var first = ""
    var second: String? = ""
    var third = "testThird"
    var fourth = ""

    var text: String {
      let functions = [
        ("testFirst", first), ("testSecond", second), (third, "_ = one()"), ("testFourth", fourth),
      ]
      .compactMap { name, body in body.map { "  func \(name)() { \($0) }\n" } }
      return "import Twelve\nimport XCTest\n\nfinal class NumberTests: XCTestCase {\n\(functions.joined())}\n"
    }

    static let none = "import XCTest\n\nfinal class NumberTests: XCTestCase {}\n"
  }

  /// A subject each, and what the two files are then.
  private static var commits: [(subject: String, source: String, tests: String)] {
    let red = Tests(first: "XCTAssertEqual(one(), 2)")
    let both = Tests(first: red.first, second: "XCTFail(\"no second\")")
    let green = Tests()
    let renamed = Tests(third: "testOneAgain")
    let fewer = Tests(second: nil, third: "testOneAgain")
    let crashing = Tests(
      first: red.first, second: nil, third: "testOneAgain", fourth: "fatalError(\"no fourth\")")
    return [
      ("Begin red", source(), red.text), ("Fail otherwise too", source(), both.text),
      ("Misspell a number", source("on"), both.text), ("Spell it", source(), both.text),
      ("Mend both", source(), green.text), ("Leave a value", source(leaves: true), green.text),
      ("Say what it is", source(leaves: true, moved: true), green.text),
      ("Call it otherwise", source(moved: true), renamed.text),
      ("Remove the second", source(leaves: true, moved: true), fewer.text),
      ("Trust in a fourth", source(leaves: true, moved: true), crashing.text),
      ("Remove all tests", source(leaves: true, moved: true), Tests.none),
      ("Be green", source(moved: true), fewer.text),
    ]
  }

  /// Worked out by hand, before it was run.
  private static let expected = [
    "#1 main: test-failures, 3 passed, 1 failed; new NumberTests/testFirst",
    "#2 main: test-failures, 2 passed, 2 failed; with #1; new NumberTests/testSecond; still "
      + "NumberTests/testFirst",
    "#3 main: build-errors, nothing tested; with #2; new build-error Twelve.swift; still "
      + "NumberTests/testFirst, NumberTests/testSecond",
    "#4 main: test-failures, 2 passed, 2 failed; with #3; still NumberTests/testFirst, "
      + "NumberTests/testSecond; resolved build-error Twelve.swift",
    "#5 main: succeeded, 4 passed; with #4; resolved NumberTests/testFirst, NumberTests/testSecond",
    "#6 main: warnings, 4 passed; with #5; new warning Twelve.swift",
    "#7 main: warnings, 4 passed; with #6; still warning Twelve.swift",
    "#8 main: succeeded, 4 passed; with #7; NumberTests/testThird is NumberTests/testOneAgain now; resolved "
      + "warning Twelve.swift",
    "#9 main: warnings, 3 passed; with #8; -1 tests; back warning Twelve.swift (last in #7)",
    "#10 main: test-failures, 1 passed, 1 failed, 1 crashed; with #9; new NumberTests/testFourth; back "
      + "NumberTests/testFirst (last in #4); still warning Twelve.swift",
    "#11 main: inconclusive, nothing tested; with #10; still NumberTests/testFirst, NumberTests/testFourth, "
      + "warning Twelve.swift",
    "#12 main: succeeded, 3 passed; with #11; resolved NumberTests/testFirst, NumberTests/testFourth, "
      + "warning Twelve.swift",
  ]

  @Test("gives exactly the new, returned, unresolved and resolved issues that a careful person writes down")
  func history() async throws {
    try await Turns.waiting.run(.first) {
      let scratch = try ScratchFolder("twelve")
      defer { scratch.remove() }
      try scratch.write("twelve/Package.swift", Self.manifest)
      let folder = scratch.url.appending(path: "twelve")
      @Sendable func git(_ words: String...) async throws {
        let end = try await Command(
          "/usr/bin/git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"] + words, in: folder
        ).run()
        try #require(end.status == 0, "\(end.errorText)")
      }
      try await git("init", "-q", "-b", "main")
      for commit in Self.commits {
        try scratch.write("twelve/Sources/Twelve/Twelve.swift", commit.source)
        try scratch.write("twelve/Tests/TwelveTests/NumberTests.swift", commit.tests)
        try await git("add", "-A")
        try await git("commit", "-q", "-m", commit.subject)
        // A watcher that has seen nothing of a branch begins at its tip.
        if commit.subject == "Begin red" { try await git("tag", "first") }
      }
      try await git("branch", "all")
      try await git("reset", "-q", "--hard", "first")
      try scratch.write(
        "bots/twelve.yaml",
        """
        repository: \(folder.path)
        branches: [main]
        integrate: every
        coverage: {enabled: false}

        """)
      let watcher = Watcher(
        bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url, limitSeconds: 600)
      let ended = "SELECT count(*) FROM integration WHERE result IS NOT NULL"
      let end = try await watcher.run { id in
        try await watcher.wait("the first has ended", ended) { $0 == "1" }
        try await git("reset", "-q", "--hard", "all")
        try await watcher.wait("all have ended", ended) { $0 == "12" }
        kill(id, SIGTERM)
      }
      #expect(end.status == 0, "\(end.errorText)")
      for (place, expected) in Self.expected.enumerated() {
        let file = "state/integrations/twelve/\(place + 1)/report.json"
        let report = try JSON(Data(contentsOf: scratch.url.appending(path: file)))
        #expect(Told(report).text == expected)
      }
    }
  }
}
