import Coverage
import Model
import Templates
import Words

/// The rows of a source page, made without a template because there are so many:
/// `<tr id=L12 class=m><td>12<td>0<td>code`. Classes: e executed, p partly, m not executed, c changed.
struct SourceTable {
  let material: SiteMaterial
  let address: Address
  let path: PackagePath
  let lines: [LineCoverage]

  func markup() -> [UInt8] {
    guard let source = material.text(of: path) else { return [] }
    let notes = material.notes[path] ?? [:]
    let changed = material.changed[path]?.lines ?? []
    var html: [UInt8] = []
    html.reserveCapacity(source.lineCount * 100)
    var next = 0
    var nextChanged = 0
    for number in stride(from: 1, through: source.lineCount, by: 1) {
      while next < lines.count, lines[next].number < number { next += 1 }
      let line = next < lines.count && lines[next].number == number ? lines[next] : nil
      let found = notes[number] ?? []
      while nextChanged < changed.count, (changed[nextChanged].last ?? 0) < number { nextChanged += 1 }
      let isChanged = nextChanged < changed.count && (changed[nextChanged].first ?? .max) <= number
      write(number, line, source, hasNotes: !found.isEmpty, isChanged: isChanged, to: &html)
      for note in found { write(note, to: &html) }
    }
    return html
  }

  private func write(
    _ number: Int, _ line: LineCoverage?, _ source: SourceText, hasNotes: Bool, isChanged: Bool,
    to html: inout [UInt8]
  ) {
    html += "<tr id=L\(number)".utf8
    let classes = [line.map(Self.letter), isChanged ? "c" : nil, hasNotes ? "h" : nil].compactMap { $0 }
    if classes.count == 1 { html += " class=\(classes[0])".utf8 }
    if classes.count > 1 { html += " class=\"\(classes.joined(separator: " "))\"".utf8 }
    html += (isChanged ? "><td>\(number)<em> changed</em><td" : "><td>\(number)<td").utf8
    if let line, !line.starts.isEmpty {
      if line.branches.count > 1 { html += " title=\"\(Self.counts(line))\"".utf8 }
      html += ">\(Self.short(line.count))".utf8
    } else {
      html.append(UInt8(ascii: ">"))
    }
    html += "<td>".utf8
    let marks =
      (line?.missed.map(SourceText.Mark.missed) ?? [])
      + (line?.unusedMessages.map(SourceText.Mark.unusedMessage) ?? [])
    source.write(line: number, marks: marks.sorted { $0.span.start < $1.span.start }, to: &html)
    html.append(0x0A)
  }

  private func write(_ note: SiteMaterial.Note, to html: inout [UInt8]) {
    let status = note.status
    html += "<tr class=x><td><td><td><div class=\"note \(status.style)\">".utf8
    html += "<span class=\"badge \(status.style)\"><span aria-hidden=true>".utf8
    html += "\(status.glyph.rawValue)</span> \(status.word)</span> ".utf8
    if !note.title.isEmpty {
      let title = Markup.escaped(Shown.line(note.title, most: 1000))
      let href = note.told.map { address.up + $0 }
      html += (href.map { "<a href=\"\($0)\">\(title)</a>" } ?? title).utf8
    }
    let message = Shown.lines(Shown.withoutColors(note.message), most: 4000)
    html += "<pre>\(Markup.escaped(message))</pre></div>\n".utf8
  }

  private static func letter(_ line: LineCoverage) -> String {
    switch line.state {
    case .executed: "e"
    case .partlyExecuted: "p"
    case .notExecuted: "m"
    }
  }

  private static func counts(_ line: LineCoverage) -> String {
    (line.carried.map { "around: \($0)" } + line.starts.map { "column \($0.column): \($0.count)" })
      .joined(separator: ", ")
  }

  /// At most five characters: 999, 1.2k, 34k, 1.2M.
  static func short(_ count: UInt64) -> String {
    if count < 10_000 { return String(count) }
    var value = Double(count)
    for unit in ["k", "M", "G", "T"] {
      value /= 1000
      if value < 9.95 { return "\(StripBar.tenth(value))\(unit)" }
      if value < 999.5 || unit == "T" { return "\(Int(min(value, 1e6).rounded()))\(unit)" }
    }
    return String(count)
  }
}
