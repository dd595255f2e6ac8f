import SameNames
import Testing
import XCTest

final class SharedTests: XCTestCase {
  func testFailsInSecond() {
    XCTAssertNotEqual("Second", "Second")
  }

  func testSkippedInFirst() throws {
    if "Second" == "First" { throw XCTSkip("not in the first") }
  }

  func testDiesInFirst() {
    if "Second" == "First" { fatalError("died in the first") }
  }

  func testLast() {
    XCTAssertEqual(one(), 1)
  }
}

@Suite struct Shared {
  @Test func failsInFirst() {
    #expect("Second" != "First")
  }
}
