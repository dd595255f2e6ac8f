import CrossedCases
import Testing

@Test(arguments: 0..<40) func oneOfMany(_ number: Int) { #expect(waits()) }
