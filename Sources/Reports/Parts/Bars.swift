import Model
import Templates
import Words

/// Parts of a whole side by side, as the rectangles of an SVG 1,000 wide.
enum StripBar {
  typealias Part = (weight: Double, style: String, title: String)

  /// What is there at all can be seen.
  private static let least = 8.0

  static func value(_ parts: [Part], label: String) -> TemplateValue {
    let present = parts.filter { $0.weight > 0 }
    let sum = present.reduce(0) { $0 + $1.weight }
    guard sum > 0 else { return .null }
    let raised = present.map { max($0.weight / sum * 1000, least) }
    let scale = 1000 / raised.reduce(0, +)
    var place = 0.0
    let rectangles = zip(present, raised).map { part, width -> TemplateValue in
      let x = place
      place += width * scale
      return .object([
        "x": .text(Figures.tenth(x)), "width": .text(Figures.tenth(max(width * scale - 2, 1))),
        "style": .text(part.style), "title": .line(part.title),
      ])
    }
    return .object(["label": .line(label), "parts": .list(rectangles)])
  }
}

/// How much of some code did not run: only the exception is painted.
enum CoverageBar {
  static func value(_ lines: LineCounts) -> TemplateValue {
    guard lines.executable > 0 else { return .null }
    let whole = Double(lines.executable)
    func width(_ count: Int) -> Double { count == 0 ? 0 : max(Double(count) / whole * 100, 1.5) }
    let missed = width(lines.notExecuted)
    let partial = min(width(lines.partial), 100 - missed)
    return .object([
      "missed": .text(Figures.tenth(missed)), "partial": .text(Figures.tenth(partial)),
      "partialX": .text(Figures.tenth(missed)),
      "label": .text(
        "\(Figures.grouped(lines.notExecuted)) not executed, \(Figures.grouped(lines.partial)) partly"),
    ])
  }
}

/// Where the time went.
struct PhaseBar: PagePart {
  let frame: PageFrame

  var value: TemplateValue {
    let phases = report.phases
    guard !phases.isEmpty else { return .null }
    let logged = Set(material.log.sections.map(\.name))
    let parts = phases.filter { $0.status != .skipped }.map { phase -> StripBar.Part in
      let name = phase.name.rawValue
      return (max(phase.seconds, 0), "phase-\(name)", "\(name): \(Figures.duration(phase.seconds))")
    }
    return .object([
      "bar": StripBar.value(parts, label: "phases by duration"),
      "list": .list(
        phases.map { phase in
          .object([
            "name": .text(phase.name.rawValue), "status": Status.of(phase.status).value,
            "isPlain": .bool(phase.status == .passed),
            "seconds": phase.status == .skipped ? .null : .text(Figures.duration(phase.seconds)),
            "href": logged.contains(phase.name.rawValue) ? .text("log.html#\(phase.name.rawValue)") : .null,
          ])
        }),
    ])
  }
}
