import Geo
import XCTest

final class OldTests: XCTestCase {
  func testFile() { XCTFail("swift five") }
  func testColon() { XCTFail("/abs/Y.swift:7: error: OldTests.testFile : looks like one") }
}

final class BaseTests: XCTestCase {
  func testSameClassName() { print("old base") }
}
