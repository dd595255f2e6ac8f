import XCTest

@testable import IdleBodies

class Left: XCTestCase {
  override func invokeTest() {}

  func testLeft() {
    XCTFail("nobody comes here")
  }
  func testLeftToo() async throws { XCTAssertEqual(twice(1), 3) }
}

class HalfLeft: XCTestCase {
  override func invokeTest() {
    if name.hasSuffix("testRuns") { super.invokeTest() }
  }

  func testRuns() { XCTAssertEqual(twice(1), 2) }
  func testNot()
  {
    [1].forEach { XCTAssertEqual($0, 2) }
  }
}

class Base: XCTestCase {
  func testOfBase() { XCTAssertEqual(twice(2), 4) }
}

class Heir: Base {
  func testOfHeir() throws {}
}

class InOneLine: XCTestCase { override func invokeTest() {}; func testInLine() { XCTFail("nobody comes") } }

#sourceLocation(file: "Elsewhere.swift", line: 5)
func elsewhere() {}
#sourceLocation()

class Behind: XCTestCase {
  override func invokeTest() {}
  func testBehind() { XCTFail("nobody comes here") }
}
