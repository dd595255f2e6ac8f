/// What an integration comes to: a pure function of what its steps found and of what was known before it.
public struct Judgement: Equatable, Sendable {
  public var result: IntegrationResult
  /// One sentence for a person.
  public var reason: String
  public var issues: IssueLists
  public var comparedWith: Comparison?
  /// It is green, because all that failed was flaky and the bot lets that pass.
  public var isTolerated = false
  /// All that was there was silenced: the first day of `silence: all-now`.
  public var silencesAll = false

  /// All that has a say. What is absent did not happen.
  public struct Evidence: Equatable, Sendable {
    public var integration: IntegrationNumber = 1
    /// Why it was canceled.
    public var canceled: String?
    public var checkoutError: String?
    public var triggerError: String?
    public var internalError: String?
    /// What the package asks for could not be read, so that it was not built.
    public var settingsError: String?
    /// Which limit was reached: "the limit of 60 minutes was reached".
    public var limitReached: String?
    public var buildFailed = false
    /// Of a build that failed: files of open errors that would have told them once more, because they were
    /// compiled, or that are gone.
    public var lookedInto: Set<PackagePath> = []
    /// Asked where only tests have errors: without them the package builds.
    public var productsBuild = false
    /// What the compiler and the package manager said, and what they said before of files left alone since.
    public var diagnostics: [Diagnostic] = []
    /// More was said than is told, so that what is missing may still be there.
    public var isCut = false
    /// What the analyzer said; absent when it did not run.
    public var analyzer: [Diagnostic]?
    /// Which analyzers came to their end, by name.
    public var analyzed: Set<String>?
    /// The whole commands of analyzers, by what they are called.
    public var wholeAnalyzers: [String: String] = [:]
    /// Why no archive was made, each with the lead of an archive's errors.
    public var archiveErrors: [Diagnostic] = []
    /// All that is archived was built, or told its errors.
    public var isArchived = false
    public var package: PackageDescription?
    /// Testing is one of the bot's actions.
    public var testsRequested = true
    /// Asked for less than its bot asks for.
    public var isLimited = false
    /// Absent when all tests were asked for.
    public var selection: TestSelection?
    /// Those that ran, and those that were announced and did not.
    public var tests = TestReport(cases: [])
    /// What flaky tests do to the result.
    public var flaky = Bot.FlakyEffect.fail
    /// Where tests failed that passed here, on the same commit.
    public var failedOnCommit: [TestID: SameCommit.Failure] = [:]
    /// How libraries ended before they told which tests they have; what is known of those is from before.
    public var silences: [String] = []
    /// Why what was measured cannot be trusted: the numbers contradict each other.
    public var doubts: [String] = []
    /// Processes that ended badly though no test can be blamed. Red tests say more than these do.
    public var oddEnds: [String] = []
    /// Why of tests that ran nothing tells how they went: they are none that did not run.
    public var untold: [String] = []
    /// A test that is told as passed may have failed.
    public var hidesFailures = false
    /// What passed, and may have brought down the process in which it ran before.
    public var suspected: Set<TestID> = []
    /// Of the tests with open issues those that the bot's own selection leaves out.
    public var leftOut: Set<TestID> = []
    /// Names that are like those that were asked for, where no test has one of these.
    public var nearTests: [String] = []
    /// By which toolchain the coverage was measured; absent when it was not.
    public var measuredBy: String?
    public var baseline: Baseline?
    /// Of a branch beside its base branch, what it is compared with there.
    public var base: BaseLine?
    /// What it is compared with is of the branch itself, not of the one that it left.
    public var hasOwnBaseline: Bool { baseline != nil && baseline?.integration != base?.integration }
    /// The newest complete one of the branch, or of its base, and which of its tests are those of this one.
    public var complete: IntegrationNumber?
    public var match = TestMatch()
    /// The same with the base.
    public var baseMatch = TestMatch()
    /// Of an older commit that is run again: its earlier integration. Nothing comes back or is mended by it.
    public var former: Report?
    /// It is of an older commit than what it is compared with.
    public var isOlderCommit = false
    /// Of what is not open on this branch, what its commit knows.
    public var pastIssues: [PastIssue] = []
    /// What somebody wants to hear no more of, and what of the findings that is.
    public var hushed: [Silence] = []
    var silenced = Silenced()

    public init() {}
  }

  /// Which of these say something about what was found.
  public static func matters(_ past: [PastIssue], to evidence: Evidence) -> [PastIssue] {
    let found = Findings.issues(evidence)
    let identities = Set(found.map(\.identity))
    let tests = Set(found.compactMap(\.test))
    return evidence.followed(past).filter {
      identities.contains($0.identity) || $0.test.map(tests.contains) ?? false
    }
  }

  public static func of(_ evidence: Evidence) -> Judgement {
    var evidence = evidence
    evidence.hushed = evidence.namedSilences
    let findings = Findings.issues(evidence)
    evidence.silenced = Silenced(findings, evidence)
    var (result, reason) = Verdict.judge(evidence)
    var silencesAll = false
    if let all = evidence.hushed.first(where: { $0.subject == .allNow }), !evidence.isLimited,
      result.isConclusive
    {
      silencesAll = true
      evidence.silenced = Silenced(findings, evidence, all: all)
      (result, reason) = Verdict.judge(evidence)
    }
    let issues = IssueLifeCycle.judge(findings, evidence, result)
    return Judgement(
      result: result, reason: reason, issues: issues, comparedWith: evidence.comparison(result),
      isTolerated: result == .flaky && evidence.letsFlakyPass, silencesAll: silencesAll)
  }
}

extension Judgement.Evidence {
  /// What an order says before anything was found.
  public init(_ order: Order) {
    integration = order.integration
    testsRequested = order.settings.actions.contains(.test)
    selection = TestSelection.of(order.settings.tests)
    selection?.failedIn = order.limited?.tests?.failedIn
    selection?.failedSince = order.limited?.tests?.failedSince
    flaky = order.settings.tests.flaky
    hushed = order.silences ?? []
    baseline = order.baseline
    isLimited = order.limited != nil
    isOlderCommit = order.limited?.isOlderCommit ?? false
  }

  /// All tests of the bot were asked for, so that one that is missing does not exist any more.
  var isOfWholeBot: Bool { testsRequested && (selection == nil || !isLimited) }

  /// What never passed in this build may have broken since, whatever an earlier integration saw.
  var letsFlakyPass: Bool {
    flaky == .pass
      && tests.cases.allSatisfy { $0.outcome != .flaky || $0.passedAlone || silenced.tests.contains($0.id) }
  }

  var allDoubts: [String] { doubts + (failureCount == 0 ? oddEnds : []) }

  /// Told apart by toolchain: figures of another one are not compared silently.
  func comparison(_ result: IntegrationResult) -> Comparison? {
    baseline.map { baseline in
      var coverage = measuredBy == nil ? nil : baseline.coverage
      if coverage?.toolchain == measuredBy { coverage?.toolchain = nil }
      let there = gaps(of: baseline, coverage)
      coverage?.unequal = .of(here: tests.gaps, there: there)
      var comparison = Comparison(integration: baseline.integration, coverage: coverage)
      // What is called otherwise in an older commit was called so before, not since.
      if let complete, testsRequested, !isOlderCommit {
        comparison.tests = match.changes(since: complete, isWhole: result.isConclusive && !isLimited)
      }
      // What only some tests ran is not held against all.
      comparison.base = isLimited ? nil : base.map { BaseComparison($0, self, result) }
      return comparison
    }
  }

  /// Of what was measured before only that is known of its tests which were skipped.
  private func gaps(of baseline: Baseline, _ coverage: Comparison.Coverage?) -> TestGaps {
    let skipped = Set((baseline.skippedTests ?? []).compactMap(match.now))
    let others = Set(tests.cases.map(\.id)).subtracting(match.added).subtracting(skipped)
    return TestGaps(
      isUneven: coverage?.hadFailures ?? false, skipped: skipped,
      ran: baseline.skippedTests == nil ? [] : others)
  }

  /// As the tests are called now. What other branches saw may be of a test that only they call otherwise.
  func followed(_ past: [PastIssue]) -> [PastIssue] {
    past.flatMap { issue -> [PastIssue] in
      var followed = [match.followed(issue)]
      if !issue.isOfBranch { followed += [issue, baseMatch.followed(issue)] }
      return followed.enumerated().filter { !followed[..<$0.offset].contains($0.element) }.map(\.element)
    }
  }

  /// The target whose folder a file lies in.
  func target(of file: String?) -> String? {
    guard let file else { return nil }
    let owners = (package?.targets ?? []).filter { $0.path == "." || file.hasPrefix($0.path + "/") }
    return owners.max { $0.path.count < $1.path.count }?.name
  }
}
