import Failing
import XCTest

final class HookTests: XCTestCase {
  override func setUpWithError() throws {
    if name.hasSuffix("testSetUpThrows") { throw Bad(1) }
  }

  override func tearDownWithError() throws {
    if name.hasSuffix("testTearDownThrows") { throw Bad(2) }
  }

  func testSetUpThrows() {}

  func testTearDownThrows() {}

  func testTearDownBlockFails() {
    addTeardownBlock { XCTFail("in a block") }
  }

  func testFine() {}
}

final class StillRunningAfterFailureTests: XCTestCase {
  override func setUp() {
    continueAfterFailure = false
  }

  func testGoesOn() {
    XCTFail("one")
    XCTFail("two")
  }
}
