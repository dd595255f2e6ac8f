import Testing
import XCTest

@testable import BehindCrash

final class CrashTests: XCTestCase {
  func testA() { _ = outer(5) }
  func testB() { XCTAssertEqual(sometimes(0), 3) }
  func testC() { _ = sometimes(4) }
  func testD() { _ = looped([1, 2, -1]) }
  func testE() { _ = closures([1, -1]) }
  func testF() { XCTAssertEqual(sum([1, nil]), 1) }
  func testF2() { XCTAssertNil(firstLarge([1])) }
  func testG() { XCTAssertEqual(marked(0), 1) }
}

@Test func asynchronous() async { _ = await later(0) }
