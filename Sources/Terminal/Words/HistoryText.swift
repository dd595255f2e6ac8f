public import Model
import Words

/// `bothy history`: a line an integration, the newest first.
public enum HistoryText {
  public static func table(
    _ figures: [HistoryFigures], _ redness: String?, capabilities: TerminalCapabilities
  ) -> String {
    guard !figures.isEmpty else { return "Nothing was integrated yet.\n" }
    let paragraphs = Paragraphs(capabilities)
    let palette = paragraphs.palette
    let rows = figures.map { one -> [String] in
      let past = one.past
      return [
        "\(past.number)", past.result.map(\.word) ?? "not ended", past.branch?.rawValue ?? "–",
        past.commit?.short ?? "–", one.failing.map(Figures.grouped) ?? "–",
        past.newIssues.map(Figures.grouped) ?? "–", pair(past.testsAdded, past.testsGone),
        past.linesMore.map(change) ?? "–", past.seconds.map(Figures.duration) ?? "–",
      ].map { SafeText.line($0) }
    }
    let heads = ["", "result", "branch", "commit", "failing", "new", "tests ±", "lines ±", "took"]
    let widths = heads.indices.map { column in ([heads] + rows).map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { column -> String in
        let space = String(repeating: " ", count: widths[column] - cells[column].count)
        return column >= 4 ? space + cells[column] : cells[column] + space
      }
      return padded.joined(separator: "  ")
    }
    let lines = rows.map { "  " + line($0) }
    return (["  " + palette.paint(line(heads), .dim)] + lines + (redness.map { ["", $0] } ?? []))
      .joined(separator: "\n") + "\n"
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
