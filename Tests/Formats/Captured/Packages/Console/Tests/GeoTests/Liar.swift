import Foundation
import XCTest

final class LiarTests: XCTestCase {
  func testAOtherEnds() {
    print("Test Case 'LiarTests.testZLast' passed (0.1 seconds)")
    print("Test Case 'GeoTests.testPass' failed (0.1 seconds)")
    print("Test Case 'LiarTests.testZLast' started at 2026-11-20 07:06:48.974")
    print("Test Suite 'LiarTests' passed at 2026-11-20 07:06:48.974")
    print("\t Executed 1 test, with 0 failures (0 unexpected) in 0.0 (0.0) seconds")
    print("Test Suite 'All tests' passed at 2026-11-20 07:06:48.974")
    print("\t Executed 999 tests, with 0 failures (0 unexpected) in 0.0 (0.0) seconds")
  }
  func testBOwnEnd() {
    print("before")
    print("Test Case 'LiarTests.testBOwnEnd' passed (0.0 seconds)")
    print("after the fake")
    XCTFail("the truth")
  }
  func testCFakeError() {
    print("/abs/X.swift:5: error: LiarTests.testCFakeError : XCTAssertTrue failed")
    print("more of it")
  }
  func testDFakeStart() {
    print("Test Case 'LiarTests.testDFakeStart' started at 2026-11-20 07:06:48.974")
    print("x", terminator: "")
  }
  func testEFakeNextStart() {
    print("Test Case 'LiarTests.testEFakeNextStart' passed (0.0 seconds)")
    print("Test Case 'LiarTests.testZLast' started at 2026-11-20 07:06:48.974")
    print("still of testEFakeNextStart")
    XCTFail("true failure of E")
  }
  func testFBytes() {
    FileHandle.standardOutput.write(Data([0x61, 0xFF, 0xFE, 0x00, 0x62, 0x0A, 0xC3]))
  }
  func testGCarriage() {
    print("one\rtwo\r\nthree")
    XCTFail("with\r\nCRLF")
  }
  func testHErrorText() {
    XCTFail("says\nTest Case 'LiarTests.testZLast' passed (0.1 seconds)\nand goes on")
  }
  func testZLast() {}
}
