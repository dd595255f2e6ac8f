import Testing

private struct Hidden { @Test func secret() { #expect(1 == 3) } }
@Test func free() { #expect(Bool(true)) }
