import CrossedCases
import Foundation
import Testing

@Test(arguments: 0..<ProcessInfo.processInfo.activeProcessorCount * 2)
func oneOfMany(_ number: Int) { #expect(waits()) }
