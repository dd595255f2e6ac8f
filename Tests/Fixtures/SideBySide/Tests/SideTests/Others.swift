import Testing

@Test private func same() { #expect(Bool(false)) }
