import Dispatch
import Foundation
import Side
import Testing

/// More cases than any machine here has threads for them: whatever stands beside them waits.
@Suite struct Blocking {
  @Test(arguments: 0..<64) func blocks(_ n: Int) async { DispatchSemaphore(value: 0).wait() }
  @Test func sleepsAMoment() async throws { try await Task.sleep(for: .milliseconds(5)) }
  @Test func yields() async { await Task.yield() }
  @Test func fails() { #expect(side() == 2) }
  @Test @MainActor func hangsOnTheMainActor() { while true { usleep(1000) } }
}

/// Each works for half a second; together they work for longer than one may.
@Suite struct Working {
  @Test func a() { work() }
  @Test func b() async { work() }
  @Test func c() { work() }
  @Test(arguments: 0..<4) func cases(_ n: Int) { work() }
  @Test func d() { work() }
  @Test func e() { work() }
  @Test func f() { work() }
}

func work() {
  let end = Date() + 0.5
  while Date() < end {}
}
