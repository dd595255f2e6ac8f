import Coverage
import Model
import Templates
import Words

/// Which tests execute the lines of a file: the numbers beside its lines, and the lists below the source.
struct WhoTests: PagePart {
  let frame: PageFrame
  let path: PackagePath

  private static let mostGroups = 300
  private static let mostNames = 60
  private static let mostNamesOfAll = 3000
  private static let mostRanges = 30

  private var groups: [TestedLines.Group] { material.tested?.groups(in: path) ?? [] }

  /// What stands behind lines, where it is another than behind the line above.
  var cells: [Int: [UInt8]] {
    var groupByLine: [Int: Int] = [:]
    for (index, group) in groups.enumerated() {
      for line in group.lines { groupByLine[line] = index }
    }
    return groupByLine.reduce(into: [:]) { cells, entry in
      let (line, index) = entry
      guard groupByLine[line - 1] != index else { return }
      let words = Self.words(groups[index])
      let title = index < Self.mostGroups ? Self.title(groups[index]) : ""
      cells[line] = Array("<td\(title)>\(words)".utf8)
    }
  }

  var values: TemplateValue {
    let groups = groups
    guard !groups.isEmpty else { return .null }
    var left = Self.mostNamesOfAll
    let rows = groups.prefix(Self.mostGroups).map { group -> TemplateValue in
      let shown = group.tests.prefix(min(Self.mostNames, left))
      left -= shown.count
      let before = group.isBefore ? ", and before the first one" : ""
      return .object([
        "title": .text(Self.words(group) + before),
        "lines": .text(Self.lines(group.lines)), "tests": .some(shown.map(link)),
        "left": .more(group.tests.count - shown.count, "more test"),
      ])
    }
    return .object([
      "list": .list(rows),
      "left": .more(groups.count - rows.count, "more group of lines", "more groups of lines"),
    ])
  }

  /// The first of them; a link in each row would be too small to be hit.
  private static func title(_ group: TestedLines.Group) -> String {
    guard let first = group.tests.first else { return "" }
    let more = group.tests.count > 1 ? " and \(Figures.grouped(group.tests.count - 1)) more" : ""
    return " title=\"\(Markup.escaped(Shown.line(first.rawValue, most: 200)))\(more)\""
  }

  private static func words(_ group: TestedLines.Group) -> String {
    group.tests.isEmpty ? "no test" : Figures.count(group.tests.count, "test")
  }

  private static func lines(_ lines: [Int]) -> String {
    let ranges = lines.ranges
    let shown = ranges.prefix(mostRanges).map(ChangedView.text).joined(separator: ", ")
    return (lines.count == 1 ? "line " : "lines ") + shown + (ranges.count > mostRanges ? " …" : "")
  }

  private func link(_ test: TestID) -> TemplateValue {
    let row =
      material.known.contains(test) ? address.up + "tests.html#" + SiteMaterial.anchor(of: test) : nil
    return .link(Shown.line(test.rawValue, most: 300), history(of: test) ?? row)
  }
}
