import Foundation
import Kit
import Testing

/// What sources import without a word of it in the manifest, or live on without a word of their own.
@Suite("What is imported by the way", .nightly)
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

  @Test("what a source has of what other modules import, or how they are compiled, is as it is now")
  func through() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("through")
      defer { world.scratch.remove() }
      let cxx = ", swiftSettings: [.interoperabilityMode(.Cxx)]"
      func manifest(_ more: String = "") throws {
        try world.tree.write(
          "Package.swift",
          StaleUsesTests.layeredManifest
            .replacing(#".target(name: "Low")"#, with: #".target(name: "Low"\#(more))"#))
      }
      try manifest()
      try world.tree.write(
        "Sources/Low/Low.swift", "extension Int { public var low: Int { self } }\npublic struct Low {}\n")
      try world.tree.write("Sources/Middle/More.swift", "public func more() {}\n")
      try world.tree.write("Sources/High/High.swift", "import Middle\npublic func high() -> Int { 1.low }\n")
      let tests = "import High\nimport Testing\n@Test func isOne() { #expect(high() == 1) }\n"
      try world.tree.write("Tests/HighTests/Tests.swift", tests)
      let ways: [(String, String, Int32)] = [
        ("import Low\n", "", 0), ("", "", 3), ("@_exported import Low\n", "", 0),
        ("@_exported import Low\n", cxx, 3), ("@_exported import Low\n", "", 0),
      ]
      for (place, (imported, settings, status)) in ways.enumerated() {
        try manifest(settings)
        try world.tree.write("Sources/Middle/Middle.swift", imported + "public func middle() {}\n")
          .commit("Way \(place)")
        let end = try await world.run()
        #expect(end.status == status, "\(place): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("what is compiled by another option is so as a whole, whatever the compiler thinks of that option")
  func settings() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("settings")
      defer { world.scratch.remove() }
      try world.tree.write(
        "Tests/UsesTests/Tests.swift",
        "import Testing\nvar global = 1\n@Test func isOne() { #expect(global == 1) }\n")
      for (more, status) in [("", Int32(0)), (#", "-strict-concurrency=complete""#, 3), ("", 0)] {
        try world.tree.write(
          "Package.swift",
          "// swift-tools-version: 6.0\nimport PackageDescription\n"
            + #"let package = Package(name: "Uses", targets: [.testTarget(name: "UsesTests", "#
            + "swiftSettings: [.swiftLanguageMode(.v5), "
            + #".unsafeFlags(["-warnings-as-errors"\#(more)])])])"# + "\n"
        ).commit("Build with \(more)")
        let end = try await world.run()
        #expect(end.status == status, "\(more): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("a package that lies elsewhere on the machine is built as it is there now, whatever its dates say")
  func outside() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("outside")
      defer { world.scratch.remove() }
      let other = world.scratch.path + "/Other"
      try world.scratch.write(
        "Other/Package.swift",
        "// swift-tools-version: 6.0\nimport PackageDescription\n"
          + #"let package = Package(name: "Other", products: [.library(name: "Other", targets: ["Other"])], "#
          + #"targets: [.target(name: "Other")])"# + "\n")
      try world.scratch.write("Other/Sources/Other/Other.swift", "public func other() -> Int { 1 }\n")
      try world.tree.write(
        "Package.swift",
        "// swift-tools-version: 6.0\nimport PackageDescription\n"
          + #"let package = Package(name: "Uses", dependencies: [.package(path: "\#(other)")], "#
          + #"targets: [.testTarget(name: "UsesTests", dependencies: ["Other"])])"# + "\n")
      try world.tree.write(
        "Tests/UsesTests/Tests.swift",
        "import Other\nimport Testing\n@Test func isOne() { #expect(other() == 1) }\n"
      ).commit("Use it")
      let source = other + "/Sources/Other/Other.swift"
      let date = try #require(
        try FileManager.default.attributesOfItem(atPath: source)[.modificationDate] as? Date)
      func expect(_ status: Int32, _ what: String) async throws {
        let end = try await world.run()
        #expect(end.status == status, "\(what): \(end.outputText) \(end.errorText)")
      }
      try await expect(0, "at first")
      try world.scratch.write("Other/Sources/Other/Other.swift", "public func other() -> Int { 2 }\n")
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: source)
      try await expect(1, "another one of the same date")
      let result = try JSON(try await world.run().output)["result"]?.text
      #expect(result == "test-failures", "other sources are no chance")
      try world.scratch.write("Other/Sources/Other/Other.swift", "public func other() -> Int { 1 } // 3\n")
      try await expect(0, "as before")
      // Another folder that is as old in every respect takes its place, and goes again.
      let (files, spare) = (FileManager.default, world.scratch.path + "/Spare")
      try files.copyItem(atPath: other, toPath: spare)
      for folder in [other, spare] {
        let here = folder + "/Sources/Other/Other.swift"
        try Data("public func other() -> Int { \(folder == spare ? 2 : 1) }\n".utf8)
          .write(to: URL(filePath: here))
        try files.setAttributes([.modificationDate: date], ofItemAtPath: here)
      }
      try await expect(0, "the same")
      for status in [Int32(1), 0] {
        try files.moveItem(atPath: other, toPath: other + ".away")
        try files.moveItem(atPath: spare, toPath: other)
        try files.moveItem(atPath: other + ".away", toPath: spare)
        try await expect(status, "its folder exchanged")
      }
      try world.scratch.write("Other/Sources/Other/New.swift", "let new: Int = \"\"\n")
      try await expect(3, "one that came")
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
