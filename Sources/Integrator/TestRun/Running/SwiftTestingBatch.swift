import Files
import Formats
import Model
import Processes
import State

/// How tests of Swift Testing are asked for, and what the end of their process means.
struct SwiftTestingBatch: LibraryBatch {
  let process: BatchProcess

  /// One after the other they take a little less.
  private static let nearly = 0.9
  /// How much shorter quiet may seem than it was: what begins and ends it is heard at the next look.
  private static let secondsOfLooks = 0.15
  /// Side by side, and beside other programs, each may take so many times as long.
  private static let slowed = 4.0

  private var batch: Batch { process.batch }
  private var folder: IntegrationFolder { process.workbench.folder }
  private var streamFile: String {
    "\(folder.scratch)/events-\(process.site.series)\(process.turn.number).jsonl"
  }

  var arguments: [String] {
    // Without a folder for attachments they come with the events: the library writes to any path that a test
    // names, and dies of some names.
    var result = ["--testing-library", "swift-testing", "--event-stream-output-path", streamFile]
    switch batch.selection {
    case .all:
      result += process.site.settings.filterArguments
      result += batch.skipped.flatMap { ["--skip", pattern($0)] }
    case .named:
      result += batch.tests.flatMap { ["--filter", pattern($0)] }
    }
    if !batch.isParallel { result.append("--no-parallel") }
    return result
  }

  private func pattern(_ test: PlannedTest) -> String {
    test.raw.map { EventStream.filterPattern(raw: $0) } ?? EventStream.filterPattern(for: test.id)
  }

  var environment: [String: String] { ["SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED": "1"] }

  /// Its results come through the event stream, so that it needs no terminal that tests would see.
  var outputs: Command.Outputs { .merged }

  func makeObserver() throws -> TestObserver {
    let known = (batch.tests + batch.skipped).compactMap { test in test.raw.map { ($0, test.id) } }
    let stream = FollowedStream(
      streamFile, sources: process.site.sources, cores: process.site.cores,
      identities: Dictionary(known) { first, _ in first }, keepsFiles: process.site.keepsFiles,
      at: process.workbench)
    let (headcount, log) = (process.site.headcount, process.turn.log)
    return TestObserver(
      stream: stream, log: log, timeoutSeconds: process.timeoutSeconds, cores: process.site.cores,
      listensForRaces: process.workbench.settings.isThreadSanitized, isStopped: process.turn.isStopped,
      isEnding: process.isEnding,
      announce: batch.selection == .all ? { log.tell(.testsAnnounced(headcount.add($0))) } : nil)
  }

  func record(_ observer: TestObserver, in ledger: inout TestLedger) {
    let struck = struck(observer).ended
    ledger.take(observer.beforeReplaced?.failed ?? [])
    ledger.take(observer.cases.map { struck.contains($0.id) ? $0.unrun : $0 })
    ledger.tellLate(observer.stream?.events.failedLate ?? [])
  }

  func judge(_ observer: TestObserver, _ end: ProcessEnd, _ ledger: inout TestLedger) -> BatchEnd {
    let cases = observer.cases
    var result = BatchEnd(
      batch: batch, asked: batch.tests, decided: Set(cases.filter { $0.outcome != .notRun }.map(\.id)),
      suspects: observer.sideBySide, longestQuiet: observer.clock.longestQuiet)
    guard let stream = observer.stream else { return result }
    if batch.selection == .all {
      let raw = stream.events.rawIDs
      result.asked = cases.map { PlannedTest($0, raw: raw[$0.id]) }
      ledger.know(raw)
    }
    let struck = struck(observer)
    if !struck.ended.isEmpty {
      result.decided.subtract(struck.ended)
      result.suspects = struck.open
    }
    let died = !stream.events.runEnded || end.stopped != nil || !struck.ended.isEmpty
    if batch.selection == .all, !stream.events.runStarted {
      // A program without Swift Testing leaves no stream and ends well.
      guard stream.hasFile || end.ending != .exited(0) || process.site.hasSwiftTesting else { return result }
      var last = process.lastWords(end, observer)
      if observer.clock.isStuckInSuite {
        last.limit =
          "it stood still for \(Workbench.plain(observer.clock.suiteSeconds)) s before its first test: a "
          + "condition such as `.enabled { … }`, or what gives a test its arguments, may never return"
      }
      ledger.silence(.swiftTesting, last.silence(of: .swiftTesting, told: cases.count))
      guard !cases.isEmpty else { return result }
    }
    if died, struck.ended.isEmpty, let words = lostStream(observer, end) {
      result.isOver = true
      ledger.addUntold(words)
    } else if died {
      blame(&result, observer, end, cases, &ledger)
    } else {
      crossCheck(cases, observer, end, &ledger)
    }
    stream.tellLosses(died: died, in: &ledger)
    ledger.add(looseIssues: stream.events.looseIssues, process.site.late)
    return result
  }

  /// Those that ran when the process crashed, and those of them that came to their end before it had died:
  /// the signals with which the runtime stops the other threads end a `sleep`.
  private func struck(_ observer: TestObserver) -> (open: [TestID], ended: Set<TestID>) {
    guard let moment = process.crashMoment(observer), let events = observer.stream?.events else {
      return ([], [])
    }
    let open = events.moments.filter { $0.from <= moment && $0.to.map { $0 >= moment } ?? true }
    let ran = Set(observer.cases.filter { $0.outcome != .notRun && $0.outcome != .skipped }.map(\.id))
    return (open.map(\.test).sorted(), Set(open.filter { $0.to != nil }.map(\.test)).intersection(ran))
  }

  /// It came to its own end, and only could not tell of it there any more. Nil where it died.
  private func lostStream(_ observer: TestObserver, _ end: ProcessEnd) -> String? {
    guard end.stopped == nil, [.exited(0), .exited(1)].contains(end.ending),
      let said = LibraryWords.endOfRun(in: observer.tail)
    else { return nil }
    let open = observer.sideBySide.map(\.rawValue)
    let those = open.prefix(5).joined(separator: ", ") + (open.count > 5 ? " and others" : "")
    return "Swift Testing's event stream broke off before the run ended, so that nothing tells how all tests "
      + "went: its process said \"\(said)\" and \(end.words); a test that closes files which it did not "
      + "open does that" + (open.isEmpty ? "" : ", and these ran then: \(those)")
  }

  private func blame(
    _ result: inout BatchEnd, _ observer: TestObserver, _ end: ProcessEnd, _ cases: [TestCase],
    _ ledger: inout TestLedger
  ) {
    let decided = result.decided
    let rest = result.asked.filter { !decided.contains($0.id) }
    let suspects = result.suspects
    if let path = observer.replacing, end.stopped == nil || observer.wasReplaced, !suspects.isEmpty {
      return blame(&result, observer, replacedBy: path, &ledger)
    }
    if SuiteHang(process: process).blame(&result, observer, end, rest, &ledger) { return }
    if batch.isParallel, suspects.count > 1, let stall = stall(observer, end, suspects.count) {
      result.isStalled = true
      process.turn.log.write(line: "[Which test it is shows when they run one after the other.]")
      var still = stall.still
      still?.undecided = Set(rest.map(\.id))
      return ledger.suspect(suspects, because: stall.words, still: still)
    }
    result.culprits = culprits(among: suspects, rest.map(\.id), observer, end, cases)
    if let only = result.culprits.first, result.culprits.count == 1, batch.isParallel,
      observer.openArguments(of: only).count > 1
    {
      // Its cases ran side by side: one after the other, they show which one it was.
      result.culprits = []
      result.suspects = [only]
      return suspectCases(
        of: only, cases.first { $0.id == only }, rest.map(\.id), observer, end, &ledger)
    }
    if suspects.count > 1, result.culprits.isEmpty, !observer.clock.hasAsked {
      ledger.suspect(
        suspects, because: "the test process \(end.words)",
        saying: process.lastWords(end, observer).saying)
    }
    if suspects.isEmpty, rest.isEmpty {
      let words = process.lastWords(end, observer)
      let moment = cases.isEmpty ? "" : "after its last test, "
      ledger.addOddEnd(
        "\(moment)the Swift Testing process \(words.sentence)"
          + (observer.stream?.events.runEnded == true ? "" : "; it never told that its run had ended"))
    }
    var blame = Blame(end: end, limit: process.workbench.limitWords(end.stopped))
    blame.overdue = Set(observer.clock.overdue.filter { suspects.contains($0) })
    blame.pid = observer.clock.process?.pid
    blame.dyingSignal = process.dyingSignal(of: observer, blame.end)
    if !result.culprits.isEmpty {
      blame.crash = process.crash(of: observer.clock.process, orIn: observer.tail, end)
      blame.fatalErrors = process.fatalErrors(observer, end)
    }
    if suspects.isEmpty { blame.moment = "before this test began" }
    for id in result.culprits.sorted() {
      guard
        let row = cases.first(where: { $0.id == id }) ?? batch.tests.first(where: { $0.id == id })?.row
      else { continue }
      process.put(blame, on: row, openArguments: observer.openArguments(of: id), &ledger)
    }
    ledger.explain(result.culprits)
  }

  private func blame(
    _ result: inout BatchEnd, _ observer: TestObserver, replacedBy path: String, _ ledger: inout TestLedger
  ) {
    let suspects = result.suspects
    let what = "take the place of the Swift Testing process, \(path)"
    guard suspects.count == 1 else {
      return ledger.suspect(suspects, because: "one of them let another program \(what)")
    }
    let words = "\(suspects[0]) let another program \(what), so that nothing tells how it ended"
    // What had failed has failed, however it ended.
    if observer.hadFailed(suspects[0]) { ledger.note(words) } else { ledger.doubt(words) }
    result.culprits = Set(suspects)
  }

  private func suspectCases(
    of test: TestID, _ row: TestCase?, _ rest: [TestID], _ observer: TestObserver, _ end: ProcessEnd,
    _ ledger: inout TestLedger
  ) {
    let silence = "\(process.workbench.silenceSentence) by the Swift Testing process"
    let limit = Workbench.plain(process.timeoutSeconds)
    let seconds =
      observer.clock.hasAsked ? process.timeoutSeconds : process.workbench.silentSeconds
    let over = "the Swift Testing process was ended, as a test took longer than \(limit) s"
    if observer.clock.hasAsked || end.stopped == .silence {
      var still = idle(seconds)
      still.undecided = Set(rest)
      ledger.suspect(
        [test], because: observer.clock.hasAsked ? over : silence,
        still: still, while: .cases)
    }
    if let row { cutOff(row, observer, end, &ledger) }
  }

  /// It brought its process down. Cases that only block each other hang as well.
  private func cutOff(
    _ row: TestCase, _ observer: TestObserver, _ end: ProcessEnd, _ ledger: inout TestLedger
  ) {
    guard !observer.clock.hasAsked, end.stopped == nil || process.dyingSignal(of: observer, end) != nil
    else { return }
    var blame = Blame(end: end, limit: process.workbench.limitWords(end.stopped))
    blame.dyingSignal = process.dyingSignal(of: observer, blame.end)
    blame.crash = process.crash(of: observer.clock.process, orIn: observer.tail, end)
    blame.fatalErrors = process.fatalErrors(observer, end)
    ledger.cutOff(blame.put(on: row, openArguments: observer.openArguments(of: row.id)))
  }

  private func idle(_ seconds: Double) -> TestLedger.Standstill {
    TestLedger.Standstill(
      leastAlone: seconds * Self.nearly, leastAgain: seconds - Self.secondsOfLooks, batch: batch)
  }

  /// Why it was ended while several were open and nothing was told of any.
  private func stall(
    _ observer: TestObserver, _ end: ProcessEnd, _ open: Int
  ) -> (words: String, still: TestLedger.Standstill?)? {
    if end.stopped == .silence {
      return ("\(process.workbench.silenceSentence) by the Swift Testing process", nil)
    }
    let cores = process.site.cores
    switch observer.clock.stall {
    case .idle?:
      let seconds = process.timeoutSeconds
      let words = "the Swift Testing process stood still for \(Workbench.plain(seconds)) s"
      return (words, idle(seconds))
    case .busy?:
      let seconds = Stillness.busySeconds(process.timeoutSeconds, open: open, cores: cores)
      return (
        "the Swift Testing process was busy for \(Workbench.plain(seconds)) s and told of no test's end",
        TestLedger.Standstill(leastAlone: seconds / Self.slowed, leastAgain: seconds / 2, batch: batch)
      )
    case nil: return nil
    }
  }

  /// Those that are surely the cause; none where only their running alone can tell.
  private func culprits(
    among suspects: [TestID], _ rest: [TestID], _ observer: TestObserver, _ end: ProcessEnd,
    _ cases: [TestCase]
  ) -> Set<TestID> {
    if end.stopped == .silence { return Set(suspects) }
    if end.stopped == .time, process.dyingSignal(of: observer, end) == nil {
      return Set(suspects.count == 1 ? suspects.filter { process.isToBlame($0, forLimitIn: observer) } : [])
    }
    let overdue = observer.clock.overdue.filter { suspects.contains($0) }
    if !overdue.isEmpty { return Set(overdue) }
    if observer.clock.hasAsked {
      process.turn.log.write(line: "[What had just begun will run again.]")
      return []
    }
    if suspects.count == 1 { return Set(suspects) }
    if suspects.isEmpty { return rest.count == 1 ? Set(rest) : [] }
    guard let crash = process.crash(of: observer.clock.process, orIn: observer.tail, end) else { return [] }
    let named = CrashReport.suspects(crash, among: cases.filter { suspects.contains($0.id) })
    return named.count == 1 ? Set(named) : []
  }

  private func crossCheck(
    _ cases: [TestCase], _ observer: TestObserver, _ end: ProcessEnd, _ ledger: inout TestLedger
  ) {
    // Nothing matched the filter.
    if cases.isEmpty, end.ending == .exited(69) { return }
    let failed = cases.contains { $0.outcome.isFailure }
    let name = "the Swift Testing process"
    let oddity = end.oddity(
      of: name, failed: failed, race: process.race(observer), process.lastSaying(end, observer))
    if let oddity { ledger.addOddEnd(oddity) }
    if let crash = process.unheardCrash(observer, end, of: name) { ledger.addOddEnd(crash) }
    if let words = observer.replacedWords { ledger.addOddEnd(words) }
  }
}
