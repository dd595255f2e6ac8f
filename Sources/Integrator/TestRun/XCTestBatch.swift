import Formats
import Foundation
import Model
import Processes
import Words

/// One process that runs XCTest, and the judgement of how it ended.
struct XCTestBatch {
  let run: TestRun
  let batch: Batch
  let number: Int

  private var workbench: Workbench { run.workbench }

  func perform() throws -> BatchEnd {
    let asked = askedTests
    var arguments: [String] = []
    if case .only(let tests) = batch.selection {
      let specifiers = TestPlan.specifiers(tests, announced: run.announcedXCTests)
      arguments = [specifiers.joined(separator: ",")]
    }
    let chosen = Set(asked)
    let observer = XCTestObserver(
      console: XCTestConsole(
        announced: run.announcedXCTests.filter { chosen.isEmpty || chosen.contains($0.id) },
        sources: run.sources),
      log: workbench.log, timeoutSeconds: run.testSettings.timeoutSeconds)
    workbench.log.write(
      line: "$ " + ShellWord.line([(run.program.path as NSString).lastPathComponent] + arguments))
    let end: ProcessEnd
    do {
      end = try workbench.run(
        Command(
          executable: run.program.path, arguments: arguments,
          environment: try run.environment(batch: number), folder: workbench.packageFolder,
          outputs: .terminal), observer: observer)
    } catch PhaseStop.canceled {
      observer.finish()
      for row in observer.console.cases where row.outcome != .notRun { run.ledger.record(row) }
      throw PhaseStop.canceled
    }
    observer.finish()
    return try judge(observer, end, asked: asked)
  }

  private var askedTests: [TestID] {
    if case .only(let tests) = batch.selection { return tests }
    return run.announcedXCTests.map(\.id).filter { run.ledger[$0] != nil }
  }

  private func judge(_ observer: XCTestObserver, _ end: ProcessEnd, asked: [TestID]) throws -> BatchEnd {
    let console = observer.console
    for row in console.cases where row.outcome != .notRun { run.ledger.record(row) }
    var result = BatchEnd(
      batch: batch, asked: asked,
      decided: Set(console.cases.filter { $0.outcome != .notRun }.map(\.id)))
    let overdue = observer.clock.overdue
    if let unfinished = console.unfinished, observer.clock.hasAsked, !overdue.contains(unfinished) {
      workbench.log.write(line: "[\(unfinished) had just begun and will run again.]")
    } else if let unfinished = console.unfinished,
      var row = console.cases.last(where: { $0.id == unfinished })
    {
      Blame(run: run, batch: number).put(
        on: &row, end: end, isOverdue: overdue.contains(unfinished), dyingSignal: observer.clock.dyingSignal,
        fatalErrors: console.lastFatalError.map { [$0] } ?? [])
      run.ledger.record(row)
      workbench.log.tell(blamed: row)
      result.culprits = [unfinished]
    } else if console.executedLine == nil || end.stopped != nil {
      blameBetweenTests(&result, end, console)
    } else {
      crossCheck(console, end)
    }
    if end.stopped == .time { throw PhaseStop.limit(workbench.limitSentence) }
    return result
  }

  /// It died while no test was running: in a class's setUp or tearDown, before the first test or after the
  /// last.
  private func blameBetweenTests(_ result: inout BatchEnd, _ end: ProcessEnd, _ console: XCTestConsole) {
    let rest = result.asked.filter { !result.decided.contains($0) }
    let suite = console.currentSuite
    let next = suite.map { name in rest.first { run.ledger[$0]?.suite == name } }
    let why = console.lastFatalError.map { ": " + FatalErrorSentence.withoutPlace($0) } ?? ""
    if rest.isEmpty || !result.decided.isEmpty, (next ?? nil) == nil {
      let place = suite.map { " of \($0)" } ?? ""
      run.ledger.addOddEnd("the test process \(end.words) after its last test\(place)\(why)")
      return
    }
    guard let test = (next ?? nil) ?? (rest.count == 1 ? rest.first : nil), var row = run.ledger[test] else {
      return
    }
    Blame(run: run, batch: number).put(
      on: &row, end: end, isOverdue: false, dyingSignal: nil,
      fatalErrors: console.lastFatalError.map { [$0] } ?? [], place: "before this test began")
    run.ledger.record(row)
    workbench.log.tell(blamed: row)
    result.culprits = [test]
  }

  /// What it printed of each test against what it printed of all, and against how it exited.
  private func crossCheck(_ console: XCTestConsole, _ end: ProcessEnd) {
    let finished = console.cases.count { $0.outcome != .notRun }
    if let line = console.executedLine, line.tests != finished {
      run.ledger.doubt("XCTest says that it executed \(line.tests) tests, but \(finished) were seen")
    }
    let failed = console.cases.contains { $0.outcome.isFailure }
    switch end.ending {
    case .exited(0) where !failed, .exited(1) where failed: break
    case .exited(0): run.ledger.addOddEnd("the test process exited with status 0 although tests failed")
    default: run.ledger.addOddEnd("the test process \(end.words) after its last test")
    }
  }
}

/// Makes the row of a test in which its process ended.
struct Blame {
  let run: TestRun
  let batch: Int

  func put(
    on row: inout TestCase, end: ProcessEnd, isOverdue: Bool, dyingSignal: Int32?, fatalErrors: [String],
    place: String? = nil
  ) {
    let found = run.crash(batch: batch, output: Array((row.output ?? "").utf8))
    if isOverdue || (end.stopped != nil && dyingSignal == nil) {
      row.outcome = .timedOut
      row.crash = nil
      row.failures.append(
        TestFailure(
          message: "Timed out: \(timeoutWords(end)), and was ended by Bothy", file: found?.file,
          line: found?.line, kind: .timeout))
    } else {
      row.outcome = .crashed
      var crash = found ?? TestCrash(signal: nil, message: "", file: nil, line: nil, frames: [])
      crash.signal = crash.signal ?? dyingSignal.map(SignalName.of) ?? end.signalName
      if let sentence = FatalErrorSentence.choose(fatalErrors, for: crash) { crash.message = sentence }
      if crash.message.isEmpty {
        crash.message = "The test process \(end.words) \(place ?? "in the middle of this test")"
      }
      row.crash = crash
      row.failures.append(
        TestFailure(message: crash.message, file: crash.file, line: crash.line, kind: .crash))
    }
  }

  private func timeoutWords(_ end: ProcessEnd) -> String {
    switch end.stopped {
    case .silence: run.workbench.silenceSentence
    case .time: run.workbench.limitSentence
    default: "it ran longer than its limit of \(Workbench.plain(run.testSettings.timeoutSeconds)) s"
    }
  }
}

enum FatalErrorSentence {
  static let beginnings = ["Fatal error", "Precondition failed", "Assertion failed"]

  /// Of several that were printed side by side, the one that names the place of the crash.
  static func choose(_ sentences: [String], for crash: TestCrash) -> String? {
    let frames = crash.frames.compactMap { frame in
      frame.file.map { "\(($0 as NSString).lastPathComponent):\(frame.line ?? 0): " }
    }
    let fitting = sentences.last { sentence in frames.contains { sentence.contains($0) } }
    return (fitting ?? sentences.last).map(withoutPlace)
  }

  /// `Swift/Array.swift:692: Fatal error: Index out of range` without its place, which is told apart.
  static func withoutPlace(_ line: String) -> String {
    for start in beginnings {
      if let range = line.range(of: start) { return String(line[range.lowerBound...]) }
    }
    return line
  }
}
