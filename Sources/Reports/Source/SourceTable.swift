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
    let notes = Dictionary(grouping: Self.notes(of: path, material).shown, by: \.line)
    return SourceRows(
      source: source, lines: lines, changed: material.changed[path]?.lines ?? [],
      notes: notes.mapValues { notes in notes.flatMap { Array(markup($0.note).utf8) } }
    ).markup()
  }

  /// As many are drawn at their lines; more are no page that one reads.
  private static let mostNotes = 300

  /// What is told at lines of a file, in their order, and how much more there is.
  static func notes(
    of path: PackagePath, _ material: SiteMaterial
  ) -> (shown: [(line: Int, note: SiteMaterial.Note)], left: Int) {
    let notes = material.notes[path] ?? [:]
    let all = notes.sorted { $0.key < $1.key }.flatMap { line, notes in notes.map { (line: line, note: $0) } }
    return (Array(all.prefix(mostNotes)), max(0, all.count - mostNotes))
  }

  private func markup(_ note: SiteMaterial.Note) -> String {
    let status = note.status
    var html = "<tr class=x><td><td><td><div class=\"note \(status.style)\">"
    html += "<span class=\"badge \(status.style)\"><span aria-hidden=true>"
    html += "\(status.glyph.rawValue)</span> \(status.word)</span> "
    if !note.title.isEmpty {
      let title = Markup.escaped(Shown.line(note.title, most: 1000))
      let href = note.told.map { address.up + $0 }
      html += href.map { "<a href=\"\($0)\">\(title)</a>" } ?? title
    }
    let message = Shown.lines(Shown.withoutColors(note.message), most: 4000)
    return html + "<pre>\(Markup.escaped(message))</pre></div>\n"
  }
}
