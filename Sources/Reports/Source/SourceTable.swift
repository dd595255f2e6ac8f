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
    return SourceRows(
      source: source, lines: lines, changed: material.changed[path]?.lines ?? [],
      notes: (material.notes[path] ?? [:]).mapValues { notes in notes.flatMap { Array(markup($0).utf8) } }
    ).markup()
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
