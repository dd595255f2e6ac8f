import Crasher
import Testing

@Suite struct Swifts {
  @Test func crashes() async { _ = nothing(nil) }
  @Test(arguments: [1, 2]) func crashesWith(_ n: Int) { if n == 2 { fatal() } }
  @Test func fine() {}
  @Test func `raw crash`() { fatal() }
}
@Test func crashesFree() { _ = Crasher<String>().index([], 1) }
