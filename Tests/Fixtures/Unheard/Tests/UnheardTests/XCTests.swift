import Testing
import Unheard
import XCTest

final class WithSwiftTesting: XCTestCase {
  func testExpects() { #expect(answer == 43) }

  func testRecords() {
    XCTAssertEqual(answer, 42)
    Issue.record("nobody hears this either")
  }

  func testIsHeard() { XCTAssertEqual(answer, 42) }
}
