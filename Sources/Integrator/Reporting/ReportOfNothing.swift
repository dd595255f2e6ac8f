import Files
import Formats
import Foundation
package import Model
package import State
import Words

extension IntegrationFolder {
  /// The report of an integration that ended: its own, else what little is known of one that left none,
  /// because it was ended from outside or never began. nil while it runs, and where the report that was kept
  /// of it is gone.
  package func reportOfEnded(_ past: PastIntegration, _ order: Order) throws -> Report? {
    if let report = try readReport(of: order.bot, past.number) { return report }
    guard let result = past.result, past.tests == nil else { return nil }
    var report = Report(
      bot: order.bot, integration: past.number, result: result,
      reason: past.reason ?? "It ended without a report", commit: UnbroughtCommit.of(order), toolchain: "",
      configuration: order.settings.configuration, queued: order.queued, started: past.started)
    report.ended = past.ended ?? past.started
    report.seconds = report.ended.timeIntervalSince(report.started)
    (report.clean, report.limited) = (order.clean, order.limited)
    report.settings = order.settings.usedSettings
    report.package = order.settings.packageFolder
    report.coverageNote = "the integration ended before it could report"
    report.notes = ["It ended before it could report: what it found until then is not known."]
    report.notes += LeftCommit.notes(order.left ?? [])
    return report
  }

  /// Leaves it, where there is none: every integration has one. What was damaged lies beside it then.
  package func leaveReport(_ past: PastIntegration, _ order: Order) throws {
    guard try readReport(of: order.bot, past.number) == nil, var report = try reportOfEnded(past, order)
    else { return }
    if let bytes = contents(of: self.report) { try publish(bytes, as: file("report-damaged.json")) }
    if FileFacts(self.order) == nil {
      try makeFolder(path)
      try publish([UInt8](OrderJSON.encode(order)), as: self.order)
    }
    let told = report
    let exports = [
      Artifacts.Export(path: junit) { JUnit.encode(told) },
      Artifacts.Export(path: summary) { SummaryMarkdown.encode(told) },
    ]
    report.artifacts = Artifacts.write(exports, in: self).0
    try publish(ReportJSON.encode(report), as: self.report)
  }
}
