import Model
import Templates
import Words

/// `log.html`: what the tools printed, by phase.
struct LogPage: PagePart {
  let frame: PageFrame

  func values() -> [String: TemplateValue] {
    var values = frame.values(section: .log)
    let log = material.log.sections
    let errors = log.reduce(0) { $0 + $1.errors }
    let warnings = log.reduce(0) { $0 + $1.warnings }
    values["sentence"] = .text(sentence(log))
    values["cut"] = material.log.left > 0 ? .text(Figures.bytes(material.log.left)) : .null
    values["file"] = material.input.exports.contains("log.txt") ? .text("log.txt") : .null
    (values["errors"], values["warnings"]) = (.count(errors), .count(warnings))
    values["hasTimes"] = .bool(material.log.hasTimes)
    values["sections"] = .list(log.map { section($0, report) })
    return values
  }

  /// What tests print may read like a warning, and is none of a tool's.
  private func sentence(_ log: [LogMarkup.Section]) -> String {
    let ofTests = log.filter { $0.name == Phase.Kind.test.rawValue }
    let ofTools = log.filter { $0.name != Phase.Kind.test.rawValue }
    func told(_ sections: [LogMarkup.Section]) -> [String] {
      let errors = sections.reduce(0) { $0 + $1.errors }
      let warnings = sections.reduce(0) { $0 + $1.warnings }
      return errors + warnings == 0
        ? [] : [Figures.count(errors, "error"), Figures.count(warnings, "warning")]
    }
    let (tools, tests) = (told(ofTools), told(ofTests))
    let what = "What the tools printed" + (material.log.left > 0 ? ", as far as it is shown here" : "")
    let first = "\(what): \(tools.isEmpty ? "no errors, no warnings" : tools.joined(separator: ", "))"
    let second =
      tests.isEmpty
      ? "" : "; while tests ran, which may print such lines themselves: \(tests.joined(separator: ", "))"
    let third = tools.isEmpty && tests.isEmpty ? "" : "; what was said again in the same words counts once"
    return first + second + third + "."
  }

  private func section(_ section: LogMarkup.Section, _ report: Report) -> TemplateValue {
    let phase = report.phases.first { $0.name.rawValue == section.name }
    return .object([
      "id": .text(section.name.isEmpty ? "start" : Markup.link(section.name)),
      "name": .line(section.name.isEmpty ? "before the first phase" : section.name),
      "status": phase.map { Status.of($0.status).value } ?? .null,
      "seconds": .optional(phase.map { Figures.duration($0.seconds) }),
      "hasIssues": .bool(section.errors + section.warnings > 0), "hasErrors": .bool(section.errors > 0),
      "parts": .list(section.parts.map(part)),
    ])
  }

  private func part(_ part: LogMarkup.Part) -> TemplateValue {
    .object([
      "folded": part.isFolded
        ? .text("\(Figures.count(part.count, "line")) of tests that began and passed") : .null,
      "markup": .raw([UInt8](part.markup.utf8)),
    ])
  }
}
