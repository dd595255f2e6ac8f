import Testing
import Unheard
import XCTest

struct WithXCTest {
  @Test func fails() { XCTFail("nobody hears this") }

  @Test func helped() {
    #expect(answer == 42)
    check(43)
  }

  @Test func unwraps() throws { #expect(try XCTUnwrap(Optional(answer)) == 42) }

  @Test func isHeard() { #expect(answer == 42) }
}
