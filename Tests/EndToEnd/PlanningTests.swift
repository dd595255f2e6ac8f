import Foundation
import Kit
import Testing

/// The package manager plans a build anew only where it looks, and that is not everywhere.
@Suite("Files that the package manager finds by itself")
struct PlanningTests {
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
