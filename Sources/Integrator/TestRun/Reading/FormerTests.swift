import Model

/// Finds the tests again that an earlier integration had, and that may be called otherwise by now.
struct FormerTests {
  let order: Order
  let places: TestPlaces
  let earlier: EarlierReports
  /// Each library told all the tests that it was asked for.
  let isWhole: Bool
  /// Only tests ran that what changed concerns.
  var isSelected = false

  func compare(_ evidence: inout Judgement.Evidence) {
    guard !evidence.tests.cases.isEmpty else { return }
    let base = evidence.base
    let isBase = base != nil && base?.reportPath == order.completeReport
    if !isBase, let report = order.completeReport.flatMap({ earlier.report(at: $0) }) {
      let match = match(report.tests, evidence.tests)
      (evidence.complete, evidence.match) = (report.integration, match)
    }
    guard let base else { return }
    evidence.baseMatch = match(base.report.tests, evidence.tests)
    if isBase { (evidence.complete, evidence.match) = (base.integration, evidence.baseMatch) }
  }

  private func match(_ before: TestReport, _ now: TestReport) -> TestMatch {
    TestMatch(before: before, now: now, unasked: unasked(before, now))
  }

  /// What is not among these tests may only not have been asked for, while it stands in the sources.
  private func unasked(_ before: TestReport, _ now: TestReport) -> Set<TestID> {
    let tests = order.settings.tests
    if isWhole, !isSelected, tests.filters.isEmpty, tests.skips.isEmpty { return [] }
    let told = Set(now.cases.map(\.id))
    return Set(
      before.cases.filter { test in
        !told.contains(test.id) && !(isWhole && !isSelected && tests.admits(test.id)) && places.declares(test)
      }.map(\.id))
  }
}
