import Words

/// What of the findings of an integration somebody wants to hear no more of.
struct Silenced: Equatable, Sendable {
  private var silences: [IssueIdentity: Silence] = [:]
  /// Those that went wrong, and of which nothing else is to be heard.
  private(set) var tests: Set<TestID> = []

  init() {}

  /// `all`: everything that is there now is told and silenced.
  init(_ findings: [Issue], _ evidence: Judgement.Evidence, all: Silence? = nil) {
    // A silence goes on with its test, whatever that is called.
    let open = (evidence.baseline?.openIssues ?? []).map(evidence.match.followed)
    let former = Dictionary(open.compactMap { issue in issue.renamedFrom.map { (issue.identity, $0) } }) {
      first, _ in first
    }
    for found in findings {
      var issue = found
      issue.renamedFrom = former[issue.identity]
      let own = evidence.hushed.first { $0.reaches(issue) }
      guard let silence = own ?? all?.here(for: issue) else { continue }
      silences[issue.identity] = silence
      if let test = issue.test { tests.insert(test) }
    }
    tests.subtract(findings.filter { silences[$0.identity] == nil }.compactMap(\.test))
  }

  subscript(_ issue: Issue) -> Silence? { silences[issue.identity] }
  func has(_ issue: Issue) -> Bool { silences[issue.identity] != nil }
}

extension Silence {
  /// What `all-now` makes of one that it finds.
  fileprivate func here(for issue: Issue) -> Silence? {
    guard subject == .allNow, !issue.kind.isBuildError else { return nil }
    var silence = self
    silence.subject = .issue(issue.identity.rawValue)
    silence.until = .lasting(isFlaky: issue.kind == .flaky)
    return silence
  }
}

extension IssueLists {
  /// Of which nothing else is to be heard: one that goes wrong otherwise than was silenced is not among them.
  public var silencedTests: Set<TestID> {
    let quiet = silenced.filter { $0.seen && !$0.testIsGone }
    // What failed before stays open where the test is flaky now, and is not what it did here.
    let flaky = Set(quiet.filter { $0.kind == .flaky }.compactMap(\.test))
    let heard = Set(loud.filter(\.seen).compactMap(\.test)).subtracting(flaky)
    return Set(quiet.compactMap(\.test)).subtracting(heard)
  }

  /// Those that are silenced stand apart, whatever else they are; what is resolved tells that it was.
  func silencing(_ silenced: Silenced, _ silences: [Silence]) -> IssueLists {
    var lists = self
    var quiet: [Issue] = []
    func part(_ issues: [Issue]) -> [Issue] {
      issues.compactMap { issue in
        var issue = issue
        // One that was not seen this time is silenced all the same; what was silenced before, only by now.
        issue.silence = silenced[issue] ?? silences.first { $0.reaches(issue) }
        if issue.silence == nil { return issue }
        quiet.append(issue)
        return nil
      }
    }
    (lists.new, lists.cameBack) = (part(new), part(cameBack))
    (lists.unresolved, lists.flaky) = (part(unresolved), part(flaky))
    lists.silenced = IssueLifeCycle.sorted(quiet)
    lists.resolved = lists.resolved.map { issue in
      var issue = issue
      issue.silence = silences.first { $0.reaches(issue) }
      return issue
    }
    return lists
  }
}

extension Judgement.Evidence {
  /// What counts for the result.
  func count(_ outcome: TestOutcome) -> Int {
    tests.cases.count { $0.outcome == outcome && !silenced.tests.contains($0.id) }
  }
  var failureCount: Int { tests.cases.count { $0.outcome.isFailure && !silenced.tests.contains($0.id) } }
  /// Went wrong, and nobody wants to hear of it.
  var quietTests: Int { tests.cases.count { $0.outcome.wentWrong && silenced.tests.contains($0.id) } }

  func loud(_ diagnostics: [Diagnostic], _ kind: Issue.Kind) -> [Diagnostic] {
    diagnostics.filter { !silenced.has(Findings.issue(kind, $0, self)) }
  }
}

extension Sentence {
  /// ", 2 of them silenced", of tests that went wrong.
  static func silenced(_ quiet: Int, of tests: TestReport) -> String {
    silenced(quiet, of: tests.cases.count(where: \.outcome.wentWrong))
  }

  static func silenced(_ quiet: Int, of all: Int) -> String {
    switch (quiet, all) {
    case (0, _): ""
    case (1, 1): ", silenced"
    case (2, 2): ", both silenced"
    case (all, all): ", all of them silenced"
    default: ", \(Figures.grouped(quiet)) of them silenced"
    }
  }
}

extension Judgement.Evidence {
  var namedSilences: [Silence] {
    guard hushed.contains(where: { $0.origin == .botFile }) else { return hushed }
    let known = Set(tests.cases.map(\.id))
    return hushed.map { silence in silence.named(among: known) { isNamed($0, in: known) } }
  }

  private func isNamed(_ test: TestID, in known: Set<TestID>) -> Bool {
    known.contains(match.now(test))
  }

  /// Silences of the bot file whose test is none of those that are there, where all were asked for.
  public var idleSilences: [String] {
    guard isOfWholeBot, !isLimited, !tests.cases.isEmpty, silences.isEmpty
    else { return [] }
    let known = Set(tests.cases.map(\.id))
    let asked = selection == nil ? "" : " that the bot asks for"
    return namedSilences.compactMap { silence in
      guard silence.origin == .botFile, case .test(let test, _) = silence.subject, !isNamed(test, in: known)
      else { return nil }
      let meant = known.filter { $0.isCalled(test.rawValue) }.sorted()
      if meant.count > 1 {
        let names = meant.prefix(2).map(\.rawValue).joined(separator: ", or ")
        let count = Figures.count(meant.count, "test")
        return "The bot file silences the test \(test), and \(count) are called so: say which, as \(names)."
      }
      let near = test.nearest(among: known).map { "; near is \($0)" } ?? ""
      return "The bot file silences the test \(test), and no test\(asked) is called so\(near)."
    }
  }
}
