import Formats
import Foundation
import Model
import Processes
import Testing

@testable import Integrator

/// What the libraries print of their own accord beside the results that they tell.
@Suite("The words of the two libraries")
struct LibraryWordsTests {
  @Test("are not taken for the words of a process that aborts when all its tests have ended")
  func aborted() throws {
    let run = try PlayedRun { command in
      let asksForList = command.arguments == ["--list-tests"]
      if asksForList { return .init(printed: Captured.list(["M.A/testOne", "M.A/testTwo"])) }
      let isOther = command.arguments.contains("swift-testing")
      return isOther ? .init() : .init(printed: Array(SmallWorld.console.utf8), ending: .signaled(SIGABRT))
    }
    defer { run.scratch.remove() }
    #expect(run.perform().ledger.oddEnds == ["after its last test, the test process was ended by SIGABRT"])
  }

  @Test(
    "are told from what a program says",
    arguments: [
      ("Test Suite 'A' passed at 2026-11-20 09:51:26.608", true),
      ("Test Case 'A.testOne' passed (0.001 seconds)", true),
      ("\t Executed 2 tests, with 0 failures (0 unexpected) in 0.002 (0.002) seconds", true),
      ("✔ Test run with 2 tests in 1 suite passed after 0.001 seconds.", true),
      ("◇ Suite S started.", true), ("free(): invalid pointer", false), ("Executed 2 statements", false),
      ("\t Executed 2 tests, with no luck", false), ("✔ All is well", false),
    ])
  func lines(line: String, isOne: Bool) { #expect(LibraryWords.isOne(line) == isOne) }

  /// Of the captured stream one test, which closes the stream's file.
  private func closing(printed: String, _ ending: Ending) throws -> TestLedger {
    let run = try PlayedRun { command in
      if TestRunTests.isList(command) { return .init(printed: Captured.list([])) }
      return .init(
        printed: Array(printed.utf8), stream: TestRunTests.stream(of: ["^StreamTests.free"], upToEnd: false),
        ending: ending)
    }
    defer { run.scratch.remove() }
    let ledger = run.perform().ledger
    #expect(run.processes.commands.filter(TestRunTests.isSwiftTesting).count == 1)
    return ledger
  }

  @Test(
    "tell of a process that lost its event stream and came to its own end that none of its tests died",
    arguments: [("passed", Ending.exited(0)), ("failed", .exited(1))])
  func lostStream(word: String, ending: Ending) throws {
    let said = "left: ✔ Test run with 1 test in 0 suites \(word) after 0.001 seconds.\n"
    let ledger = try closing(printed: said, ending)
    #expect(ledger.cases.map(\.outcome) == [.notRun])
    let told = try #require(ledger.untold.first)
    #expect(ledger.untold.count == 1 && ledger.oddEnds.isEmpty)
    #expect(told.hasPrefix("Swift Testing's event stream broke off before the run ended"), "\(told)")
    #expect(told.contains("said \"Test run with 1 test in 0 suites \(word)\" and \(end(ending))"), "\(told)")
    #expect(told.hasSuffix("these ran then: StreamTests.free()"), "\(told)")
  }

  private func end(_ ending: Ending) -> String {
    ending == .exited(0) ? "exited with status 0" : "exited with status 1"
  }

  @Test(
    "cannot make a death of a test anything else",
    arguments: [
      ("", Ending.exited(0)),
      ("✔ Test run with 1 test in 0 suites passed after 0.001 seconds.\n", .signaled(SIGILL)),
      ("✔ Test run with 1 test in 0 suites passed after 0.001 seconds.\n", .exited(3)),
    ])
  func died(printed: String, ending: Ending) throws {
    let ledger = try closing(printed: printed, ending)
    #expect(ledger.cases.map(\.outcome) == [.crashed])
  }
}
