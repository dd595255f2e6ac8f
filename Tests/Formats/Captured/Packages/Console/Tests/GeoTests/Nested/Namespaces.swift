import XCTest

class BaseTests: XCTestCase {
  func testInherited() {}
}

final class DerivedTests: BaseTests {
  func testOwn() {}
}

final class ÜmlautTests: XCTestCase {
  func testÄ() {}
}
