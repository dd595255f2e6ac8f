import Coverage
import Model
import Painting
import Words

/// The rows of a source page, with what this integration saw at their lines.
struct SourceTable: PagePart {
  let frame: PageFrame
  let path: PackagePath
  let lines: [LineCoverage]

  func markup() -> [UInt8] {
    guard let source = material.text(of: path) else { return [] }
    // A long message is told once.
    var told: [String: Int] = [:]
    var notes: [Int: [UInt8]] = [:]
    var ends: Set<Int> = []
    let count = max(1, material.lineCount(of: path))
    for (line, note) in Self.notes(of: path, material).shown {
      let first = note.message.utf8.count > Self.mostRepeated ? told[note.message] : nil
      told[note.message] = first ?? line
      // A tool may name a line behind the end: it is told at the last one.
      let isFirstBehind = line > count && ends.insert(line).inserted
      let id = isFirstBehind ? " id=L\(line)" : ""
      notes[min(line, count), default: []] += markup(note, at: line, firstAt: first, id).utf8
    }
    return SourceRows(
      source: source, lines: lines, changed: material.changed[path]?.lines ?? [], notes: notes,
      tests: lines.isEmpty ? [:] : WhoTests(frame: frame, path: path).cells
    ).markup()
  }

  private static let mostRepeated = 300
  /// As many are drawn at their lines; more are no page that one reads.
  private static let mostNotes = 300
  private static let mostNotesOfLong = 40
  private static let long = 5000

  /// What is told at lines of a file, in their order, and how much more there is.
  static func notes(
    of path: PackagePath, _ material: SiteMaterial
  ) -> (shown: [(line: Int, note: SiteMaterial.Note)], left: Int) {
    let notes = material.notes[path] ?? [:]
    let all = notes.sorted { $0.key < $1.key }.flatMap { line, notes in notes.map { (line: line, note: $0) } }
    let most = material.lineCount(of: path) > long ? mostNotesOfLong : mostNotes
    return (Array(all.prefix(most)), max(0, all.count - most))
  }

  private func markup(_ note: SiteMaterial.Note, at line: Int, firstAt first: Int?, _ id: String) -> String {
    let status = note.status
    var html = "<tr class=x\(id)>\(lines.isEmpty ? "" : "<td>")<td><td><div class=\"note \(status.style)\">"
    html += "<span class=\"badge \(status.style)\"><span aria-hidden=true>"
    html += "\(status.glyph.rawValue)</span> \(status.word)</span> "
    if !note.title.isEmpty {
      let title = Markup.escaped(Shown.line(note.title, most: 1000))
      let href = note.told.map { address.up + $0 }
      html += href.map { "<a href=\"\($0)\">\(title)</a>" } ?? title
    }
    if let first {
      let place = first == line ? "" : " as at <a href=\"#L\(first)\">line \(first)</a>"
      return html + "<p>says the same\(place)</p></div>\n"
    }
    let message = Shown.lines(Shown.withoutColors(note.message), most: 4000)
    return html + "<pre>\(Markup.escaped(message))</pre></div>\n"
  }
}
