import Model
import Words

/// Tests that stood still side by side, though alone they take so long that they may only have been slow:
/// side by side once more, with time for all of them. What was slow takes as long again, and ends; all else
/// may have blocked each other.
struct TogetherAgain {
  private let site: TestSite

  /// Other programs may keep the cores busy.
  private static let patience = 3.0
  /// No batch of the test run has such a number.
  private static let firstNumber = 900_000

  init(_ site: TestSite) {
    var apart = site.unmeasured("together")
    (apart.series, apart.attempt) = ("together-", 1)
    self.site = apart
  }

  private var workbench: Workbench { site.workbench }

  /// Leaves in the ledger whether they end; answers why the integration must.
  func perform(_ ledger: inout TestLedger) -> (any Error)? {
    for (place, still) in ledger.stoodStill.enumerated() {
      let seconds = still.aloneSeconds * Self.patience + site.settings.timeoutSeconds
      guard workbench.secondsLeft - site.reserveSeconds > seconds else {
        ledger.suspect(still, because: "with no time left to see whether they end so")
        continue
      }
      let tests = Figures.count(still.tests.count, "test")
      let time = Workbench.plain(seconds.rounded(.up))
      workbench.log.write(line: "[Running \(tests) side by side once more, for \(time) s if need be.]")
      let outcome = carryOut(batch(of: still.tests, in: ledger), seconds.rounded(.up), place)
      if let stop = outcome.stop as? PhaseStop, case .canceled = stop { return stop }
      for sentence in outcome.ledger.notes { ledger.note(sentence) }
      if let words = outcome.whatWentWrong(of: still, within: time) {
        ledger.suspect(still, because: words)
      } else {
        ledger.excuse(still)
      }
    }
    return nil
  }

  /// All of the library, where they are too many for a command line.
  private func batch(of tests: [TestID], in ledger: TestLedger) -> Batch {
    let wanted = Set(tests)
    let own = ledger.cases.filter { $0.library == .swiftTesting }
    func planned(_ rows: [TestCase]) -> [PlannedTest] {
      rows.map { PlannedTest($0, raw: ledger.rawNames[$0.id]) }
    }
    let named = planned(own.filter { wanted.contains($0.id) })
    let batch = Batch(library: .swiftTesting, selection: .named, tests: named)
    guard TestPlan.named(named, of: batch).count > 1 else { return batch }
    var all = batch
    (all.selection, all.tests) = (.all, [])
    let others = planned(own.filter { !wanted.contains($0.id) })
    if TestPlan.named(others, of: batch).count == 1 { all.skipped = others }
    return all
  }

  private func carryOut(_ batch: Batch, _ seconds: Double, _ place: Int) -> BatchOutcome {
    var site = site
    // As if each had a core: what keeps others waiting has had its time.
    (site.timeoutSeconds, site.cores) = (seconds, max(site.cores, batch.tests.count, site.headcount.count))
    _ = workbench.throwLeftAway()
    let part = LogPart(workbench.log, isItsTurn: true, tellsOfTests: false)
    let turn = BatchTurn(number: Self.firstNumber + place, log: part) { false }
    return BatchProcess(site: site, batch: batch, turn: turn).perform()
  }
}

extension BatchOutcome {
  /// Nil where all of these were as slow, and came to an end that says nothing.
  func whatWentWrong(of still: TestLedger.StoodStill, within time: String) -> String? {
    let tests = Set(still.tests)
    let had = "when they had \(time) s"
    if end?.isStalled ?? true || stop != nil { return "and once more \(had)" }
    let rows = ledger.cases.filter { tests.contains($0.id) }
    if let failed = rows.first(where: \.outcome.isFailure) {
      return "and \(had), \(failed.id) \(failed.outcome.word)"
    }
    let words = ledger.oddEnds + ledger.doubts + ledger.untold
    if let sentence = words.first { return "and \(had), \(sentence)" }
    guard rows.count(where: { $0.outcome != .notRun }) == tests.count else {
      return "and \(had), not all came to an end"
    }
    let spans = rows.compactMap(\.span)
    guard spans.longestQuiet * 2 < still.stillSeconds else { return nil }
    let seconds = (spans.map(\.to).max() ?? 0) - (spans.map(\.from).min() ?? 0)
    return "and once more so they took \(Figures.duration(seconds))"
  }
}

extension [TestSpan] {
  /// For how long at most none began and none ended.
  var longestQuiet: Double {
    let moments = flatMap { [$0.from, $0.to] }.sorted()
    return zip(moments, moments.dropFirst()).map { $1 - $0 }.max() ?? 0
  }
}
