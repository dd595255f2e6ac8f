extension Bot.Trigger {
  /// Any of its conditions; none means always.
  public func applies(to report: Report) -> Bool {
    when.isEmpty
      || when.contains { condition in
        switch condition {
        case .succeeded: report.result == .succeeded || report.tolerated
        case .testFailures: report.result == .testFailures || report.result == .flaky && !report.tolerated
        case .flaky: report.tests.count(.flaky) > 0
        case .buildErrors: report.result == .buildErrors
        case .buildWarnings: report.issues.loud.contains { $0.kind == .warning && $0.seen }
        case .analyzerWarnings: report.issues.loud.contains { $0.kind == .analyzerWarning && $0.seen }
        case .broke: report.broke
        case .mended: report.mended
        case .newIssues: !(report.issues.new + report.issues.cameBack).isEmpty
        case .uncoveredChanges: RequiredLines(report).count > 0
        }
      }
  }
}

extension Report {
  /// Red, where the integration that it is compared with was not.
  public var broke: Bool {
    guard result == .buildErrors || tests.failureCount > 0 else { return false }
    return comparedWith != nil && !issues.unresolved.contains { $0.kind.isRed && $0.knownOn == nil }
      && (issues.new + issues.cameBack).contains { $0.kind.isRed }
  }

  /// Nothing is red any more that was in the integration that it is compared with.
  public var mended: Bool {
    passed && issues.resolved.contains { $0.kind.isRed } && !issues.loud.contains { $0.kind.isRed }
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
