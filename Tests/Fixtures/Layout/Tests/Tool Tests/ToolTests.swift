import Testing
import XCTest

@testable import Tool

final class SharedNameTests: XCTestCase {
  func testC() {
    XCTAssertEqual(Tool.describe(1), "2", "an executable tested with @testable")
  }

  func testTool() {
    XCTAssertEqual(Tool.describe(2), "3")
  }
}

@Test func toolDescribes() {
  #expect(Tool.describe(3) == "4")
}
