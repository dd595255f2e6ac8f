import XCTest

final class LeftOutTests: XCTestCase {
  func testLeftOut() {}
  func testLeftOutToo() {}
  private func testHelper() {}
}
