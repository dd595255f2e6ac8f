import Foundation
import XCTest

final class LifeTests: XCTestCase {
  override class func setUp() { print("class setUp prints") }
  override class func tearDown() { print("class tearDown prints") }
  override func setUp() async throws { print("setUp async prints") }
  override func setUpWithError() throws {
    print("setUpWithError prints")
    if name.contains("testSetUpThrows") { throw Bad(code: 1) }
    if name.contains("testSetUpSkips") { throw XCTSkip("in setUp") }
  }
  override func tearDown() { print("tearDown prints") }
  override func tearDownWithError() throws {
    if name.contains("testTearDownThrows") { throw Bad(code: 2) }
  }
  deinit { print("deinit prints", terminator: "") }
  func testPlain() { print("body prints") }
  func testSetUpThrows() { print("never") }
  func testSetUpSkips() { print("never") }
  func testTearDownThrows() {}
  func testBlock() {
    addTeardownBlock { print("teardown block prints") }
  }
  func testLate() {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { XCTFail("late") }
  }
  func testLateVictim() { Thread.sleep(forTimeInterval: 0.1) }
}
