import Foundation
import Kit
import Testing

/// What fails first in an integration that comes to no end is news to the next one.
@Suite("News of what was cut off")
struct CutOffNewsTests {
  /// `testFails` does so where `red` is there, and `testZ` waits while `hold` is.
  private static func tests(_ folder: String) -> String {
    """
    import Foundation
    import XCTest

    final class OldTests: XCTestCase {
      private func isThere(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder)/" + name)
      }
      func testFails() { XCTAssertFalse(isThere("red")) }
      func testZ() {
        FileManager.default.createFile(atPath: "\(folder)/begun", contents: nil)
        while isThere("hold") { usleep(50_000) }
      }
    }
    """
  }

  private static func names(_ report: JSON, _ list: String) -> [String] {
    report["issues"]?[list]?.elements?.compactMap { $0["test"]?.text } ?? []
  }

  @Test(
    "a test that failed first in one that was interrupted or killed is new to the next",
    arguments: [SIGINT, SIGKILL])
  func first(_ signal: Int32) async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("cut-off-news")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      try Data(Self.tests(scratch.path).utf8).write(
        to: repository.appending(path: "Tests/OnlyXCTestTests/OldTests.swift"))
      func run(
        during: @escaping @Sendable (Int32) async throws -> Void = { _ in }
      ) async throws -> CommandEnd {
        try await Command(
          try Program.bothy, ["run", repository.path, "--json", "--state", scratch.path + "/state"],
          in: scratch.url, limitSeconds: 600
        ).run(during: during)
      }
      #expect(try await run().status == 0)
      for name in ["red", "hold"] { try scratch.write(name, "") }
      let begun = scratch.path + "/begun"
      try FileManager.default.removeItem(atPath: begun)
      let cut = try await run { id in
        let isThere = try await eventually { FileManager.default.fileExists(atPath: begun) }
        #expect(isThere)
        kill(id, signal)
      }
      #expect(cut.status == (signal == SIGINT ? 130 : -SIGKILL), "\(cut.errorText)")
      try FileManager.default.removeItem(atPath: scratch.path + "/hold")

      let red = try await run()
      let report = try JSON(red.output)
      let test = "OnlyXCTestTests.OldTests/testFails"
      #expect(red.status == 1 && report["integration"]?.number == 3)
      #expect(Self.names(report, "new") == [test] && Self.names(report, "unresolved") == [])
      #expect(report["comparedWith"]?["integration"]?.number == 1)

      let still = try JSON(await run().output)
      #expect(Self.names(still, "new") == [] && Self.names(still, "unresolved") == [test])
      #expect(still["issues"]?["unresolved"]?.elements?.first?["since"]?.number == 3)
      try FileManager.default.removeItem(atPath: scratch.path + "/red")
      let green = try await run()
      let mended = try JSON(green.output)
      #expect(green.status == 0 && Self.names(mended, "resolved") == [test])
    }
  }
}
