import Formats
import Foundation
import Model
import Processes
import Testing

@testable import Integrator

/// A thread crashes, and the signals with which the runtime stops the others let its test go on to its end.
@Suite("A test that ends while its process dies of it")
struct StruckTests {
  private static let moment = "at 2026-11-20 09:51:27.446"
  private static let address = "0x7fdf7c2f9361"

  private static func lines(_ test: String, _ inside: String = "", ends: Bool = true) -> String {
    "Test Case 'A.\(test)' started \(moment)\n\(inside)"
      + (ends ? "Test Case 'A.\(test)' passed (0.1 seconds)\n" : "")
  }

  private static func words(at address: String) -> String {
    "Crasher/Crasher.swift:6: Fatal error: a message\nof two lines\n\n"
      + "*** Signal 4: Backtracing from \(address)... done ***\n\n"
  }

  /// What is printed first; each test alone passes.
  private static func run(
    _ printed: String, _ ending: Ending, report: [UInt8] = Captured.bytes("crash-testFatal.json")
  ) throws -> (TestLedger, [[String]]) {
    let lead = "Test Suite 'Selected tests' started \(moment)\nTest Suite 'A' started \(moment)\n"
    let run = try PlayedRun { command in
      let arguments = command.arguments
      if arguments == ["--list-tests"] {
        return PlayedProcesses.Scene(printed: Captured.list(["M.A/testOne", "M.A/testTwo"]))
      }
      guard !arguments.contains("swift-testing") else { return PlayedProcesses.Scene() }
      if arguments == ["M.A/testTwo"] {
        let ends = ["A", "Selected tests"].map { name in
          "Test Suite '\(name)' passed \(moment)\n"
            + "\t Executed 1 test, with 0 failures (0 unexpected) in 0.1 (0.1) seconds\n"
        }
        return PlayedProcesses.Scene(printed: Array((lead + lines("testTwo") + ends.joined()).utf8))
      }
      return PlayedProcesses.Scene(
        printed: Array((lead + printed).utf8), report: report, ending: ending)
    }
    defer { run.scratch.remove() }
    return (run.perform().ledger, run.processes.commands.map(\.arguments))
  }

  @Test(
    "it crashed, whatever it says in the end, and what had begun after it runs again",
    arguments: [
      (lines("testTwo", ends: false), Ending.signaled(SIGILL)), ("", .signaled(SIGILL)),
      (lines("testTwo"), .signaled(SIGILL)), (lines("testTwo"), .exited(1)), (lines("testTwo"), .exited(0)),
    ])
  func struck(after: String, ending: Ending) throws {
    let (ledger, commands) = try Self.run(
      Self.lines("testOne", Self.words(at: Self.address)) + after, ending)
    #expect(ledger.cases.map(\.outcome) == [.crashed, .passed])
    #expect(ledger.cases.first?.crash?.message == "Fatal error: a message\nof two lines")
    #expect(ledger.cases.first?.crash?.signal == "SIGILL")
    #expect(ledger.oddEnds.isEmpty && ledger.doubts.isEmpty)
    #expect(commands.contains(["M.A/testTwo"]) == !after.contains("passed"))
  }

  @Test("of a signal that a thread raised the place is where it stood, and no sentence of another's is its")
  func raised() throws {
    let report = """
      {"description": "Aborted", "faultAddress": "0x00000000000013f5", "threads": [{"crashed": true,
      "frames": [{"kind": "programCounter", "address": "0x00007fdf7c2f9361", "symbol": "abort"}]}]}
      """
    let notice =
      "Child/main.swift:6: Fatal error: of a child\n*** Signal 6: Backtracing from \(Self.address)...\n"
    let (ledger, _) = try Self.run(
      Self.lines("testOne", notice), .signaled(SIGABRT), report: Array(report.utf8))
    #expect(ledger.cases.map(\.outcome) == [.crashed, .passed])
    #expect(ledger.cases.first?.crash?.message == "Aborted")
    #expect(ledger.cases.first?.crash?.signal == "SIGABRT")
  }

  @Test("a test that survived a signal is not the one in which another one ended the process")
  func survived() throws {
    let report = """
      {"description": "Aborted", "faultAddress": "0x00000000000013f5", "threads": [{"crashed": true,
      "frames": [{"kind": "programCounter", "address": "0x00007fdf7c2f9361", "symbol": "abort"}]}]}
      """
    let notice = "*** Signal 6: Backtracing from \(Self.address)... done ***\n"
    let (ledger, _) = try Self.run(
      Self.lines("testOne", notice) + Self.lines("testTwo", ends: false), .signaled(SIGBUS),
      report: Array(report.utf8))
    #expect(ledger.cases.map(\.outcome) == [.passed, .crashed])
    #expect(ledger.cases.last?.crash?.signal == "SIGBUS")
  }

  @Test("what C++ says of an exception that nobody caught is a sentence, with the exception's own words")
  func exception() throws {
    let lines = ["terminate called after throwing an instance of 'std::runtime_error'", "  what():  seven"]
    let bench = try SmallWorld().bench()
    let observer = TestObserver(log: LogPart(bench.log, isItsTurn: true), timeoutSeconds: 9)
    let printed = (["  what():  of none"] + lines + ["another line", ""]).joined(separator: "\n")
    Array(printed.utf8).withUnsafeBytes { observer.received($0, from: .standardError) }
    #expect(observer.fatalErrors() == [lines.joined(separator: "\n")])
    let crash = TestCrash(signal: "SIGABRT", message: "Aborted", file: nil, line: nil, frames: [])
    #expect(FatalErrorSentence.choose(observer.fatalErrors(), for: crash) == observer.fatalErrors()[0])
  }

  @Test("a sentence that a child said before it crashed is not what stopped its parent")
  func childs() throws {
    let printed = Self.words(at: "0x99") + "Fatal error: mine\n"
    let bench = try SmallWorld().bench()
    let observer = TestObserver(log: LogPart(bench.log, isItsTurn: true), timeoutSeconds: 9)
    Array(printed.utf8).withUnsafeBytes { observer.received($0, from: .standardError) }
    #expect(observer.fatalErrors { $0 == 0x99 } == ["Fatal error: mine"])
    #expect(observer.fatalErrors { $0 == 0x98 }.count == 2)
    let lead = "Test Suite 'A' started \(Self.moment)\n"
    var console = XCTestConsole(announced: [], sources: SourceMap(packageFolder: "/p", targets: []))
    Array((lead + Self.lines("testOne", Self.words(at: "0x99"), ends: false)).utf8).withUnsafeBytes {
      console.read($0)
    }
    #expect(console.lastFatalError { $0 == 0x99 } == nil)
    #expect(console.lastFatalError { _ in false }?.contains("a message") == true)
  }

  @Test("what another process printed in it, or it itself, brings down no test that ended")
  func other() throws {
    let (ledger, _) = try Self.run(
      Self.lines("testOne", Self.words(at: "0x1234")) + Self.lines("testTwo"), .signaled(SIGILL))
    #expect(ledger.cases.map(\.outcome) == [.passed, .passed])
    #expect(ledger.oddEnds.count == 1)
  }

  /// As the runtime reports it: the thread that crashed stands in a test's body.
  private static func report(in function: String) -> [UInt8] {
    Array(
      """
      {"description": "Illegal instruction", "faultAddress": "\(address)", "threads": [{"crashed": true,
      "frames": [{"kind": "programCounter", "address": "\(address)", "symbol": "\(function)"}]}]}
      """.utf8)
  }

  @Test(
    "one in whose body it crashed crashed, though it said itself that it had ended",
    arguments: ["", lines("testTwo")])
  func forged(after: String) throws {
    let (ledger, _) = try Self.run(
      Self.lines("testOne") + after, .signaled(SIGILL), report: Self.report(in: "A.testOne()"))
    #expect(ledger.cases.map(\.outcome) == [.crashed, .passed], "\(ledger.oddEnds)")
    #expect(ledger.oddEnds.isEmpty && ledger.doubts.isEmpty, "\(ledger.oddEnds)")
  }

  @Test("a death between two tests of a class is neither's, and the other runs again")
  func betweenTests() throws {
    let (ledger, commands) = try Self.run(
      Self.lines("testOne"), .signaled(SIGKILL), report: Self.report(in: "elsewhere()"))
    #expect(ledger.cases.map(\.outcome) == [.passed, .passed])
    #expect(commands.contains(["M.A/testTwo"]))
    let words =
      "after M.A/testOne had ended, and before another test of A began, the test process was ended by SIGKILL"
    #expect(ledger.oddEnds.first?.hasPrefix(words) == true, "\(ledger.oddEnds)")
  }

  @Test("what crashes while a class is torn down is no test's that begins before its process has died")
  func between() throws {
    let (ledger, commands) = try Self.run(
      Self.lines("testOne") + Self.words(at: Self.address) + Self.lines("testTwo", ends: false),
      .signaled(SIGILL))
    #expect(ledger.cases.map(\.outcome) == [.passed, .passed])
    #expect(ledger.oddEnds.count == 1 && commands.contains(["M.A/testTwo"]))
    let words =
      "while no test ran, in the set-up or tear-down of A, the test process was ended by SIGILL: Fatal"
    #expect(ledger.oddEnds.first?.hasPrefix(words) == true, "\(ledger.oddEnds)")
  }
}
