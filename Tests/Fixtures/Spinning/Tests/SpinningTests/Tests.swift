import Spinning
import Testing

@Test func one() { #expect(Turn.takes()) }
@Test func other() { #expect(Turn.takes()) }
