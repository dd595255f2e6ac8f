import Formats
import Foundation
import Model
import Processes
import Testing

@testable import Integrator

/// Whole test runs of which a process ends, hangs or speaks otherwise than it should.
@Suite struct ProcessEndTests {
  private typealias Scene = PlayedProcesses.Scene

  private static func console(_ lines: [String]) -> [UInt8] {
    let time = " started at 2026-11-20 09:51:26.605"
    return Array(
      lines.map { line in
        let parts = line.split(separator: " ").map(String.init)
        switch parts[0] {
        case "suite": return "Test Suite '\(parts[1...].joined(separator: " "))'\(time)\n"
        case "end": return "Test Suite '\(parts[1])' passed at 2026-11-20 09:51:26.608\n"
        case "all":
          return "Test Suite 'All tests' passed at 2026-11-20 09:51:26.608\n\t Executed \(parts[1]) tests, "
            + "with 0 failures (0 unexpected) in 0.002 (0.002) seconds\n"
        case "test": return "Test Case '\(parts[1])'\(time)\nTest Case '\(parts[1])' passed (0.001 seconds)\n"
        default: return line + "\n"
        }
      }.joined().utf8)
  }

  @Test("a class whose set-up hangs is stopped once, its tests are told so, and the rest runs")
  func hangingSetUp() throws {
    let names = ["M.A/testOne", "M.B/testOne", "M.B/testTwo", "M.C/testOne"]
    let run = try PlayedRun { command in
      if TestRunTests.isList(command) { return Scene(printed: Captured.list(names)) }
      if TestRunTests.isSwiftTesting(command) { return Scene(stream: TestRunTests.stream(of: [])) }
      if command.arguments.isEmpty {
        let printed = Self.console(
          ["suite All tests", "suite debug.xctest", "suite A", "test A.testOne", "end A", "suite B", "noise"])
        return Scene(printed: printed, looks: [0.05, 59, 61, 70])
      }
      return Scene(
        printed: Self.console(
          ["suite All tests", "suite debug.xctest", "suite C", "test C.testOne", "end C", "all 1"]))
    }
    defer { run.scratch.remove() }
    let (ledger, stop) = run.perform()
    #expect(stop == nil && run.processes.commands.count == 4)
    #expect(ledger.cases.map(\.outcome) == [.passed, .timedOut, .timedOut, .passed])
    let message =
      "Timed out: the set-up of its class B hung (it ran longer than the limit of 60 s for a test), "
      + "and it was ended by Bothy"
    #expect(ledger.cases[1...2].allSatisfy { $0.failures.map(\.message) == [message] })
    #expect(ledger.doubts.isEmpty && ledger.oddEnds.isEmpty)
  }

  @Test(
    "who had begun a moment before the limit of the whole is not to blame for it, who took most of it is",
    arguments: [(looks: [0.05, 50, 50.1], outcome: TestOutcome.timedOut), ([0.05, 3, 3.1], .notRun)])
  func limitOfTheWhole(looks: [Double], outcome: TestOutcome) throws {
    let names = ["M.A/testOne", "M.A/testTwo"]
    let run = try PlayedRun { command in
      if TestRunTests.isList(command) { return Scene(printed: Captured.list(names)) }
      if TestRunTests.isSwiftTesting(command) { return Scene(stream: TestRunTests.stream(of: [])) }
      let begun = "Test Case 'A.testTwo' started at 2026-11-20 09:51:26.605"
      let lines = ["suite All tests", "suite debug.xctest", "suite A", "test A.testOne", begun]
      return Scene(printed: Self.console(lines), looks: looks, stoppedAtLast: .time)
    }
    defer { run.scratch.remove() }
    let (ledger, stop) = run.perform()
    #expect(stop != nil)
    #expect(ledger.cases.map(\.outcome) == [.passed, outcome])
  }

  @Test("a test that prints another's end hides its failure from nobody who counts: red with a doubt")
  func forgedEnd() throws {
    let time = " started at 2026-11-20 09:51:26.605"
    @Sendable func text(_ tail: String) -> [UInt8] {
      Self.console(["suite All tests", "suite debug.xctest", "suite A"])
        + Array(
          """
          Test Case 'A.testZ'\(time)
          Test Case 'A.testZ' passed (0.001 seconds)
          Test Case 'B.testA'\(time)
          Test Case 'B.testA' passed (0.001 seconds)
          /lab/T.swift:6: error: A.testZ : failed - real
          Test Case 'A.testZ' failed (0.003 seconds)
          Test Suite 'A' failed at 2026-11-20 09:51:26.608
          Test Suite 'B'\(time)
          Test Case 'B.testA'\(time)
          Test Case 'B.testA' passed (0.001 seconds)
          Test Case 'B.testB'\(time)
          \(tail)
          Test Suite 'B' failed at 2026-11-20 09:51:26.608
          Test Suite 'debug.xctest' failed at 2026-11-20 09:51:26.608
          Test Suite 'All tests' failed at 2026-11-20 09:51:26.608
          \t Executed 3 tests, with 2 failures (0 unexpected) in 0.002 (0.002) seconds

          """.utf8)
    }
    func ledger(_ tail: String) throws -> TestLedger {
      let run = try PlayedRun { command in
        if TestRunTests.isList(command) {
          return Scene(printed: Captured.list(["F.A/testZ", "F.B/testA", "F.B/testB"]))
        }
        if TestRunTests.isSwiftTesting(command) { return Scene(stream: TestRunTests.stream(of: [])) }
        return Scene(printed: text(tail), ending: .exited(1))
      }
      defer { run.scratch.remove() }
      return run.perform().ledger
    }
    let fails = "/lab/T.swift:9: error: B.testB : failed - other"
    let red = try ledger(fails + "\nTest Case 'B.testB' failed (0.001 seconds)")
    #expect(red.cases.contains { $0.outcome == .failed })
    // Whatever it makes of the lines, a failure that is missing is told, and takes nothing from the red.
    let seen = red.cases.reduce(0) { $0 + $1.failures.count }
    #expect(red.doubts.isEmpty && red.hidesFailures == (seen != 2))
    let hidden = try ledger("Test Case 'B.testB' passed (0.001 seconds)")
    #expect(hidden.hidesFailures && hidden.doubts.isEmpty)
    #expect(hidden.oddEnds.first?.hasPrefix("XCTest counts 2 failures (0 unexpected), but ") == true)
  }

  @Test("a process that hangs after its last test is told as ended by Bothy, with the reason")
  func hangingAtExit() throws {
    let run = try PlayedRun { command in
      if TestRunTests.isList(command) { return Scene(printed: Captured.list(["M.A/testOne"])) }
      if TestRunTests.isSwiftTesting(command) { return Scene(stream: TestRunTests.stream(of: [])) }
      return Scene(
        printed: Self.console(
          ["suite All tests", "suite debug.xctest", "suite A", "test A.testOne", "end A", "all 1"]),
        stopped: .silence)
    }
    defer { run.scratch.remove() }
    let (ledger, _) = run.perform()
    #expect(ledger.cases.map(\.outcome) == [.passed])
    #expect(
      ledger.oddEnds == [
        "after its last test, the test process was ended by Bothy, as nothing was printed for 15 minutes"
      ])
  }

  @Test("a record of 20 MB costs no test its outcome, and is told as shortened")
  func longRecord() throws {
    let whole = String(decoding: TestRunTests.stream(of: ["^StreamTests.free"]), as: UTF8.self)
    let place = try #require(whole.range(of: "\"name\":\"free()\""))
    let long = String(repeating: "x", count: 20 << 20)
    let text = whole.replacingCharacters(
      in: place, with: "\"name\":\"free()\",\"displayName\":\"\(long)\"")
    let stream = Array(text.utf8)
    let run = try PlayedRun { command in
      TestRunTests.isList(command) ? Scene(printed: Captured.list([])) : Scene(stream: stream)
    }
    defer { run.scratch.remove() }
    let ledger = run.perform().ledger
    #expect(ledger.cases.map(\.outcome) == [.passed] && ledger.oddEnds.isEmpty && ledger.doubts.isEmpty)
    #expect(run.workbench.notes.all.first?.hasPrefix("1 record of Swift Testing's event stream was") == true)
  }

  @Test("a class whose tear-down hangs is told, and the rest runs")
  func hangingTearDown() throws {
    let names = ["M.A/testOne", "M.B/testOne"]
    let run = try PlayedRun { command in
      if TestRunTests.isList(command) { return Scene(printed: Captured.list(names)) }
      if TestRunTests.isSwiftTesting(command) { return Scene(stream: TestRunTests.stream(of: [])) }
      let name = command.arguments.isEmpty ? "A" : "B"
      let lines = ["suite All tests", "suite debug.xctest", "suite \(name)", "test \(name).testOne"]
      return name == "A"
        ? Scene(printed: Self.console(lines), looks: [0.05, 61, 70])
        : Scene(printed: Self.console(lines + ["end B", "all 1"]))
    }
    defer { run.scratch.remove() }
    let (ledger, _) = run.perform()
    #expect(ledger.cases.map(\.outcome) == [.passed, .passed] && run.processes.commands.count == 4)
    #expect(
      ledger.oddEnds == [
        "the test process was ended by Bothy, as the tear-down of the class A hung "
          + "(it ran longer than the limit of 60 s for a test)"
      ])
  }
}
