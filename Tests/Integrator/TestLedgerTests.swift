import Formats
import Model
import Testing

@testable import Integrator

@Suite struct TestLedgerTests {
  private func row(_ name: String, _ outcome: TestOutcome = .notRun) -> TestCase {
    TestCase(
      id: TestID("M.A/\(name)"), library: .xctest, target: "M", suite: "A", name: name, outcome: outcome)
  }

  @Test("an outcome is never overwritten by a later one")
  func once() {
    var ledger = TestLedger()
    ledger.announce([row("a")])
    ledger.record(row("a", .crashed))
    ledger.record(row("a", .passed))
    #expect(ledger.cases.map(\.outcome) == [.crashed])
  }

  @Test("what had failed when its process ended is not hidden by how it goes when it runs again")
  func cutOff() {
    func row(_ name: String, _ outcome: TestOutcome, _ message: String) -> TestCase {
      var row = self.row(name, outcome)
      let kind = outcome == .crashed ? TestFailure.Kind.crash : .other
      row.failures = [TestFailure(message: message, file: nil, line: nil, kind: kind)]
      return row
    }
    var first = TestLedger()
    for name in ["a", "b", "c", "d", "e"] { first.announce([self.row(name)]) }
    for name in ["a", "b", "c"] { first.cutOff(row(name, .failed, "first")) }
    first.cutOff(row("d", .failed, "before"))
    for name in ["d", "e"] { first.cutOff(row(name, .crashed, "first")) }
    first.cutOff(row("d", .failed, "after"))
    var second = TestLedger()
    second.record(self.row("a", .passed))
    second.record(row("b", .crashed, "second"))
    second.record(self.row("d", .passed))
    first.merge(second)
    first.recallFailures()
    #expect(first.cases.map(\.outcome) == [.failed, .crashed, .failed, .crashed, .notRun])
    let told = first.cases.map { $0.failures.map(\.message) }
    #expect(told == [["first"], ["first", "second"], ["first"], ["first"], []])
  }

  @Test("what had failed has failed, though nothing tells how its process ended")
  func failedAndLost() {
    var row = row("a", .failed)
    row.failures = [TestFailure(message: "real", file: nil, line: nil, kind: .assertion)]
    var crashed = row
    crashed.outcome = .crashed
    crashed.failures.append(TestFailure(message: "exited with status 0", file: nil, line: nil, kind: .crash))
    for announces in [true, false] {
      for cut in [row, crashed] {
        var ledger = TestLedger()
        if announces { ledger.announce([self.row("a")]) }
        ledger.cutOff(row)
        ledger.cutOff(cut)
        ledger.recallFailures()
        #expect(ledger.cases.map(\.outcome) == [.failed])
        #expect(ledger.cases.first?.failures.map(\.message) == ["real"])
        #expect(ledger.cases.first?.crash == nil)
      }
    }
    var ledger = TestLedger()
    crashed.failures.removeFirst()
    ledger.announce([self.row("a")])
    ledger.cutOff(crashed)
    ledger.recallFailures()
    #expect(ledger.cases.map(\.outcome) == [.notRun])
  }

  @Test("what an argument failed stays, where another one hangs before it when the test runs again")
  func argumentsOfTheFirst() {
    func failure(_ message: String, _ kind: TestFailure.Kind) -> TestFailure {
      TestFailure(message: message, file: nil, line: nil, kind: kind)
    }
    var first = row("a", .failed)
    first.arguments = [.passed, .notRun, .failed, .passed].enumerated().map {
      TestArgument(name: "\($0.offset)", outcome: $0.element)
    }
    first.failures = [failure("2 is wrong", .assertion), failure("it hung", .timeout)]
    var again = row("a", .timedOut)
    again.arguments = first.arguments
    for (index, outcome) in [TestOutcome.passed, .timedOut, .notRun, .notRun].enumerated() {
      again.arguments[index].outcome = outcome
    }
    again.failures = [failure("Timed out", .timeout)]
    var ledger = TestLedger()
    ledger.record(again)
    ledger.cutOff(first)
    ledger.recallFailures()
    #expect(ledger.cases.map(\.outcome) == [.timedOut])
    #expect(ledger.cases.first?.arguments.map(\.outcome) == [.passed, .timedOut, .failed, .passed])
    #expect(ledger.cases.first?.failures.map(\.message) == ["2 is wrong", "Timed out"])
  }

  @Test("what fails side by side once more has failed, whatever it did alone")
  func failedTogether() {
    var ledger = TestLedger()
    ledger.record(row("a", .passed))
    ledger.record(row("b", .timedOut))
    var failed = row("a", .failed)
    failed.failures = [TestFailure(message: "1 != 2", file: nil, line: nil, kind: .assertion)]
    ledger.amendPassed(failed)
    ledger.amendPassed(row("b", .failed))
    #expect(ledger.cases.map(\.outcome) == [.failed, .timedOut])
    #expect(ledger.cases.first?.failures.map(\.message) == ["1 != 2"])
  }

  @Test("suspects that could not run again are not told to end well, and what the crash said is told")
  func notAgain() {
    var ledger = TestLedger()
    ledger.announce([row("a"), row("b")])
    ledger.suspect(
      ["M.A/a", "M.A/b"], because: "the test process was ended by SIGILL",
      saying: "Fatal error: mine (Tests/M/A.swift:4)")
    ledger.settle()
    #expect(
      ledger.oddEnds == [
        "the test process was ended by SIGILL while these tests ran side by side, and not all of them could "
          + "run again: M.A/a, M.A/b; it said: Fatal error: mine (Tests/M/A.swift:4)"
      ])
  }

  @Test("of suites that hung side by side those are told that hang with nothing beside them")
  func suites() {
    func settled(_ found: Set<TestID>) -> [String] {
      var ledger = TestLedger()
      for name in ["a", "b"] { ledger.record(row(name, .passed)) }
      ledger.suspect(["M.A/a", "M.A/b"], because: "it hung in its suites A, B", while: .unbegun)
      ledger.explain(found)
      ledger.settle()
      return ledger.oddEnds
    }
    #expect(settled(["M.A/a"]) == [])
    #expect(
      settled([]) == [
        "it hung in its suites A, B before any of these tests had begun, and each of them ends well with "
          + "nothing beside it: M.A/a, M.A/b"
      ])
  }

  @Test("what a later batch only announces takes nothing from what is known")
  func merging() {
    var first = TestLedger()
    first.announce([row("a"), row("b")])
    first.record(row("a", .passed))
    var known = row("b")
    known.displayName = "as the list has it"
    var listed = TestLedger()
    listed.announce([known])
    var second = TestLedger()
    second.announce([row("a"), row("b"), row("c")])
    second.record(row("c", .failed))
    listed.merge(first)
    listed.merge(second)
    #expect(listed.order == ["M.A/b", "M.A/a", "M.A/c"])
    #expect(listed.cases.map(\.outcome) == [.notRun, .passed, .failed])
    #expect(listed.cases.first?.displayName == "as the list has it")
  }

  @Test("what stood still for no longer than its tests take alone is looked at again, which tells")
  func stoodStill() {
    func settled(alone: Double) -> TestLedger {
      var ledger = TestLedger()
      for name in ["a", "b"] {
        var row = row(name, .passed)
        row.seconds = alone
        ledger.record(row)
      }
      ledger.suspect(
        ["M.A/a", "M.A/b"], because: "the process stood still for 4 s",
        still: TestLedger.Standstill(
          leastAlone: 3.6, leastAgain: 3.6, batch: Batch(library: .swiftTesting, selection: .all)))
      ledger.settle()
      return ledger
    }
    #expect(settled(alone: 1).oddEnds.count == 1 && settled(alone: 1).stoodStill.isEmpty)
    var slow = TestLedger()
    slow.merge(settled(alone: 2))
    #expect(slow.oddEnds.isEmpty && slow.notes.isEmpty && slow.stoodStill.map(\.aloneSeconds) == [4])
    var blocked = slow
    for still in slow.stoodStill {
      slow.excuse(still)
      blocked.suspect(still, because: "and once more when they had 9 s")
    }
    #expect(
      slow.notes == [
        "The process stood still for 4 s while these tests ran side by side; one after the other they all "
          + "ended, and so they did side by side with more time."
      ])
    #expect(slow.oddEnds.isEmpty && slow.suspected.isEmpty && slow.stoodStill.isEmpty)
    #expect(
      blocked.oddEnds == [
        "the process stood still for 4 s while these tests ran side by side, and once more when they had "
          + "9 s, and each of them ends well with nothing beside it: M.A/a, M.A/b"
      ])
    #expect(blocked.suspected == ["M.A/a", "M.A/b"] && blocked.notes.isEmpty && blocked.stoodStill.isEmpty)
  }

  @Test("a test whose cases hung side by side is in doubt, though it passes with one after the other")
  func cases() {
    var ledger = TestLedger()
    ledger.record(row("a", .passed))
    ledger.suspect(["M.A/a"], because: "it was ended", while: .cases)
    ledger.settle()
    #expect(
      ledger.oddEnds == [
        "it was ended while the cases of one ran side by side, and the same ends well with its cases one "
          + "after the other: M.A/a"
      ])
    #expect(ledger.suspected == ["M.A/a"])
    var whole = TestLedger()
    whole.merge(ledger)
    #expect(whole.suspected == ["M.A/a"])
  }

  @Test("whoever is found alone explains the death of all that stood beside it; the others are told")
  func deaths() {
    var side = TestLedger()
    side.suspect(["M.A/a", "M.A/b"], because: "the test process was ended by SIGILL")
    side.suspect(["M.A/c", "M.A/d"], because: "the test process was ended by SIGSEGV")
    var alone = TestLedger()
    alone.explain(["M.A/b"])
    for name in ["c", "d"] { alone.record(row(name, .passed)) }
    var ledger = TestLedger()
    ledger.merge(side)
    ledger.merge(alone)
    ledger.settle()
    #expect(
      ledger.oddEnds == [
        "the test process was ended by SIGSEGV while these tests ran side by side, and each of them ends "
          + "well with nothing beside it: M.A/c, M.A/d"
      ])
  }

  @Test("two deaths in the same words are two, and one test that died in both explains both")
  func alikeDeaths() {
    let words = "the test process was ended by SIGILL"
    var ledger = TestLedger()
    ledger.suspect(["M.A/a", "M.A/b"], because: words)
    ledger.suspect(["M.A/c", "M.A/d"], because: words)
    ledger.suspect(["M.A/d", "M.A/e"], because: words)
    ledger.explain(["M.A/d"])
    ledger.settle()
    #expect(ledger.oddEnds.count == 1 && ledger.oddEnds.first?.hasSuffix(": M.A/a, M.A/b") == true)
  }

  @Test("what did not run has nothing of an earlier run")
  func unrun() {
    var test = row("a", .flaky)
    test.attempts = [TestAttempt(test)]
    (test.passedIn, test.skipReason, test.output) = (3, "later", "said")
    #expect(test.unrun == row("a"))
  }

  @Test("an issue of no test is in doubt, but not one that was known, nor a warning")
  func loose() {
    var ledger = TestLedger()
    func issue(_ message: String, isKnown: Bool = false) -> TestFailure {
      TestFailure(message: message, file: nil, line: nil, kind: .assertion, isKnown: isKnown)
    }
    var warning = issue("mind this", isKnown: true)
    warning.isWarning = true
    let ofSuite = LooseIssue(
      TestFailure(message: "Boom()", file: "Tests/T/A.swift", line: 6, kind: .thrownError), suite: "A/B")
    ledger.add(
      looseIssues: [issue("1 == 2"), issue("as ever", isKnown: true), warning].map { LooseIssue($0) }
        + [ofSuite])
    #expect(
      ledger.oddEnds == [
        "an issue was recorded outside of every test: 1 == 2",
        "an issue was recorded of the suite A/B itself, in none of its tests, at Tests/T/A.swift:6: Boom()",
      ])
    #expect(
      ledger.notes == [
        "a known issue was recorded outside of every test: as ever",
        "a warning was recorded outside of every test: mind this",
      ])
    #expect([warning, issue("as ever", isKnown: true)].expected?.message == "as ever")
    #expect([issue("1"), warning].expected == warning && warning.toldAsKnown == "warning: mind this")
  }

  @Test("what is doubted twice is told once, in the order of the batches")
  func sentences() {
    var (one, two) = (TestLedger(), TestLedger())
    one.doubt("x")
    two.doubt("y")
    two.doubt("x")
    two.note("n")
    var ledger = TestLedger()
    ledger.merge(one)
    ledger.merge(two)
    #expect(ledger.doubts == ["x", "y"] && ledger.notes == ["n"])
  }
}
