import XCTest

#if os(macOS)
  final class SilentTests: XCTestCase {
    func testOne() {}
    func testTwo() {}
  }
#endif
