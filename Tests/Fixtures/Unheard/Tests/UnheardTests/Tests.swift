import Testing
import Unheard
import XCTest

func isTwo(_ number: Int) { XCTAssertEqual(number, 2) }

struct Modern {
  @Test func fails() { XCTFail("nobody hears it") }
  @Test func helped() async {
    await Task.yield()
    isTwo(one())
  }
  @Test func heard() throws { #expect(one() == 1) }
}

final class Old: XCTestCase {
  func testExpects() async {
    await Task.yield()
    #expect(one() == 2)
  }
  func testHeard() throws { XCTAssertEqual(try #require(Optional(one())), 1) }
}
