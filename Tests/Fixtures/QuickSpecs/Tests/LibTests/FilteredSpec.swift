import Quick
import XCTest

@testable import Lib

final class FilteredSpec: QuickSpec {
  override class func spec() {
    it("is called") { XCTAssertEqual(twice(6), 12) }
    excluding {
      it("is left out") { XCTFail("never") }
    }
    describe("a table") {
      made(by: 1)
    }
  }
}
