import Files
import Formats
import Foundation
import Model
import Processes

/// `swift test` itself, for a test program whose layout Bothy does not know. It can't go on after a crash.
struct StockTestRun {
  let workbench: Workbench
  let toolchain: Toolchain
  let sources: SourceMap
  let sharedArguments: [String]

  func perform() throws -> TestLedger {
    workbench.note(
      "The test program is not where swift build used to put it, so the tests were run by `swift test`, "
        + "which ends at the first crash.")
    var ledger = TestLedger()
    try makeFolder(workbench.folder.scratch)
    let events = workbench.folder.scratch + "/events.jsonl"
    let observer = StockObserver(
      console: XCTestConsole(announced: [], sources: sources), stream: EventStream(sources: sources),
      file: events, log: workbench.log, timeoutSeconds: workbench.settings.tests.timeoutSeconds)
    let arguments =
      ["test", "--skip-build", "--event-stream-output-path", events]
      + sharedArguments + TestFilter(workbench.settings.tests).arguments
    workbench.log.write(line: "$ swift " + ShellText.quoted(arguments))
    let end = try workbench.run(
      Command(
        executable: toolchain.swift, arguments: arguments,
        environment: workbench.environment(adding: ["SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED": "1"]),
        folder: workbench.packageFolder, outputs: .terminal), observer: observer)
    observer.finish()
    let console = observer.console
    let cases = console.cases + observer.stream.cases
    ledger.announce(cases.map(\.unrun))
    for row in cases where row.outcome != .notRun { ledger.record(row) }
    ledger.looseIssues = observer.stream.looseIssues
    for issue in ledger.looseIssues {
      ledger.addOddEnd("an issue was recorded outside of every test: \(issue.message)")
    }
    let running = (console.unfinished.map { [$0] } ?? []) + observer.stream.running.keys.sorted()
    for id in running { blame(id, in: &ledger, cases, end, isOverdue: observer.clock.overdue.contains(id)) }
    if end.stopped != nil || console.unfinished != nil {
      ledger.doubt("swift test \(end.words) before all tests had run, and it can't go on")
    } else {
      crossCheck(&ledger, end)
    }
    if end.stopped == .time { throw PhaseStop.limit(workbench.limitSentence) }
    return ledger
  }

  private func blame(
    _ id: TestID, in ledger: inout TestLedger, _ cases: [TestCase], _ end: ProcessEnd, isOverdue: Bool
  ) {
    guard var row = cases.last(where: { $0.id == id }) else { return }
    if isOverdue || end.stopped == .silence || end.stopped == .time {
      row.outcome = .timedOut
      row.failures.append(
        TestFailure(
          message: "Timed out and was ended by Bothy", file: row.file, line: row.line, kind: .timeout))
    } else {
      row.outcome = .crashed
      let text = Array((row.output ?? "").utf8)
      let crash =
        CrashReport.read(text: text, sources: sources)
        ?? TestCrash(
          signal: end.signalName, message: "The test process ended in the middle of this test", file: nil,
          line: nil, frames: [])
      row.crash = crash
      row.failures.append(
        TestFailure(message: crash.message, file: crash.file, line: crash.line, kind: .crash))
    }
    ledger.record(row)
    workbench.log.tell(blamed: row)
  }

  private func crossCheck(_ ledger: inout TestLedger, _ end: ProcessEnd) {
    let failed = ledger.cases.contains { $0.outcome.isFailure } || !ledger.looseIssues.isEmpty
    switch end.ending {
    case .exited(0) where !failed, .exited(1) where failed: break
    case .exited(0): ledger.addOddEnd("swift test exited with status 0 although tests failed")
    default: ledger.doubt("swift test \(end.words), and no test that failed explains it")
    }
  }
}

/// Follows `swift test`: XCTest's console and Swift Testing's stream at once.
private final class StockObserver: ProcessObserver {
  var console: XCTestConsole
  var stream: EventStream
  private let file: FollowedFile
  private let log: Log
  private(set) var clock: TestClock

  init(console: XCTestConsole, stream: EventStream, file: String, log: Log, timeoutSeconds: Double) {
    self.console = console
    self.stream = stream
    self.file = FollowedFile(file)
    self.log = log
    clock = TestClock(timeoutSeconds: timeoutSeconds)
  }

  func started(_ process: StartedProcess) { clock.start(process) }

  func received(_ bytes: UnsafeRawBufferPointer, from output: Processes.OutputStream) {
    log.write(bytes)
    clock.listen(bytes)
    console.read(bytes)
    log.tell(console.takeEvents())
  }

  func check(elapsed: Double) -> String? {
    file.readNew { stream.read($0) }
    log.tell(stream.takeEvents())
    let running = (console.running.map { [$0] } ?? []) + Array(stream.running.keys)
    return clock.check(running, elapsed: elapsed)
  }

  func finish() {
    console.finish()
    file.readNew { stream.read($0) }
    stream.finish()
    log.tell(console.takeEvents() + stream.takeEvents())
  }
}
