import ExitZero
import Foundation
import Testing
import XCTest

final class ExitTests: XCTestCase {
  func testA_Stays() { XCTAssertEqual(stay(), 1) }
  func testB_Leaves() { leave(0) }
  func testC_StaysToo() { XCTAssertEqual(stay(), 1) }
  func testD_LeavesWithThree() { leave(3) }
  func testE_LeavesAtOnce() { _exit(0) }
  func testF_FailsAtTheEnd() { XCTFail("for real") }
}

@Suite(.serialized) struct Modern {
  @Test func first() {}
  @Test func leaves() { leave(0) }
  @Test func last() { #expect(stay() == 1) }
}
