import XCTest

open class SharedTests: XCTestCase {
  open func testShared() {}
}

open class LonelyTests: XCTestCase {
  open func testLonely() {}
}

open class GenericTests<Number: FixedWidthInteger>: XCTestCase {
  open func testZero() { XCTAssertEqual(Number.zero, 0) }
}
