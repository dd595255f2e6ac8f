import Formats
import Model
import Processes
import Words

/// How tests of XCTest are asked for, and what the end of their process means.
struct XCTestBatch: LibraryBatch {
  let process: BatchProcess

  private var batch: Batch { process.batch }

  var arguments: [String] {
    switch batch.selection {
    case .all: []
    case .named where needsChooser: []
    case .named:
      [
        TestPlan.specifiers(batch.tests.map(\.id), announced: process.site.announced)
          .joined(separator: ",")
      ]
    }
  }

  private var needsChooser: Bool { process.site.needsChooser(batch) }

  var environment: [String: String] {
    guard needsChooser, let chooser = process.site.chooser else { return [:] }
    return chooser.environment(choosing: Set(batch.tests.map(\.id)), of: process.site.announced)
  }

  /// Else what a test printed before it crashed would be lost in a buffer.
  var outputs: Command.Outputs { .terminal }

  func makeObserver() -> TestObserver {
    let asked = Set(batch.tests.map(\.id))
    let announced = process.site.announced.filter { asked.isEmpty || asked.contains($0.id) }
    return TestObserver(
      console: XCTestConsole(
        announced: announced, sources: process.site.sources, modules: process.site.modules),
      log: process.turn.log, timeoutSeconds: process.timeoutSeconds, isAlone: batch.tests.count == 1,
      listensForRaces: process.workbench.settings.isThreadSanitized, isStopped: process.turn.isStopped,
      isEnding: process.isEnding)
  }

  func record(_ observer: TestObserver, in ledger: inout TestLedger) {
    let struck = struck(observer)?.test
    for row in observer.beforeReplaced?.failed ?? [] { ledger.record(row) }
    for var row in observer.cases where row.outcome != .notRun && row.id != struck {
      // XCTest goes by the clock on the wall, which may have been set meanwhile.
      let most = observer.elapsed + Self.secondsBetweenLooks
      if observer.elapsed > 0, let seconds = row.seconds, seconds > most { row.seconds = nil }
      ledger.record(row)
    }
  }

  private static let secondsBetweenLooks = 2.0

  func judge(_ observer: TestObserver, _ end: ProcessEnd, _ ledger: inout TestLedger) -> BatchEnd {
    let cases = observer.cases
    var result = BatchEnd(
      batch: batch, asked: batch.tests,
      decided: Set(cases.filter { $0.outcome != .notRun }.map(\.id)))
    guard let console = observer.console else { return result }
    var blame = Blame(end: end, limit: process.workbench.limitWords(end.stopped))
    let clock = observer.clock
    let sentence = console.lastFatalError(without: process.isStranger(observer, end))
    blame.fatalErrors = sentence.map { [$0] } ?? []
    blame.pid = clock.process?.pid
    let struck = struck(observer)
    // Without a list, what has not begun is not known.
    if batch.tests.isEmpty, console.executedLine == nil {
      let words = process.lastWords(end, observer).silence(of: .xctest, told: cases.count)
      ledger.silence(.xctest, words)
      if console.unfinished == nil, struck == nil { return result }
    }
    if let struck, let row = cases.last(where: { $0.id == struck.test }) {
      return put(struck, blame, on: row, observer, result, &ledger)
    }
    if console.unfinished != nil, tellStruckBetween(observer, end, &ledger) { return result }
    if let unfinished = console.unfinished, end.stopped == nil || observer.wasReplaced {
      if let what = observer.lostOutput.words(isQuiet: endsQuietly(end, unfinished)) {
        return judge(unfinished, that: what, observer, end, result, &ledger)
      }
    }
    if let unfinished = console.unfinished, end.stopped == nil, mayRunAlone,
      endsQuietly(end, unfinished) || diedWordless(observer, end)
    {
      // Alone it can be looked at closely.
      result.suspects = [unfinished]
      if let row = cases.last(where: { $0.id == unfinished }) { ledger.cutOff(blame.put(on: row)) }
      return result
    }
    if let unfinished = console.unfinished, clock.hasAsked, !clock.overdue.contains(unfinished) {
      process.turn.log.write(line: "[\(unfinished) had just begun and will run again.]")
    } else if let unfinished = console.unfinished, end.stopped == .time,
      process.dyingSignal(of: observer, end) == nil, !process.isToBlame(unfinished, forLimitIn: observer)
    {
      process.turn.log.write(line: "[\(unfinished) had begun, and nobody knows how it would have ended.]")
    } else if let unfinished = console.unfinished, let row = cases.last(where: { $0.id == unfinished }) {
      blame.overdue = Set(clock.overdue)
      blame.dyingSignal = process.dyingSignal(of: observer, end)
      blame.crash = process.crash(of: clock.process, orIn: Array((row.output ?? "").utf8), end)
      result.culprits = [unfinished]
      if let running = runningUnheard(row, blame, result.decided) {
        put(blame, on: running, after: unfinished, observer.lostOutput, &result, &ledger)
        return result
      }
      put(blame, on: row, observer, end, &ledger)
    } else if console.executedLine == nil || end.stopped != nil {
      ledger.compareCounts(of: console)
      blameBetweenTests(&result, blame, observer, console, &ledger)
    } else {
      crossCheck(console, cases, observer, end, &ledger)
    }
    return result
  }

  private var mayRunAlone: Bool { batch.tests.count != 1 && process.site.settings.repeat > 0 }

  /// The test that was heard last, and that left the output otherwise than it found it. Alone, its process's
  /// exit tells of it and of no other.
  private func judge(
    _ test: TestID, that did: String, _ observer: TestObserver, _ end: ProcessEnd, _ soFar: BatchEnd,
    _ ledger: inout TestLedger
  ) -> BatchEnd {
    var result = soFar
    let sentence = "\(test) \(did), so that nothing tells how it ended"
    let isDeaf = observer.lostOutput == .redirected || observer.lostOutput == .closed
    // It may have kept from being heard the one after it that did so.
    let mayBeOther = isDeaf || observer.replacing != nil
    // What had failed has failed, however it ended.
    if observer.hadFailed(test) {
      ledger.note(sentence)
    } else if mayBeOther, mayRunAlone {
      result.suspects = [test]
      return result
    } else if isDeaf, batch.tests.count == 1, end.ending == .exited(1),
      var row = observer.cases.last(where: { $0.id == test })
    {
      row.outcome = .failed
      let message =
        "The test process exited with status 1, as it does where a test has failed; this one \(did), so that "
        + "nothing tells what failed"
      row.failures.append(TestFailure(message: message, file: nil, line: nil, kind: .assertion))
      ledger.record(row)
    } else {
      ledger.doubt(sentence)
    }
    result.culprits = [test]
    return result
  }

  /// Whatever ends it leaves no word of where: another test may have hidden that it had ended.
  private func diedWordless(_ observer: TestObserver, _ end: ProcessEnd) -> Bool {
    guard case .signaled = end.ending, let pid = observer.clock.process?.pid else { return false }
    return observer.clock.dyingSignal == nil && !process.hasReport(by: pid)
  }

  /// The test that was heard last, and had not ended.
  private func put(
    _ blame: Blame, on row: TestCase, _ observer: TestObserver, _ end: ProcessEnd, _ ledger: inout TestLedger
  ) {
    guard diedUnheard(row, observer, end) else {
      process.put(blame, on: row, &ledger)
      return noteClosed(by: row.id, observer, end, &ledger)
    }
    let sentence = "\(row.id) \(Self.deaf), so that nothing tells in which test it died"
    if observer.hadFailed(row.id) { ledger.note(sentence) } else { ledger.doubt(sentence) }
  }

  /// It may have died in any test after the one that was heard last: no stack tells.
  private func diedUnheard(_ row: TestCase, _ observer: TestObserver, _ end: ProcessEnd) -> Bool {
    guard observer.lostOutput == .redirected, case .signaled = end.ending, end.stopped == nil else {
      return false
    }
    return process.standing(among: [row], observer.clock.process?.pid).isEmpty
  }

  /// The test in which the process crashed, where that came to its end before the process did.
  private func struck(_ observer: TestObserver) -> XCTestConsole.Struck? {
    guard let told = observer.console?.struck, !told.isEmpty else { return fallen(observer) }
    let addresses = process.crashAddresses(of: observer, survived: false)
    return told.last { addresses.contains($0.address) } ?? fallen(observer)
  }

  /// The one in whose body it crashed before anything else of its class began: it left something running, or
  /// said itself that it had ended.
  private func fallen(_ observer: TestObserver) -> XCTestConsole.Struck? {
    guard let console = observer.console, !observer.clock.hasAsked else { return nil }
    let ended = endedInClass(observer)
    guard !ended.isEmpty else { return nil }
    let found = process.crashed(among: ended, observer)
    guard let test = found.first, found.count == 1 else { return nil }
    return XCTestConsole.Struck(test: test, address: 0, sentence: console.lastFatalError)
  }

  /// Of the class that is not over, while none of its tests runs; none where none of it ran.
  private func endedInClass(_ observer: TestObserver) -> [TestCase] {
    guard let moment = observer.console?.classMoment, moment.hasBegun else { return [] }
    return observer.cases.filter { $0.outcome != .notRun && classes[$0.id] ?? $0.suite == moment.name }
  }

  /// As XCTest prints them.
  private var classes: [TestID: String] {
    Dictionary(process.site.announced.map { ($0.id, $0.consoleClass) }) { first, _ in first }
  }

  /// Where it crashed before the test began in which it died, which runs again; false where it did not.
  private func tellStruckBetween(
    _ observer: TestObserver, _ end: ProcessEnd, _ ledger: inout TestLedger
  ) -> Bool {
    guard let told = observer.console?.struckBetween, !told.isEmpty, end.stopped == nil else { return false }
    let addresses = process.crashAddresses(of: observer)
    guard let between = told.last(where: { addresses.contains($0.address) }) else { return false }
    let place = between.suite.map { ", in the set-up or tear-down of \($0)" } ?? ""
    var words = process.lastWords(end, observer)
    words.fatalErrors = between.sentence.map { [$0] } ?? []
    ledger.addOddEnd("while no test ran\(place), the test process \(words.sentence)")
    process.turn.log.write(line: "[What had just begun will run again.]")
    return true
  }

  /// What had begun after it runs again.
  private func put(
    _ struck: XCTestConsole.Struck, _ blame: Blame, on row: TestCase, _ observer: TestObserver,
    _ result: BatchEnd, _ ledger: inout TestLedger
  ) -> BatchEnd {
    var (blame, result) = (blame, result)
    blame.fatalErrors = struck.sentence.map { [$0] } ?? []
    blame.dyingSignal = process.dyingSignal(of: observer, blame.end)
    blame.crash = process.crash(of: observer.clock.process, orIn: [], blame.end)
    result.decided.remove(struck.test)
    result.culprits = [struck.test]
    process.put(blame, on: row, &ledger)
    return result
  }

  private func put(
    _ blame: Blame, on running: PlannedTest, after test: TestID, _ lost: OutputWatch.Loss,
    _ result: inout BatchEnd, _ ledger: inout TestLedger
  ) {
    if lost == .none {
      ledger.doubt("nothing tells how \(test) ended, though \(running.id) ran after it")
    } else {
      ledger.doubt("\(test) \(Self.deaf), so that nothing tells how it ended")
    }
    var blame = blame
    if !blame.overdue.isEmpty { blame.overdue = [running.id] }
    process.put(blame, on: running.row, &ledger)
    result.culprits.insert(running.id)
  }

  private func noteClosed(
    by test: TestID, _ observer: TestObserver, _ end: ProcessEnd, _ ledger: inout TestLedger
  ) {
    if end.stopped != nil, observer.lostOutput != .none {
      return ledger.note("\(test) \(Self.deaf): if it did not hang itself, one after it did.")
    }
    guard observer.lostOutput == .closed, end.stopped == nil, case .signaled = end.ending else { return }
    ledger.note("\(test) had closed standard output: XCTest dies where it cannot print.")
  }

  fileprivate static let deaf = "left standard output redirected or closed"

  /// The test that was running when nothing could be heard any more, as the stacks tell; nil where it was the
  /// one that was heard last, or may have been.
  private func runningUnheard(
    _ row: TestCase, _ blame: Blame, _ decided: Set<TestID>
  ) -> PlannedTest? {
    guard process.standing(among: [row], blame.pid).isEmpty else { return nil }
    // A test that it inherits is called by the name of the class above.
    let open = batch.tests.filter { !decided.contains($0.id) && $0.row.name != row.name }
    let standing = process.standing(among: open.map(\.row), blame.pid)
    return standing.count == 1 ? open.first { $0.id == standing[0] } : nil
  }

  func endedQuietly(_ observer: TestObserver, _ end: ProcessEnd) -> Bool {
    guard batch.tests.count == 1, end.stopped == nil, let open = observer.console?.unfinished else {
      return false
    }
    return endsQuietly(end, open)
  }

  /// As XCTest does when all is over; a test may have called `exit`, or what was told after it is lost.
  private func endsQuietly(_ end: ProcessEnd, _ test: TestID) -> Bool {
    guard batch.tests.contains(where: { $0.id == test }) else { return false }
    return end.ending == .exited(0) || end.ending == .exited(1)
  }

  /// It died while no test was running: in a class's setUp or tearDown, before the first test or after the
  /// last.
  private func blameBetweenTests(
    _ result: inout BatchEnd, _ blame: Blame, _ observer: TestObserver, _ console: XCTestConsole,
    _ ledger: inout TestLedger
  ) {
    let decided = result.decided
    let rest = result.asked.filter { !decided.contains($0.id) }
    if let hung = observer.clock.overdueClass {
      return put(hung, rest, &result, blame, observer, &ledger)
    }
    let classes = classes
    let next = console.currentSuite.flatMap { name in
      rest.first { (classes[$0.id] ?? $0.row.suite) == name }
    }
    if rest.isEmpty || !decided.isEmpty, next == nil {
      let place = console.currentSuite.map { " of \($0)" } ?? ""
      let words = process.lastWords(blame.end, observer)
      ledger.addOddEnd("after its last test\(place), the test process \(words.sentence)")
      return
    }
    guard let test = next ?? (rest.count == 1 ? rest.first : nil) else { return }
    // Nothing of a class is called between two of its tests.
    if let last = endedInClass(observer).last {
      let words = process.lastWords(blame.end, observer)
      ledger.addOddEnd(
        "after \(last.id) had ended, and before another test of \(console.currentSuite ?? "it") began, "
          + "the test process \(words.sentence)")
      return
    }
    if blame.end.stopped == .time { return }
    var blame = blame
    blame.moment = "before this test began"
    blame.crash = process.crash(of: observer.clock.process, orIn: [], blame.end)
    process.put(blame, on: test.row, &ledger)
    result.culprits = [test.id]
  }

  /// Where a class cannot be set up none of its tests can run, and each alone would hang again.
  private func put(
    _ hung: ClassMoment, _ rest: [PlannedTest], _ result: inout BatchEnd, _ blame: Blame,
    _ observer: TestObserver, _ ledger: inout TestLedger
  ) {
    let own = hung.hasBegun ? [] : rest.filter { $0.row.suite == hung.name }
    let limit = "(it ran longer than the limit of \(Workbench.plain(process.timeoutSeconds)) s for a test)"
    guard !own.isEmpty else {
      var words = process.lastWords(blame.end, observer)
      let act = hung.hasBegun ? "tear-down" : "set-up"
      words.limit = "the \(act) of the class \(hung.name) hung \(limit)"
      ledger.addOddEnd("the test process \(words.sentence)")
      return
    }
    var blame = blame
    blame.limit = "the set-up of its class \(hung.name) hung \(limit)"
    blame.crash = process.crash(of: observer.clock.process, orIn: [], blame.end)
    for test in own { process.put(blame, on: test.row, &ledger) }
    result.culprits = Set(own.map(\.id))
  }

  /// What it printed of each test against what it printed of all, and against how it exited.
  private func crossCheck(
    _ console: XCTestConsole, _ cases: [TestCase], _ observer: TestObserver, _ end: ProcessEnd,
    _ ledger: inout TestLedger
  ) {
    ledger.compareCounts(of: console)
    if batch.selection == .all, console.executedLine != nil { ledger.countWhole() }
    let failed = cases.contains { $0.outcome.isFailure }
    let name = "the test process"
    let oddity = end.oddity(
      of: name, failed: failed, race: process.race(observer), process.lastSaying(end, observer))
    if let oddity { ledger.addOddEnd(oddity) }
    if let crash = process.unheardCrash(observer, end, of: name) { ledger.addOddEnd(crash) }
    if let words = observer.replacedWords { ledger.addOddEnd(words) }
    // Where its count is another one, nobody knows whether that one is among it.
    if console.executedLine?.failures == console.failureCount {
      noteUncounted(cases, console.printedFailures, &ledger)
    }
  }

  /// Anybody can print such a line; a process that a test forks means it.
  private func noteUncounted(_ cases: [TestCase], _ printed: Set<String>, _ ledger: inout TestLedger) {
    let passed = cases.filter { row in
      row.hasPassedAndPrintedFailure
        || row.outcome == .passed && printed.contains("\(row.suite).\(row.name)")
    }
    guard let first = passed.first else { return }
    let more = passed.count > 1 ? " and \(Figures.count(passed.count - 1, "more", "more"))" : ""
    ledger.note(
      "\(first.id)\(more) passed, and what XCTest prints of a failure stands in the output: XCTest did not "
        + "count it, as where a process that it forked failed, or a test prints such a line itself.")
  }
}

extension OutputWatch.Loss {
  /// Why nothing was heard of the end of a test, after its name; nil where that is no reason.
  fileprivate func words(isQuiet: Bool) -> String? {
    switch self {
    case .replaced(let path): "let another program take the place of the test process, \(path)"
    // What is opened after it was closed takes its place.
    case .redirected, .closed: isQuiet ? XCTestBatch.deaf : nil
    case .none: nil
    }
  }
}
