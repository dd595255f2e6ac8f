/// What becomes of issues from one integration to the next of the same branch.
enum IssueLifeCycle {
  /// Judges the findings of an integration against what was open before it. Every issue of either side is in
  /// exactly one of the lists afterwards.
  static func judge(
    _ findings: [Issue], _ evidence: Judgement.Evidence, _ result: IntegrationResult
  ) -> IssueLists {
    let findings = firstOfEach(findings)
    let (match, base) = (evidence.match, evidence.base)
    let open = (evidence.baseline?.openIssues ?? []).map(match.followed)
    let memory = IssueMemory(open: firstOfEach(open), past: evidence.pastIssues)
    let onBase = IssueMemory(
      open: firstOfEach((base?.report.issues.open ?? []).map(evidence.baseMatch.followed)), past: [])
    let former = IssueMemory(
      open: firstOfEach(evidence.former?.issues.open.filter(\.seen) ?? []), past: [])
    let outcomes = Dictionary(grouping: evidence.tests.cases, by: \.id).mapValues { $0.map(\.outcome) }
    var lists = IssueLists()
    var found: Set<IssueIdentity> = []

    for var issue in findings {
      issue.seen = true
      let known = memory.open(as: issue)
      let there = onBase.open(as: issue).min { $0.since < $1.since }
      if there != nil { issue.knownOn = base?.branch }
      found.formUnion(known.map(\.identity))
      if issue.kind == .flaky {
        lists.flaky.append(issue.flakyAgain(after: memory.past(as: issue), in: evidence.integration))
        continue
      }
      if let earlier = evidence.former, let same = former.open(as: issue).min(by: { $0.since < $1.since }) {
        issue.goOn(since: same.since, first: same.toldFirst)
        (issue.asIn, issue.knownOn) = (earlier.integration, nil)
        issue.otherMessageIn = issue.isOther(than: [same.message]) ? earlier.integration : nil
        lists.unresolved.append(issue)
      } else if let oldest = known.min(by: { $0.since < $1.since }) {
        lists.unresolved.append(issue.goingOn(from: oldest, known, evidence))
      } else if let there, let base, !memory.wasMended(issue, since: base.integration) {
        issue.goOn(since: there.since, first: there.toldFirst)
        issue.renamedFrom = there.renamedFrom
        issue.otherMessageIn = there.seen && issue.isOther(than: [there.message]) ? base.integration : nil
        lists.unresolved.append(issue)
      } else if let past = memory.past(as: issue) {
        issue = issue.goingOn(after: past, in: evidence.integration)
        if !past.isResolved, evidence.hasOwnBaseline { issue.comeFrom(past) }
        if past.isResolved { lists.cameBack.append(issue) } else { lists.unresolved.append(issue) }
      } else {
        issue.since = evidence.integration
        let flaky = issue.test.flatMap(memory.flaky)
        (issue.flakyIn, issue.lastOn) = (flaky?.lastIn, flaky?.otherBranch)
        lists.new.append(issue)
      }
    }
    let rest = memory.open.filter { !found.contains($0.identity) }
    for known in rest {
      var (issue, isGone) = unfound(known, known.test.flatMap { outcomes[$0] }, evidence, result)
      if !isGone, !onBase.open(as: issue).isEmpty { issue.knownOn = base?.branch }
      if isGone { lists.resolved.append(issue) } else { lists.unresolved.append(issue) }
    }
    let all = IssueLists(
      new: sorted(lists.new), cameBack: sorted(lists.cameBack), unresolved: sorted(lists.unresolved),
      resolved: sorted(lists.resolved), flaky: sorted(lists.flaky)
    ).silencing(evidence.silenced, evidence.hushed)
    return evidence.isOlderCommit ? all.withoutFormerNames : all
  }

  /// What was open and was not found; `own`: what became of its test, nil where that is gone.
  private static func unfound(
    _ issue: Issue, _ own: [TestOutcome]?, _ evidence: Judgement.Evidence, _ result: IntegrationResult
  ) -> (issue: Issue, isGone: Bool) {
    // What came later than a commit was not mended by it.
    let mayTell = evidence.former == nil && !evidence.isOlderCommit
    let isGone = mayTell && mayClose(issue.kind, after: result) && wouldHaveSeen(issue, own, evidence)
    let before = issue.seen ? nil : issue.setAsideIn
    var issue = issue
    // It failed once more, though it passed alone.
    issue.seen = isGone || own?.contains(.flaky) ?? false
    let isLeftOut = mayTell && !issue.seen && issue.kind.isRed && passes(result, evidence)
    let aside = issue.seen ? nil : before ?? (isLeftOut ? evidence.integration : nil)
    issue.testIsGone = isGone && issue.test != nil && own == nil
    (issue.lastIn, issue.otherMessageIn, issue.flakyIn, issue.knownOn) = (nil, nil, nil, nil)
    (issue.asIn, issue.setAsideIn, issue.cameFrom, issue.lastCalled) = (nil, aside, nil, nil)
    (issue.notRunIn, issue.lastOn) = (nil, nil)
    return (issue, isGone)
  }

  private static func passes(_ result: IntegrationResult, _ evidence: Judgement.Evidence) -> Bool {
    switch result {
    case .succeeded, .warnings, .analyzerWarnings: true
    case .flaky: evidence.letsFlakyPass
    case .canceled, .checkoutError, .triggerError, .internalError, .inconclusive, .buildErrors,
      .testFailures:
      false
    }
  }

  private static func mayClose(_ kind: Issue.Kind, after result: IntegrationResult) -> Bool {
    switch result {
    case .canceled, .checkoutError, .triggerError, .internalError, .inconclusive: false
    case .buildErrors: kind.isBuildError
    case .testFailures, .flaky, .analyzerWarnings, .warnings, .succeeded: true
    }
  }

  private static func wouldHaveSeen(
    _ issue: Issue, _ own: [TestOutcome]?, _ evidence: Judgement.Evidence
  ) -> Bool {
    switch issue.kind {
    case .buildError where issue.message.hasPrefix(ArchiveWords.lead): evidence.isArchived
    case .buildError, .testBuildError: !evidence.buildFailed || wasLookedInto(issue, evidence)
    case .warning: !evidence.isCut
    case .analyzerWarning:
      evidence.analyzed?.contains { issue.message.hasPrefix(Analysis.lead($0)) } ?? false
    case .testFailure, .flaky:
      if let own {
        // While it fails in another way nobody mended it.
        !evidence.hidesFailures && !(issue.test.map(evidence.suspected.contains) ?? false)
          && own.allSatisfy { $0 == .passed || $0 == .expectedFailure }
      } else {
        // Without any test nobody can tell one that is gone from one that was not asked for.
        evidence.isOfWholeBot && !evidence.tests.cases.isEmpty
          && !(issue.test.map(evidence.leftOut.contains) ?? false)
      }
    }
  }

  /// A build that fails ends before it comes to all that it would have told.
  private static func wasLookedInto(_ issue: Issue, _ evidence: Judgement.Evidence) -> Bool {
    guard let file = issue.file else { return false }
    let name = file.rawValue
    let isManifest = name.hasPrefix("Package") && name.hasSuffix(".swift") && !name.contains("/")
    return isManifest ? evidence.package != nil : evidence.lookedInto.contains(file)
  }

  /// One issue an identity: the one that came first.
  static func firstOfEach(_ issues: [Issue]) -> [Issue] {
    var known: Set<IssueIdentity> = []
    return issues.filter { known.insert($0.identity).inserted }
  }

  /// By kind, then file, then line; the rest only decides ties, so that the order is always the same.
  static func sorted(_ issues: [Issue]) -> [Issue] {
    let ranks = Dictionary(uniqueKeysWithValues: Issue.Kind.allCases.enumerated().map { ($1, $0) })
    func key(_ issue: Issue) -> (Int, String, Int, String, String) {
      (
        ranks[issue.kind] ?? 0, issue.file?.rawValue ?? "", issue.line ?? 0, issue.test?.rawValue ?? "",
        issue.identity.rawValue
      )
    }
    return issues.sorted { key($0) < key($1) }
  }
}

extension Issue {
  /// It was open before.
  fileprivate func goingOn(from oldest: Issue, _ known: [Issue], _ evidence: Judgement.Evidence) -> Issue {
    var issue = self
    issue.goOn(since: oldest.since, first: oldest.toldFirst)
    issue.renamedFrom = oldest.renamedFrom
    issue.setAsideIn = known.contains(where: \.seen) ? nil : known.compactMap(\.setAsideIn).min()
    // A branch that has only just left its base goes on from what was said there last.
    let base = evidence.base.flatMap { base in
      base.integration == evidence.baseline?.integration && oldest.seen ? base.integration : nil
    }
    let told = known.map { base == nil ? $0.toldFirst : $0.message }
    issue.otherMessageIn = isOther(than: told) ? base ?? oldest.since : nil
    return issue
  }

  /// What is not open on the branch: its life goes on, or it begins another one.
  fileprivate func goingOn(after past: PastIssue, in integration: IntegrationNumber) -> Issue {
    var issue = self
    issue.otherMessageIn = past.message.flatMap { isOther(than: [$0]) ? past.since : nil }
    if past.isResolved {
      let known = [past.lastMessage, past.message].compactMap(\.self)
      issue.otherMessageIn = !known.isEmpty && isOther(than: known) ? past.lastIn : nil
      (issue.since, issue.lastIn, issue.knownOn) = (integration, past.lastIn, nil)
      (issue.lastCalled, issue.lastOn) = (past.calledThen, past.otherBranch)
    } else {
      issue.goOn(since: past.since, first: past.message ?? message)
    }
    return issue
  }

  fileprivate mutating func comeFrom(_ past: PastIssue) {
    if !past.isOfBranch { (cameFrom, lastOn) = (past.lastIn, past.otherBranch) }
  }

  fileprivate func flakyAgain(after past: PastIssue?, in integration: IntegrationNumber) -> Issue {
    var issue = self
    issue.since = past?.since ?? integration
    (issue.lastIn, issue.lastCalled, issue.lastOn) = (past?.lastIn, past?.calledThen, past?.otherBranch)
    return issue
  }

  fileprivate mutating func goOn(since: IntegrationNumber, first: String) {
    self.since = since
    firstMessage = isOther(than: [first]) ? first : nil
  }

  /// A test that fails with other words than any of these.
  fileprivate func isOther(than messages: [String]) -> Bool {
    kind == .testFailure && !messages.contains { MessageWords.areAlike($0, message) }
  }
}

extension IssueLists {
  /// What newer commits call a test is no name that it had before an older one.
  fileprivate var withoutFormerNames: Self {
    func without(_ issues: [Issue]) -> [Issue] {
      issues.map { issue in
        var issue = issue
        issue.renamedFrom = nil
        return issue
      }
    }
    var lists = self
    (lists.cameBack, lists.unresolved) = (without(cameBack), without(unresolved))
    lists.silenced = without(silenced)
    return lists
  }
}
