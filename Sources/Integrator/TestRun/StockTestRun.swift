import Files
import Formats
import Foundation
import Model
import Processes
import Words

/// `swift test` itself, for a test program whose layout Bothy does not know. It can't go on after a crash.
struct StockTestRun {
  let workbench: Workbench
  let toolchain: Toolchain
  let sources: SourceMap
  let sharedArguments: [String]

  func perform(into ledger: inout TestLedger) throws {
    workbench.note(
      "The test program is not where swift build used to put it, so the tests were run by `swift test`, "
        + "which ends at the first crash.")
    try makeFolder(workbench.folder.scratch)
    let announced = try listXCTests()
    ledger.announce(announced.map(\.asCase))
    let events = workbench.folder.scratch + "/events.jsonl"
    let observer = StockObserver(
      console: XCTestConsole(announced: announced, sources: sources), stream: EventStream(sources: sources),
      file: events, log: workbench.log, timeoutSeconds: workbench.settings.tests.timeoutSeconds,
      secrets: workbench.secrets.printed)
    let arguments =
      ["test", "--skip-build", "--event-stream-output-path", events]
      + sharedArguments + TestFilter(workbench.settings.tests).arguments
    workbench.log.write(line: "$ " + ShellWord.line(["swift"] + arguments))
    let end: ProcessEnd
    do {
      end = try workbench.run(
        Command(
          executable: toolchain.swift, arguments: arguments,
          environment: workbench.environment(adding: ["SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED": "1"]),
          folder: workbench.packageFolder, outputs: .terminal), observer: observer)
    } catch PhaseStop.canceled {
      observer.finish()
      record(observer, in: &ledger)
      throw PhaseStop.canceled
    }
    observer.finish()
    judge(observer, end, &ledger)
    if end.stopped == .time { throw PhaseStop.limit(workbench.limitSentence) }
  }

  private func record(_ observer: StockObserver, in ledger: inout TestLedger) {
    let cases = observer.console.cases + observer.stream.cases
    ledger.announce(cases.map(\.unrun))
    for row in cases where row.outcome != .notRun { ledger.record(row) }
  }

  private func judge(_ observer: StockObserver, _ end: ProcessEnd, _ ledger: inout TestLedger) {
    record(observer, in: &ledger)
    let console = observer.console
    let cases = console.cases + observer.stream.cases
    ledger.looseIssues = observer.stream.looseIssues
    for issue in ledger.looseIssues {
      ledger.addOddEnd("an issue was recorded outside of every test: \(issue.message)")
    }
    let sideBySide = observer.stream.running.keys.sorted()
    var running = (console.unfinished.map { [$0] } ?? []) + sideBySide
    if sideBySide.count > 1, end.stopped == nil || !observer.clock.overdue.isEmpty {
      running = suspects(observer, cases)
    }
    for id in running { blame(id, in: &ledger, cases, end, observer) }
    if end.stopped != nil || console.unfinished != nil || !sideBySide.isEmpty {
      ledger.doubt("swift test \(end.words) before all tests had run, and it can't go on")
    } else {
      crossCheck(&ledger, end)
    }
  }

  /// XCTest's console names no module, so that its tests are asked for first.
  private func listXCTests() throws -> [TestList.Entry] {
    let collector = Collector(limit: 64 << 20)
    let end = try workbench.run(
      Command(
        executable: toolchain.swift, arguments: ["test", "list", "--skip-build"] + sharedArguments,
        environment: workbench.environment(), folder: workbench.packageFolder, outputs: .pipes),
      observer: collector)
    guard end.ending == .exited(0) else { return [] }
    let filter = TestFilter(workbench.settings.tests)
    return TestList.read(collector.output).entries.filter { filter.admits($0.id) }
  }

  /// Of the tests that ran side by side, those that ran too long, or the one that the backtrace names.
  private func suspects(_ observer: StockObserver, _ cases: [TestCase]) -> [TestID] {
    let running = observer.stream.running.keys.sorted()
    let overdue = running.filter { observer.clock.overdue.contains($0) }
    if !overdue.isEmpty { return overdue }
    guard let crash = CrashReport.read(text: observer.tail, sources: sources) else { return [] }
    let named = CrashReport.suspects(crash, among: cases.filter { running.contains($0.id) })
    return named.count == 1 ? named : []
  }

  private func blame(
    _ id: TestID, in ledger: inout TestLedger, _ cases: [TestCase], _ end: ProcessEnd,
    _ observer: StockObserver
  ) {
    guard var row = cases.last(where: { $0.id == id }) else { return }
    if observer.clock.overdue.contains(id) || end.stopped == .silence || end.stopped == .time {
      row.outcome = .timedOut
      row.failures.append(
        TestFailure(
          message: "Timed out and was ended by Bothy", file: row.file, line: row.line, kind: .timeout))
    } else {
      row.outcome = .crashed
      var crash =
        CrashReport.read(text: observer.tail, sources: sources)
        ?? TestCrash(
          signal: end.signalName, message: "The test process ended in the middle of this test", file: nil,
          line: nil, frames: [])
      let said = String(decoding: observer.tail, as: UTF8.self).split(whereSeparator: \.isNewline).filter {
        line in
        FatalErrorSentence.beginnings.contains { line.contains($0) }
      }
      if let sentence = FatalErrorSentence.choose(said.map { String($0) }, for: crash) {
        crash.message = sentence
      }
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
  private var masking: MaskingStream
  private let log: Log
  private(set) var clock: TestClock
  /// What was printed last: a backtrace, when there is one.
  private(set) var tail: [UInt8] = []
  private static let tailLimit = 1 << 20

  init(
    console: XCTestConsole, stream: EventStream, file: String, log: Log, timeoutSeconds: Double,
    secrets: [[UInt8]]
  ) {
    masking = MaskingStream(secrets)
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
    tail.append(contentsOf: bytes)
    if tail.count > 2 * Self.tailLimit { tail.removeFirst(tail.count - Self.tailLimit) }
    log.tell(console.takeEvents())
  }

  func check(elapsed: Double) -> String? {
    file.readNew { bytes in masking.add(bytes) { stream.read($0) } }
    log.tell(stream.takeEvents())
    let running = (console.running.map { [$0] } ?? []) + Array(stream.running.keys)
    return clock.check(running, elapsed: elapsed)
  }

  func finish() {
    console.finish()
    file.readNew { bytes in masking.add(bytes) { stream.read($0) } }
    masking.finish { stream.read($0) }
    stream.finish()
    log.tell(console.takeEvents() + stream.takeEvents())
  }
}
