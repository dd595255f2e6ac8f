import Foundation
import Kit
import Testing

/// The package manager plans a build anew only where it looks, and that is not everywhere.
@Suite("Files that the package manager finds by itself", .nightly)
struct PlanningTests {
  @Test("what is said of a manifest when a build is planned stands as long as nothing is planned anew")
  func manifest() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("planning")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let tree = Worktree(path: repository.path)
      let manifest = try String(contentsOfFile: tree.path + "/Package.swift", encoding: .utf8)
      func said() async throws -> [String] {
        let end = try await Command(
          try Program.bothy, ["run", tree.path, "--state", scratch.path + "/state", "--json"],
          in: scratch.url, limitSeconds: 600
        ).run()
        let issues = try JSON(end.output)["issues"]
        return ["new", "cameBack", "unresolved", "resolved"].flatMap { list in
          (issues?[list]?.elements ?? []).map { _ in list }
        }
      }
      let library = "Sources/OnlyXCTest/Library.swift"
      let source = try String(contentsOfFile: tree.path + "/" + library, encoding: .utf8)
      try tree.write(
        "Package.swift",
        manifest.replacing(
          ".target(name: \"OnlyXCTest\")", with: ".target(name: \"OnlyXCTest\", exclude: [\"gone.txt\"])"))
      #expect(try await said() == ["new"])
      for number in 1...3 {
        try tree.write(library, source + "func added\(number)() -> Int { \(number) }\n")
        #expect(try await said() == ["unresolved"])
      }
      try tree.write("Package.swift", manifest)
      #expect(try await said() == ["resolved"])
    }
  }

  @Test("an entry file that does not compile is an error whenever it comes, and none once it is gone")
  func entryFile() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("planning")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let tree = Worktree(path: repository.path)
      func status() async throws -> Int32 {
        try await Command(
          try Program.bothy, ["run", tree.path, "--state", scratch.path + "/state"], in: scratch.url,
          limitSeconds: 600
        ).run().status
      }
      let entry = "import XCTest\nimport OnlyXCTestTests\nXCTMain(OnlyXCTestTests.__allTests())\n"
      let place = URL(fileURLWithPath: tree.path + "/LinuxMain.swift")
      #expect(try await status() == 0)
      for _ in 0..<2 {
        try tree.write("LinuxMain.swift", entry)
        #expect(try await status() == 3)
        try FileManager.default.removeItem(at: place)
        #expect(try await status() == 0)
      }
    }
  }
}
