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
        case .buildWarnings: report.issues.open.contains { $0.kind == .warning && $0.seen }
        case .analyzerWarnings: report.issues.open.contains { $0.kind == .analyzerWarning && $0.seen }
        }
      }
  }
}
