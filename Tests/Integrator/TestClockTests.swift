import Model
import Testing

@testable import Integrator

@Suite struct TestClockTests {
  @Test("a test that has been running for a while is told, once")
  func slow() {
    var clock = TestClock(timeoutSeconds: 60)
    let (quick, slow): (TestID, TestID) = ("T.A/quick", "T.A/slow")
    #expect(clock.check([quick, slow], elapsed: 10) == nil)
    #expect(clock.takeSlow(elapsed: 10) == [])
    #expect(clock.check([slow], elapsed: 12.5) == nil)
    #expect(clock.takeSlow(elapsed: 12.5) == [slow])
    #expect(clock.check([slow], elapsed: 20) == nil)
    #expect(clock.takeSlow(elapsed: 20) == [])
  }
}
