import Foundation
import Kit
import Testing

/// A package that is built with another one, of which its commits may say the version, and one whose files
/// are filtered.
@Suite("What a commit is built of", .nightly)
struct TakenBackPinsTests {
  @Test("a commit that takes its pins back is built with what its manifest allows, as a fresh clone is")
  func takenBack() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("pins")
      defer { world.scratch.remove() }
      let ink = try Self.ink(world)
      try Self.add("1.1.0", drops: 2, to: ink)
      let revision = try ink.git("rev-parse", "1.0.0").trimmingCharacters(in: .whitespacesAndNewlines)
      try world.tree.write("Package.swift", Self.manifest(of: ink))
      try world.tree.write(
        "Package.resolved",
        #"{"pins": [{"identity": "ink", "kind": "remoteSourceControl", "location": "file://\#(ink.path)", "#
          + #""state": {"revision": "\#(revision)", "version": "1.0.0"}}], "version": 2}"# + "\n")
      try world.tree.write("Tests/UsesTests/Tests.swift", Self.tests).commit("Pin it")
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

  @Test("what is not pinned stays as it was resolved until an integration is clean, as a fresh clone is")
  func clean() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("clean-pins")
      defer { world.scratch.remove() }
      let ink = try Self.ink(world)
      try world.tree.write("Package.swift", Self.manifest(of: ink)).write(".gitignore", "Package.resolved\n")
        .write("Tests/UsesTests/Tests.swift", Self.tests).commit("Pin nothing")
      #expect(try await world.run().status == 0)
      try Self.add("1.1.0", drops: 2, to: ink)
      try world.tree.commit("Change nothing")
      let kept = try await world.run()
      #expect(kept.status == 0 && kept.outputText.contains("Not all were resolved by this integration"))
      let clean = try await world.run("--clean")
      #expect(clean.status == 1, "\(clean.outputText) \(clean.errorText)")
      let dependencies = try JSON(clean.output)["dependencies"]?.elements
      #expect(dependencies?.first?["version"]?.text == "1.1.0", "\(clean.outputText)")
    }
  }

  @Test("a commit's files pass the filters that its repository has, as a checkout's do")
  func filtered() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("filtered")
      defer { world.scratch.remove() }
      try world.tree.write(
        "Package.swift",
        "// swift-tools-version: 6.0\nimport PackageDescription\n"
          + #"let package = Package(name: "Uses", targets: [.testTarget(name: "UsesTests")])"# + "\n"
      )
      .write(".gitattributes", "*.swift filter=bump\n")
      .write("Tests/UsesTests/Tests.swift", Self.filteredTests)
      .commit("Store one")
      let stored = try await world.run("--commit", "HEAD")
      #expect(stored.status == 1, "\(stored.outputText) \(stored.errorText)")
      try world.tree.git("config", "filter.bump.smudge", "sed 's/\"1\"/\"77\"/'")
      try world.tree.git("config", "filter.bump.clean", "sed 's/\"77\"/\"1\"/'")
      let filtered = try await world.run("--commit", "HEAD")
      #expect(filtered.status == 0, "\(filtered.outputText) \(filtered.errorText)")
    }
  }

  private static let filteredTests = "import Testing\n@Test func is77() { #expect(Int(\"1\") == 77) }\n"

  private static func ink(_ world: StaleUsesTests.World) throws -> Worktree {
    let ink = try Worktree.make(at: world.scratch.path + "/ink")
    try add("1.0.0", drops: 1, to: ink)
    return ink
  }

  private static func add(_ version: String, drops: Int, to ink: Worktree) throws {
    try ink.write("Package.swift", inkManifest)
      .write("Sources/Ink/Ink.swift", "public func drops() -> Int { \(drops) }\n").commit(version)
    try ink.git("tag", version)
  }

  private static func manifest(of ink: Worktree) -> String {
    "// swift-tools-version: 6.0\nimport PackageDescription\n"
      + #"let package = Package(name: "Uses", dependencies: [.package(url: "file://\#(ink.path)", "#
      + #"from: "1.0.0")], targets: [.testTarget(name: "UsesTests", dependencies: ["#
      + #".product(name: "Ink", package: "ink")])])"# + "\n"
  }

  private static let tests = "import Ink\nimport Testing\n@Test func isOne() { #expect(drops() == 1) }\n"

  private static let inkManifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "ink", products: [.library(name: "Ink", targets: ["Ink"])], targets: [.target(name: "Ink")])

    """
}
