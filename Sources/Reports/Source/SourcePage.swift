import Coverage
import Model
import Painting
import Templates
import Words

/// `coverage/<path>.html`: a source file with what ran of it.
struct SourcePage: PagePart {
  let frame: PageFrame
  let path: PackagePath

  private static let mostRanges = 400

  /// What the page is told from an earlier one by: all that it shows but what `mark` of the material covers.
  func mark() -> ContentMark {
    var mark = material.mark(of: path)
    TemplateValue.object(outerValues()).add(to: &mark)
    return mark
  }

  func values() -> [String: TemplateValue] {
    var values = outerValues()
    let detail = material.input.detail(path)
    let table = SourceTable(frame: frame, path: path, lines: detail?.lines ?? [])
    values["source"] = .raw(table.markup())
    values["hasRuns"] = .bool(!table.lines.isEmpty)
    values["who"] = table.lines.isEmpty ? .null : WhoTests(frame: frame, path: path).values
    values["functions"] = file.map { functions($0, detail?.functions ?? []) } ?? .null
    return values
  }

  /// Without the source itself and what is counted in it.
  private func outerValues() -> [String: TemplateValue] {
    let parts = path.rawValue.pathParts
    let name = parts.last.map(String.init) ?? path.rawValue
    var values = frame.lastingValues(title: "\(name) in \(material.input.botName)", parent: .coverage)
    values["path"] = .line(path.rawValue)
    values["folder"] = .line(parts.dropLast().joined(separator: " / "))
    values["name"] = .line(name)
    let colors = material.isColored(path) ? "" : " It is too long for colours."
    values["sentence"] = .line(sentence(file) + colors)
    values["measured"] = file.map(measured) ?? .null
    values["notes"] = notes
    values["changed"] = ChangedView(frame: frame).here(path)
    values["previous"] = neighbour(-1)
    values["next"] = neighbour(1)
    return values
  }

  private var file: FileCoverage? { material.files[path] }

  private func sentence(_ file: FileCoverage?) -> String {
    if let file {
      guard file.lines.executable > 0 else { return "No line of this file can be executed." }
      let all = Figures.count(file.lines.executable, "executable line")
      let bound = report.coverage?.bound ?? .exact
      let missed =
        file.lines.notExecuted == 0
        ? "Every one of \(all) ran" + bound.ofNoneMissed
        : bound.missed(file.lines.notExecuted).capitalizedFirst + " of \(all) did not run"
      let loops =
        file.atMostLines.prefix(8).map(ChangedView.text).joined(separator: ", ")
        + (file.atMostLines.count > 8 ? " and more" : "")
      let atMost =
        loops.isEmpty
        ? ""
        : " Counted at most, because the compiler counts the body of `for … where` before it checks the "
          + "condition: lines \(loops)."
      let marked =
        file.lines.unreachable == 0
        ? "" : "; \(Figures.grouped(file.lines.unreachable)) marked as unreachable"
      let partial = file.lines.partial == 0 ? "" : ", \(Figures.grouped(file.lines.partial)) ran only in part"
      return missed + Sentence.notKnown(file.lines) + partial + marked + "." + atMost
    }
    if let file = report.coverage?.notMeasured.first(where: { $0.path == path }) {
      return "\(file.word.capitalizedFirst): \(file.why)."
    }
    if let rule = report.coverage?.excluded.first(where: { $0.path == path })?.rule {
      return "Left out of the coverage by the rule \(rule)."
    }
    return "Not part of what is measured; shown for what was found in it."
  }

  private func measured(_ file: FileCoverage) -> TemplateValue {
    func links(_ ranges: [[Int]]) -> [TemplateValue] {
      ranges.prefix(Self.mostRanges).compactMap { range in
        guard let first = range.first, let last = range.last else { return nil }
        return .object(["text": .text(ChangedView.text([first, last])), "href": .text("#L\(first)")])
      }
    }
    let ranges = links(file.missedLines)
    return .object([
      "notKnown": .some(links(file.notKnownLines)), "hasAtMost": .bool(!file.atMostLines.isEmpty),
      "hasUnreachable": .bool(file.lines.unreachable > 0),
      "ranges": .some(ranges), "rangesLeft": .bool(file.missedLines.count > ranges.count),
      "partial": .some(
        file.partialLines.prefix(Self.mostRanges).map {
          .object(["text": .int($0), "href": .text("#L\($0)")])
        }),
    ])
  }

  private func functions(_ file: FileCoverage, _ functions: [FunctionCoverage]) -> TemplateValue {
    let sorted = functions.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    let rows = sorted.map { function -> TemplateValue in
      .object([
        "name": .line(function.name, most: 1000), "line": .int(function.line),
        "href": .text("#L\(function.line)"), "count": .text(SourceRows.short(function.count)),
        "isMissed": .bool(function.count == 0),
      ])
    }
    guard !rows.isEmpty else { return .null }
    return .object([
      "executed": .count(file.functions.executed), "count": .count(file.functions.count), "list": .list(rows),
    ])
  }

  private var notes: TemplateValue {
    let (notes, left) = SourceTable.notes(of: path, material)
    guard !notes.isEmpty else { return .null }
    return .object([
      "list": .list(
        notes.map { line, note in
          .object([
            "status": note.status.value, "line": .int(line), "href": .text("#L\(line)"),
            "text": .line(note.title.isEmpty ? note.message : note.title, most: 200),
          ])
        }),
      "left": left > 0
        ? .link("\(Figures.grouped(left)) more are not shown here", address.up + "issues.html") : .null,
    ])
  }

  private func neighbour(_ step: Int) -> TemplateValue {
    guard let index = material.places[path], material.order.indices.contains(index + step),
      let page = material.pages[material.order[index + step]]
    else { return .null }
    return .object(["href": .text(address.link(page)), "path": .line(material.order[index + step].rawValue)])
  }
}
