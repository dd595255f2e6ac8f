import CrashClassSetUp
import XCTest

final class AlphaTests: XCTestCase {
  func testFine() { XCTAssertEqual(one(), 1) }
}

final class BetaTests: XCTestCase {
  override class func setUp() {
    fatalError("no class set up")
  }

  func testOne() {}
  func testTwo() {}
}

final class GammaTests: XCTestCase {
  override class func tearDown() {
    if getenv("NEVER_SET") == nil { fatalError("no class tear down") }
  }

  func testOne() {}
  func testTwo() { XCTFail("a failure of its own") }
}

final class OmegaTests: XCTestCase {
  func testFine() { XCTAssertEqual(one(), 1) }
}
