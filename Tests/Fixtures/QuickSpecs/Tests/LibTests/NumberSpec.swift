import Quick
import XCTest

@testable import Lib

final class NumberSpec: QuickSpec {
  override class func spec() {
    describe("a number, doubled") {
      context("when it is 2/3 \"small\"") {
        it("is right 🎉") { XCTAssertEqual(twice(2), 4) }
        it("is wrong, alas") { XCTAssertEqual(twice(2), 5) }
      }
    }
    it("stands alone") { XCTAssertEqual(twice(1), 2) }
  }
}

final class DyingSpec: QuickSpec {
  override class func spec() {
    describe("dying") {
      it("lives") { XCTAssertEqual(twice(0), 0) }
      it("dies") { fatalError("of old age") }
      it("is mourned") { XCTAssertEqual(twice(3), 6) }
    }
    it("stands alone") { XCTFail("in the second") }
  }
}
