import Chance
import XCTest

final class OldTests: XCTestCase {
  func testFailsOnce() {
    let turn = turn("old-once")
    print("turn \(turn)")
    XCTAssertEqual(place(isFirst: turn == 1), "alone")
  }

  func testFailsTwice() { XCTAssertGreaterThan(turn("old-twice"), 2) }

  func testFailsAlways() { XCTAssertEqual(1, 2) }

  func testCrashesOnce() { precondition(turn("old-crash") > 1, "it is the first time") }

  func testPasses() {}

  func testPassesInTheNext() { XCTAssertGreaterThan(turn("old-next"), 3) }
}
