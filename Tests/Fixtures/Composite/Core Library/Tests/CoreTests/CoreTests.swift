import Core
import XCTest

final class CoreTests: XCTestCase {
  func testCore() {
    XCTAssertEqual(core(), "core")
  }

  func testFails() {
    XCTAssertEqual(otherCore(), "core")
  }
}
