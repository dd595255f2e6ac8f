import Formats
import Model
import Processes
import Testing

@testable import Integrator

/// Suites of Swift Testing that hang while none of their tests runs.
@Suite struct SuiteHangTests {
  private static let suites = ["T.A": ["a"], "T.B": ["b", "c"]]

  /// What a process says that runs these; `+` begins, `-` ends.
  private static func stream(_ events: String...) -> [UInt8] {
    func line(_ kind: String, _ payload: String) -> String {
      "{\"kind\":\"\(kind)\",\"payload\":{\(payload)}}\n"
    }
    func name(_ id: String) -> String { id.contains("/") ? "\(id)()/S.swift:1:1" : id }
    let tests = suites.sorted { $0.key < $1.key }.flatMap { suite, tests in
      [line("test", "\"kind\":\"suite\",\"id\":\"\(suite)\"")]
        + tests.map { line("test", "\"kind\":\"function\",\"id\":\"\(name("\(suite)/\($0)"))\"") }
    }
    let told = events.map { event in
      let kind = event.hasPrefix("+") ? "testStarted" : "testEnded"
      return line("event", "\"kind\":\"\(kind)\",\"testID\":\"\(name(String(event.dropFirst())))\"")
    }
    let begin = line("event", "\"kind\":\"runStarted\"")
    return Array((tests.joined() + begin + told.joined()).utf8)
  }

  private func perform(_ streams: [[UInt8]]) throws -> (ledger: TestLedger, commands: [[String]]) {
    let left = streams
    let run = try PlayedRun { command in
      if TestRunTests.isList(command) { return .init(printed: Captured.list([])) }
      let isSerial = command.arguments.contains("--no-parallel")
      let isNamed = command.arguments.contains("--filter")
      let which = (isSerial ? 1 : 0) + (isNamed ? 1 : 0)
      return .init(stream: left[min(which, left.count - 1)], stopped: .silence)
    }
    defer { run.scratch.remove() }
    let ledger = run.perform().ledger
    return (ledger, run.processes.commands.map(\.arguments).filter { !$0.contains("--list-tests") })
  }

  private func outcomes(_ ledger: TestLedger) -> [TestID: TestOutcome] {
    Dictionary(ledger.cases.map { ($0.id, $0.outcome) }) { first, _ in first }
  }

  @Test("where one suite hung before its tests these are told as timed out, and nothing runs again")
  func setUp() throws {
    let (ledger, commands) = try perform([
      Self.stream("+T.A", "+T.A/a", "-T.A/a", "-T.A", "+T.B")
    ])
    #expect(outcomes(ledger) == ["T.A/a()": .passed, "T.B/b()": .timedOut, "T.B/c()": .timedOut])
    let why = "the set-up of its suite B hung (nothing was printed for 15 minutes)"
    #expect(
      ledger.cases.last?.failures.map(\.message) == ["Timed out: \(why), and it was ended by Bothy"])
    #expect(commands.count == 1 && ledger.doubts.isEmpty && ledger.oddEnds.isEmpty)
    #expect(ledger.hungBefore == ["T.B/b()", "T.B/c()"])
  }

  @Test("where a suite hung after its tests these passed, and it is said what hung and who ended it")
  func tearDown() throws {
    let (ledger, commands) = try perform([
      Self.stream("+T.A", "+T.A/a", "-T.A/a", "-T.A", "+T.B", "+T.B/b", "-T.B/b", "+T.B/c", "-T.B/c")
    ])
    #expect(ledger.cases.count == 3 && ledger.cases.allSatisfy { $0.outcome == .passed })
    #expect(commands.count == 1)
    #expect(
      ledger.oddEnds == [
        "the Swift Testing process was ended by Bothy, as the tear-down of the suite B hung (nothing was "
          + "printed for 15 minutes)"
      ])
  }

  @Test("of suites that hung side by side the one is told that hangs when they run one after the other")
  func several() throws {
    let (ledger, commands) = try perform([
      Self.stream("+T.A", "+T.B"), Self.stream("+T.A", "+T.A/a", "-T.A/a", "-T.A", "+T.B"),
    ])
    #expect(outcomes(ledger) == ["T.A/a()": .passed, "T.B/b()": .timedOut, "T.B/c()": .timedOut])
    #expect(commands.count == 2 && commands[1].contains("--no-parallel"))
    #expect(ledger.doubts.isEmpty && ledger.oddEnds.isEmpty)
  }
}
