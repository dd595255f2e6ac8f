import Foundation
import Kit
import Testing

/// What is called only where others ran before it.
@Suite("A body that is called only among others", .nightly)
struct IdleAloneTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Uses", targets: [.testTarget(name: "OldTests"), .testTarget(name: "NewTests")])

    """

  private static let old = """
    import XCTest

    nonisolated(unsafe) private var made: Int?

    final class UsesTests: XCTestCase {
      override func invokeTest() {
        if name.hasSuffix("testMakes") || made != nil { super.invokeTest() }
      }
      func testMakes() { made = 1 }
      func testNeeds() { XCTAssertEqual(made, 2) }
      func testSkips() throws { try XCTSkipIf(made == nil); XCTAssertEqual(made, 3) }
    }

    """

  private static let new = """
    import Testing

    nonisolated(unsafe) private var made: Int?

    struct WhereMade: TestTrait, TestScoping {
      func provideScope(
        for test: Test, testCase: Test.Case?, performing body: () async throws -> Void
      ) async throws {
        if made != nil { try await body() }
      }
    }

    @Suite(.serialized) struct Uses {
      @Test func makes() { made = 1 }
      @Test(WhereMade()) func needs() { #expect(made == 2) }
      @Test(arguments: [1, 2]) func skips(_ number: Int) throws {
        if number == 2, made == nil { try Test.cancel("alone") }
        #expect(number == 1)
      }
    }

    """

  @Test("passes alone in no repetition, and is skipped without them where it is asked why it fails")
  func alone() async throws {
    try await Turns.building.run {
      let world = try PackageWorld("idle")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.manifest).write("Tests/OldTests/Old.swift", Self.old)
        .write("Tests/NewTests/New.swift", Self.new)
        .write(".bothy.yaml", "tests:\n  flaky: pass\n").commit("Call what was made")
      let report = try JSON(try await world.run().output)
      #expect(report["result"]?.text == "test-failures", "\(report["reason"]?.text ?? "")")
      let expected = """
        {"tests": {"cases": {
          "OldTests.UsesTests/testMakes": {"outcome": "passed"},
          "OldTests.UsesTests/testNeeds": {"outcome": "failed"},
          "OldTests.UsesTests/testSkips": {"outcome": "failed"},
          "NewTests.Uses/makes()": {"outcome": "passed"},
          "NewTests.Uses/skips(_:)": {"outcome": "failed"},
          "NewTests.Uses/needs()": {"outcome": "failed"}}}}
        """
      #expect(Match.differences(try JSON(Data(expected.utf8)), report) == [])
      let notes = (report["notes"]?.elements ?? []).compactMap(\.text)
      for name in ["OldTests.UsesTests/testNeeds", "NewTests.Uses/needs()"] {
        let note = "Repeated alone, \(name) passed, which proves nothing: nothing called its body"
        #expect(notes.contains { $0.hasPrefix(note) }, "\(notes)")
      }

      let bot = try #require(report["bot"]?.text)
      for (test, maker) in [
        ("OldTests.UsesTests/testNeeds", "OldTests.UsesTests/testMakes"),
        ("OldTests.UsesTests/testSkips", "OldTests.UsesTests/testMakes"),
        ("NewTests.Uses/needs()", "NewTests.Uses/makes()"),
      ] {
        let end = try await Command(
          try Program.bothy, ["rerun", "\(bot)#1", "--why", test, "--state", world.scratch.path + "/state"],
          in: world.scratch.url
        ).run()
        #expect(
          end.outputText.hasPrefix("\(test) fails after \(maker) and is skipped without it ("),
          "\(end.outputText)\(end.errorText.suffix(2000))")
      }
    }
  }
}
