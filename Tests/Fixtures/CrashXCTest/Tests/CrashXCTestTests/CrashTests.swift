import CrashXCTest
import Foundation
import Testing
import XCTest

final class CrashTests: XCTestCase {
  func testA_Passes() {}

  func testB_IndexOutOfRange() {
    print("printed before the crash")
    XCTAssertEqual(element(9, of: [1, 2]), 2)
  }

  func testC_FailsAfterACrash() {
    XCTFail("really failed")
  }

  func testD_UnwrapsNil() {
    XCTAssertEqual(unwrap("nothing"), 1)
  }

  func testE_Precondition() {
    XCTAssertEqual(checked(-1), 1)
  }

  func testF_Overflow() {
    XCTAssertEqual(sum(100, 100), 0)
  }

  func testG_FailsThenDies() {
    XCTFail("recorded before the crash")
    refuse()
  }

  func testH_Aborts() {
    abort()
  }

  func testI_NullPointer() {
    let pointer = UnsafePointer<Int>(bitPattern: 8)!
    XCTAssertEqual(pointer.pointee, 0)
  }

  func testJ_KillsItself() {
    kill(getpid(), SIGKILL)
    Thread.sleep(forTimeInterval: 10)
  }

  func testK_TryBang() {
    try! force()
  }

  func testL_CrashesOnAnotherThread() {
    let done = expectation(description: "done")
    DispatchQueue.global().async { _ = checked(-2) }
    wait(for: [done], timeout: 10)
  }

  func testM_SkippedAfterCrashes() throws {
    throw XCTSkip("still here")
  }

  func testN_PassesAtTheEnd() {
    XCTAssertEqual(afterwards(), 2)
  }
}

final class SetUpCrashTests: XCTestCase {
  override func setUp() {
    if name.hasSuffix("testSecond") { fatalError("died in setUp") }
  }

  override func tearDown() {
    if name.hasSuffix("testThird") { fatalError("died in tearDown") }
  }

  func testFirst() {}

  func testSecond() {}

  func testThird() {}

  func testUpToHere() {}
}

@Test func theOtherLibraryStillRuns() {
  #expect(afterwards() == 2)
}
