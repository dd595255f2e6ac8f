import Failing
import XCTest

func assertHalf(_ number: Int, is expected: Int, file: StaticString = #filePath, line: UInt = #line) {
  XCTAssertEqual(try half(number), expected, "half of \(number)", file: file, line: line)
}

func assertHalfShortly(_ number: Int, is expected: Int, file: StaticString = #file, line: UInt = #line) {
  XCTAssertEqual(try half(number), expected, file: file, line: line)
}

func assertHalfWithoutForwarding(_ number: Int, is expected: Int) {
  XCTAssertEqual(try half(number), expected)
}

final class AssertionTests: XCTestCase {
  func testFails() {
    XCTAssertEqual(1, 2)
  }

  func testFailsWithMessage() {
    XCTAssertTrue(false, "it must be true")
  }

  func testFailsWithoutMessage() {
    XCTFail()
  }

  func testFailsTwice() {
    XCTAssertNil(1 as Int?, "first")
    XCTAssertNil(2 as Int?, "second")
  }

  func testMultipleLines() {
    XCTFail("first line\nsecond line\n\n  fourth line, indented")
  }

  func testMessageThatLooksLikeTheProtocol() {
    XCTFail("one\nTest Suite 'Ghost' started at 2026-11-20 07:06:48.910\ntwo")
  }

  func testMessageOfManyScripts() {
    XCTAssertEqual("Größe 🎈 e\u{301}", "大きさ", "naïve: error: Tests/Ghost.swift:3: error: no")
  }

  func testThrows() throws {
    _ = try half(7)
  }

  func testThrowsInAnAssertion() {
    XCTAssertEqual(try half(9), 4)
  }

  func testMissingThrow() {
    XCTAssertThrowsError(try half(2), "half of two")
  }

  func testForwardedPath() {
    assertHalf(8, is: 5)
  }

  func testForwardedShortPath() {
    assertHalfShortly(8, is: 6)
  }

  func testNotForwarded() {
    assertHalfWithoutForwarding(8, is: 7)
  }

  func testUnwrap() throws {
    let nothing: Int? = nil
    _ = try XCTUnwrap(nothing, "there is nothing")
  }

  func testPrintsBeforeItFails() {
    print("glued", terminator: "")
    XCTFail("after a print")
  }

  func testPrintsPassedAndFails() {
    print("Test Case 'AssertionTests.testPrintsPassedAndFails' passed (0.001 seconds)")
    XCTFail("still failed")
  }

  func testPrintsAFakeFailure() {
    print("/tmp/Ghost.swift:5: error: AssertionTests.testPasses : XCTFail - not real")
  }

  func testSkipsAfterAFailure() throws {
    XCTFail("before the skip")
    throw XCTSkip("too late")
  }

  func testPasses() {}
}
