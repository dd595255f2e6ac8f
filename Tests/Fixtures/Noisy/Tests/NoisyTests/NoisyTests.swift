import Foundation
import Noisy
import Testing
import XCTest

final class Loud {
  init() { print("Loud is made") }
  deinit { print("Loud is gone") }
}

final class PrintingInitialiserTests: XCTestCase {
  let loud = Loud()
  let half: Void = print("half a line from an initialiser", terminator: "")

  override class func setUp() {
    print("Test Case 'PrintingInitialiserTests.testOne' failed (0.001 seconds)")
    atexit { print("the very last words") }
  }

  override class func tearDown() {
    print("class tear down, without newline", terminator: "")
  }

  override func setUp() { print("in setUp", terminator: "") }
  override func tearDown() { print("in tearDown", terminator: "") }

  func testOne() {
    XCTAssertEqual(quiet(), 1)
  }

  func testTwo() {
    print("Executed 7 tests, with 5 failures (0 unexpected) in 0.001 (0.001) seconds")
  }
}

@Test func modern() {
  #expect(quiet() == 1)
}
