import Quick
import XCTest

@testable import Lib

final class LoopSpec: QuickSpec {
  override class func spec() {
    for number in 1...2 {
      it("doubles \(number)") { XCTAssertEqual(twice(number), number + number) }
    }
  }
}

final class PendingSpec: QuickSpec {
  override class func spec() {
    xit("is not yet") { XCTFail("never") }
    pending("comes later") { XCTFail("never") }
    xdescribe("a group") {
      it("waits") { XCTFail("never") }
    }
  }
}

final class LastSpec: QuickSpec {
  override class func spec() {
    it("runs") { XCTAssertEqual(twice(4), 8) }
    it("doesn't run 1.5 times...") { XCTAssertEqual(twice(3), 6) }
  }
}

final class ForgottenSpec: QuickSpec {
  override class func spec() {
    it("never runs") { XCTAssertEqual(twice(4), 9) }
  }
}

final class PlainTests: XCTestCase {
  func testPlain() { XCTAssertEqual(twice(5), 10) }
  func testForgotten() { XCTFail("never") }
}
