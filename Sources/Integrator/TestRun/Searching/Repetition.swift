import Explaining
import Foundation
import Model
import Words

/// Tests that failed, run once more: each alone, in a process of its own, in the same build. What they
/// execute is in no coverage, which is that of the test run.
struct Repetition {
  let site: TestSite
  let wanted: RepetitionPlan
  /// Their running alone proves nothing.
  let left: Set<TestID>

  init(_ site: TestSite, without left: Set<TestID> = []) {
    self.left = left
    self.site = site.unmeasured("repeated")
    wanted = RepetitionPlan(times: site.settings.repeat)
  }

  private var workbench: Workbench { site.workbench }

  /// Leaves in the ledger how each of them went; answers why the integration must end.
  func perform(_ ledger: inout TestLedger) -> (any Error)? {
    let (chosen, note) = wanted.choose(ledger.cases, without: left)
    guard !chosen.isEmpty else { return nil }
    let tests = Figures.count(chosen.count, "failed test")
    workbench.log.write(line: "[Repeating \(tests) alone; what they execute is not counted.]")
    workbench.log.tell(.repeating(chosen.count))
    if let note { ledger.note(note) }
    var cutShort = 0
    for (place, row) in chosen.enumerated() {
      let (attempts, stop) = attempts(of: row, PlannedTest(row, raw: ledger.rawNames[row.id]), place, &ledger)
      if attempts.count > 1 { ledger.amend(row.repeated(attempts)) }
      if attempts.last?.hasPassed ?? false {
        workbench.log.tell(.test(row.id, .flaky, seconds: row.seconds))
      }
      switch stop {
      case nil: break
      case .limit?: cutShort += 1
      case let stop?: return stop
      }
    }
    if cutShort > 0 {
      let tests = Figures.count(cutShort, "failed test")
      ledger.note("For lack of time \(tests) could not be repeated \(Figures.count(wanted.times, "time")).")
    }
    return nil
  }

  /// Each time that it was run, the one among the others first, and why it was not repeated any more.
  private func attempts(
    of row: TestCase, _ test: PlannedTest, _ place: Int, _ ledger: inout TestLedger
  ) -> (attempts: [TestAttempt], stop: PhaseStop?) {
    var attempts = [TestAttempt(row)]
    while wanted.goesOn(after: attempts, of: row) {
      guard
        workbench.secondsLeft - site.reserveSeconds
          > RepetitionPlan.seconds(of: row, limit: site.settings.timeoutSeconds)
      else { return (attempts, .limit("")) }
      let changed = workbench.throwLeftAway()
      let (found, stop) = runAlone(test, row.library, place, attempts.count)
      for sentence in found.notes { ledger.note(sentence) }
      if let stop = stop as? PhaseStop { return (attempts, stop) }
      guard stop == nil, let again = found.cases.first(where: { $0.id == row.id }), again.outcome != .notRun
      else {
        // Looked at closely it is seen why nothing more was heard of it: another one may have hung there.
        if stop == nil, row.endedQuietly || row.outcome == .timedOut, let doubt = found.doubts.first {
          ledger.amend(row.unrun)
          ledger.doubt(doubt)
          break
        }
        let doubt = found.doubts.first.map { ", because \($0)" }
        let why =
          stop.map { ": \(Explanation($0).wrong)" } ?? doubt
          ?? ", because nothing was heard of it when it was asked for alone"
        ledger.note("\(row.id) could not be repeated\(why).")
        break
      }
      let attempt = TestAttempt(again)
      let disturbed = CleanRoom.sentence("had left or changed", "the checkout", changed).map {
        "t" + $0.dropFirst().dropLast()
      }
      let unproven = [row.unproven(by: again), disturbed].compactMap(\.self)
      let still = found.stoodStill.map { "\($0.story.sentence) while its cases ran side by side" }
      if attempt.hasPassed, let oddity = (found.oddEnds + found.doubts + still + unproven).first {
        ledger.note("Repeated alone, \(row.id) passed, which proves nothing: \(oddity).")
        break
      }
      attempts.append(attempt)
    }
    return (attempts, nil)
  }

  private func runAlone(
    _ test: PlannedTest, _ library: TestLibrary, _ place: Int, _ attempt: Int
  ) -> (ledger: TestLedger, stop: (any Error)?) {
    var site = site
    (site.series, site.attempt) = ("repeated-\(place)-\(attempt)-", attempt)
    defer { try? FileManager.default.removeItem(atPath: site.profiles.folder) }
    return TestExecutor(log: workbench.log, tellsOfTests: false) { [site] batch, turn in
      BatchProcess(site: site, batch: batch, turn: turn).perform()
    }.perform([Batch(library: library, selection: .named, tests: [test])])
  }
}

extension TestCase {
  /// Its process exited by itself in the middle of it, as far as was heard.
  fileprivate var endedQuietly: Bool {
    outcome == .crashed && crash?.signal == nil && failures.allSatisfy { $0.kind == .crash }
  }

  /// What it failed with may be left out there.
  fileprivate func unproven(by again: TestCase) -> String? {
    let passed = Set(again.arguments.filter { TestAttempt.isPass($0.outcome) }.map(\.name))
    let failed = arguments.first { $0.outcome.isFailure && !passed.contains($0.name) }
    return failed.map { "it failed with \(Shown.line($0.name, most: 80)), and did not pass with that" }
  }

  /// What it comes to after it was repeated. Its failures stay those that it had among the others.
  func repeated(_ attempts: [TestAttempt]) -> TestCase {
    var row = self
    row.attempts = attempts
    if attempts.last?.hasPassed ?? false { row.outcome = .flaky }
    return row
  }
}
