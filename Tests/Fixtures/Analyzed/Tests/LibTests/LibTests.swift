import XCTest

@testable import Lib

final class LibTests: XCTestCase {
  func testTwice() { XCTAssertEqual(twice(2), 4) }
}
