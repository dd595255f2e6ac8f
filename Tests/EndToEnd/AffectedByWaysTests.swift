import Foundation
import Kit
import Testing

/// What is compiled or run in another way, though neither the package's code nor its settings say so.
@Suite("Tests that run all because they are built or run otherwise", .nightly)
struct AffectedByWaysTests {
  private static func manifest(reading file: String) -> String {
    """
    // swift-tools-version: 6.0
    import Foundation
    import PackageDescription
    let told = try? String(contentsOfFile: Context.packageDirectory + "/\(file)", encoding: .utf8)
    let package = Package(
      name: "Two",
      targets: [
        .target(name: "Left", swiftSettings: told?.contains("flag") == true ? [.define("FLAG")] : []),
        .target(name: "Right"),
        .testTarget(name: "TwoTests", dependencies: ["Left", "Right"]),
      ], swiftLanguageModes: [.v5])

    """
  }

  private static let left = """
    public func left(_ n: Int) -> Int {
      #if FLAG
        return n + 2
      #else
        return n + 1
      #endif
    }

    """

  private func told(_ run: (end: CommandEnd, report: JSON)) -> String {
    let isLimited = run.report["limited"] != nil && run.report["limited"] != .null
    let total = run.report["tests"]?["total"]?.number.map { Int($0) } ?? -1
    return "\(run.end.status) \(total)" + (isLimited ? " limited" : "")
  }

  @Test("a file that the manifest reads, whatever it is called, and the environment concern all tests")
  func ways() async throws {
    try await Turns.building.run {
      var world = try AffectedTests.World("tests: {select: affected}")
      defer { world.scratch.remove() }
      try world.tree.write("Sources/Left/Left.swift", Self.left)
      try world.tree.write("Package.swift", Self.manifest(reading: "Other/flags.swift"))
      try world.tree.write("Other/flags.swift", "// none\n")
      try world.tree.write("notes/flags.md", "none\n")
      let tests = AffectedTests.tests().replacing("start, start", with: "1, 1")
      try world.tree.write("Tests/TwoTests/Tests.swift", tests)
      #expect(told(try await world.integrate()) == "0 6")
      let other = AffectedTests.right.replacing("n * 2", with: "2 * n")
      try world.tree.write("Sources/Right/Right.swift", other)
      #expect(told(try await world.integrate()) == "0 3 limited")

      try world.tree.write("Other/flags.swift", "// flag\n")
      #expect(told(try await world.integrate()) == "1 6")
      try world.tree.write("Package.swift", Self.manifest(reading: "notes/flags.md"))
      #expect(told(try await world.integrate()) == "0 6")
      try world.tree.write("notes/flags.md", "flag\n")
      #expect(told(try await world.integrate()) == "1 6")
      try world.tree.write("notes/flags.md", "none\n")
      #expect(told(try await world.integrate()) == "0 6")

      try world.tree.write("Sources/Right/Right.swift", AffectedTests.right)
      world.environment = ["SSH_TTY": "/dev/pts/7", "INVOCATION_ID": "7"]
      // And those that failed lately.
      #expect(told(try await world.integrate()) == "0 5 limited")
      world.environment = ["TZ": "Asia/Tokyo"]
      #expect(told(try await world.integrate()) == "0 6")
    }
  }
}
