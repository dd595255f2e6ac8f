import Foundation
import Kit
import Testing

/// A package whose commits say, and say no more, which version of another one it is built with.
@Suite("What dependencies resolve to")
struct TakenBackPinsTests {
  @Test("a commit that takes its pins back is built with what its manifest allows, as a fresh clone is")
  func takenBack() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("pins")
      defer { world.scratch.remove() }
      let ink = try Worktree.make(at: world.scratch.path + "/ink")
      for (version, drops) in [("1.0.0", 1), ("1.1.0", 2)] {
        try ink.write("Package.swift", Self.inkManifest)
          .write("Sources/Ink/Ink.swift", "public func drops() -> Int { \(drops) }\n").commit(version)
        try ink.git("tag", version)
      }
      let revision = try ink.git("rev-parse", "1.0.0").trimmingCharacters(in: .whitespacesAndNewlines)
      try world.tree.write(
        "Package.swift",
        "// swift-tools-version: 6.0\nimport PackageDescription\n"
          + #"let package = Package(name: "Uses", dependencies: [.package(url: "file://\#(ink.path)", "#
          + #"from: "1.0.0")], targets: [.testTarget(name: "UsesTests", dependencies: ["#
          + #".product(name: "Ink", package: "ink")])])"# + "\n")
      try world.tree.write(
        "Package.resolved",
        #"{"pins": [{"identity": "ink", "kind": "remoteSourceControl", "location": "file://\#(ink.path)", "#
          + #""state": {"revision": "\#(revision)", "version": "1.0.0"}}], "version": 2}"# + "\n")
      try world.tree.write(
        "Tests/UsesTests/Tests.swift",
        "import Ink\nimport Testing\n@Test func isOne() { #expect(drops() == 1) }\n"
      ).commit("Pin it")
      let pinned = try await world.run()
      #expect(pinned.status == 0, "\(pinned.outputText) \(pinned.errorText)")
      try world.tree.git("rm", "-q", "Package.resolved")
      try world.tree.commit("Pin nothing")
      let loose = try await world.run()
      #expect(loose.status == 1, "\(loose.outputText) \(loose.errorText)")
      #expect(loose.outputText.contains("They were resolved by this integration"))
      // What it resolved to stays, as long as no commit says anything.
      let again = try await world.run()
      #expect(again.outputText.contains("Not all were resolved by this integration"))
    }
  }

  private static let inkManifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "ink", products: [.library(name: "Ink", targets: ["Ink"])], targets: [.target(name: "Ink")])

    """
}
