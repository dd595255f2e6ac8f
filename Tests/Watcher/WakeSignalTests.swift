import Testing

@testable import Watcher

@Suite("The wake signal")
struct WakeSignalTests {
  private let signal = WakeSignal()
  private let clock = ContinuousClock()
  // The simulated world keeps all threads busy meanwhile: what takes long is not what is late.

  private func seconds(_ body: () async -> Void) async -> Double {
    await clock.measure(body) / .seconds(1)
  }

  @Test("sent while nobody waits, it wakes the next one once")
  func kept() async {
    signal.send()
    signal.send()
    #expect(await seconds { await signal.wait(seconds: 600) } < 300)
    #expect(await seconds { await signal.wait(seconds: 0.05) } >= 0.05)
  }

  @Test("who waits is woken by it, and without it when the time is over")
  func woken() async {
    async let waited = seconds { await signal.wait(seconds: 600) }
    try? await Task.sleep(for: .milliseconds(50))
    signal.send()
    #expect(await waited < 300)
    for _ in 0..<5 { #expect(await seconds { await signal.wait(seconds: 0.02) } >= 0.02) }
  }

  @Test("the time of a wait that is over does not end the next")
  func stale() async {
    for _ in 0..<100 {
      let signal = WakeSignal()
      async let first = seconds { await signal.wait(seconds: 0.2) }
      try? await Task.sleep(for: .milliseconds(20))
      signal.send()
      // Sent too late, it wakes the next at once, and rightly so.
      guard await first < 0.2 else { continue }
      return #expect(await seconds { await signal.wait(seconds: 0.4) } >= 0.4)
    }
    Issue.record("the machine stood still in a hundred attempts")
  }

  @Test("a canceled task does not wait, unless it must")
  func canceled() async {
    let task = Task {
      try? await Task.sleep(for: .seconds(600))
      let first = await seconds { await signal.wait(seconds: 600) }
      // Being canceled rang it.
      await signal.wait(seconds: 1, evenWhenCanceled: true)
      return (first, await seconds { await signal.wait(seconds: 0.05, evenWhenCanceled: true) })
    }
    task.cancel()
    let (first, second) = await task.value
    #expect(first < 300)
    #expect(second >= 0.05)
  }

  @Test("many waits, many rings, and none is lost")
  func many() async {
    for _ in 0..<2000 {
      async let waited: Void = signal.wait(seconds: 60)
      signal.send()
      await waited
    }
  }
}
