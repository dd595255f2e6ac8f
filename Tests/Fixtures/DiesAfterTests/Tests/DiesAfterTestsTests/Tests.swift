import DiesAfterTests
import Foundation
import XCTest

final class GoodTests: XCTestCase {
  override class func setUp() {
    atexit { abort() }
  }

  func testOne() { XCTAssertEqual(one(), 1) }
  func testTwo() { XCTAssertEqual(one(), 1) }
}
