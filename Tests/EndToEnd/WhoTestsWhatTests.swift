import Foundation
import Kit
import Testing

/// `who-tests-what: every` on a package of two functions and a test that leans on another.
@Suite("Which test executes what")
struct WhoTestsWhatTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Who",
      targets: [.target(name: "Who"), .testTarget(name: "WhoTests", dependencies: ["Who"])],
      swiftLanguageModes: [.v5])

    """

  private static func library(one: String = "n + 1") -> String {
    """
    public var count = 0
    public func one(_ n: Int) -> Int {
      count += 1
      return \(one)
    }
    public func two(_ n: Int) -> Int {
      if n > 9 {
        return 0
      }
      return n * 2
    }

    """
  }

  private static let tests = """
    import Testing
    import Who
    import XCTest

    final class Old: XCTestCase {
      func testA() { XCTAssertEqual(one(1), 2) }
      func testB() { XCTAssertEqual(count, 1, "nobody counted") }
      func testC() { XCTAssertEqual(two(20), 0) }
    }
    @Test func young() { #expect(two(2) == 4) }
    """

  /// By test: the lines that it executes.
  private func lines(of map: JSON) throws -> [String: [Int]] {
    let places = try #require(map["places"]?.elements)
    let traces = try #require(map["traces"]?.elements)
    func number(_ value: JSON?) -> Int { value?.number.map { Int($0) } ?? -1 }
    var found: [String: [Int]] = [:]
    for test in try #require(map["tests"]?.elements) {
      var (place, lines): (Int, [Int]) = (0, [])
      for step in test["traces"]?.elements ?? [] {
        place += number(step)
        let trace = try #require(traces[place].elements)
        let first = number(places[number(trace[0])].elements?.last)
        var end = 0
        for index in stride(from: 1, to: trace.count, by: 2) {
          let start = end + number(trace[index])
          end = start + number(trace[index + 1])
          lines += (first + start...first + end)
        }
      }
      found[test["id"]?.text ?? ""] = lines.sorted()
    }
    return found
  }

  private func deadLinks(of root: String) throws -> [String] {
    let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return try all.filter { $0.hasSuffix(".html") }.flatMap { path -> [String] in
      let folder = URL(fileURLWithPath: "\(root)/\(path)").deletingLastPathComponent()
      let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
      return text.matches(of: #/ (?:href|src)="([^"#?:]+)[^":]*"/#).compactMap { match in
        let link = String(match.1).removingPercentEncoding ?? ""
        let place = folder.appending(path: link).standardizedFileURL.path
        return FileManager.default.fileExists(atPath: place) ? nil : "\(path): \(match.1)"
      }
    }
  }

  /// A page for each, found from the very integration that told.
  private func pages(_ state: String) throws -> [String] {
    let pages = state + "/site/bots/local-Who"
    let all = try FileManager.default.contentsOfDirectory(atPath: pages + "/tests")
    #expect(all.count == 4, "\(all)")
    let tests = try String(contentsOfFile: pages + "/1/tests.html", encoding: .utf8)
    let source = try String(
      contentsOfFile: pages + "/1/coverage/Sources/Who/Who.swift.html", encoding: .utf8)
    for page in all {
      #expect(tests.contains("href=\"../tests/\(page)\""), "\(page)")
      let text = try String(contentsOfFile: pages + "/tests/" + page, encoding: .utf8)
      #expect(text.contains("As of #1: Did not fail in its last integration."), "\(page)")
      #expect(text.utf8.count < 6 << 10, "\(page) has \(text.utf8.count) bytes")
    }
    #expect(source.contains("href=\"../../../../tests/WhoTests.Old-testC-"), "\(source)")
    #expect(try deadLinks(of: state + "/site") == [])
    return all
  }

  @Test("is found out after the tests, kept, renewed as far as it changed, and never changes the result")
  func every() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("who")
      defer { scratch.remove() }
      let tree = try Worktree.make(at: scratch.path + "/Who")
      try tree.write("Package.swift", Self.manifest)
      try tree.write("Sources/Who/Who.swift", Self.library())
      try tree.write("Tests/WhoTests/Tests.swift", Self.tests)
      try tree.git("add", "-A")
      try tree.git("commit", "-q", "-m", "Begin")
      let bot = try scratch.write("who.yaml", "repository: \(tree.path)\nwho-tests-what: every\n")
      let state = scratch.path + "/state"
      func run(_ number: Int) async throws -> (end: CommandEnd, log: String, lines: [String: [Int]]) {
        let end = try await Command(
          try Program.bothy, ["run", tree.path, "--bot", bot, "--state", state], in: scratch.url,
          limitSeconds: 600
        ).run()
        let folder = state + "/integrations/local-Who/\(number)"
        let log = try String(contentsOfFile: folder + "/log.txt", encoding: .utf8)
        let map = try JSON(Data(contentsOf: URL(fileURLWithPath: folder + "/test-map.json")))
        return (end, log, try lines(of: map))
      }

      let first = try await run(1)
      #expect(first.end.status == 0, "\(first.end.errorText)")
      #expect(first.end.outputText.contains("4 tests passed"))
      #expect(
        first.end.outputText.contains("WhoTests.Old/testB passed among the others and fails alone"),
        "\(first.end.outputText)")
      #expect(first.log.contains("Measured 4 tests"))
      #expect(
        first.lines == [
          "WhoTests.Old/testA": [2, 3, 4, 5], "WhoTests.Old/testB": [],
          "WhoTests.Old/testC": [6, 7, 8, 9, 11],
          "WhoTests.young()": [6, 7, 10, 11],
        ])

      let all = try pages(state)

      // A line above moves the other function; only who executes the first one is asked again.
      try tree.write("Sources/Who/Who.swift", Self.library(one: "1\n    + n"))
      let second = try await run(2)
      #expect(second.end.status == 0, "\(second.end.errorText)")
      #expect(second.log.contains("Measured 2 tests"), "\(second.log)")
      #expect(second.lines["WhoTests.Old/testA"] == [2, 3, 4, 5, 6])
      #expect(second.lines["WhoTests.Old/testC"] == [7, 8, 9, 10, 12])
      let moved = try #require(all.first { $0.hasPrefix("WhoTests.Old-testC-") })
      let text = try String(
        contentsOfFile: state + "/site/bots/local-Who/tests/" + moved, encoding: .utf8)
      #expect(text.contains("As of #2:") && text.contains("Sources/Who/Who.swift:7"))
      #expect(try deadLinks(of: state + "/site") == [])
    }
  }
}
