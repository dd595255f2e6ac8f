import FailingSwift5
import XCTest

func check(_ value: Int, file: StaticString = #file, line: UInt = #line) {
  XCTAssertEqual(value, -1, file: file, line: line)
}

class OldTests: XCTestCase {
  func testForwardedFile() {
    check(increment())
  }

  func testDirect() {
    XCTFail("direct")
  }

  func testRunsInOrder() {
    XCTAssertEqual(increment(), 2)
  }

  static var allTests = [("testDirect", testDirect)]
}

class BaseTests: XCTestCase {
  func testInherited() {
    XCTAssertEqual(String(describing: type(of: self)), "BaseTests")
  }
}

class DerivedTests: BaseTests {
  func testOwn() {}
}
