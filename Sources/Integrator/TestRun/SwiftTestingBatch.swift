import Files
import Formats
import Foundation
import Model
import Processes
import Words

/// One process that runs Swift Testing, and the judgement of how it ended.
struct SwiftTestingBatch {
  let run: TestRun
  let batch: Batch
  let number: Int

  private var workbench: Workbench { run.workbench }
  private var streamFile: String { "\(workbench.folder.scratch)/events-\(number).jsonl" }

  func perform() throws -> BatchEnd {
    try makeFolder(workbench.folder.attachments)
    let observer = SwiftTestingObserver(
      stream: EventStream(sources: run.sources), file: streamFile, log: workbench.log,
      timeoutSeconds: run.testSettings.timeoutSeconds,
      knownTests: batch.selection == .all ? run.ledger.order.count : nil,
      secrets: workbench.secrets.printed)
    let arguments = self.arguments
    workbench.log.write(
      line: "$ " + ShellWord.line([(run.program.path as NSString).lastPathComponent] + arguments))
    var environment = try run.environment(batch: number)
    environment["SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED"] = "1"
    let end: ProcessEnd
    do {
      end = try workbench.run(
        Command(
          executable: run.program.path, arguments: arguments, environment: environment,
          folder: workbench.packageFolder, outputs: .terminal), observer: observer)
    } catch PhaseStop.canceled {
      observer.finish()
      record(observer.stream)
      throw PhaseStop.canceled
    }
    observer.finish()
    try? FileManager.default.removeItem(atPath: streamFile)
    return try judge(observer, end)
  }

  private var arguments: [String] {
    var result = [
      "--testing-library", "swift-testing", "--event-stream-output-path", streamFile,
      "--attachments-path", workbench.folder.attachments,
    ]
    switch batch.selection {
    case .all: result += TestFilter(run.testSettings).arguments
    case .only(let tests): result += tests.flatMap { ["--filter", run.patterns[$0] ?? $0.rawValue] }
    }
    if !batch.isParallel { result.append("--no-parallel") }
    return result
  }

  private func judge(_ observer: SwiftTestingObserver, _ end: ProcessEnd) throws -> BatchEnd {
    let stream = observer.stream
    let cases = stream.cases
    run.patterns.merge(stream.filterPatterns) { first, _ in first }
    record(stream)
    var asked = cases.map(\.id)
    if case .only(let tests) = batch.selection { asked = tests }
    var result = BatchEnd(
      batch: batch, asked: asked, decided: Set(cases.filter { $0.outcome != .notRun }.map(\.id)),
      suspects: stream.running.keys.sorted())
    if !stream.runEnded || end.stopped != nil {
      try blame(&result, observer, end, cases)
    } else {
      crossCheck(cases, end)
    }
    for issue in stream.looseIssues {
      run.ledger.looseIssues.append(issue)
      run.ledger.addOddEnd("an issue was recorded outside of every test: \(issue.message)")
    }
    if end.stopped == .time { throw PhaseStop.limit(workbench.limitSentence) }
    return result
  }

  private func record(_ stream: EventStream) {
    run.ledger.announce(stream.cases.map(\.unrun))
    for row in stream.cases where row.outcome != .notRun { run.ledger.record(row) }
  }

  private func blame(
    _ result: inout BatchEnd, _ observer: SwiftTestingObserver, _ end: ProcessEnd, _ cases: [TestCase]
  ) throws {
    let suspects = result.suspects
    let rest = result.asked.filter { !result.decided.contains($0) }
    let overdue = observer.clock.overdue.filter { suspects.contains($0) }
    if end.stopped == .silence || end.stopped == .time {
      result.culprits = Set(suspects)
    } else if !overdue.isEmpty {
      result.culprits = Set(overdue)
    } else if observer.clock.hasAsked {
      workbench.log.write(line: "[What had just begun will run again.]")
    } else if suspects.count == 1 {
      result.culprits = Set(suspects)
    } else if suspects.count > 1, let crash = run.crash(batch: number, output: observer.tail) {
      let named = CrashReport.suspects(crash, among: cases.filter { suspects.contains($0.id) })
      if named.count == 1 { result.culprits = Set(named) }
    } else if suspects.isEmpty, rest.count == 1 {
      result.culprits = Set(rest)
    }
    if let only = result.culprits.first, result.culprits.count == 1, batch.isParallel,
      observer.stream.openArguments(of: only).count > 1
    {
      // Its cases ran side by side: one after the other, they show which one it was.
      result.culprits = []
      result.suspects = [only]
      return
    }
    if suspects.count > 1, result.culprits.isEmpty, !observer.clock.hasAsked {
      run.suspect(suspects, because: "the test process \(end.words)")
    }
    if suspects.isEmpty, rest.isEmpty, !(cases.isEmpty && end.ending == .exited(0)) {
      run.ledger.addOddEnd("the Swift Testing process \(end.words) before it told that its run had ended")
    }
    let fatalErrors = fatalErrorSentences(observer.tail)
    for id in result.culprits.sorted() {
      guard var row = cases.first(where: { $0.id == id }) ?? run.ledger[id] else { continue }
      Blame(run: run, batch: number).put(
        on: &row, end: end, isOverdue: overdue.contains(id), dyingSignal: observer.clock.dyingSignal,
        fatalErrors: fatalErrors,
        place: suspects.isEmpty ? "before this test began" : nil)
      for index in observer.stream.openArguments(of: id) { row.arguments[index].outcome = row.outcome }
      run.ledger.record(row)
      workbench.log.tell(blamed: row)
    }
    run.explain(result.culprits)
  }

  private func crossCheck(_ cases: [TestCase], _ end: ProcessEnd) {
    let failed = cases.contains { $0.outcome.isFailure }
    switch end.ending {
    // 69: nothing matched the filter.
    case .exited(0) where !failed, .exited(69) where cases.isEmpty: break
    case .exited(1) where failed || !observerIsClean: break
    case .exited(0):
      run.ledger.addOddEnd("the Swift Testing process exited with status 0 although tests failed")
    default: run.ledger.addOddEnd("the Swift Testing process \(end.words) after its last test")
    }
  }

  private var observerIsClean: Bool { run.ledger.looseIssues.isEmpty }

  private func fatalErrorSentences(_ output: [UInt8]) -> [String] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init).filter { line in
      FatalErrorSentence.beginnings.contains { line.contains($0) }
    }
  }
}

extension TestCase {
  /// As it was announced, before anything happened to it.
  var unrun: TestCase {
    var row = self
    row.outcome = .notRun
    row.seconds = nil
    row.failures = []
    row.output = nil
    row.crash = nil
    return row
  }
}
