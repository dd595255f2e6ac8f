import XCTest

final class DataTests: XCTestCase {
  func testIt() {}
}
