import Faults
import Formats
import Foundation
import Model

/// Leaves what people and programs read beside the report, and lists it there.
struct WriteExports: Step {
  let phase = Phase.Kind.report

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    let (report, folder, order) = (facts.report, workbench.folder, workbench.order)
    var exports = [Artifacts.Export(path: folder.junit) { JUnit.encode(report) }]
    if let coverage = report.coverage, let detail = facts.coverageDetail {
      // The commit's own time, so that the same coverage of the same commit is the same file.
      let time = report.commit?.date ?? workbench.startedAt
      exports += try Artifacts.exports(
        coverage, detail, timestamp: Int(time.timeIntervalSince1970), maker: workbench.surroundings.maker,
        earlier: order.earlierFolder, isShared: order.settings.triggers.isEmpty, in: folder)
    }
    let (attachments, note) = Artifacts.attachments(in: folder)
    if let note { workbench.note(note) }
    if attachments.isEmpty { try? FileManager.default.removeItem(atPath: folder.attachments) }
    facts.report.artifacts = try Artifacts.write(exports, in: folder) + attachments
    FaultPoint.reach(.exportsWritten)
  }
}
