import Foundation
import LibraryDies
import Testing
import XCTest

/// Above the test program's folder, where it outlives an integration.
let marker = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  .deletingLastPathComponent().path + "/marker"

func mayRun() -> Bool {
  if FileManager.default.fileExists(atPath: marker) { fatalError("no numbers") }
  return true
}

final class OldTests: XCTestCase {
  func testRed() { XCTAssertEqual(one(), 2) }
}

@Suite struct Modern {
  @Test(
    .enabled(
      if: {
        mayRun()
      }()))
  func first() { _ = FileManager.default.createFile(atPath: marker, contents: nil) }

  @Test func red() { #expect(one() == 2) }
}
