import Foundation
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
}
