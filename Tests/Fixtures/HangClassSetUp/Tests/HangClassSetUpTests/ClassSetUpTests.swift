import Foundation
import HangClassSetUp
import XCTest

final class AlphaTests: XCTestCase {
  func testFine() { XCTAssertEqual(one(), 1) }
}

final class BetaTests: XCTestCase {
  override class func setUp() {
    while true { Thread.sleep(forTimeInterval: 0.1) }
  }

  func testOne() {}
  func testTwo() {}
}

final class DeltaTests: XCTestCase {
  // As long as a test may take, and no longer.
  override class func setUp() { Thread.sleep(forTimeInterval: 1) }

  func testFine() { XCTAssertEqual(one(), 1) }
}

final class GammaTests: XCTestCase {
  override class func tearDown() {
    while true { Thread.sleep(forTimeInterval: 0.1) }
  }

  func testOne() {}
}

final class OmegaTests: XCTestCase {
  func testLeavesOutputRedirected() {
    fflush(nil)
    dup2(open("/dev/null", O_WRONLY), 1)
  }

  func testTheLast() { XCTAssertEqual(one(), 1) }
}
