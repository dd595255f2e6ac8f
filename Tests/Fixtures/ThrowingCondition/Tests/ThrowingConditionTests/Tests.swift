import Testing
import ThrowingCondition

struct NoMoon: Error {}

func isOnTheMoon() throws -> Bool { throw NoMoon() }

@Test(.enabled(if: try isOnTheMoon())) func conditionThrows() {}

@Test func fine() { #expect(lonely() == 1) }

@Suite(.enabled(if: try isOnTheMoon())) struct OnTheMoon {
  @Test func neverStarted() {}
}
