import LinkError
import Testing

@Test func links() { #expect(fine() == 1) }
