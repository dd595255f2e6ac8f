public import Coverage
import Words

/// The rows of a source file, made without a template because there are so many:
/// `<tr id=L12 class=m><td>12<td>0<td>code`, or `<tr id=L12><td>12<td>code` where nothing was counted.
/// Classes: e executed, p partly, m not executed, z not known, u unreachable, c changed.
public struct SourceRows: Sendable {
  private let source: SourceText
  private let lines: [LineCoverage]
  private let changed: [[Int]]
  private let notes: [Int: [UInt8]]
  private let tests: [Int: [UInt8]]

  /// - Parameters:
  ///   - changed: the first and the last line of each part that changed.
  ///   - notes: markup that stands below a line.
  ///   - tests: a cell more behind a line, of those that execute it.
  public init(
    source: SourceText, lines: [LineCoverage], changed: [[Int]], notes: [Int: [UInt8]],
    tests: [Int: [UInt8]] = [:]
  ) {
    (self.source, self.lines, self.changed, self.notes) = (source, lines, changed, notes)
    self.tests = tests
  }

  public func markup() -> [UInt8] {
    var html: [UInt8] = []
    html.reserveCapacity(source.lineCount * 100)
    var next = 0
    var nextChanged = 0
    for number in stride(from: 1, through: source.lineCount, by: 1) {
      while next < lines.count, lines[next].number < number { next += 1 }
      let line = next < lines.count && lines[next].number == number ? lines[next] : nil
      let note = notes[number] ?? []
      while nextChanged < changed.count, (changed[nextChanged].last ?? 0) < number { nextChanged += 1 }
      let isChanged = nextChanged < changed.count && (changed[nextChanged].first ?? .max) <= number
      write(number, line, hasNotes: !note.isEmpty, isChanged: isChanged, to: &html)
      html += note
    }
    return html
  }

  private func write(
    _ number: Int, _ line: LineCoverage?, hasNotes: Bool, isChanged: Bool, to html: inout [UInt8]
  ) {
    html += "<tr id=L\(number)".utf8
    let classes = [line.map(Self.letter), isChanged ? "c" : nil, hasNotes ? "h" : nil].compactMap { $0 }
    if classes.count == 1 { html += " class=\(classes[0])".utf8 }
    if classes.count > 1 { html += " class=\"\(classes.joined(separator: " "))\"".utf8 }
    html += (isChanged ? "><td>\(number)<em> changed</em><td" : "><td>\(number)<td").utf8
    if let line, let runs = Self.runs(of: line) {
      if line.branches.count > 1 { html += " title=\"\(Self.counts(line))\"".utf8 }
      html += ">\(runs)<td>".utf8
    } else {
      html += (lines.isEmpty ? ">" : "><td>").utf8
    }
    let marks =
      (line?.missed.map(SourceText.Mark.missed) ?? [])
      + (line?.unusedMessages.map(SourceText.Mark.unusedMessage) ?? [])
    source.write(line: number, marks: marks.sorted { $0.span.start < $1.span.start }, to: &html)
    html += tests[number] ?? []
    html.append(0x0A)
  }

  /// How often a line ran, where a count begins in it; nil where one that began above goes on.
  public static func runs(of line: LineCoverage) -> String? {
    guard !line.starts.isEmpty, line.state != .notKnown else { return nil }
    return (line.isAtMost ? "≤" : "") + short(line.count)
  }

  private static func letter(_ line: LineCoverage) -> String {
    switch line.state {
    case .executed: "e"
    case .partlyExecuted: "p"
    case .notExecuted: "m"
    case .notKnown: "z"
    case .unreachable: "u"
    }
  }

  private static func counts(_ line: LineCoverage) -> String {
    (line.carried.map { "around: \($0)" } + line.starts.map { "column \($0.column): \($0.count)" })
      .joined(separator: ", ")
  }

  /// At most five characters: 999, 1.2k, 34k, 1.2M.
  public static func short(_ count: UInt64) -> String {
    if count < 10_000 { return String(count) }
    var value = Double(count)
    for unit in ["k", "M", "G", "T"] {
      value /= 1000
      if value < 9.95 { return "\(Figures.tenth(value))\(unit)" }
      if value < 999.5 || unit == "T" { return "\(Int(min(value, 1e6).rounded()))\(unit)" }
    }
    return String(count)
  }
}
