import Foundation
import Geo
import XCTest

struct Bad: Error { var code: Int }
struct Described: Error, CustomStringConvertible { var description: String { "first\nsecond line" } }
struct Localized: LocalizedError { var errorDescription: String? { "it is late" } }

func check(_ a: Int, _ b: Int, file: StaticString = #filePath, line: UInt = #line) {
  XCTAssertEqual(a, b, "forwarded", file: file, line: line)
}

final class GeoTests: XCTestCase {
  let noise: Int = {
    print("noise of an initialiser")
    return 1
  }()

  func testPass() { XCTAssertEqual(area(2, 3), 6) }
  func testFail() {
    XCTAssertEqual(area(0, 1), 1, "multi\nline message\n\nwith an empty line")
    XCTAssertTrue(false)
    XCTFail("second")
    XCTAssertNil(1 as Int?)
    XCTAssertEqual(1.0, 2.0, accuracy: 0.1)
    XCTAssertThrowsError(try Int("1").map { $0 })
    XCTAssertNoThrow(try { throw Bad(code: 3) }())
    XCTAssertGreaterThan(1, 2, "")
  }
  func testForward() { check(1, 2) }
  func testSkip() throws { throw XCTSkip("no gpu") }
  func testSkipBare() throws { throw XCTSkip() }
  func testSkipIf() throws { try XCTSkipIf(true, "because\nof two lines") }
  func testSkipUnless() throws { try XCTSkipUnless(1 == 2) }
  func testFailThenSkip() throws {
    XCTFail("before the skip")
    throw XCTSkip("after")
  }
  func testThrow() throws { throw Bad(code: 9) }
  func testThrowDescribed() throws { throw Described() }
  func testThrowLocalized() throws { throw Localized() }
  func testThrowAsync() async throws {
    await Task.yield()
    throw Bad(code: 10)
  }
  func testUnwrap() throws { _ = try XCTUnwrap(nil as Int?, "nothing there") }
  func testGlue() {
    print("no newline", terminator: "")
    XCTFail("glued")
    print("tail without newline", terminator: "")
  }
  func testGlueColour() {
    print("\u{1B}[31mred\u{1B}[0m", terminator: "")
    XCTFail("coloured")
    print("\u{1B}[32mgreen\u{1B}[0m", terminator: "")
  }
  func testMeasure() {
    measure { _ = (0..<1000).reduce(0, +) }
  }
  func testWait() {
    let one = expectation(description: "one")
    let two = expectation(description: "two, with a comma")
    wait(for: [one, two], timeout: 0.01)
  }
  func testWaitInverted() {
    let never = expectation(description: "never")
    never.isInverted = true
    never.fulfill()
    wait(for: [never], timeout: 0.01)
  }
  func testOverfulfilled() {
    let once = expectation(description: "once")
    once.assertForOverFulfill = true
    once.fulfill()
    once.fulfill()
    wait(for: [once], timeout: 0.01)
  }
  func testOrder() {
    let a = expectation(description: "a")
    let b = expectation(description: "b")
    b.fulfill()
    a.fulfill()
    wait(for: [a, b], timeout: 0.01, enforceOrder: true)
  }
  func testUnwaited() { _ = expectation(description: "left alone") }
  @MainActor func testHandler() {
    _ = expectation(description: "h")
    waitForExpectations(timeout: 0.01) { error in XCTAssertNil(error) }
  }
  func test_ünïcödé() { XCTFail("füü") }
}
