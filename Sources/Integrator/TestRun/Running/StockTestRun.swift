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
    let list = try listXCTests()
    let announced = list ?? []
    ledger.announce(announced.map(\.asCase))
    let events = workbench.folder.scratch + "/events.jsonl"
    let log = LogPart(workbench.log, isItsTurn: true)
    let cores = Processors.count
    let observer = TestObserver(
      console: XCTestConsole(announced: announced, sources: sources),
      stream: FollowedStream(events, sources: sources, cores: cores, at: workbench),
      log: log,
      timeoutSeconds: workbench.settings.tests.timeoutSeconds, cores: cores, isOfTests: false)
    let arguments =
      ["test", "--skip-build", "--event-stream-output-path", events]
      + sharedArguments + workbench.settings.tests.filterArguments
    log.write(line: "$ " + ShellWord.line(["swift"] + arguments))
    let place = workbench.left.place(workbench.folder.scratch + "/artifacts/stock")
    defer {
      workbench.left.collect(
        from: place, attempt: 0,
        FileOwners(observer.cases, moments: observer.moments, grain: place?.grain))
    }
    let end: ProcessEnd
    do {
      end = try workbench.run(
        Command(
          executable: toolchain.swift, arguments: arguments,
          environment: workbench.testEnvironment(
            adding: [
              "SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED": "1", "BOTHY_ARTIFACTS": place?.path ?? "",
            ]),
          folder: workbench.packageFolder, outputs: .terminal), observer: observer)
    } catch PhaseStop.canceled {
      observer.finish()
      ledger.take(observer.cases)
      throw PhaseStop.canceled
    }
    observer.finish()
    judge(observer, end, log, &ledger)
    if workbench.settings.tests.repeat > 0, ledger.cases.contains(where: \.outcome.isFailure) {
      ledger.note("What failed was not repeated, because the test program cannot be run directly.")
    }
    listen(observer, end, hasList: list != nil, &ledger)
    for sentence in ledger.notes { workbench.note(sentence) }
    if end.stopped == .time { throw PhaseStop.limit(workbench.limitSentence) }
  }

  private func judge(
    _ observer: TestObserver, _ end: ProcessEnd, _ log: LogPart, _ ledger: inout TestLedger
  ) {
    if observer.clock.stall != nil {
      ledger.doubt(
        "of the tests that ran side by side nothing more was told, and which one hung is not known")
    }
    ledger.take(observer.cases)
    let looseIssues = observer.stream?.events.looseIssues ?? []
    ledger.add(looseIssues: looseIssues)
    let unfinished = observer.console?.unfinished
    let died = end.stopped != nil || unfinished != nil || !observer.sideBySide.isEmpty
    let cases = observer.cases
    let blame = blame(observer, end)
    for id in (unfinished.map { [$0] } ?? []) + culprits(observer, end, blame.crash, cases) {
      guard let row = cases.last(where: { $0.id == id }) else { continue }
      let blamed = blame.put(on: row, openArguments: observer.openArguments(of: id))
      ledger.record(blamed)
      log.tell(blamed: blamed)
    }
    if died {
      ledger.doubt("swift test \(end.words) before all tests had run, and it can't go on")
    } else {
      let failed = ledger.cases.contains { $0.outcome.isFailure } || !looseIssues.isEmpty
      switch end.ending {
      case .exited(0) where !failed, .exited(1) where failed: break
      case .exited(0): ledger.addOddEnd("swift test exited with status 0 although tests failed")
      case .exited, .signaled:
        ledger.doubt("swift test \(end.words), and no test that failed explains it")
      }
    }
    observer.stream?.tellLosses(died: died, in: &ledger)
    if let console = observer.console { ledger.compareCounts(of: console) }
  }

  /// Which of the libraries never told what it has.
  private func listen(
    _ observer: TestObserver, _ end: ProcessEnd, hasList: Bool, _ ledger: inout TestLedger
  ) {
    var words = LastWords(
      end: end, limit: workbench.limitWords(end.stopped), dyingSignal: observer.clock.dyingSignal,
      crash: CrashReport.read(text: observer.tail, sources: sources), fatalErrors: observer.fatalErrors())
    words.process = "swift test"
    if !hasList, let console = observer.console, console.executedLine == nil {
      ledger.silence(.xctest, words.silence(of: .xctest, told: console.cases.count))
    }
    if let stream = observer.stream, stream.hasFile, !stream.events.runStarted {
      ledger.silence(.swiftTesting, words.silence(of: .swiftTesting, told: stream.events.cases.count))
    }
    LastTests(workbench: workbench).standIn(in: &ledger)
  }

  private func blame(_ observer: TestObserver, _ end: ProcessEnd) -> Blame {
    var blame = Blame(end: end, limit: workbench.limitWords(end.stopped))
    blame.overdue = Set(observer.clock.overdue)
    blame.dyingSignal = observer.clock.dyingSignal
    blame.crash = CrashReport.read(text: observer.tail, sources: sources)
    blame.fatalErrors = observer.fatalErrors()
    blame.process = "swift test"
    blame.sources = sources
    return blame
  }

  /// Of the tests that ran side by side, those that ran too long, or the one that the backtrace names.
  private func culprits(
    _ observer: TestObserver, _ end: ProcessEnd, _ crash: TestCrash?, _ cases: [TestCase]
  ) -> [TestID] {
    let running = observer.sideBySide
    let overdue = running.filter { observer.clock.overdue.contains($0) }
    if observer.clock.stall != nil { return [] }
    if running.count < 2 || (end.stopped != nil && observer.clock.overdue.isEmpty) { return running }
    if !overdue.isEmpty { return overdue }
    guard let crash else { return [] }
    let named = CrashReport.suspects(crash, among: cases.filter { running.contains($0.id) })
    return named.count == 1 ? named : []
  }

  /// XCTest's console names no module, so that its tests are asked for first.
  private func listXCTests() throws -> [TestList.Entry]? {
    let (end, said) = try workbench.ask(
      toolchain.swift, ["test", "list", "--skip-build"] + sharedArguments, in: workbench.packageFolder,
      environment: workbench.testEnvironment(), limit: 64 << 20)
    guard end.ending == .exited(0) else { return nil }
    return TestList.read(said.output).entries.filter { workbench.settings.tests.admits($0.id) }
  }
}
