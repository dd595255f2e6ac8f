import CleanRoom
import Foundation
import Testing
import XCTest

private let environment = ProcessInfo.processInfo.environment

private func folders() throws -> [String] {
  try ["HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"].map {
    try XCTUnwrap(environment[$0], $0)
  }
}

final class RoomTests: XCTestCase {
  func testEmptyAndOwn() throws {
    for folder in try folders() {
      XCTAssertTrue(FileManager.default.isWritableFile(atPath: folder), folder)
      XCTAssertTrue(folder.contains("/bothy-room-"), folder)
    }
    let home = try XCTUnwrap(environment["HOME"])
    XCTAssertEqual(NSHomeDirectory(), home)
    XCTAssertEqual(("~/a" as NSString).expandingTildeInPath, home + "/a")
    XCTAssertFalse(FileManager.default.fileExists(atPath: home + "/.gitconfig"))
    XCTAssertEqual(environment["CI"], "true")
    XCTAssertEqual(environment["BOTHY"], "1")
    XCTAssertNil(environment["BOTHY_STATE"])
    XCTAssertEqual(environment["CHOSEN"], "yes")
    try Data().write(to: URL(fileURLWithPath: home + "/left-at-home"))
    XCTAssertEqual(one(), 1)
  }

  func testLeavesSomething() throws {
    try Data().write(to: URL(fileURLWithPath: FileManager.default.currentDirectoryPath + "/left-behind.txt"))
  }
}

@Test func swiftTestingHasItToo() throws {
  let folder = try #require(environment["TMPDIR"])
  #expect(folder.contains("/bothy-room-") && environment["CI"] == "true")
  #expect(NSHomeDirectory() == environment["HOME"])
  try Data().write(to: URL(fileURLWithPath: folder + "/left-in-tmp"))
}
