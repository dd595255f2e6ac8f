import Testing

@Test func argless(_ n: Int) { #expect(undefinedThing == 1) }
