import Model
import Templates

/// `log.html`: what the tools printed, by phase.
struct LogPage {
  let material: SiteMaterial
  let frame: PageFrame

  /// Of a longer log the beginning and the end are shown; all of it lies beside the page.
  private static let mostFront = 1 << 20
  private static let mostBack = 3 << 20

  func values() -> [String: TemplateValue] {
    let report = material.report
    var values = frame.values(title: "Log of \(material.input.botName) \(report.integration)", section: .log)
    let log = LogMarkup.sections(of: cut.bytes)
    values["sentence"] = .text(sentence(log))
    values["cut"] = cut.left > 0 ? .text(Figures.bytes(cut.left)) : .null
    values["file"] = material.input.exports.contains("log.txt") ? .text("log.txt") : .null
    values["errors"] = .count(log.reduce(0) { $0 + $1.errors })
    values["warnings"] = .count(log.reduce(0) { $0 + $1.warnings })
    values["sections"] = .list(log.map { section($0, report) })
    return values
  }

  private func sentence(_ log: [LogMarkup.Section]) -> String {
    let errors = log.reduce(0) { $0 + $1.errors }
    let warnings = log.reduce(0) { $0 + $1.warnings }
    guard errors + warnings > 0 else { return "What the tools printed: no errors, no warnings." }
    return "What the tools printed: \(Sentence.count(errors, "line")) with an error, "
      + "\(Sentence.grouped(warnings)) with a warning."
  }

  private func section(_ section: LogMarkup.Section, _ report: Report) -> TemplateValue {
    let phase = report.phases.first { $0.name.rawValue == section.name }
    return .object([
      "id": .text(section.name.isEmpty ? "start" : Address.encoded(section.name)),
      "name": .line(section.name.isEmpty ? "before the first phase" : section.name),
      "status": phase.map { Status.of($0.status).value } ?? .null,
      "seconds": .optional(phase.map { Figures.duration($0.seconds) }),
      "hasIssues": .bool(section.errors + section.warnings > 0),
      "hasErrors": .bool(section.errors > 0),
      "markup": .raw([UInt8](section.markup.utf8)),
    ])
  }

  private var cut: (bytes: [UInt8], left: Int) {
    let log = material.input.log
    guard log.count > Self.mostFront + Self.mostBack else { return (log, 0) }
    let newline = UInt8(ascii: "\n")
    let front = log[..<Self.mostFront].lastIndex(of: newline) ?? Self.mostFront
    let back = log[(log.count - Self.mostBack)...].firstIndex(of: newline) ?? (log.count - Self.mostBack)
    let left = back - front
    let mark = "\n[… \(Figures.bytes(left)) are left out here; all of it is in log.txt …]"
    return (Array(log[..<front]) + mark.utf8 + log[back...], left)
  }
}
