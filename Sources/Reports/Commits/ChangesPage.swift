import Coverage
import Model
import Painting
import Templates
import Words

/// `changes.html`: only what came and went, with what ran of it and what did not.
struct ChangesPage: PagePart {
  let frame: PageFrame

  private static let mostFiles = 500
  /// Of all files together: a page of more is none that anybody reads.
  private static let mostLines = 6000

  private var changes: [FileChange] { material.input.changes }

  func values() -> [String: TemplateValue] {
    let view = ChangedView(ofBase: frame) ?? ChangedView(frame: frame)
    var values = frame.values(section: .changes)
    values["sentence"] = .line(sentence(view))
    values["note"] = .optional(view.note)
    values["coverage"] = view.told
    values["came"] = TestsPage(frame: frame).came
    values["base"] = IntegrationPage(frame: frame).base
    var room = Self.mostLines
    values["files"] = .some(
      changes.prefix(Self.mostFiles).enumerated().map { place, change in
        file(change, view, place: place, room: &room)
      })
    values["left"] = .more(changes.count - Self.mostFiles, "more file")
    return values
  }

  private func sentence(_ view: ChangedView) -> String {
    guard report.changes?.since != nil || material.input.changesBase != nil else {
      return "There is nothing to compare with."
    }
    let unlisted = material.input.keepsChanges ? view.unlisted(besides: changes) : []
    let others = unlisted.isEmpty ? "" : Self.words(of: unlisted)
    guard !changes.isEmpty else {
      if !others.isEmpty { return "What changed \(view.since) is \(others)." }
      return report.changes?.files.isEmpty ?? true
        ? "No line changed \(view.since)." : "What came and went \(view.since) was not kept."
    }
    let all = ChangedFiles(count: changes.count, files: changes.map(\.file))
    return "\(Figures.count(all.count, "file")) changed \(view.since): "
      + "\(Figures.count(all.added, "line")) came, \(Figures.grouped(all.removed)) went"
      + (others.isEmpty ? "." : ", beside \(others).")
  }

  /// "1 file of a submodule or behind a link, of which git lists no lines: Sources/P/Sub/S.swift"
  private static func words(of files: [PackagePath]) -> String {
    let more = files.count > mostNamed ? " and \(Figures.grouped(files.count - mostNamed)) more" : ""
    return Figures.count(files.count, "file")
      + " of a submodule or behind a link, of which git lists no lines: "
      + files.prefix(mostNamed).map { Shown.line($0.rawValue, most: 200) }.joined(separator: ", ") + more
  }

  private static let mostNamed = 5

  private func file(_ change: FileChange, _ view: ChangedView, place: Int, room: inout Int) -> TemplateValue {
    let count = change.hunks.reduce(0) { $0 + $1.lines.count }
    let isShown = count <= room
    if isShown { room -= count }
    let found = change.path.flatMap(view.missed)
    let missed = found?.missedCount ?? 0
    let file = change.file
    return .object([
      "anchor": .text("c\(place + 1)"), "path": .line(file.path, most: 1000),
      "href": .optional(source(change.path, line: nil)),
      "from": .optional(file.from.map { Shown.line($0, most: 1000) }), "kind": .text(file.kind.rawValue),
      "isBinary": .bool(file.isBinary), "added": .count(file.added), "removed": .count(file.removed),
      "missed": missed == 0
        ? .null : .link(Figures.grouped(missed), source(change.path, line: found?.first)),
      "rows": isShown && count > 0 ? .raw(rows(change, view)) : .null,
      "isCut": .bool(change.isCut || !isShown),
    ])
  }

  private func rows(_ change: FileChange, _ view: ChangedView) -> [UInt8] {
    var lines = Dictionary(
      (change.path.flatMap { material.input.detail($0) }?.lines ?? []).map { ($0.number, $0) },
      uniquingKeysWith: { first, _ in first })
    for range in change.path.map(view.withoutCode) ?? [] where range.count == 2 && range[0] <= range[1] {
      for line in range[0]...range[1] { lines[line] = nil }
    }
    let page = change.path.flatMap { material.pages[$0] }.map { address.link($0) }
    return HunkRows(hunks: change.hunks, lines: lines, page: page).markup()
  }
}

/// The rows of changed lines, made without a template because there are many: the number before, the number
/// now, how often it ran, the line. Classes: a came, d went, and those of a source page for what ran.
struct HunkRows {
  let hunks: [FileChange.Hunk]
  let lines: [Int: LineCoverage]
  /// The file's own page.
  let page: String?

  func markup() -> [UInt8] {
    var html: [UInt8] = []
    for hunk in hunks {
      let first = "line \(Figures.grouped(max(1, hunk.new)))"
      let link = page.map { "<a href=\"\($0)#L\(max(1, hunk.new))\">\(first)</a>" } ?? first
      html += "<tbody>\n<tr class=at><th colspan=4 scope=rowgroup>\(link)\n".utf8
      var (old, new) = (hunk.old, hunk.new)
      for line in hunk.lines {
        write(line, old, new, to: &html)
        if !line.hasPrefix("+") { old += 1 }
        if !line.hasPrefix("-") { new += 1 }
      }
      html += "</tbody>\n".utf8
    }
    return html
  }

  private func write(_ line: String, _ old: Int, _ new: Int, to html: inout [UInt8]) {
    let isAdded = line.hasPrefix("+")
    let isRemoved = line.hasPrefix("-")
    let found = isRemoved ? nil : lines[new]
    let classes = [isAdded ? "a" : isRemoved ? "d" : nil, isAdded ? found.map { $0.letter } : nil]
      .compactMap { $0 }
    let mark = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    html += "<tr\(mark)><td>\(isAdded ? "" : "\(old)")<td>".utf8
    if !isRemoved { html += "\(new)".utf8 }
    html += "<td>".utf8
    html += (found.flatMap(SourceRows.runs(of:)) ?? "").utf8
    let sign = isAdded ? "+" : isRemoved ? "−" : " "
    html += "<td><span class=sign>\(sign)</span>".utf8
    Markup.write(Shown.lines(String(line.dropFirst())), into: &html)
    html.append(0x0A)
  }
}

extension LineCoverage {
  /// The class of a row.
  fileprivate var letter: String {
    switch state {
    case .executed: "e"
    case .partlyExecuted: "p"
    case .notExecuted: "m"
    case .notKnown: "z"
    case .unreachable: "u"
    }
  }
}
