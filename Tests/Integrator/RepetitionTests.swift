import Foundation
import Model
import Processes
import Synchronization
import Testing

@testable import Integrator

@Suite struct RepetitionPlanTests {
  private func row(_ name: String, suite: String = "S", _ outcome: TestOutcome) -> TestCase {
    TestCase(
      id: TestID("T.\(suite)/\(name)"), library: .xctest, target: "T", suite: suite, name: name,
      outcome: outcome)
  }

  private func attempts(_ outcomes: TestOutcome...) -> [TestAttempt] {
    outcomes.map { TestAttempt(row("a", $0)) }
  }

  @Test("what failed, crashed or timed out is repeated; of many only some, and that is told")
  func choice() {
    let plan = RepetitionPlan(times: 2)
    let all = TestOutcome.allCases.map { row($0.rawValue, $0) }
    #expect(plan.choose(all).chosen.map(\.outcome) == [.failed, .crashed, .timedOut])
    #expect(plan.choose(all).note == nil)
    #expect(RepetitionPlan(times: 0).choose(all).chosen.isEmpty)
    let many = (0..<30).map { row("t\($0)", suite: "S\($0)", .failed) }
    #expect(plan.choose(many).chosen.map(\.id) == many.prefix(20).map(\.id))
    #expect(plan.choose(many).note?.hasPrefix("10 of the 30 tests that failed were not repeated: ") == true)
    let whole =
      (0..<5).map { row("t\($0)", .failed) } + [
        row("n", .notRun), row("s", .skipped), row("o", suite: "O", .failed),
      ]
    #expect(plan.choose(whole).chosen.map(\.name) == ["t0", "t1", "t2", "o"])
    #expect(plan.choose(whole + [row("p", .passed)]).chosen.count == 6)
  }

  @Test("until it passes, at most so often; a hang once")
  func times() {
    let plan = RepetitionPlan(times: 2)
    let failed = row("a", .failed)
    #expect(plan.goesOn(after: attempts(.failed), of: failed))
    #expect(plan.goesOn(after: attempts(.failed, .crashed), of: failed))
    #expect(!plan.goesOn(after: attempts(.failed, .failed, .failed), of: failed))
    #expect(!plan.goesOn(after: attempts(.failed, .passed), of: failed))
    #expect(!plan.goesOn(after: attempts(.failed, .skipped), of: failed))
    #expect(!plan.goesOn(after: attempts(.failed, .timedOut), of: failed))
    let hung = row("a", .timedOut)
    #expect(plan.goesOn(after: attempts(.timedOut), of: hung))
    #expect(!plan.goesOn(after: attempts(.timedOut, .failed), of: hung))
    #expect(!RepetitionPlan(times: 0).goesOn(after: attempts(.failed), of: failed))
  }
}

/// Tests that are repeated, in processes that are played.
@Suite struct RepetitionTests {
  private typealias Scene = PlayedProcesses.Scene

  private static func console(_ test: String, passes: Bool, fails: Int) -> [UInt8] {
    let failure =
      passes ? "" : "/lab/Crash/Tests/T/S.swift:4: error: S.\(test) : XCTAssertTrue failed - \n"
    let end = passes ? "passed" : "failed"
    let sum = "Executed 1 test, with \(fails) failure\(fails == 1 ? "" : "s") (0 unexpected)"
    return Array(
      """
      Test Suite 'Selected tests' started at 2026-11-20 07:06:48.973
      Test Suite 'S' started at 2026-11-20 07:06:48.974
      Test Case 'S.\(test)' started at 2026-11-20 07:06:48.974
      \(failure)Test Case 'S.\(test)' \(end) (0.001 seconds)
      Test Suite 'S' \(end) at 2026-11-20 07:06:48.975
      \t \(sum) in 0.001 (0.001) seconds
      Test Suite 'Selected tests' \(end) at 2026-11-20 07:06:48.975
      \t \(sum) in 0.001 (0.001) seconds

      """.utf8)
  }

  /// A package of one test that fails so often before it passes.
  private func run(
    failures: Int, repetitions: Int, ending: Ending? = nil
  ) throws -> (row: TestCase, run: PlayedRun) {
    let count = Mutex(0)
    let run = try PlayedRun(repetitions: repetitions) { command in
      if command.arguments == ["--list-tests"] { return Scene(printed: Captured.list(["T.S/testA"])) }
      if command.arguments.first == "--testing-library" { return Scene() }
      let turn = count.withLock { count in
        count += 1
        return count
      }
      let passes = turn > failures
      return Scene(
        printed: Self.console("testA", passes: passes, fails: passes ? 0 : 1),
        ending: passes ? ending ?? .exited(0) : .exited(1))
    }
    let (ledger, stop) = run.perform()
    #expect(stop == nil)
    for sentence in ledger.notes { run.workbench.note(sentence) }
    return (try #require(ledger.cases.first), run)
  }

  @Test("one that fails and then passes alone in the same build is flaky, each attempt with how it went")
  func flaky() throws {
    let (row, run) = try run(failures: 2, repetitions: 2)
    defer { run.scratch.remove() }
    #expect(row.outcome == .flaky && row.failures.count == 1)
    #expect(row.attempts.map(\.outcome) == [.failed, .failed, .passed])
    #expect(row.attempts.map(\.failures.count) == [1, 1, 0])
    let asked = run.processes.commands.map(\.arguments).filter { $0.first == "T.S" }
    #expect(asked.count == 2)
    let profiles = run.processes.commands.compactMap { $0.environment["LLVM_PROFILE_FILE"] }
    #expect(profiles.suffix(2).allSatisfy { $0.contains("/scratch/repeated/") })
    let told = run.progress.compactMap { if case .test(_, let outcome, _) = $0 { outcome } else { nil } }
    #expect(told == [.failed, .flaky])
    #expect(run.progress.contains(.repeating(1)))
  }

  @Test("one that fails each time stays failed, and nothing is repeated where nobody wants it")
  func failed() throws {
    let (always, run) = try run(failures: 9, repetitions: 2)
    defer { run.scratch.remove() }
    #expect(always.outcome == .failed && always.attempts.map(\.outcome) == [.failed, .failed, .failed])
    let (once, other) = try self.run(failures: 1, repetitions: 0)
    defer { other.scratch.remove() }
    #expect(once.outcome == .failed && once.attempts.isEmpty)
  }

  @Test("one that closes its output is not blamed for the hang of another: nothing tells how it ended")
  func closed() throws {
    let script = """
      case "$1" in
      --list-tests) printf 'Listing 2 tests in x:\\n\\nT.A/testOne\\nT.A/testTwo\\n'; exit;;
      --testing-library) exit;;
      esac
      echo "Test Suite 'Selected tests' started at 2026-11-20 09:23:37.391"
      echo "Test Suite 'A' started at 2026-11-20 09:23:37.391"
      if [ "$1" = T.A/testTwo ]; then
        echo "Test Case 'A.testTwo' started at 2026-11-20 09:23:37.391"
        sleep 290
        exit
      fi
      echo "Test Case 'A.testOne' started at 2026-11-20 09:23:37.391"
      exec 1>&- 2>&-
      [ "$1" = T.A/testOne ] || sleep 290
      sleep 3
      """
    let run = try PlayedRun(script: script, repetitions: 1) { $0.settings.tests.timeoutSeconds = 12 }
    defer { run.scratch.remove() }
    let ledger = run.perform().ledger
    #expect(ledger.cases.map(\.outcome) == [.notRun, .timedOut])
    let words = "T.A/testOne left standard output redirected or closed, so that nothing tells how it ended"
    #expect(ledger.doubts == [words])
  }

  @Test("where its process ends badly after it passed, nothing is proven")
  func oddEnd() throws {
    let (row, run) = try run(failures: 1, repetitions: 2, ending: .signaled(6))
    defer { run.scratch.remove() }
    #expect(row.outcome == .failed && row.attempts.isEmpty)
    #expect(run.workbench.notes.all.contains { $0.contains("passed, which proves nothing") })
  }
}
