import SameNames
import Testing
import XCTest

final class SharedTests: XCTestCase {
  func testFailsInSecond() {
    XCTAssertNotEqual("First", "Second")
  }

  func testSkippedInFirst() throws {
    if "First" == "First" { throw XCTSkip("not in the first") }
  }

  func testDiesInFirst() {
    if "First" == "First" { fatalError("died in the first") }
  }

  func testLast() {
    XCTAssertEqual(one(), 1)
  }
}

@Suite struct Shared {
  @Test func failsInFirst() {
    #expect("First" != "First")
  }
}
