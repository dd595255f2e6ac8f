import Model
import State

/// The variables that scripts are given, under Bothy's names and under those of Xcode Server.
struct ScriptFacts {
  let order: Order
  let folder: IntegrationFolder
  let packageFolder: String
  /// Known before there is a report.
  var commit: CommitID?
  var report: Report?
  var reportFile: String?

  var variables: [String: String] {
    var result = [
      "BOTHY": "1", "BOTHY_BOT": order.bot.rawValue, "BOTHY_INTEGRATION": String(order.integration.value),
      "BOTHY_SOURCE_DIR": order.checkoutFolder, "BOTHY_OUTPUT_DIR": folder.path, "BOTHY_LOG": folder.log,
      "BOTHY_BRANCH": order.branch?.rawValue ?? "",
      "XCS": "1", "XCS_BOT_NAME": order.settings.name, "XCS_BOT_ID": order.bot.rawValue,
      "XCS_INTEGRATION_NUMBER": String(order.integration.value),
      "XCS_INTEGRATION_ID": "\(order.bot.rawValue)#\(order.integration.value)",
      "XCS_SOURCE_DIR": order.checkoutFolder, "XCS_PRIMARY_REPO_DIR": order.checkoutFolder,
      "XCS_OUTPUT_DIR": folder.path, "XCS_DERIVED_DATA_DIR": order.buildFolder,
      "XCS_XCODEBUILD_LOG": folder.log,
    ]
    if let reportFile { result["BOTHY_REPORT"] = reportFile }
    if let commit = commit ?? report?.commit?.id { result["BOTHY_COMMIT"] = commit.rawValue }
    guard let report else { return result }
    result["BOTHY_RESULT"] = report.result.rawValue
    result["XCS_INTEGRATION_RESULT"] = report.result.rawValue
    for (name, count, change) in counts(of: report) {
      result["BOTHY_\(name)_COUNT"] = String(count)
      result["BOTHY_\(name)_CHANGE"] = String(change)
      result["XCS_\(name)_COUNT"] = String(count)
      result["XCS_\(name)_CHANGE"] = String(change)
    }
    return result
  }

  private func counts(of report: Report) -> [(String, Int, Int)] {
    let before = order.baseline
    func open(_ kind: Issue.Kind) -> (Int, Int) {
      let now = report.issues.open.count { $0.kind == kind && $0.seen }
      return (now, now - (before?.openIssues.count { $0.kind == kind } ?? 0))
    }
    let errors = open(.buildError)
    let warnings = open(.warning)
    let analyzer = open(.analyzerWarning)
    let failures = report.tests.failureCount
    let failedBefore = Set(
      (before?.openIssues ?? []).filter { $0.kind == .testFailure }.compactMap(\.test)
    ).count
    let missed = report.coverage?.lines.notExecuted ?? 0
    return [
      ("ERROR", errors.0, errors.1), ("WARNING", warnings.0, warnings.1),
      ("ANALYZER_WARNING", analyzer.0, analyzer.1),
      ("TESTS", report.tests.cases.count, report.tests.cases.count - (before?.testCount ?? 0)),
      ("TEST_FAILURE", failures, failures - failedBefore),
      ("LINES_NOT_EXECUTED", missed, missed - (before?.coverage?.lines.notExecuted ?? 0)),
    ]
  }
}
