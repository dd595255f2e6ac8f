extension Bot.Trigger {
  /// Any of its conditions; none means always.
  public func applies(to report: Report) -> Bool {
    when.isEmpty
      || when.contains { condition in
        switch condition {
        case .succeeded: report.result == .succeeded || report.tolerated
        case .testFailures: report.result == .testFailures || report.result == .flaky && !report.tolerated
        case .flaky: report.tests.count(.flaky) > 0
        case .inconclusive: report.result == .inconclusive
        case .buildErrors: report.result == .buildErrors
        case .buildWarnings: report.issues.loud.contains { $0.kind == .warning && $0.seen }
        case .analyzerWarnings: report.issues.loud.contains { $0.kind == .analyzerWarning && $0.seen }
        case .broke: report.broke
        case .mended: report.mended
        case .newIssues: !(report.issues.new + report.issues.cameBack).isEmpty
        case .uncoveredChanges: !report.isOfSomeTests && RequiredLines(report).count > 0
        }
      }
  }
}

extension Bot.Trigger.Act {
  /// Tells somebody over the network; else it is a script.
  public var tells: Bool {
    switch self {
    case .email, .webhook: true
    case .before, .after: false
    }
  }
}

extension Report {
  /// Red by something that was seen not to be there, where the branch was not red before. What was only set
  /// aside, as by skipping its test, neither broke when it is there again nor is red until then.
  public var broke: Bool {
    guard result == .buildErrors || tests.failureCount > 0 else { return false }
    // Its test may fail in another way by now.
    let setAside = Set(issues.unresolved.filter { $0.setAsideIn != nil }.compactMap(\.test))
    return comparedWith != nil
      && !issues.unresolved.contains {
        $0.kind.isRed && $0.knownOn == nil && $0.setAsideIn == nil && $0.cameFrom == nil
      }
      && !issues.resolved.contains {
        $0.kind.isRed && $0.knownOn == nil && $0.setAsideIn == nil && $0.silence == nil
      }
      && (issues.new + issues.cameBack + issues.cameAlong).contains { issue in
        issue.kind.isRed && !(issue.test.map(setAside.contains) ?? false)
      }
  }

  /// All that was red until now was seen not to be there any more. Tests that are gone are nobody's mending,
  /// and nothing is mended by looking away from it. What is flaky or silenced broke nothing and keeps nothing
  /// from being mended.
  public var mended: Bool {
    (passed || result == .flaky)
      && issues.resolved.contains { $0.kind.isRed && !$0.testIsGone && $0.silence == nil }
      && !issues.loud.contains { $0.kind.isRed && [nil, integration].contains($0.setAsideIn) }
  }

  /// All was tested, and nothing went wrong; there may be warnings.
  public var passed: Bool {
    tolerated || [.succeeded, .warnings, .analyzerWarnings].contains(result)
  }
}

extension Issue.Kind {
  /// What makes an integration red.
  public var isRed: Bool { isBuildError || self == .testFailure }
}
