import Words

/// Changed lines in files that are not counted: no figure of coverage moves with them.
public enum UnmeasuredChanges {
  /// In a sentence; nil where there are none, and where nothing came before.
  public static func note(_ report: Report) -> String? {
    guard let changes = report.changes, let since = changes.since, let coverage = report.coverage,
      since.commit != report.commit?.id || report.commit?.changes == true
    else { return nil }
    let reasons = Dictionary(coverage.notMeasured.map { ($0.path, $0.why) }) { first, _ in first }
    let files = changes.files.filter { !$0.required.isEmpty && reasons[$0.path] != nil }
    guard let first = files.first, let why = reasons[first.path] else { return nil }
    let count = files.flatMap(\.required).reduce(0) { $0 + $1[1] - $1[0] + 1 }
    let others = files.count > 1 ? " and \(Figures.count(files.count - 1, "more file"))" : ""
    let lines = Figures.count(count, "changed line is", "changed lines are")
    return "\(lines) in files that are not counted: \(first.path) (\(why))\(others)."
  }
}
