import Testing

@testable import Processes

@Suite("The processors that may be used")
struct ProcessorsTests {
  @Test("are those that the system lets this process run on")
  func number() {
    #expect(Processors.number(in: "Name:\tx\nCpus_allowed:\tf\nCpus_allowed_list:\t0-3\n") == 4)
    #expect(Processors.number(in: "Cpus_allowed:\t3,00000000,00000001\n") == 3)
    #expect(Processors.number(in: "Name:\tx\n") == nil && Processors.number(in: "") == nil)
    #expect(Processors.count >= 1)
  }
}
