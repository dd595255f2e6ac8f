import Foundation
import Passing
import XCTest

final class OrdinaryTests: XCTestCase {
  func testDouble() {
    XCTAssertEqual(double(2), 4)
  }

  func testGreetingOfTheResourceBundle() throws {
    XCTAssertEqual(try greeting(), "hello\n")
  }

  func testResourceOfTheTests() throws {
    let url = try XCTUnwrap(Bundle.module.url(forResource: "Sample", withExtension: "txt"))
    XCTAssertEqual(try String(contentsOf: url, encoding: .utf8), "sample\n")
  }

  func testSkipped() throws {
    throw XCTSkip("no gpu")
  }

  func testSkippedOnCondition() throws {
    try XCTSkipIf(double(1) == 2, "first line\nsecond line: error: none")
  }

  func testSkippedWithoutReason() throws {
    throw XCTSkip()
  }

  func testAsynchronous() async throws {
    try await Task.sleep(nanoseconds: 1_000_000)
    XCTAssertEqual(double(3), 6)
  }

  func testMeasured() {
    measure { _ = (0..<1000).map(double) }
  }

  func testExpectationFulfilled() {
    let done = expectation(description: "done")
    DispatchQueue.global().async { done.fulfill() }
    wait(for: [done], timeout: 10)
  }
}

final class SkippedInSetUpTests: XCTestCase {
  override func setUpWithError() throws {
    throw XCTSkip("no network here")
  }

  func testNeverEntered() {
    XCTFail("the body of a test skipped in setUp must not run")
  }
}
