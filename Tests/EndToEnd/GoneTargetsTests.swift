import Foundation
import Kit
import Testing

/// What a manifest names no more, and what was built of it before.
@Suite("A target that is gone", .nightly)
struct GoneTargetsTests {
  @Test("its module can be imported by nobody, and what asks whether it can is answered as in a fresh clone")
  func modules() async throws {
    try await Turns.building.run {
      let world = try World("gone-module")
      defer { world.scratch.remove() }
      try world.write(targets: #".target(name: "Old"),"#, uses: #""Old""#)
      try world.tree.write("Sources/Old/Old.swift", "public func old() -> Int { 1 }\n")
      let asking = "#if canImport(Old)\nimport Old\n#endif\npublic func kept() -> Int { 1 }\n"
      try world.tree.write("Sources/Kept/Kept.swift", "import Old\npublic func kept() -> Int { old() }\n")
      try world.tree.write("Sources/Kept/Asking.swift", asking.replacing("kept", with: "asked"))
      try world.tree.commit("Have it")
      try await world.expect(0)
      try world.tree.git("rm", "-q", "-r", "Sources/Old")
      try world.write().commit("Leave its import behind")
      let text = try await world.expect(3)
      #expect(
        text.contains("no such module 'Old'")
          && text.contains("No target makes the Swift module Old any more, and sources import it"), "\(text)")
      try world.tree.write("Sources/Kept/Kept.swift", "public func kept() -> Int { 1 }\n").commit("Mend it")
      try await world.expect(0)
    }
  }

  @Test("its program is not there for tests, and nothing is built anew for that")
  func programs() async throws {
    try await Turns.building.run {
      let world = try World("gone-program")
      defer { world.scratch.remove() }
      let tests = """
        import Foundation
        import XCTest

        final class KeptTests: XCTestCase {
          func testTool() throws {
            let folder = Bundle(for: KeptTests.self).bundleURL
            _ = try Process.run(folder.appendingPathComponent("tool"), arguments: []).waitUntilExit()
          }
        }
        """
      try world.write(targets: #".executableTarget(name: "tool"),"#)
      try world.tree.write("Sources/Kept/Kept.swift", "public func kept() -> Int { 1 }\n")
      try world.tree.write("Sources/tool/main.swift", "print(1)\n")
      try world.tree.write("Tests/KeptTests/KeptTests.swift", tests).commit("Have it")
      try await world.expect(0)
      try world.tree.git("rm", "-q", "-r", "Sources/tool")
      try world.write().commit("Have it no more")
      let text = try await world.expect(1)
      #expect(!text.contains("built anew"), "\(text)")
    }
  }

  private struct World {
    let scratch: ScratchFolder
    let tree: Worktree

    init(_ name: String) throws {
      scratch = try ScratchFolder(name)
      tree = try Worktree.make(at: scratch.path + "/Gone")
      let test = "@Test func keeps() { #expect(kept() == 1) }"
      try tree.write("Tests/KeptTests/Tests.swift", "import Kept\nimport Testing\n\(test)\n")
    }

    @discardableResult
    func write(targets: String = "", uses: String = "") throws -> Worktree {
      try tree.write(
        "Package.swift",
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Gone",
          targets: [
            \(targets) .target(name: "Kept", dependencies: [\(uses)]),
            .testTarget(name: "KeptTests", dependencies: ["Kept"]),
          ])
        """)
    }

    /// What was told of the commit by one who ends so.
    @discardableResult
    func expect(_ status: Int32) async throws -> String {
      let end = try await Command(
        try Program.bothy, ["run", tree.path, "--state", scratch.path + "/state", "--commit", "HEAD"],
        in: scratch.url
      ).run()
      let text = end.outputText + end.errorText
      #expect(end.status == status, "\(text)")
      return text
    }
  }
}
