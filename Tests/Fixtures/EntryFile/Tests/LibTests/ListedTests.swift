import Lib
import XCTest

final class ListedTests: XCTestCase {
  static let allTests = [("testListed", testListed)]

  func testListed() { XCTAssertEqual(one(), 1) }
  func testForgotten() { XCTAssertEqual(one(), 2) }
}

final class ForgottenTests: XCTestCase {
  func testA() { XCTFail() }
  func testB() { XCTFail() }
}
