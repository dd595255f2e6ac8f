import Model
import Processes
import Testing

@testable import Integrator

@Suite struct TestClockTests {
  @Test("a test that has been running for a while is told, once")
  func slow() {
    var clock = TestClock(timeoutSeconds: 60, cores: 2)
    let (quick, slow): (TestID, TestID) = ("T.A/quick", "T.A/slow")
    func sight(_ tests: TestID...) -> TestClock.Sight {
      TestClock.Sight(open: tests.count, working: tests, told: tests.count)
    }
    #expect(clock.check(sight(quick, slow), elapsed: 10) == nil)
    #expect(clock.takeSlow(elapsed: 10) == [])
    #expect(clock.check(sight(slow), elapsed: 12.5) == nil)
    #expect(clock.takeSlow(elapsed: 12.5) == [slow])
    #expect(clock.check(sight(slow), elapsed: 20) == nil)
    #expect(clock.takeSlow(elapsed: 20) == [])
  }

  @Test("a test of XCTest is over its time on its own account, whatever is told meanwhile")
  func serial() {
    var clock = TestClock(timeoutSeconds: 3)
    for second in 0...3 { _ = clock.check(.init(alone: "T.A/a", told: second), elapsed: Double(second)) }
    #expect(!clock.hasAsked)
    _ = clock.check(.init(alone: "T.A/a", told: 4), elapsed: 3.5)
    #expect(clock.hasAsked && clock.overdue == ["T.A/a"])
  }

  @Test("where others keep the processors busy, a test has the time for which it had one")
  func busy() {
    let (classic, other): (TestClock.Sight, TestClock.Sight) = (
      .init(alone: "T.A/a", told: 1), .init(open: 1, working: ["T.A/a"], told: 1)
    )
    for (share, last) in [(0.0, 11), (0.75, 41), (1.0, 101)] {
      #expect(ended(classic, share) == last && ended(other, share) == last)
    }

    func ended(_ sight: TestClock.Sight, _ share: Double) -> Int? {
      var clock = TestClock(timeoutSeconds: 10)
      clock.start(ProcessIdentity(pid: 1, started: 1))
      clock.isAlive = { _ in true }
      return (0...200).first { second in
        let now = Double(second)
        clock.waited = { _ in [7: now * share, 8: now * share / 2] }
        _ = clock.check(sight, elapsed: now)
        return clock.hasAsked
      }
    }
  }

  @Test("one that ended before it was looked at again was not over its time")
  func ended() {
    for isAlive in [true, false] {
      var clock = TestClock(timeoutSeconds: 3)
      clock.start(ProcessIdentity(pid: 1, started: 1))
      clock.isAlive = { _ in isAlive }
      for second in [0.0, 9] { _ = clock.check(.init(alone: "T.A/a", told: 1), elapsed: second) }
      #expect(clock.hasAsked == isAlive && clock.overdue == (isAlive ? ["T.A/a"] : []))
    }
  }

  @Test("the words of a child that crashes are not those of the process itself")
  func child() {
    let words = Array("*** Signal 4: Backtracing from 0x7f1d... done ***\n".utf8)
    var clock = TestClock(timeoutSeconds: 60)
    clock.listen(words)
    #expect(clock.dyingSignal == 4)
    var other = TestClock(timeoutSeconds: 60)
    other.catchesCrashes = { _ in true }
    other.start(ProcessIdentity(pid: 1, started: 1))
    other.listen(words)
    #expect(other.dyingSignal == nil)
  }

  @Test("who lives on when its backtrace is written raised that signal itself, and may hang as others do")
  func livedOn() {
    var clock = TestClock(timeoutSeconds: 20)
    clock.start(ProcessIdentity(pid: 1 << 30, started: 1))
    clock.isAlive = { _ in true }
    clock.catchesCrashes = { _ in false }
    clock.listen(Array("*** Signal 11: Backtracing from 0x7f1d...".utf8))
    func look(_ seconds: ClosedRange<Int>) {
      for second in seconds { _ = clock.check(.init(alone: "T.A/b", told: 3), elapsed: Double(second)) }
    }
    look(0...6)
    #expect(clock.dyingSignal == 11)
    clock.listen(Array(" done ***\n".utf8))
    look(7...12)
    #expect(clock.dyingSignal == 11)
    look(13...13)
    #expect(clock.dyingSignal == nil && clock.dyingAt == nil && clock.overdue.isEmpty)
    look(14...34)
    #expect(clock.hasAsked && clock.overdue == ["T.A/b"])
  }

  @Test("a suite in which nothing runs is stuck once it has done nothing for three times what a test may")
  func suite() {
    func asks(_ sight: (Int) -> TestClock.Sight, says: Range<Int> = 0..<0, until end: Int) -> Int? {
      var clock = TestClock(timeoutSeconds: 2, cores: 2)
      clock.start(ProcessIdentity(pid: 1 << 30, started: 1))
      clock.isAlive = { _ in true }
      for second in 0...end {
        if says.contains(second) { clock.listen(Array("going on\n".utf8)) }
        _ = clock.check(sight(second), elapsed: Double(second))
        if clock.hasAsked { return clock.isStuckInSuite ? second : nil }
      }
      return nil
    }
    let stuck = TestClock.Sight(told: 4, isInSuite: true, toldOfAll: 5)
    #expect(asks({ _ in stuck }, until: 60) == 7)
    // Whoever speaks, or goes on, is at work.
    #expect(asks({ _ in stuck }, says: 0..<61, until: 60) == nil)
    #expect(asks({ .init(told: 4, isInSuite: true, toldOfAll: $0 / 4) }, until: 60) == nil)
    #expect(asks({ _ in .init(told: 4, toldOfAll: 5) }, until: 60) == nil)
  }

  @Test("the last test that is open beside no other is over its time when nothing is told for so long")
  func last() {
    var clock = TestClock(timeoutSeconds: 3, cores: 2)
    _ = clock.check(.init(open: 9, told: 9), elapsed: 0)
    _ = clock.check(.init(open: 1, working: ["T.a()"], told: 17), elapsed: 10)
    _ = clock.check(.init(open: 1, working: ["T.a()"], told: 17), elapsed: 12.9)
    #expect(!clock.hasAsked)
    _ = clock.check(.init(open: 1, working: ["T.a()"], told: 17), elapsed: 13.1)
    #expect(clock.overdue == ["T.a()"] && clock.stall == nil)
  }
}

@Suite("Tests that have come to a stop") struct StillnessTests {
  /// Looks twice a second at `open` tests of which nothing is told.
  private func look(
    open: Int, timeout: Double = 4, until end: Double, worked: (Double) -> Double
  ) -> (stall: Stillness.Stall, at: Double)? {
    var stillness = Stillness(timeoutSeconds: timeout, cores: 2)
    for step in 0...Int(end * 2) {
      let now = Double(step) / 2
      if let stall = stillness.look(open: open, told: open, elapsed: now, worked: { worked(now) }) {
        return (stall, now)
      }
    }
    return nil
  }

  @Test("many that work are waited for, though no end is told for long")
  func working() {
    #expect(look(open: 300, until: 39) { $0 * 1.9 } == nil)
    let late = look(open: 300, until: 60) { $0 * 1.9 }
    #expect(late?.stall == .busy && late?.at == 40.5)
    // Each of very many has some of a core.
    #expect(look(open: 10_000, until: 999) { $0 * 1.9 } == nil)
    #expect(look(open: 10_000, until: 1100) { $0 * 1.9 }?.at == 1000.5)
  }

  @Test("many of which none works have stopped")
  func idle() throws {
    let found = try #require(look(open: 5, until: 60) { _ in 1 })
    #expect(found.stall == .idle && found.at <= 5)
    let later = try #require(look(open: 5, until: 60) { min($0, 10) })
    #expect(later.stall == .idle && later.at <= 15.5)
  }

  @Test("those that have a core each are waited for as long as one may take")
  func few() {
    let found = look(open: 2, until: 60) { $0 * 2 }
    #expect(found?.stall == .busy && found?.at == 4.5)
  }

  @Test("those that have a core each and do nothing block each other, from when they last worked on")
  func blocked() throws {
    let found = try #require(look(open: 2, until: 60) { _ in 1 })
    #expect(found.stall == .idle && found.at <= 5)
    let later = try #require(look(open: 2, until: 60) { min($0, 3) })
    #expect(later.stall == .idle && 7...8 ~= later.at)
    // One alone waits for nobody.
    #expect(look(open: 1, until: 60) { _ in 1 }?.stall == .busy)
  }

  @Test("whatever is told begins the wait anew")
  func told() {
    var stillness = Stillness(timeoutSeconds: 2, cores: 2)
    for second in 0..<100 {
      #expect(stillness.look(open: 5, told: second, elapsed: Double(second), worked: { 0 }) == nil)
    }
  }
}
