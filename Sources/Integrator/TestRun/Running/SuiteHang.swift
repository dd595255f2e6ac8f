import Formats
import Model
import Processes

/// Swift Testing's process was ended because a suite hung while none of its tests ran: in a trait of the
/// suite, before its first test or after its last.
struct SuiteHang {
  let process: BatchProcess

  private var workbench: Workbench { process.workbench }

  /// Answers whether that is how it ended. Where a suite cannot be set up none of its tests can run, and each
  /// alone would hang again.
  func blame(
    _ result: inout BatchEnd, _ observer: TestObserver, _ end: ProcessEnd, _ rest: [PlannedTest],
    _ ledger: inout TestLedger
  ) -> Bool {
    let suites = observer.openSuites
    guard !suites.isEmpty, let why = why(observer, end) else { return false }
    let waiting = Set(suites.flatMap(\.waiting))
    let own = rest.filter { waiting.contains($0.id) }
    if suites.count > 1, batch.isParallel, !own.isEmpty {
      // One may wait for the other: one after the other, they show which one it was.
      result.isStalled = true
      process.turn.log.write(line: "[Which suite it is shows when they run one after the other.]")
      ledger.suspect(
        own.map(\.id), because: "the Swift Testing process hung in its suites \(names(suites)) (\(why))",
        while: .unbegun)
      return true
    }
    guard suites.count == 1, let suite = suites.first, !suite.hasBegun, !own.isEmpty else {
      tell(of: suites, why, observer, end, &ledger)
      result.culprits = Set(own.map(\.id))
      result.isOver = own.isEmpty && rest.count == result.asked.count
      return true
    }
    var blame = Blame(end: end, limit: "the set-up of its suite \(suite.name) hung (\(why))")
    blame.pid = observer.clock.process?.pid
    for test in own { process.put(blame, on: test.row, &ledger) }
    result.culprits = Set(own.map(\.id))
    ledger.explain(result.culprits)
    ledger.hang(result.culprits)
    if process.site.settings.repeat > 0 {
      ledger.note("The tests of the suite \(suite.name) are not repeated, as its set-up hung.")
    }
    return true
  }

  private var batch: Batch { process.batch }

  /// Why it was ended while no test ran; nil where it was not, or died before.
  private func why(_ observer: TestObserver, _ end: ProcessEnd) -> String? {
    let clock = observer.clock
    if clock.isStuckInSuite { return "it stood still for \(Workbench.plain(clock.suiteSeconds)) s" }
    return end.stopped == .silence && clock.dyingSignal == nil ? workbench.silenceSentence : nil
  }

  private func tell(
    of suites: [OpenSuite], _ why: String, _ observer: TestObserver, _ end: ProcessEnd,
    _ ledger: inout TestLedger
  ) {
    let areOver = suites.allSatisfy { $0.hasBegun && $0.waiting.isEmpty }
    let place = suites.count == 1 ? "the suite \(names(suites))" : "the suites \(names(suites))"
    var words = process.lastWords(end, observer)
    words.limit = areOver ? "the tear-down of \(place) hung (\(why))" : "\(place) hung between tests (\(why))"
    ledger.addOddEnd("the Swift Testing process \(words.sentence)")
  }

  private func names(_ suites: [OpenSuite]) -> String {
    suites.prefix(5).map(\.name).joined(separator: ", ") + (suites.count > 5 ? " and others" : "")
  }
}
