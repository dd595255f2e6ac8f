import BuildError
import Testing

@Test func compiles() { #expect(broken() == 1) }
