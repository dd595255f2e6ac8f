import Dispatch
import LateFailure
import XCTest

final class LateTests: XCTestCase {
  func testA_StartsSomething() {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { XCTFail("too late") }
  }

  func testB_IsBlamed() {
    Thread.sleep(forTimeInterval: 0.5)
    XCTAssertEqual(answer, 42)
  }

  func testC_IsNotConcerned() {}
}
