import Model
import Templates
import Words

/// A difference told as text, painted as two values are: what differs within a line is marked.
struct DifferenceView {
  let difference: ToldDifference

  /// Lines that both sides have, around those that differ.
  private static let around = 2
  private static let mostAtOnce = 10
  private static let mostLines = 400
  private static let longestLine = 1000
  private static let aroundLong = 100

  private typealias Part = ValueDifference.Part

  var value: TemplateValue {
    let rows = self.rows
    // A cut that leaves a line or two is none.
    let cut = rows.count > Self.mostAtOnce + 3 ? Self.mostAtOnce : rows.count
    let rest = rows[cut...].prefix(Self.mostLines)
    return .object([
      "lines": .list(Array(rows[..<cut])),
      "more": rest.isEmpty
        ? .null
        : .object([
          "words": .text(Figures.count(rows.count - cut, "more line")), "lines": .list(Array(rest)),
        ]),
    ])
  }

  private var rows: [TemplateValue] {
    let lines = difference.lines
    let isNear = near(lines)
    var rows: [TemplateValue] = []
    var index = 0
    while index < lines.count {
      let rest = index..<lines.count
      switch lines[index].kind {
      case .same where !isNear[index]:
        let end = rest.first { isNear[$0] } ?? lines.count
        rows.append(row("gap", "…", [plain(Figures.count(end - index, "line") + " alike")]))
        index = end
      case .removed, .added:
        let end = rest.first { lines[$0].kind != .removed && lines[$0].kind != .added } ?? lines.count
        rows += changed(lines[index..<end])
        index = end
      case .same, .place:
        rows.append(row(lines[index].kind == .place ? "gap" : "same", " ", [plain(lines[index].text)]))
        index += 1
      }
    }
    return rows
  }

  /// The lines that are shown: those that differ, and a few around them.
  private func near(_ lines: [ToldDifference.Line]) -> [Bool] {
    var near = [Bool](repeating: false, count: lines.count)
    for (index, line) in lines.enumerated() where line.kind != .same {
      for place in max(0, index - Self.around)...min(lines.count - 1, index + Self.around) {
        near[place] = true
      }
    }
    // A gap of one line says no less than the line.
    for index in near.indices.dropFirst().dropLast() where near[index - 1] && near[index + 1] {
      near[index] = true
    }
    return near
  }

  /// Lines that stand in the place of each other are compared; each keeps its own place.
  private func changed(_ lines: ArraySlice<ToldDifference.Line>) -> [TemplateValue] {
    let removed = lines.filter { $0.kind == .removed }
    let added = lines.filter { $0.kind == .added }
    let pairs = zip(removed, added).map { lines in
      let pair = Self.window(lines.0.text, lines.1.text)
      return ValueDifference(cut(pair.0), cut(pair.1))
    }
    var (before, behind) = (0, 0)
    return lines.map { line in
      let isRemoved = line.kind == .removed
      let place = isRemoved ? before : behind
      if isRemoved { before += 1 } else { behind += 1 }
      let parts =
        place >= pairs.count
        ? [plain(line.text)] : isRemoved ? pairs[place].first : pairs[place].second
      return row(isRemoved ? "removed" : "added", isRemoved ? "–" : "+", parts)
    }
  }

  /// Of lines that are too long, what stands around their first difference.
  private static func window(_ first: String, _ second: String) -> (String, String) {
    guard max(first.utf8.count, second.utf8.count) > longestLine else { return (first, second) }
    let skipped = zip(first, second).prefix { $0 == $1 }.count - aroundLong
    guard skipped > 1 else { return (first, second) }
    return ("…" + first.dropFirst(skipped), "…" + second.dropFirst(skipped))
  }

  private func cut(_ text: String) -> String { String(text.prefix(Self.longestLine)) }

  private func plain(_ text: String) -> Part { Part(text: cut(text), differs: false) }

  private func row(_ kind: String, _ mark: String, _ parts: [Part]) -> TemplateValue {
    .object(["kind": .text(kind), "mark": .text(mark), "parts": .list(parts.map(FailureCard.part))])
  }
}
