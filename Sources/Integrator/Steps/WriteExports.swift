import Explaining
import Faults
import Formats
import Foundation
import Model
import Threads

/// Leaves what people and programs read beside the report, and lists it there.
struct WriteExports: Step {
  let phase = Phase.Kind.report

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    let masking = workbench.log.masking
    facts.report = try masking.masked(facts.report)
    if !masking.isIdle, let detail = facts.coverageDetail {
      facts.coverageDetail = masking.masked(detail)
      facts.coverageRows = nil
    }
    let (report, folder, order) = (facts.report, workbench.folder, workbench.order)
    var exports = [
      Artifacts.Export(path: folder.junit) { JUnit.encode(report) },
      Artifacts.Export(path: folder.summary) { SummaryMarkdown.encode(report) },
    ]
    if let coverage = report.coverage, let detail = facts.coverageDetail {
      // The commit's own time, so that the same coverage of the same commit is the same file.
      let time = report.commit?.date ?? workbench.startedAt
      do {
        exports += try Artifacts.exports(
          coverage, detail, rows: facts.coverageRows ?? CoverageDetailFile.rows(detail),
          timestamp: Int(time.timeIntervalSince1970), maker: workbench.surroundings.maker,
          earlier: order.earlierFolder, isShared: order.settings.triggers.isEmpty, in: folder)
      } catch { tell(error, at: workbench) }
    }
    let owners = Dictionary(report.tests.cases.flatMap { row in row.files.map { ($0, row.id) } }) { one, _ in
      one
    }
    let attachments = workbench.attachments.kept.map { file in
      var file = file
      file.test = owners[file.path]
      return file
    }
    for note in [workbench.attachments.note, workbench.left.note] { note.map(workbench.note) }
    let (written, failures) = Artifacts.write(exports, in: folder)
    for failure in failures { tell(failure, at: workbench) }
    facts.report.artifacts = written + (facts.archive?.artifacts ?? []) + attachments
    FaultPoint.reach(.exportsWritten)
  }

  private func tell(_ failure: any Error, at workbench: Workbench) {
    workbench.note("An export could not be written: " + Explanation(failure, doing: "exporting").asNote)
  }
}
