import Model
import Templates
import Words

/// What was packed, or why nothing was.
struct ArchiveView: PagePart {
  let frame: PageFrame

  var value: TemplateValue {
    let phase = report.phases.first { $0.name == .archive }
    guard phase != nil || !report.archive.isEmpty else { return .null }
    let count =
      report.archive.isEmpty
      ? Status.of(phase?.status ?? .failed).word : Figures.count(report.archive.count, "product")
    return .object([
      "count": .text(count), "why": .optional(why(phase).map { Shown.line($0).ended.capitalizedFirst }),
      "list": .list(report.archive.map(product)),
    ])
  }

  private func why(_ phase: Phase?) -> String? {
    guard report.archive.isEmpty, let phase else { return nil }
    return phase.why ?? (phase.status == .failed ? "nothing was archived: \(report.reason)" : nil)
  }

  private func product(_ one: ArchivedProduct) -> TemplateValue {
    let isThere = isBeside(one.path)
    let name = String(one.path.drop { $0 != "/" }.dropFirst())
    var symbols = TemplateValue.null
    if let path = one.symbols, isBeside(path) { symbols = file(path, name: "symbols") }
    return .object([
      "product": .line(one.product), "name": .line(name), "sha256": .text(one.sha256),
      "file": isThere ? file(one.path, name: name) : .null, "bytes": .text(Figures.bytes(one.bytes)),
      "change": .optional(one.change),
      "symbols": symbols,
      "unstripped": .optional(one.unstripped.map { Shown.line($0) }),
    ])
  }
}
