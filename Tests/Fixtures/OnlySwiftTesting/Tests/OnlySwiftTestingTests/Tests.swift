import OnlySwiftTesting
import Testing

@Test func isLonely() { #expect(lonely() == 1) }
