import Foundation
import Kit
import Testing

/// A second `bothy run` asks for no build where nothing was touched, and for one wherever anything was.
@Suite("What stands as it was built", .nightly)
struct StandingBuildTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Toy", targets: [.target(name: "Toy"), .testTarget(name: "ToyTests", dependencies: ["Toy"])])

    """
  private static let source = "p/Sources/Toy/Toy.swift"
  private static let program = "state/bots/local-p/build/debug/ToyPackageTests.xctest"

  @Test("what keeps its size and its time is built again all the same, and what nobody touched is not")
  func touched() async throws {
    try await BadInputWorld.with("standing") { world in
      try await world.package("p", manifest: Self.manifest)
      try world.write(
        """
        import Testing
        import Toy
        @Test func one() { #expect(toy() == 1) }

        """, to: "p/Tests/ToyTests/ToyTests.swift")
      var number = 0
      func run(_ what: String, _ status: Int32, isBuilt: Bool) async throws {
        let (ended, _) = try await world.report("p")
        number += 1
        let log = try String(
          contentsOf: world.url("state/integrations/local-p/\(number)/log.txt"), encoding: .utf8)
        #expect(ended == status && log.contains("$ swift build") == isBuilt, "\(what): \(ended)\n\(log)")
      }
      /// Of the same size, at the same time.
      func say(_ value: Int) throws {
        let path = world.url(Self.source).path
        let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] ?? Date()
        try world.write("public func toy() -> Int { \(value) }\n", to: Self.source)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
      }
      try await run("the first", 0, isBuilt: true)
      try await run("untouched", 0, isBuilt: false)
      try say(2)
      try await run("another value", 1, isBuilt: true)
      try await run("untouched while it fails", 1, isBuilt: false)
      try say(1)
      try await run("mended", 0, isBuilt: true)
      try await world.git("add", "-A", in: "p")
      try await world.git("commit", "-q", "-m", "two", in: "p")
      try await run("committed", 0, isBuilt: false)
      try FileManager.default.removeItem(at: world.url(Self.program))
      try await run("without its program", 0, isBuilt: true)
      try world.write("func broken( {\n", to: "p/Sources/Toy/Broken.swift")
      for _ in 0..<2 { try await run("broken", 3, isBuilt: true) }
      try FileManager.default.removeItem(at: world.url("p/Sources/Toy/Broken.swift"))
      try await run("whole again", 0, isBuilt: true)
    }
  }
}
