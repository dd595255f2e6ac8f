import Words

/// What happened, said first in a sentence, for terminal, page and mail alike.
public enum Sentence {
  /// "2 of 549 tests failed, 1 of them new. 683 lines did not run, 12 fewer than in #41."
  public static func whole(_ report: Report) -> String {
    let coverage = report.coverage.flatMap {
      // Of what was not asked for nothing is said.
      report.limited?.tests != nil
        ? nil
        : lines(
          $0.lines, before: report.comparedWith?.coverage, toolchain: report.toolchain, atMost: $0.atMost,
          bound: $0.bound, ofAll: $0.countsAll)
    }
    return ([outcome(report)] + [coverage].compactMap { $0 }).map(\.ended).joined(separator: " ")
  }

  /// Without what ran, and without a full stop: "2 of 549 tests failed, 1 of them new".
  public static func outcome(_ report: Report) -> String {
    guard let limited = report.limited else { return wholeOutcome(report) }
    let tests = report.tests
    let arePassed = limited.tests != nil && tests.count(.passed) == tests.cases.count && !tests.cases.isEmpty
    return limited.words(ran: tests.ranCount) + ": "
      + (arePassed && report.result == .succeeded ? "passed" : wholeOutcome(report))
  }

  private static func wholeOutcome(_ report: Report) -> String {
    switch report.result {
    case .testFailures where !report.tests.cases.isEmpty:
      tests(report.tests, newness(report)) + silenced(report) + leftOut(report) + silentTargets(report.tests)
        + neverRan(report.tests)
        + (report.selection == nil ? missedTargets(report.tests, report.comparedWith?.tests) : "")
        + idleBodies(report.tests)
    case .buildErrors: report.reason + newness(report)
    default: report.reason + unseen(report)
    }
  }

  /// "2 of 549 tests failed", "1 of 549 tests failed, 1 crashed", "545 tests passed, 4 skipped".
  ///
  /// - Parameter newness: how many of those that failed are new, as the words behind them.
  public static func tests(_ tests: TestReport, _ newness: String = "") -> String {
    guard !tests.cases.isEmpty else { return "There was no test to run" }
    let failures = [
      (tests.count(.failed), "failed"), (tests.count(.crashed), "crashed"),
      (tests.count(.timedOut), "timed out"),
    ].filter { $0.0 > 0 }
    let flaky = tests.count(.flaky)
    if let first = failures.first {
      let others = failures.dropFirst().map { ", \(Figures.grouped($0.0)) \($0.1)" }.joined()
      return "\(Figures.grouped(first.0)) of \(Figures.count(tests.cases.count, "test")) \(first.1)"
        + others + newness + (flaky > 0 ? ", \(Figures.grouped(flaky)) flaky" : "")
    }
    if flaky > 0 { return self.flaky(tests) }
    let others = [
      (tests.count(.expectedFailure), "failed as expected"), (tests.count(.skipped), "skipped"),
      (tests.count(.notRun), "not run"),
    ].filter { $0.0 > 0 }.map { "\(Figures.grouped($0.0)) \($0.1)" }
    return (["\(Figures.count(tests.count(.passed), "test")) passed"] + others).joined(separator: ", ")
  }

  /// "1 of 549 tests is flaky: it failed among the others and passed alone".
  private static func flaky(_ tests: TestReport) -> String {
    let flaky = tests.cases.filter { $0.outcome == .flaky }
    let isOne = flaky.count == 1
    let outcomes = Set(flaky.map(\.firstOutcome))
    let failed = outcomes.count == 1 ? outcomes.first?.word ?? "failed" : "failed"
    let elsewhere = Set(flaky.compactMap(\.passedIn))
    let how =
      if elsewhere.isEmpty {
        tests.ranCount == 1 || outcomes.contains(.timedOut)
          ? "\(failed) and, repeated alone, passed" : "\(failed) among the others and passed alone"
      } else if flaky.allSatisfy({ $0.passedIn != nil }), let one = elsewhere.first, elsewhere.count == 1 {
        "\(failed), and passed in \(one), of the same commit"
      } else {
        "\(failed), and passed alone or in an earlier integration of the same commit"
      }
    return "\(Figures.grouped(flaky.count)) of \(Figures.count(tests.cases.count, "test")) "
      + "\(isOne ? "is" : "are") flaky: \(isOne ? "it" : "they") \(how)"
  }

  /// "683 lines did not run, 12 fewer than in #41".
  public static func lines(
    _ lines: LineCounts, before: Comparison.Coverage?, toolchain: String? = nil, atMost: Int = 0,
    bound: CoverageReport.Bound = .exact, ofAll: Bool = true
  ) -> String {
    guard lines.executable > 0 else { return "No line can be executed" }
    let missed = "\(Figures.count(lines.notExecuted, "line")) did not run" + notKnown(lines)
    let ran =
      "Every \(ofAll ? "" : "counted ")line ran"
      + (lines.partial == 0 ? "" : ", \(Figures.grouped(lines.partial)) only in part")
      + (atMost == 0 ? "" : ", \(Figures.grouped(atMost)) perhaps not at all")
    let now =
      switch bound {
      case .exact: lines.notExecuted == 0 ? ran : missed
      case .tooLow: lines.notExecuted == 0 ? ran : "At most " + missed
      case .tooHigh: lines.notExecuted == 0 ? ran + ", as far as is known" : "At least " + missed
      case .unclear: (lines.notExecuted == 0 ? ran : missed) + ", as far as is known"
      }
    guard let before else { return now }
    if let other = before.toolchain, other != toolchain {
      return "\(now); \(before.integration) was measured with another toolchain, \(other)"
    }
    let change = lines.notExecuted - before.lines.notExecuted
    if change != 0, lines.notExecuted == 0 {
      return "\(now); \((before.bound ?? .exact).missed(-change)) did not in \(before.integration)"
        + reservation(before, change)
    }
    let compared =
      before.lines.notExecuted > 0 ? difference(lines, bound, before) : besideAll(lines, bound, before)
    let isSure = bound == .exact && before.bound ?? .exact == .exact
    return now + compared + (isSure ? reservation(before, change) : unequal(before))
  }

  /// Where every line ran before.
  private static func besideAll(
    _ lines: LineCounts, _ bound: CoverageReport.Bound, _ before: Comparison.Coverage
  ) -> String {
    let known = (before.bound ?? .exact).ofNoneMissed
    guard lines.notExecuted == 0 else {
      return known.isEmpty
        ? difference(lines, bound, before) : "; in \(before.integration) every line ran\(known)"
    }
    guard known.isEmpty else { return "; in \(before.integration) too\(known)" }
    let partial = before.lines.partial
    if partial == lines.partial { return ", as in \(before.integration)" }
    let count = partial == 0 ? "none" : Figures.grouped(partial)
    return "; in \(before.integration) \(count)" + (lines.partial == 0 ? " ran only in part" : "")
  }

  /// ", 6 of them not known": they follow a crash or a stop, or their count cannot be.
  public static func notKnown(_ lines: LineCounts) -> String {
    switch lines.notKnown {
    case 0: ""
    case lines.notExecuted: lines.notKnown == 1 ? " (not known)" : ", all of them not known"
    default: ", \(Figures.grouped(lines.notKnown)) of them not known"
    }
  }

  /// ", 12 fewer than in #41", ", as in #41", "; in #41 at least 13".
  private static func difference(
    _ lines: LineCounts, _ bound: CoverageReport.Bound, _ before: Comparison.Coverage
  ) -> String {
    let change = lines.notExecuted - before.lines.notExecuted
    // Nobody knows by how many "at least 13" differs from another number; "at most none" is none.
    let then = before.lines.notExecuted > 0 ? before.bound ?? .exact : .exact
    if then != .exact || bound != .exact && lines.notExecuted > 0 {
      let count = before.lines.notExecuted > 0 ? then.missed(before.lines.notExecuted) : "none"
      return "; in \(before.integration) \(count)\(then == .unclear ? ", as far as is known" : "")"
    }
    // The same number of other lines.
    if change == 0 { return ", as\(before.otherLines == nil ? "" : " many as") in \(before.integration)" }
    return ", \(Figures.grouped(abs(change))) \(change < 0 ? "fewer" : "more") than in \(before.integration)"
  }

  /// What must be known to make sense of a difference; empty when there is nothing.
  private static func reservation(_ before: Comparison.Coverage, _ change: Int) -> String {
    guard before.unequal == nil else { return unequal(before) }
    guard let other = before.otherLines else { return "" }
    if other.sameSources { return "; the sources are the same: \(other.sometimes)" }
    let more = other.more
    guard more != 0 else { return "" }
    if more == change { return ", \(abs(more) == 1 ? "" : "all ")in \(other.places) that did not change" }
    return " (\(Figures.grouped(abs(more))) \(more < 0 ? "fewer" : "more") in files that did not change)"
  }

  static func unequal(_ before: Comparison.Coverage) -> String {
    switch before.unequal {
    case .here: " (unequal runs: some tests failed or did not run)"
    case .there: " (unequal runs: some tests failed or did not run in \(before.integration))"
    case .both: " (unequal runs: some tests failed or did not run in both)"
    case nil: ""
    }
  }

  static func buildErrors(_ errors: [Diagnostic], ofTestsAlone: Bool = false) -> String {
    // What the linker says has no column: all was compiled.
    let does = errors.allSatisfy { $0.column != nil } ? "compile" : "build"
    let what = ofTestsAlone ? "The tests do not \(does); the products do" : "The package did not build"
    let places = errors.placeCount.map { " at \(Figures.count($0, "place"))" } ?? ""
    return errors.isEmpty ? what : "\(what): \(Figures.count(errors.issueCount, "error"))\(places)"
  }

  static func archiveErrors(_ number: Int) -> String {
    "No archive was made: \(Figures.count(number, "error"))"
  }

  static func allSkipped(_ number: Int) -> String {
    switch number {
    case 1: "the only one was skipped"
    case 2: "both were skipped"
    default: "all \(Figures.grouped(number)) were skipped"
    }
  }

  /// Of a limited one it is said first how much that is.
  public static func leftOut(_ report: Report) -> String {
    report.limited == nil ? leftOut(report.tests, report.selection) : ""
  }

  private static func silenced(_ report: Report) -> String {
    let quiet = report.issues.silencedTests
    return silenced(
      report.tests.cases.count { $0.outcome.wentWrong && quiet.contains($0.id) }, of: report.tests)
  }

  /// How many of those that are wrong were right before; only told when there is something to compare with.
  private static func newness(_ report: Report) -> String {
    guard report.comparedWith != nil else { return "" }
    let lists = report.issues
    if let former = asBefore(report) { return ", as in \(former)" }
    if report.result == .buildErrors {
      func errors(_ issues: [Issue]) -> Int { issues.count { $0.kind.isBuildError && $0.seen } }
      let (new, back) = (errors(lists.new), lists.cameBack.filter(\.kind.isBuildError))
      let along = lists.cameAlong.filter(\.kind.isBuildError)
      return newness(new, back, along, of: new + back.count + errors(lists.unresolved))
    }
    func failing(_ issues: [Issue]) -> Set<TestID> {
      let tests = Set(issues.filter { $0.kind == .testFailure }.compactMap(\.test))
      return tests.intersection(report.tests.cases.filter(\.outcome.isFailure).map(\.id))
    }
    // Who is silenced may be new all the same.
    let quiet = lists.silenced.filter {
      $0.since == report.integration && $0.lastIn == nil && $0.knownOn == nil && $0.cameFrom == nil
    }
    let (new, back) = (failing(lists.new + quiet), failing(lists.cameBack))
    let along = failing(lists.cameAlong)
    return newness(
      new.count, lists.cameBack.filter { $0.test.map(back.contains) ?? false },
      lists.cameAlong.filter { $0.test.map(along.contains) ?? false }, of: report.tests.failureCount)
  }

  /// Where all that went wrong did so in an earlier integration of the same, older commit.
  private static func asBefore(_ report: Report) -> IntegrationNumber? {
    let lists = report.issues
    guard let former = lists.asBefore.first?.asIn else { return nil }
    if report.result == .buildErrors {
      return lists.open.contains { $0.kind.isBuildError && $0.seen && $0.asIn == nil } ? nil : former
    }
    let tests = Set(lists.asBefore.compactMap(\.test))
    let failing = report.tests.cases.filter(\.outcome.isFailure)
    return failing.isEmpty || !failing.allSatisfy { tests.contains($0.id) } ? nil : former
  }

  /// Nothing is new, and this branch had none of these.
  private static func cameAlong(_ issues: [Issue], of all: Int) -> String? {
    guard all > 0, !issues.isEmpty else { return nil }
    let others = Set(issues.map(\.cameFrom))
    let from = others.count == 1 ? (others.first ?? nil).map { " from \($0)" } ?? "" : ""
    if all == 1 { return ", it came along\(from)" }
    return ", \(some(issues.count, of: all)) of them came along\(from)"
  }

  /// "both", "all", "3".
  private static func some(_ count: Int, of all: Int) -> String {
    count < all ? Figures.grouped(count) : all == 2 ? "both" : "all"
  }

  private static func newness(_ new: Int, _ back: [Issue], _ along: [Issue], of all: Int) -> String {
    let returned = back.count
    let former = Set(back.map(\.lastIn))
    let last = former.count == 1 ? (former.first ?? nil).map { ", last in \($0)" } ?? "" : ""
    if new == 0, returned == 0, let words = cameAlong(along, of: all) { return words }
    switch (new, returned, all) {
    case (_, _, ...0): return ""
    case (0, 1, 1): return ", it came back\(last)"
    case (0, 1..., _):
      return ", \(some(returned, of: all)) of them came back\(last)"
    case (0, _, 1): return ", not a new one"
    case (0, _, _): return ", none of them new"
    case (_, 1..., _):
      return ", \(Figures.grouped(new)) of them new, \(Figures.grouped(returned)) came back\(last)"
    case (1, _, 1): return ", a new one"
    case (2, _, 2): return ", both new"
    case let (new, _, all) where new == all: return ", all of them new"
    default: return ", \(Figures.grouped(new)) of them new"
    }
  }
}
