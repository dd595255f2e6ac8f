import Model

/// Two long texts that were compared, as one: who looks at them side by side searches for what differs.
enum LineDifference {
  private static let fewest = 6
  private static let mostLines = 400

  /// Nil where they are short, have too many lines, or share too little to be told as one.
  static func of(_ first: String, _ second: String) -> ToldDifference? {
    let (a, b) = (lines(first), lines(second))
    guard min(a.count, b.count) >= fewest, max(a.count, b.count) <= mostLines else { return nil }
    let pairs = CommonSequence.pairs(a, b)
    guard pairs.count * 2 >= min(a.count, b.count) else { return nil }
    var told: [ToldDifference.Line] = []
    var (i, j) = (0, 0)
    for (x, y) in pairs + [(a.count, b.count)] {
      told += a[i..<x].map { ToldDifference.Line(.removed, $0) }
      told += b[j..<y].map { ToldDifference.Line(.added, $0) }
      if x < a.count { told.append(ToldDifference.Line(.same, a[x])) }
      (i, j) = (x + 1, y + 1)
    }
    return ToldDifference(lines: told)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}
