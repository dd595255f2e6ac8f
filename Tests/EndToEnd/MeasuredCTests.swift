import Foundation
import Kit
import Testing

/// The package manager has no C source measured, unless its package asks for that itself.
@Suite("C sources that their package has measured", .nightly)
struct MeasuredCTests {
  @Test("tell what ran of them, also where a test crashes")
  func measured() async throws {
    try await BadInputWorld.with("measured-c") { world in
      try world.write(Self.manifest, to: "toy/Package.swift")
      try world.write(Self.source, to: "toy/Sources/Plain/plain.c")
      try world.write("int plain(int a);\n", to: "toy/Sources/Plain/include/plain.h")
      try world.write(Self.tests, to: "toy/Tests/ToyTests/Tests.swift")
      let (status, report) = try await world.report("toy")
      #expect(status == 1 && report["tests"]?["crashed"] == .number(1), "\(report)")
      let files = report["coverage"]?["targets"]?.elements?.flatMap { $0["files"]?.elements ?? [] } ?? []
      let file = try #require(files.first { $0["path"]?.text == "Sources/Plain/plain.c" }, "\(files)")
      #expect(
        file["lines"]?["executable"] == .number(6) && file["lines"]?["executed"] == .number(4), "\(file)")
      #expect(file["missedLines"] == .array([.array([.number(3), .number(4)])]), "\(file)")
    }
  }

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Toy",
      targets: [
        .target(
          name: "Plain", cSettings: [.unsafeFlags(["-fprofile-instr-generate", "-fcoverage-mapping"])]),
        .testTarget(name: "ToyTests", dependencies: ["Plain"]),
      ])

    """

  private static let source = """
    int plain(int a) {
      if (a > 3) {
        return 1;
      }
      return 2;
    }

    """

  private static let tests = """
    import Plain
    import XCTest
    final class Tests: XCTestCase {
      func testLess() {
        XCTAssertEqual(plain(1), 2)
        fatalError("on purpose")
      }
    }

    """
}
