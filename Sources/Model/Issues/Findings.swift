/// What one integration found wrong, before it is judged against earlier ones.
enum Findings {
  /// Each identity appears once, with the first place where it was found.
  static func issues(_ evidence: Judgement.Evidence) -> [Issue] {
    let error = evidence.productsBuild ? Issue.Kind.testBuildError : .buildError
    let compiler = evidence.diagnostics.map {
      issue($0.severity == .error ? error : .warning, $0, evidence)
    }
    let archive = evidence.archiveErrors.map { issue(.buildError, $0, evidence) }
    let analyzer = (evidence.analyzer ?? []).map { issue(.analyzerWarning, $0, evidence) }
    let tests = evidence.tests.cases.filter(\.outcome.wentWrong).flatMap { issues(of: $0, evidence) }
    let placed = withOtherLines(compiler + archive + analyzer)
    return IssueLifeCycle.firstOfEach(placed + tests + flakyElsewhere(evidence))
  }

  /// What several lines of a file have is one issue, which names them all.
  private static func withOtherLines(_ issues: [Issue]) -> [Issue] {
    let lines = Dictionary(grouping: issues, by: \.identity).mapValues { Set($0.compactMap(\.line)) }
    return issues.map { issue in
      let others = (lines[issue.identity] ?? []).subtracting([issue.line].compactMap(\.self)).sorted()
      guard !others.isEmpty else { return issue }
      var issue = issue
      issue.otherLines = others
      return issue
    }
  }

  static func issue(
    _ kind: Issue.Kind, _ diagnostic: Diagnostic, _ evidence: Judgement.Evidence
  ) -> Issue {
    let outside = diagnostic.file?.hasPrefix("/") ?? false
    let file = outside ? nil : diagnostic.file.map { PackagePath($0) }
    // A file outside the package has no package path, but a person still wants to be led there.
    let place = outside ? " (\(diagnostic.file ?? "")\(diagnostic.line.map { ":\($0)" } ?? ""))" : ""
    let message = diagnostic.message + place
    let target = evidence.target(of: diagnostic.file)
    // It stays the same issue, whatever its analyzer is called.
    let whole = kind == .analyzerWarning ? Self.whole(message, evidence) : message
    return Issue(
      kind: kind, message: message, target: target, file: file, line: outside ? nil : diagnostic.line,
      test: nil, since: evidence.integration,
      identity: .make(kind: kind, target: target, test: nil, file: file, message: whole))
  }

  private static func whole(_ message: String, _ evidence: Judgement.Evidence) -> String {
    for (name, command) in evidence.wholeAnalyzers where message.hasPrefix(Analysis.lead(name)) {
      return Analysis.lead(command) + message.dropFirst(Analysis.lead(name).count)
    }
    return message
  }

  /// Tests that passed here and failed in an earlier integration of the same commit.
  private static func flakyElsewhere(_ evidence: Judgement.Evidence) -> [Issue] {
    evidence.tests.cases.compactMap { test in
      evidence.failedOnCommit[test.id].map {
        Issue(
          kind: .flaky, message: "Passed, and \($0.words), of the same commit", target: test.target,
          file: test.file, line: test.line, test: test.id, since: evidence.integration,
          identity: .make(test: test.id, outcome: .flaky))
      }
    }
  }

  /// Where its crash, or that it hangs, is nothing to be heard, what failed before is an issue of its own.
  private static func issues(of test: TestCase, _ evidence: Judgement.Evidence) -> [Issue] {
    let main = issue(of: test, evidence.integration)
    guard test.outcome == .crashed || test.outcome == .timedOut,
      evidence.hushed.contains(where: { $0.subject == .allNow || $0.reaches(main) }),
      let failure = test.failures.first(where: { !$0.isKnown && $0.kind != .crash && $0.kind != .timeout })
    else { return [main] }
    let said = place(failure)
    var beside = main
    (beside.message, beside.identity) = (said.message, .make(test: test.id, outcome: .failed))
    (beside.file, beside.line) = said.file == nil ? (test.file, test.line) : (said.file, said.line)
    return [main, beside]
  }

  /// What happened to a test is one issue of it; the first message that says so speaks for the others.
  private static func issue(of test: TestCase, _ integration: IntegrationNumber) -> Issue {
    let told = test.failures.filter { !$0.isKnown }
    var said: (message: String, file: PackagePath?, line: Int?)? = told.first.map(place)
    var silence = "Failed without a message"
    if test.firstOutcome == .crashed {
      let crash = test.crash.map { ($0.message, $0.file, $0.isAtDeclaration == true ? nil : $0.line) }
      said = told.first { $0.kind == .crash }.map(place) ?? crash ?? said
      silence = "Crashed without a message"
    } else if test.firstOutcome == .timedOut {
      said = told.first { $0.kind == .timeout }.map(place)
      silence = "Timed out"
    }
    let hasPlace = said?.file != nil
    return Issue(
      kind: test.outcome == .flaky ? .flaky : .testFailure, message: said?.message ?? silence,
      target: test.target,
      file: said?.file ?? test.file, line: hasPlace ? said?.line : test.line, test: test.id,
      since: integration, identity: .make(test: test.id, outcome: test.outcome))
  }

  /// Nothing happened in the line of a declaration.
  private static func place(_ failure: TestFailure) -> (message: String, file: PackagePath?, line: Int?) {
    (failure.message, failure.file, failure.isAtDeclaration == true ? nil : failure.line)
  }
}
