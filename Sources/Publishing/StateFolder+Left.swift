import Integrator
package import Model
package import State
import Words

extension StateFolder {
  /// What an integration left, for pages that are made long after it.
  package func left(by bot: BotID, _ number: IntegrationNumber, doing: String) throws -> (
    report: Report, order: Order, sources: @Sendable (PackagePath) -> [UInt8]?
  ) {
    let folder = integration(bot, number)
    var (report, order) = try folder.read(bot, number, doing: doing)
    // The state directory may have been moved since, and the checkout may hold another commit by now.
    order.checkoutFolder = checkout(bot)
    order.earlierFolder = earlierIntegration(than: number, of: bot)
    let sources = KeptSources(of: report, order: order, in: folder)
    if let note = sources.note(for: report) {
      report.notes.append(note)
      report.coverageNote = [report.coverageNote, note].compactMap { $0 }.joined(separator: " ")
    }
    return (report, order, { sources.bytes(of: $0) })
  }
}

extension KeptSources {
  /// Pages without source keep their figures, and say why that is all.
  fileprivate func note(for report: Report) -> String? {
    let measured = (report.coverage?.targets ?? []).flatMap(\.files).map(\.path)
    guard !measured.isEmpty else { return nil }
    if let missing {
      return "The sources of this integration can't be shown any more: \(missing). Their figures are kept."
    }
    let lost = measured.count { bytes(of: $0) == nil }
    guard lost > 0 else { return nil }
    return "\(Figures.count(lost, "source file")) of this integration can't be shown any more. "
      + "The figures are kept."
  }
}
