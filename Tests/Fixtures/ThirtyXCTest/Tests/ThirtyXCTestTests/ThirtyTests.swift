import ThirtyXCTest
import XCTest

final class ThirtyTests: XCTestCase {
  func test01() {
    XCTAssertGreaterThan(f01(), 0)
  }

  func test02() {
    XCTAssertGreaterThan(f02(), 0)
  }

  func test03() {
    XCTAssertGreaterThan(f03(), 0)
  }

  func test04() {
    XCTAssertGreaterThan(f04(), 0)
  }

  func test05() {
    XCTAssertGreaterThan(f05(), 0)
  }

  func test06() {
    XCTAssertGreaterThan(f06(), 0)
  }

  func test07() {
    XCTAssertGreaterThan(f07(), 0)
  }

  func test08() {
    XCTAssertGreaterThan(f08(), 0)
  }

  func test09() {
    XCTAssertGreaterThan(f09(), 0)
  }

  func test10() {
    XCTAssertGreaterThan(f10(), 0)
  }

  func test11() {
    XCTAssertGreaterThan(f11(), 0)
  }

  func test12() {
    XCTAssertGreaterThan(f12(), 0)
  }

  func test13() {
    XCTAssertGreaterThan(f13(), 0)
  }

  func test14() {
    XCTAssertGreaterThan(f14(), 0)
  }

  func test15() {
    XCTAssertGreaterThan(f15(), 0)
  }

  func test16() {
    XCTAssertGreaterThan(f16(), 0)
  }

  func test17() {
    XCTAssertGreaterThan(f17(), 0)
  }

  func test18() {
    XCTAssertGreaterThan(f18(), 0)
  }

  func test19() {
    XCTAssertGreaterThan(f19(), 0)
  }

  func test20() {
    XCTAssertGreaterThan(f20(), 0)
  }

  func test21() {
    XCTAssertGreaterThan(f21(), 0)
  }

  func test22() {
    XCTAssertGreaterThan(f22(), 0)
  }

  func test23() {
    XCTAssertGreaterThan(f23(), 0)
  }

  func test24() {
    XCTAssertGreaterThan(f24(), 0)
  }

  func test25() {
    XCTAssertGreaterThan(f25(), 0)
  }

  func test26() {
    XCTAssertGreaterThan(f26(), 0)
  }

  func test27() {
    XCTAssertGreaterThan(f27(), 0)
  }

  func test28() {
    XCTAssertGreaterThan(f28(), 0)
  }

  func test29() {
    XCTAssertEqual(f29(), 0)
  }

  func test30() {
    XCTAssertEqual(f30(), 120)
  }
}
