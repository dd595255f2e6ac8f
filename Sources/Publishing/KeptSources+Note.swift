import Integrator
package import Model
import Words

extension KeptSources {
  /// Pages without source keep their figures, and say why that is all.
  package func note(for report: Report) -> String? {
    let measured = (report.coverage?.targets ?? []).flatMap(\.files).map(\.path)
    guard !measured.isEmpty else { return nil }
    if let missing = missing {
      return "The sources of this integration can't be shown any more: \(missing). Their figures are kept."
    }
    let lost = measured.count { bytes(of: $0) == nil }
    guard lost > 0 else { return nil }
    return "\(Figures.count(lost, "source file")) of this integration can't be shown any more. "
      + "The figures are kept."
  }
}
