/// What one integration found wrong, before it is judged against earlier ones.
enum Findings {
  /// Each identity appears once, with the first place where it was found.
  static func issues(_ evidence: Judgement.Evidence) -> [Issue] {
    let compiler = evidence.diagnostics.map {
      issue($0.severity == .error ? .buildError : .warning, $0, evidence)
    }
    let analyzer = (evidence.analyzer ?? []).map { issue(.analyzerWarning, $0, evidence) }
    let tests = evidence.tests.cases.filter(\.outcome.isFailure).flatMap {
      issues(of: $0, evidence.integration)
    }
    return IssueLifeCycle.firstOfEach(compiler + analyzer + tests)
  }

  private static func issue(
    _ kind: Issue.Kind, _ diagnostic: Diagnostic, _ evidence: Judgement.Evidence
  ) -> Issue {
    let outside = diagnostic.file?.hasPrefix("/") ?? false
    let file = outside ? nil : diagnostic.file.map { PackagePath($0) }
    // A file outside the package has no package path, but a person still wants to be led there.
    let place = outside ? " (\(diagnostic.file ?? "")\(diagnostic.line.map { ":\($0)" } ?? ""))" : ""
    return Issue(
      kind: kind, message: diagnostic.message + place, target: evidence.target(of: diagnostic.file),
      file: file, line: outside ? nil : diagnostic.line, test: nil, since: evidence.integration)
  }

  private static func issues(of test: TestCase, _ integration: IntegrationNumber) -> [Issue] {
    var found = test.failures.filter { !$0.isKnown }.map {
      failure(test, $0.message, file: $0.file, line: $0.line, integration)
    }
    let toldCrash = test.failures.contains { $0.kind == .crash && !$0.isKnown }
    if let crash = test.crash, !toldCrash {
      found.append(failure(test, crash.message, file: crash.file, line: crash.line, integration))
    }
    let toldTimeout = test.failures.contains { $0.kind == .timeout && !$0.isKnown }
    if test.outcome == .timedOut, !toldTimeout {
      found.append(failure(test, "Timed out", file: nil, line: nil, integration))
    }
    if found.isEmpty {
      let message = test.outcome == .crashed ? "Crashed without a message" : "Failed without a message"
      found.append(failure(test, message, file: nil, line: nil, integration))
    }
    return found
  }

  private static func failure(
    _ test: TestCase, _ message: String, file: PackagePath?, line: Int?, _ integration: IntegrationNumber
  ) -> Issue {
    Issue(
      kind: .testFailure, message: message, target: test.target, file: file ?? test.file,
      line: file == nil ? test.line : line, test: test.id, since: integration)
  }
}
