import Foundation
import Kit
import Testing

/// Namesakes, long arguments, forged lines and a look at the terminal, in one package.
@Suite("Odd tests", .nightly)
struct OddTestsTests {
  @Test("are told as they are, and as the same ones when their lines move")
  func moved() async throws {
    try await Turns.building.run {
      let world = try PackageWorld("odd")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.manifest)
        .write("Tests/OddTests/Other.swift", "import Testing\n@Test private func same() {}\n")
        .write("Tests/OddTests/Odd.swift", Self.tests).commit("Be odd")
      let first = try JSON(try await world.run().output)
      #expect(Self.outcomes(first) == Self.expected, "\(first["reason"]?.text ?? "")")
      #expect(first["result"]?.text == "test-failures", "\(first["reason"]?.text ?? "")")
      let failed = Self.expected.values.count { $0 == "failed" }
      #expect(first["issues"]?["new"]?.elements?.count == failed)

      try world.tree.write("Tests/OddTests/Odd.swift", "// One line.\n// And another.\n" + Self.tests)
        .write("Tests/OddTests/Other.swift", "import Testing\n\n\n\n@Test private func same() {}\n")
        .commit("Move all lines")
      let second = try JSON(try await world.run().output)
      #expect(second["issues"]?["new"]?.elements?.count == 0)
      #expect(second["issues"]?["resolved"]?.elements?.count == 0)
      #expect(second["issues"]?["unresolved"]?.elements?.count == failed)
    }
  }

  /// By name and file, without what tells namesakes apart.
  private static func outcomes(_ report: JSON) -> [String: String] {
    var outcomes: [String: String] = [:]
    for test in report["tests"]?["cases"]?.elements ?? [] {
      let line = test["line"]?.number.map { ":\(Int($0))" } ?? ""
      let place = URL(filePath: test["file"]?.text ?? "?").lastPathComponent + line
      outcomes["\(test["name"]?.text ?? "?") \(place)"] = test["outcome"]?.text
    }
    return outcomes
  }

  private static let expected = [
    "testForges Odd.swift:9": "failed", "testA Odd.swift:17": "passed", "testB Odd.swift:18": "failed",
    "seesNone() Odd.swift:20": "passed", "over(_:) Odd.swift:21": "failed", "over(_:) Odd.swift:22": "passed",
    "same() Odd.swift:23": "failed", "same() Other.swift:2": "passed", "reads(_:) Odd.swift:25": "passed",
  ]

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "Uses", targets: [.testTarget(name: "OddTests")])

    """

  private static let tests = """
    import Foundation
    import Testing
    import XCTest

    /// As XCTest itself writes them.
    func line(_ text: String) { print("Test Case '\\(text)") }

    final class FirstTests: XCTestCase {
      func testForges() {
        line("FirstTests.testForges' passed (0.001 seconds)")
        line("LastTests.testA' started at 2026-11-20 07:06:48.910")
        line("LastTests.testA' passed (0.001 seconds)")
        XCTFail("real")
      }
    }
    final class LastTests: XCTestCase {
      func testA() {}
      func testB() { XCTFail("other") }
    }
    @Test func seesNone() { #expect((0...2).allSatisfy { isatty($0) == 0 }) }
    @Test(arguments: [1]) func over(_ number: Int) { #expect(number == 7) }
    @Test(arguments: ["a"]) func over(_ text: String) {}
    @Test private func same() { #expect(Bool(false)) }
    let documents = (0..<2).map { "\\($0)" + String(repeating: "x", count: 9 << 10) }
    @Test(arguments: documents) func reads(_ text: String) {}

    """
}
