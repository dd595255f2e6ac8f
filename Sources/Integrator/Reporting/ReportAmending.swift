import Explaining
import Files
import Formats
package import Model
import Processes
package import State

extension StateFolder {
  /// Half a minute.
  private static let mostLooks = 600

  /// What was reported of one that nothing performs any more, with the end of its scripts. A disk that is
  /// full keeps that from being kept, not from being told.
  package func endedReport(
    of bot: BotID, _ number: IntegrationNumber, in folder: IntegrationFolder? = nil
  ) throws -> Report? {
    let folder = folder ?? integration(bot, number)
    guard var report = try folder.readReport(of: bot, number) else { return nil }
    guard report.closeScripts() else { return report }
    let isKept = (try? amendReport(of: bot, number, in: folder) { $0.closeScripts() }) ?? false
    return isKept ? folder.report(of: bot, number) ?? report : report
  }

  /// Adds to what was reported of an integration that has ended, as the report is by then: what several find
  /// out at a time is all kept. False where there is no report, or nothing to add.
  @discardableResult
  package func amendReport(
    of bot: BotID, _ number: IntegrationNumber, in folder: IntegrationFolder? = nil,
    _ change: (inout Report) throws -> Bool
  ) throws -> Bool {
    let folder = folder ?? integration(bot, number)
    guard FileFacts(folder.report) != nil else { return false }
    try makeFolder(self.bot(bot))
    var looks = 0
    // The lock of integrations is held for as long as one takes, by those who find something out as well.
    let lock = try FileLock.wait(for: reportLock(bot)) {
      looks += 1
      return looks < Self.mostLooks
    }
    guard let lock else {
      throw Explanation(
        doing: "adding to the report of \(bot)\(number)", wrong: "another process holds \(reportLock(bot))",
        advice: "see what that process is doing")
    }
    defer { withExtendedLifetime(lock) {} }
    guard var report = folder.report(of: bot, number), try change(&report) else { return false }
    renewSummary(&report, in: folder)
    try publish(ReportJSON.encode(report), as: folder.report)
    return true
  }

  /// What is pasted says what the report says; one that cannot be written stays as it was.
  private func renewSummary(_ report: inout Report, in folder: IntegrationFolder) {
    let path = folder.summary.dropFirst(folder.path.count + 1)
    guard let place = report.artifacts.firstIndex(where: { $0.path == path }) else { return }
    let export = Artifacts.Export(path: folder.summary) { [report] in SummaryMarkdown.encode(report) }
    if let written = Artifacts.write([export], in: folder).written.first { report.artifacts[place] = written }
  }
}
