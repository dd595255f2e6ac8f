import OnlyXCTest
import XCTest

final class LonelyTests: XCTestCase {
  func testLonely() { XCTAssertEqual(lonely(), 1) }
}
