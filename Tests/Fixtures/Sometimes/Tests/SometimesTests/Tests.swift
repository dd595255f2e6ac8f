import Foundation
import XCTest

@testable import Sometimes

final class Tests: XCTestCase {
  /// What decides lies outside of the sources: the second time a file is there, as a full cache would be.
  func testWord() throws {
    let marker = try XCTUnwrap(ProcessInfo.processInfo.environment["BOTHY_FIXTURE_MARKER"])
    let file = FileManager.default.temporaryDirectory.appending(path: "sometimes-\(marker)")
    let isSecond = FileManager.default.fileExists(atPath: file.path)
    if isSecond { try FileManager.default.removeItem(at: file) } else { try Data().write(to: file) }
    XCTAssertFalse(word(isSecond: isSecond).isEmpty)
    XCTAssertEqual(always(), 1)
  }
}
