import PrintsAtLoad
import Testing
import XCTest

final class LoadTests: XCTestCase {
  func testCount() { XCTAssertEqual(count(), 1) }
}

@Test func modernCount() { #expect(count() == 1) }
