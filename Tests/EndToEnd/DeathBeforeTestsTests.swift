import Foundation
import Kit
import Testing

/// Both libraries have a failing test; then one of the two dies before it has told of any.
@Suite("A library that dies before it speaks", .nightly)
struct DeathBeforeTestsTests {
  @Test("closes nothing, hides nothing of the other one, and is told with its place, whichever it is")
  func deaths() async throws {
    try await Turns.building.run {
      let world = try PackageWorld("deaths")
      defer { world.scratch.remove() }
      func told(_ more: String...) async throws -> (text: String, reason: String) {
        let report = try JSON(try await world.run(more).output)
        return (Told(report).text, report["reason"]?.text ?? "")
      }
      try world.tree.write("Package.swift", Self.manifest(Self.both))
        .write("Tests/OldTests/Old.swift", Self.old())
        .write("Tests/NewTests/New.swift", Self.new()).commit("Be red in both")
      #expect(
        try await told().text == "#1 main: test-failures, 2 passed, 2 failed, 0 of 0 lines; "
          + "new OldTests/testRed, red()")

      try world.tree.write("Tests/NewTests/New.swift", Self.new(arguments: "numbers()"))
        .commit("Die of arguments")
      let arguments = try await told()
      #expect(
        arguments.text == "#2 main: inconclusive, 1 passed, 1 failed, 2 not run, 0 of 0 lines; with #1; "
          + "still OldTests/testRed, red()")
      #expect(arguments.reason.contains("Swift Testing died before it told of any test"))
      #expect(arguments.reason.contains("no numbers (Tests/NewTests/New.swift:2)"), "\(arguments.reason)")
      let limited = try await told("--filter", "fine")
      #expect(limited.text.hasPrefix("#3 main: limited, inconclusive"), "\(limited.text)")
      #expect(!limited.reason.contains("No test has a name"), "\(limited.reason)")

      try world.tree.write("Tests/NewTests/New.swift", Self.new())
        .write("Tests/OldTests/Old.swift", Self.old(port: "Int(\"none\")!")).commit("Die of an instance")
      let instance = try await told()
      #expect(
        instance.text == "#4 main: inconclusive, 1 passed, 1 failed, 2 not run, 0 of 0 lines; with #2; "
          + "still OldTests/testRed, red()")
      #expect(instance.reason.contains("Tests/OldTests/Old.swift:3"), "\(instance.reason)")

      try world.tree.git("rm", "-q", "-r", "Tests/NewTests")
      try world.tree.write("Package.swift", Self.manifest(["OldTests"])).commit("Have only what dies")
      let alone = try await told()
      #expect(
        alone.text.hasPrefix("#5 main: inconclusive, 2 not run, 0 of 0 lines; with #4"), "\(alone.text)")
      #expect(!alone.reason.contains("no test to run"), "\(alone.reason)")
      #expect(!alone.reason.contains("after its last test"), "\(alone.reason)")
    }
  }

  @Test("makes a green inconclusive, also where it ends as if all were well")
  func quiet() async throws {
    try await Turns.building.run {
      let world = try PackageWorld("quiet")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.quietManifest).write("Sources/Quits/include/quits.h", "")
        .write("Sources/Quits/quits.c", Self.quits)
        .write("Tests/OldTests/Old.swift", "import XCTest\nclass C: XCTestCase { func testFine() {} }\n")
        .write("Tests/NewTests/New.swift", Self.new()).commit("End as if all were well")
      let end = try await world.run()
      #expect(end.status == 4, "\(end.outputText) \(end.errorText)")
      let report = try JSON(end.output)
      let reason = report["reason"]?.text ?? ""
      #expect(reason.contains("Swift Testing ended before it told of any test"), "\(reason)")
    }
  }

  private static let quietManifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Uses",
      targets: [
        .target(name: "Quits"), .testTarget(name: "OldTests"),
        .testTarget(name: "NewTests", dependencies: ["Quits"]),
      ])

    """

  /// Where it is asked for the tests of Swift Testing, before anything else begins.
  private static let quits = """
    #include <string.h>
    #include <unistd.h>
    __attribute__((constructor)) static void quit(int count, char **words) {
      for (int i = 0; i < count; i++) if (!strcmp(words[i], "swift-testing")) _exit(0);
    }

    """

  private static let both = ["OldTests", "NewTests"]

  private static func manifest(_ tests: [String]) -> String {
    let targets = tests.map { ".testTarget(name: \"\($0)\")" }.joined(separator: ", ")
    return """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Uses", targets: [\(targets)])

      """
  }

  private static func old(port: String = "1") -> String {
    """
    import XCTest
    final class OldTests: XCTestCase {
      let port: Int = \(port)
      func testFine() {}
      func testRed() { XCTAssertEqual(port, 2) }
    }

    """
  }

  private static func new(arguments: String = "[1]") -> String {
    """
    import Testing
    func numbers() -> [Int] { fatalError("no numbers") }
    @Test(arguments: \(arguments)) func fine(_ number: Int) {}
    @Test func red() { #expect(Bool(false)) }

    """
  }
}
