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

  func testD_StartsSomethingElse() {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { check() }
  }

  func testE_IsBlamedToo() { Thread.sleep(forTimeInterval: 1) }
}

private func check() { XCTFail("too late as well") }
