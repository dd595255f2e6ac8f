import Testing

@testable import Lib

struct New {
  @Test func runs() { #expect(one() == 1) }
  @Test(.disabled("not today")) func disabled() {}
  @Test(.enabled(if: one() == 2)) func conditional() {}
  @Test func known() {
    withKnownIssue("still wrong") { #expect(one() == 2) }
  }
  func testForgotten() { #expect(one() == 1) }

  /*
  @Test func away() {
    #expect(one() == 3)
  }
  */

  #if os(Windows)
    @Test func onWindows() {}
  #endif

  @Test(arguments: [Int]()) func noneToRunWith(_ number: Int) {}
}
