import NoTests
import Testing
import XCTest

final class EmptyTests: XCTestCase {
  func notATest() { XCTFail("not a test: \(lonely())") }
}

struct Empty {
  func notATest() { #expect(lonely() == 2) }
}
