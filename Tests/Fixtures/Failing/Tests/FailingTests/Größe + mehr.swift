import XCTest

final class OddPathTests: XCTestCase {
  func testFailsInAFileWithAnOddName() {
    XCTFail("odd")
  }

  func testFailsWithAShortPath() {
    XCTFail("short", file: #file, line: #line)
  }

  func testFailsWithAFileID() {
    XCTFail("id", file: #fileID, line: #line)
  }
}
