import CCounter
import Layout
import XCTest

final class SharedNameTests: XCTestCase {
  func testC() {
    XCTAssertEqual(added(1, 2), 3)
    XCTAssertEqual(twice(2), 4)
  }

  func testGenerated() {
    XCTAssertEqual(generated(), "generated")
  }
}
