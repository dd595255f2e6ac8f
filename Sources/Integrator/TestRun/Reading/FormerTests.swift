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
      let match = match(report.tests, evidence.tests, goneBefore: order.goneTests ?? [])
      (evidence.complete, evidence.match) = (report.integration, match)
      let open = evidence.baseline?.openIssues ?? []
      evidence.baseline?.openIssues = follow(open, since: report.tests, evidence.tests)
    }
    guard let base else { return }
    // Since it left the base a test may have got one name after the other.
    let renamed = (order.renamedHere ?? []) + evidence.match.renamed
    evidence.baseMatch = match(base.report.tests, evidence.tests, renamed: renamed)
    if isBase { (evidence.complete, evidence.match) = (base.integration, evidence.baseMatch) }
  }

  /// Tests that came after the newest complete integration are known by the one that found their issues.
  private func follow(_ issues: [Issue], since complete: TestReport, _ now: TestReport) -> [Issue] {
    let known = Set((complete.cases + now.cases).map(\.id))
    let late = Set(issues.compactMap(\.test)).subtracting(known)
    guard !late.isEmpty, let report = order.baselineReport.flatMap({ earlier.report(at: $0) }) else {
      return issues
    }
    var before = complete
    before.cases += report.tests.cases.filter { late.contains($0.id) }
    let renamed = match(before, now).renamed
    return issues.map { issue in
      renamed.first { $0.from == issue.test && late.contains($0.from) }.map { issue.of($0.to) } ?? issue
    }
  }

  private func match(
    _ before: TestReport, _ now: TestReport, goneBefore: [GoneTest] = [], renamed: [TestRename] = []
  ) -> TestMatch {
    TestMatch(
      before: before, now: now, unasked: unasked(before, now),
      known: renamed + (order.renamedElsewhere ?? []), goneBefore: goneBefore)
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
