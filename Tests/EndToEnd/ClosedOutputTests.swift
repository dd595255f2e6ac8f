import Foundation
import Kit
import Testing

/// Whose output nobody hears to the end: it did not exit in the middle, and nothing says that it passed.
@Suite("Tests that leave their output closed, or fork", .nightly)
struct ClosedOutputTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Uses", targets: [.target(name: "Fork"), .testTarget(name: "OldTests", dependencies: ["Fork"])])

    """

  private static let tests = """
    import Fork
    import XCTest

    final class UsesTests: XCTestCase {
      func testClosed() { close(1) }
      func testClosedFailing() { close(1); XCTFail("not heard") }
      func testExits() { exit(0) }
      func testForks() {
        let child = fork_process()
        if child == 0 {
          usleep(20_000)
          XCTFail("of the child")
          _exit(0)
        }
      }
      func testNext() { usleep(100_000) }
    }

    """

  @Test("are told alike each time: by chance nothing is found out")
  func each() async throws {
    try await Turns.building.run {
      let world = try PackageWorld("closed")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.manifest).write("Tests/OldTests/Old.swift", Self.tests)
        .write("Sources/Fork/include/fork.h", "int fork_process(void);\n")
        .write(
          "Sources/Fork/fork.c",
          "#include <unistd.h>\n#include \"fork.h\"\nint fork_process(void) { return fork(); }\n"
        ).commit("Close and fork")
      for (test, result, outcomes) in [
        ("testClosed$", "inconclusive", ["not-run"]), ("testClosedFailing", "test-failures", ["failed"]),
        ("testExits", "test-failures", ["crashed"]),
        ("testForks|testNext", "succeeded", ["passed", "passed"]),
      ] {
        for _ in 0..<2 {
          let report = try JSON(try await world.run("--filter", test).output)
          #expect(report["result"]?.text == result, "\(test): \(report["reason"]?.text ?? "")")
          let told = (report["tests"]?["cases"]?.elements ?? []).compactMap { $0["outcome"]?.text }
          #expect(told == outcomes, "\(test): \(report)")
          guard test.hasPrefix("testForks") else { continue }
          let notes = (report["notes"]?.elements ?? []).compactMap(\.text)
          let note = "OldTests.UsesTests/testForks passed, and what"
          #expect(notes.contains { $0.hasPrefix(note) }, "\(notes)")
        }
      }
    }
  }
}
