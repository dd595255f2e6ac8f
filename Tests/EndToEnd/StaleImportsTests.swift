import Foundation
import Kit
import Testing

/// What sources import without a word of it in the manifest, or live on without a word of their own.
@Suite("What is imported by the way")
struct StaleImportsTests {
  @Test("what a source imports without its target's depending on it is laid out as it is now, inside too")
  func undeclared() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("undeclared")
      defer { world.scratch.remove() }
      try world.tree.write(
        "Package.swift",
        StaleUsesTests.layeredManifest.replacing(#""Low", "Middle", "High""#, with: #""High""#))
      try world.tree.write("Sources/Middle/Middle.swift", "import Low\npublic func middle() { _ = held() }\n")
      try world.tree.write("Sources/High/High.swift", "import Middle\npublic func high() { middle() }\n")
      let tests =
        "import High\nimport Testing\n@testable import Low\n"
        + "@Test func isOne() { #expect((held() as? Kept)?.one == 1) }\n"
      try world.tree.write("Tests/HighTests/Tests.swift", tests)
      for (place, fields) in ["var one = 1", "var pad = 7; var one = 1", "var pad = 1; var one = 2"]
        .enumerated()
      {
        let low = "public protocol Held {}\npublic func held() -> any Held { Kept() }\n"
        try world.tree.write("Sources/Low/Low.swift", low + "final class Kept: Held { \(fields) }\n")
          .commit("Have \(fields)")
        let end = try await world.run()
        #expect(end.status == (place == 2 ? 1 : 0), "\(fields): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("what a source has because another one of its module imports it is gone with that import")
  func imports() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("imports")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", StaleUsesTests.layeredManifest)
      try world.tree.write("Sources/Low/Low.swift", "extension Int { public var low: Int { self } }\n")
      try world.tree.write("Sources/Middle/One.swift", "public func middle() -> Int { 1.low }\n")
      try world.tree.write("Sources/High/High.swift", "public func high() {}\n")
      let tests = "import Middle\nimport Testing\n@Test func isOne() { #expect(middle() == 1) }\n"
      try world.tree.write("Tests/HighTests/Tests.swift", tests)
      for (imported, status) in [("import Low\n", Int32(0)), ("", 3), ("public import Low\n", 0)] {
        try world.tree.write("Sources/Middle/Two.swift", imported + "func two() {}\n")
          .commit("Import \(imported)")
        let end = try await world.run()
        #expect(end.status == status, "\(imported): \(end.outputText) \(end.errorText)")
      }
    }
  }
}
