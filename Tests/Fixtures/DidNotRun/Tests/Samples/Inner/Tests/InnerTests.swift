import XCTest

final class InnerTests: XCTestCase {
  func testIt() {}
}
