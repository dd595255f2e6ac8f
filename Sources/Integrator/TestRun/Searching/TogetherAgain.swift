import Explaining
import Files
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
  /// With more tests than that a core for each would be told of them one by one.
  private static let mostCores = 64

  init(_ site: TestSite) {
    var apart = site.unmeasured("together")
    (apart.series, apart.keepsFiles) = ("together-", false)
    self.site = apart
  }

  private var workbench: Workbench { site.workbench }

  /// Leaves in the ledger whether they end; answers why the integration must.
  func perform(_ ledger: inout TestLedger) -> (any Error)? {
    defer { FileTree.remove(site.profiles.folder) }
    for (place, still) in ledger.stoodStill.enumerated() {
      guard site.settings.repeat > 0 else {
        ledger.suspect(still, because: "whether they end so when they have more time `repeat: 0` leaves open")
        continue
      }
      let seconds = min(still.aloneSeconds * Self.patience + site.settings.timeoutSeconds, mostSeconds)
      guard seconds > site.settings.timeoutSeconds else {
        ledger.suspect(
          still, because: "with too little time left to see whether they end so when they have more")
        continue
      }
      tell(of: still, seconds)
      let outcome = carryOut(still.still.batch, seconds, place)
      if let stop = outcome.stop as? PhaseStop, case .canceled = stop { return stop }
      for sentence in outcome.ledger.notes { ledger.note(sentence) }
      for row in outcome.failures(of: still) { ledger.amendPassed(row) }
      let known = ledger.cases.filter { $0.outcome == .crashed || $0.outcome == .timedOut }.map(\.id)
      if let words = outcome.whatWentWrong(of: still, but: Set(known), within: Self.words(seconds)) {
        ledger.suspect(still, because: words)
      } else {
        ledger.excuse(still)
      }
    }
    return nil
  }

  /// Without a word no process may run for longer.
  private var mostSeconds: Double {
    min(workbench.secondsLeft - site.reserveSeconds, workbench.silentSeconds).rounded(.down)
  }

  private static func words(_ seconds: Double) -> String { Workbench.plain(seconds.rounded(.up)) + " s" }

  private func tell(of still: TestLedger.StoodStill, _ seconds: Double) {
    let tests = Figures.count(still.tests.count, "test")
    let all = "All that ran beside \(tests) that stood still runs once more"
    let words = "\(all), and may be quiet for \(Self.words(seconds))"
    workbench.log.write(line: "[\(words).]")
    workbench.log.tell(.note(words))
  }

  private func carryOut(_ batch: Batch, _ seconds: Double, _ place: Int) -> BatchOutcome {
    var site = site
    // As if each had a core: what keeps others waiting has had its time.
    let cores = min(site.headcount.count, Self.mostCores)
    (site.timeoutSeconds, site.cores) = (seconds, max(site.cores, cores))
    _ = workbench.throwLeftAway()
    let part = LogPart(workbench.log, isItsTurn: true, tellsOfTests: false)
    let turn = BatchTurn(number: Self.firstNumber + place, log: part) { false }
    return BatchProcess(site: site, batch: batch, turn: turn).perform()
  }
}

extension BatchOutcome {
  /// As swift test has it, where they run side by side: of those that ended so before it is known.
  func failures(of still: TestLedger.StoodStill) -> [TestCase] {
    let tests = still.still.undecided.union(still.tests)
    return ledger.cases.filter { tests.contains($0.id) && $0.outcome == .failed }
  }

  /// Who did not come to an end then, where it is not who stood still before.
  private static func others(
    _ open: Set<TestID>, _ still: TestLedger.StoodStill, _ known: Set<TestID>
  ) -> String {
    let names = open.map(\.rawValue).sorted()
    guard !names.isEmpty, open != Set(still.tests).subtracting(known) else { return "" }
    let more = names.count > mostNamed ? " and others" : ""
    return " (then it was \(names.prefix(mostNamed).joined(separator: ", "))\(more))"
  }

  private static var mostNamed: Int { 5 }

  /// Nil where all of these were as slow, and came to an end.
  /// `known`: what brings its process down alone too, which its own row tells.
  func whatWentWrong(
    of still: TestLedger.StoodStill, but known: Set<TestID> = [], within time: String
  ) -> String? {
    let had = "when they had \(time)"
    if stop is PhaseStop { return "and \(had), until the integration's time was up" }
    if let stop { return "and \(had) they could not run: \(Explanation(stop).wrong)" }
    guard let end else { return "and \(had) not all came to an end" }
    let tests = still.still.undecided.union(still.tests).subtracting(known)
    let rows = ledger.cases.filter { tests.contains($0.id) }
    let begun = Set(rows.filter { $0.outcome == .notRun && $0.begun == true }.map(\.id))
    if end.isStalled { return "and once more \(had)" + Self.others(begun, still, known) }
    if let crashed = rows.first(where: { $0.outcome.isFailure && $0.outcome != .failed }) {
      return "and \(had), \(crashed.id) \(crashed.outcome.word)"
    }
    let words = ledger.oddEnds + ledger.doubts + ledger.untold
    if let sentence = words.first { return "and \(had), \(sentence)" }
    guard rows.count(where: { $0.outcome != .notRun }) == tests.count else {
      return "and \(had), not all came to an end" + Self.others(begun, still, known)
    }
    let spans = rows.filter { still.tests.contains($0.id) }.compactMap(\.span)
    let open = (spans.map(\.to).max() ?? .infinity) - (spans.map(\.from).min() ?? 0)
    let quiet = min(end.longestQuiet, open)
    guard quiet < still.still.leastAgain else { return nil }
    return "and \(had), they were quiet for \(Figures.duration(max(quiet, 0.1))) at most"
  }
}
