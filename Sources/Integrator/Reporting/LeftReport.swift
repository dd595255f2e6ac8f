package import Explaining
import Files
import Formats
package import Model
package import State

/// The report that an integration left: as it lies there, and what it says.
package struct LeftReport {
  package let bytes: [UInt8]
  package let report: Report

  /// nil where nothing lies there. What lies there and is no report of this integration is an error that
  /// names the file, the same for whoever reads it.
  package init?(
    of bot: BotID, _ number: IntegrationNumber, in folder: IntegrationFolder,
    decode: ([UInt8]) throws -> Report = ReportJSON.decode
  ) throws(Explanation) {
    let doing = "reading \(folder.report)"
    do {
      guard let bytes = try wholeFile(at: folder.report) else {
        guard let kind = FileFacts(folder.report)?.kind, kind != .regular else { return nil }
        throw Self.isOther(kind, doing)
      }
      self.bytes = bytes
      report = try decode(bytes)
    } catch {
      var error = Explanation(error, doing: doing)
      error.doing = doing
      throw error
    }
    guard report.bot == bot, report.integration == number else {
      throw Explanation(
        doing: doing,
        wrong: "it is the report of \(report.bot)\(report.integration), not of \(bot)\(number)",
        advice: "put its own there from a backup, or integrate that commit again to have a new one")
    }
  }

  private static func isOther(_ kind: FileKind, _ doing: String) -> Explanation {
    Explanation(
      doing: doing, wrong: "it is \(kind.words), not a file",
      advice: "remove it, then integrate that commit again to have a new one")
  }
}
