import Quick
import XCTest

extension QuickSpec {
  static func made(by number: Int) {
    excluding {
      it("is made by \(number)") { XCTFail("never") }
    }
  }
}
