package import Model
package import State
import Words

/// The variables that scripts are given, under Bothy's names and under those of Xcode Server.
package struct ScriptFacts {
  let order: Order
  let folder: IntegrationFolder
  let packageFolder: String
  /// Known before there is a report.
  var commit: CommitID?
  var report: Report?
  var reportFile: String?
  /// The first of its pages, once they are published.
  var page: String?

  /// As the scripts after an integration are given them.
  package init(_ report: Report, _ order: Order, _ folder: IntegrationFolder, page: String?) {
    let package = order.settings.package
    self.init(
      order: order, folder: folder,
      packageFolder: order.checkoutFolder + (package == "." ? "" : "/" + package), report: report,
      reportFile: folder.report)
    self.page = page
  }

  init(
    order: Order, folder: IntegrationFolder, packageFolder: String, commit: CommitID? = nil,
    report: Report? = nil, reportFile: String? = nil
  ) {
    (self.order, self.folder, self.packageFolder) = (order, folder, packageFolder)
    (self.commit, self.report, self.reportFile) = (commit, report, reportFile)
  }

  /// As `variables`, once the folder is there in which the checkout is called like its repository.
  package func given() throws -> [String: String] {
    try CheckoutName.lead(
      to: order.checkoutFolder, of: order.settings.remote?.name ?? order.repository)
    return variables
  }

  package var variables: [String: String] {
    var result = [
      "BOTHY": "1", "BOTHY_BOT": order.bot.rawValue, "BOTHY_INTEGRATION": String(order.integration.value),
      "BOTHY_SOURCE_DIR": order.checkoutFolder, "BOTHY_OUTPUT_DIR": folder.path, "BOTHY_LOG": folder.log,
      "BOTHY_BRANCH": order.branch?.rawValue ?? "",
      "XCS": "1", "XCS_BOT_NAME": order.settings.name, "XCS_BOT_ID": order.bot.rawValue,
      "XCS_INTEGRATION_NUMBER": String(order.integration.value),
      "XCS_INTEGRATION_ID": "\(order.bot.rawValue)#\(order.integration.value)",
      "XCS_SOURCE_DIR": CheckoutName.repositories(beside: order.checkoutFolder),
      "XCS_PRIMARY_REPO_DIR": order.checkoutFolder, "XCS_PRIMARY_REPO_TAG": "",
      "XCS_PRIMARY_REPO_BRANCH": order.branch?.rawValue ?? "",
      "XCS_OUTPUT_DIR": folder.path, "XCS_DERIVED_DATA_DIR": order.buildFolder,
      "XCS_XCODEBUILD_LOG": folder.log, "XCS_INTEGRATION_RESULT": "unknown",
      "XCS_BOT_TINY_ID": Self.tiny(order.bot.rawValue),
      "XCS_INTEGRATION_TINY_ID": Self.tiny("\(order.bot.rawValue)#\(order.integration.value)"),
    ]
    if let reportFile { result["BOTHY_REPORT"] = reportFile }
    let integrated = (commit ?? report?.commit?.id)?.rawValue
    if let integrated { result["BOTHY_COMMIT"] = integrated }
    result["XCS_PRIMARY_REPO_REVISION"] = integrated ?? ""
    guard let report else { return result }
    // Empty where there is none, so that a script may ask for it whatever happened.
    let archive = report.archive.isEmpty ? "" : folder.archive
    for name in ["BOTHY_ARCHIVE", "XCS_ARCHIVE"] { result[name] = archive }
    result["XCS_PRODUCT"] = report.archive.first.map { folder.path + "/" + $0.path } ?? ""
    result["BOTHY_PAGE"] = page ?? ""
    result["BOTHY_RESULT"] = report.result.rawValue
    result["XCS_INTEGRATION_RESULT"] = report.wordOfXcodeServer
    for (name, now, before) in counts(of: report) {
      // Xcode Server counted none where it had come to nothing: its scripts put a number into JSON unasked.
      for (prefix, none) in [("BOTHY", ""), ("XCS", "0")] {
        result["\(prefix)_\(name)_COUNT"] = now.map { String($0) } ?? none
        result["\(prefix)_\(name)_CHANGE"] = now.flatMap { now in before.map { String(now - $0) } } ?? none
      }
    }
    return result
  }

  /// Seven signs that differ where the names do, as Xcode Server had them.
  private static func tiny(_ name: String) -> String { String(ContentMark(name).text.prefix(7)).uppercased() }

  /// What is counted, now and before; absent where it was not found out, or where not the same was asked.
  private func counts(of report: Report) -> [(String, Int?, Int?)] {
    // What it was compared with may be kept no longer when somebody asks.
    let isFirst = report.comparedWith == nil && report.limited == nil
    let isKnown = order.baseline != nil || isFirst
    let openBefore = order.baseline?.openIssues ?? []
    // What was not seen before may have been there or not.
    func before(_ holds: (Issue.Kind) -> Bool) -> Int? {
      let open = openBefore.filter { holds($0.kind) }
      return isKnown && open.allSatisfy(\.seen) ? open.count : nil
    }
    func ran(_ kinds: Phase.Kind...) -> Bool {
      report.phases.contains { kinds.contains($0.name) && $0.status != .skipped }
    }
    let errors = report.issues.open.count { $0.kind.isBuildError && $0.seen }
    let wasTested = !report.tests.cases.isEmpty || ran(.test)
    // What was set aside, as by skipping its test, counted for none there.
    let failed = openBefore.filter { $0.kind == .testFailure && $0.seen && $0.setAsideIn == nil }
    // Of what did not run there, as where it was not built, nobody knows how it would have ended.
    let isUnseen = openBefore.contains {
      $0.kind == .testFailure && !$0.seen && $0.setAsideIn == nil
    }
    let failedBefore = isUnseen ? nil : Set(failed.compactMap(\.test)).count
    // What the package itself leaves out was not known when it was decided what to compare with.
    let leavesOut = report.settings.contains { setting in
      setting.from == .package
        && [TravellingSetting.filter, .skip].contains { $0.rawValue == setting.key }
    }
    let isWhole =
      isKnown && report.limited == nil && !report.tests.cases.isEmpty && (!leavesOut || asksAlike(report))
    // One that came to no test does not say that there was none.
    let testsBefore = order.baseline.map { $0.testCount == 0 ? nil : $0.testCount } ?? 0
    let lines = report.limited?.tests != nil ? nil : report.coverage?.lines.notExecuted
    let linesBefore = isFirst ? 0 : report.comparedWith?.coverage?.lines.notExecuted
    return [
      ("ERROR", errors > 0 || ran(.build) ? errors : nil, before(\.isBuildError)),
      ("WARNING", report.warningCount, before { $0 == .warning }),
      ("ANALYZER_WARNING", report.analyzerWarningCount, before { $0 == .analyzerWarning }),
      ("TESTS", wasTested ? report.tests.cases.count : nil, isWhole ? testsBefore : nil),
      ("TEST_FAILURE", wasTested ? report.tests.failureCount : nil, isWhole ? failedBefore : nil),
      ("LINES_NOT_EXECUTED", lines, linesBefore),
    ]
  }
}

extension ScriptFacts {
  /// All tests of what it is compared with are here or gone, so that both left out the same.
  private func asksAlike(_ report: Report) -> Bool {
    guard report.result.isConclusive, let changes = report.comparedWith?.tests,
      changes.integration == report.comparedWith?.integration
    else { return false }
    return report.tests.cases.count - changes.added.count + changes.gone.count == order.baseline?.testCount
  }
}

extension Report {
  /// How it ended, in a word that Xcode Server had, so that a script of its time knows what to do.
  fileprivate var wordOfXcodeServer: String {
    let word: IntegrationResult =
      switch result {
      case .flaky: tolerated ? .succeeded : .testFailures
      case .inconclusive: .internalError
      case .canceled, .checkoutError, .triggerError, .internalError, .buildErrors, .testFailures,
        .analyzerWarnings, .warnings, .succeeded:
        result
      }
    return word.rawValue
  }
}
