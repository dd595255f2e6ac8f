public import Model
import Words

/// `bothy history`: a line an integration, the newest first.
public enum HistoryText {
  /// - Parameters:
  ///   - left: how many older ones are kept.
  ///   - cutOff: of those that have not ended, whose process is gone.
  public static func table(
    _ figures: [HistoryFigures], left: Int = 0, cutOff: Set<IntegrationNumber> = [], _ redness: String?,
    capabilities: TerminalCapabilities
  ) -> String {
    guard !figures.isEmpty else { return "Nothing was integrated yet.\n" }
    let paragraphs = Paragraphs(capabilities)
    let palette = paragraphs.palette
    var rows = figures.map { one in
      cells(one, isCutOff: cutOff.contains(one.past.number)).map { SafeText.line($0) }
    }
    var shown = Array(heads.indices)
    var widths = shown.map { column in ([heads] + rows).map { Columns.width($0[column]) }.max() ?? 0 }
    // On a narrow terminal the branch gives way, then words, then what the commit's page tells too.
    func total() -> Int { shown.reduce(2 * shown.count) { $0 + widths[$1] } }
    if let width = paragraphs.width {
      widths[branch] = max(min(widths[branch], leastBranch), widths[branch] - max(0, total() - width))
      if total() > width {
        for row in rows.indices { rows[row][commit] = rows[row][commit].replacing(changes, with: " +") }
        widths[commit] = ([heads] + rows).map { Columns.width($0[commit]) }.max() ?? 0
      }
      for column in dispensable where total() > width { shown.removeAll { $0 == column } }
    }
    func line(_ cells: [String]) -> String {
      shown.map { column in
        let cell = Columns.truncated(cells[column], to: widths[column], ellipsis: palette.ellipsis)
        let space = String(repeating: " ", count: widths[column] - Columns.width(cell))
        return "  " + (column >= firstNumber ? space + cell : cell + space)
      }.joined()
    }
    var lines = [palette.paint(line(heads), .dim)] + rows.map(line)
    if left > 0 {
      lines += [
        "",
        "  \(palette.ellipsis) \(Figures.count(left, "older one", "older ones")): --csv and --json print all",
      ]
    }
    if figures.contains(where: { $0.past.linesMore != nil && $0.past.isUnequal }) {
      lines += [""] + paragraphs.broken(unequal, indent: 0)
    }
    if let redness { lines += [""] + paragraphs.broken(redness, indent: 0) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static let heads = [
    "", "result", "branch", "commit", "failing", "new", "tests ±", "lines ±", "took",
  ]
  private static let (branch, commit, firstNumber, leastBranch) = (2, 3, 4, 10)
  private static let changes = " + changes"
  private static let dispensable = [3, 8]

  private static let unequal =
    "?: tests failed or did not run in one of the two that are compared, so that lines say little."

  private static func cells(_ one: HistoryFigures, isCutOff: Bool) -> [String] {
    let past = one.past
    // Where tests failed, what did not run is no change of anybody's.
    let lines = past.linesMore.map { change($0) + (past.isUnequal ? " ?" : "") }
    return [
      "\(past.number)",
      (past.result.map(\.word) ?? (isCutOff ? "cut off" : "running")) + (past.isLimited ? ", limited" : ""),
      past.branch?.rawValue ?? "–",
      (past.commit?.short ?? "–") + (past.changes ? changes : ""), one.failing.map(Figures.grouped) ?? "–",
      past.newIssues.map(Figures.grouped) ?? "–", pair(past.testsAdded, past.testsGone),
      lines ?? "–", past.seconds.map(Figures.duration) ?? "–",
    ]
  }

  private static func change(_ change: Int) -> String {
    change == 0 ? "0" : (change > 0 ? "+" : "-") + Figures.grouped(abs(change))
  }

  private static func pair(_ more: Int?, _ fewer: Int?) -> String {
    guard let more, let fewer else { return "–" }
    let parts = [more > 0 ? change(more) : "", fewer > 0 ? change(-fewer) : ""].filter { !$0.isEmpty }
    return parts.isEmpty ? "0" : parts.joined(separator: " ")
  }
}
