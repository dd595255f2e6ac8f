import Crossed
import Testing

@Test func there() { #expect(Locks.there()) }
@Test func back() { #expect(Locks.back()) }
