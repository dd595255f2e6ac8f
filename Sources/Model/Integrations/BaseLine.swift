/// Where a branch looks for what it is compared with besides itself.
public struct BaseChoice: Codable, Equatable, Sendable {
  public struct Candidate: Codable, Equatable, Sendable {
    public var integration: IntegrationNumber
    public var commit: CommitID

    public init(_ integration: IntegrationNumber, _ commit: CommitID) {
      (self.integration, self.commit) = (integration, commit)
    }
  }

  /// The base branch.
  public var branch: BranchName
  /// Its complete integrations, the newest first.
  public var candidates: [Candidate]
  /// Those of other branches, the newest first, for a branch that has none; absent in the orders of former
  /// versions.
  public var elsewhere: [Candidate]?
  /// The newest of the base branch that is no candidate because it asked for other tests, or was configured
  /// otherwise; absent where there is none, and as `elsewhere`.
  public var otherwise: Candidate?
  /// The folder of the bot's integrations, absolute: their reports tell what was so.
  public var integrations: String

  public init(branch: BranchName, candidates: [Candidate], integrations: String) {
    (self.branch, self.candidates, self.integrations) = (branch, candidates, integrations)
  }
}

/// What a branch is compared with besides itself: the newest complete integration of its base branch at or
/// before the commit where it left that, or one of another branch that it comes from.
public struct BaseLine: Equatable, Sendable {
  public var branch: BranchName
  public var commit: CommitID
  public var report: Report
  /// The folder of that integration, and its report there: absolute.
  public var folder: String
  public var reportPath: String
  /// Which test targets had tests before it, since the newest that was asked whether one fell silent.
  public var testedBefore: Set<String> = []

  public init(branch: BranchName, commit: CommitID, report: Report, folder: String, reportPath: String) {
    (self.branch, self.commit, self.report) = (branch, commit, report)
    (self.folder, self.reportPath) = (folder, reportPath)
  }

  public var integration: IntegrationNumber { report.integration }

  /// What an integration of a branch is judged against that has nothing of its own.
  var baseline: Baseline {
    var coverage = report.comparableCoverage.map {
      Comparison.Coverage(integration: integration, lines: $0.lines, toolchain: report.toolchain)
    }
    coverage?.hadFailures = report.tests.isUneven
    coverage?.bound = report.coverage.flatMap { $0.bound == .exact ? nil : $0.bound }
    let passed = report.phases.filter { $0.status == .passed }
    var baseline = Baseline(
      integration: integration, commit: commit, openIssues: report.issues.open, coverage: coverage,
      testCount: report.tests.cases.count,
      phaseSeconds: Dictionary(passed.map { ($0.name.rawValue, $0.seconds) }) { first, _ in first },
      hadChanges: false,
      measured: coverage.map { _ in
        Changes.Since(integration: integration, commit: commit, hadChanges: false)
      })
    baseline.skippedTests = coverage.map { _ in report.tests.skipped.sorted() }
    baseline.testedTargets = testedBefore.union(report.testedTargets).sorted()
    return baseline
  }
}

extension Report {
  /// The test targets of which something ran, where that can be trusted.
  public var testedTargets: Set<String> {
    Set((result.isConclusive ? tests.cases : []).lazy.filter { $0.outcome != .notRun }.map(\.target))
  }

  /// Nobody asks of what is red, or was not tested, whether a test target fell silent in it.
  public var leavesTargetsOpen: Bool {
    !result.isConclusive || result == .testFailures || testedTargets.isEmpty
  }
}

extension Order {
  /// What changed is shown against its base. The first integration of a branch goes on from there, and a
  /// later one in all that none before it on the branch has to be compared with: where these did not build,
  /// nothing was tested and measured there.
  public mutating func goOn(from base: BaseLine) {
    changesBase = ChangesShown.Base(base.branch, base.integration, base.commit)
    let there = base.baseline
    var own = baseline ?? there
    if own.testCount == 0 { own.testCount = there.testCount }
    if own.testedTargets?.isEmpty ?? true { own.testedTargets = there.testedTargets }
    own.measured = own.measured ?? there.measured
    if baseline?.coverage == nil, there.coverage != nil {
      (own.coverage, measuredFolder) = (there.coverage, base.folder)
    }
    // A second run of the branch's first commit compares that with what it left.
    if requiresChanged == true { measuredBefore = measuredBefore ?? there.measured }
    if completeReport == nil, base.report.result.isConclusive { completeReport = base.reportPath }
    baseline = own
  }
}

/// How an integration differs from the base branch.
public struct BaseComparison: Codable, Equatable, Sendable {
  /// Counts of tests compared with the base branch.
  public struct Tests: Codable, Equatable, Sendable {
    /// How many tests the base branch has.
    public var total: Int
    /// How many tests are new.
    public var added: Int
    /// How many tests no longer exist.
    public var gone: Int
    /// Tests that fail here and did not fail there.
    public var newlyFailing: [TestID]
    /// Tests that failed there and pass here.
    public var mended: [TestID]
    /// How many ran there and were skipped here. Left out when there are none.
    public var skipped: Int?
    /// How many differ in another way. Left out when there are none.
    public var otherwise: Int?

    public init(total: Int, added: Int, gone: Int, newlyFailing: [TestID], mended: [TestID]) {
      (self.total, self.added, self.gone) = (total, added, gone)
      (self.newlyFailing, self.mended) = (newlyFailing, mended)
    }
  }

  /// The base branch.
  public var branch: BranchName
  /// The integration of the base branch.
  public var integration: IntegrationNumber
  /// Its commit.
  public var commit: CommitID
  /// Counts of tests. Null when one of the two did not finish its tests.
  @Nullable public var tests: Tests?
  /// Its coverage.
  @Nullable public var coverage: Comparison.Coverage?

  public init(branch: BranchName, integration: IntegrationNumber, commit: CommitID) {
    (self.branch, self.integration, self.commit) = (branch, integration, commit)
  }

  init(_ base: BaseLine, _ evidence: Judgement.Evidence, _ result: IntegrationResult) {
    self.init(branch: base.branch, integration: base.integration, commit: base.commit)
    if evidence.testsRequested, result.isConclusive, base.report.result.isConclusive {
      tests = Tests(before: base.report.tests, now: evidence.tests, evidence.baseMatch)
    }
    guard let measuredBy = evidence.measuredBy, let measured = base.report.comparableCoverage else { return }
    let other = base.report.toolchain == measuredBy ? nil : base.report.toolchain
    coverage = Comparison.Coverage(integration: integration, lines: measured.lines, toolchain: other)
    coverage?.bound = measured.bound == .exact ? nil : measured.bound
    coverage?.hadFailures = base.report.tests.isUneven
    coverage?.unequal = .of(here: evidence.tests.gaps, there: base.report.tests.gaps(evidence.baseMatch))
  }
}

extension BaseComparison.Tests {
  /// Tests go by what they are called now.
  init(before: TestReport, now: TestReport, _ match: TestMatch) {
    func fails(_ tests: [(TestID, TestOutcome)]) -> [TestID: Bool] {
      Dictionary(tests.map { ($0.0, $0.1.isFailure) }) { $0 || $1 }
    }
    let then = fails(before.cases.map { (match.now($0.id), $0.outcome) })
    let here = fails(now.cases.map { ($0.id, $0.outcome) })
    let passed = Set(now.cases.filter { $0.outcome == .passed || $0.outcome == .expectedFailure }.map(\.id))
    self.init(
      total: Set(before.cases.map(\.id)).count, added: here.keys.count { then[$0] == nil },
      gone: then.keys.count { here[$0] == nil },
      newlyFailing: here.filter { $0.value && then[$0.key] != true }.keys.sorted(),
      mended: then.filter { $0.value && here[$0.key] == false && passed.contains($0.key) }.keys.sorted())
    let told = Set(newlyFailing + mended)
    let outcomes = Dictionary(
      before.cases.map { (match.now($0.id), $0.outcome) }
    ) { first, _ in first }
    var seen = told
    let others = now.cases.filter { test in
      guard let before = outcomes[test.id], seen.insert(test.id).inserted else { return false }
      return before != test.outcome && !(before.isFailure && test.outcome.isFailure)
    }
    let skips = others.count { $0.outcome == .skipped }
    (skipped, otherwise) = (skips == 0 ? nil : skips, others.count == skips ? nil : others.count - skips)
  }
}

extension IntegrationResult {
  /// All its tests were run, whatever became of them.
  public var isConclusive: Bool {
    switch self {
    case .canceled, .checkoutError, .triggerError, .internalError, .buildErrors, .inconclusive: false
    case .testFailures, .flaky, .analyzerWarnings, .warnings, .succeeded: true
    }
  }
}
