import Chance
import Testing

@Suite struct NewTests {
  @Test func failsOnce() { #expect(turn("new-once") > 1) }

  @Test(arguments: [1, 2, 3]) func oneCaseFailsOnce(_ number: Int) {
    #expect(number != 2 || turn("new-case") > 1)
  }

  @Test func failsAlways() { #expect(1 == 2) }

  @Test func isSkippedWhenRepeated() throws {
    if turn("new-skip") > 1 { try Test.cancel("only the first time") }
    #expect(Bool(false))
  }

  @Test func passes() {}

  @Test func passesInTheFirst() { #expect(turn("new-first") == 1) }
}
