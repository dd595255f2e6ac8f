import Helpers
import XCTest

@testable import Lib

final class OldTests: XCTestCase {
  func testRuns() { testHelper(1) }
  func testSkips() throws { throw XCTSkip("no such machine") }
  private func testPrivate() {}
  func testTwice(_ times: Int) {}
  func testHelper(_ times: Int) { XCTAssertEqual(one(), times) }
  static func testStatic() {}
  func testGives() -> Int { one() }

  // func testAway() {
  //   XCTAssertEqual(one(), 2)
  // }

  // There was a func testProse() once, which this only tells of.

  /// As in `func testDocumented() {}`.
  #if os(macOS)
    func testOnMac() {}
  #else
    func testElsewhere() {}
  #endif

  #if os(Windows)
    func testBoth() {}
  #else
    func testBoth() {}
  #endif
}

class Plain {
  func testPlain() { XCTAssertEqual(one(), 1) }
}

func testAlone() { XCTAssertEqual(one(), 1) }

class BaseTests: XCTestCase {
  func testBase() {}
}

final class MoreTests: BaseTests {
  override func testBase() {}
}

final class IntTests: GenericTests<Int> {}

final class SharedHereTests: SharedTests {}
