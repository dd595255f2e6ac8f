import Model

/// Two long texts that were compared, as one: who looks at them side by side searches for what differs.
enum LineDifference {
  private static let fewest = 6
  private static let mostLines = 400
  private static let mostPairs = 1_000_000

  /// Nil where they are short, have too many lines, or share too little to be told as one.
  static func of(_ first: String, _ second: String) -> ToldDifference? {
    let (a, b) = (lines(first), lines(second))
    guard min(a.count, b.count) >= fewest, max(a.count, b.count) <= mostLines else { return nil }
    let pairs = CommonSequence.pairs(a, b)
    guard pairs.count * 2 >= min(a.count, b.count) else { return nil }
    return ToldDifference(lines: told(a, b, pairs))
  }

  /// Two files, however little they share; nil where comparing them would take too long.
  static func whole(_ a: [String], _ b: [String]) -> ToldDifference? {
    let shortest = min(a.count, b.count)
    let head = zip(a, b).prefix { $0 == $1 }.count
    let tail = zip(a.reversed(), b.reversed()).prefix(shortest - head).prefix { $0 == $1 }.count
    let middle = (Array(a[head..<(a.count - tail)]), Array(b[head..<(b.count - tail)]))
    guard (middle.0.count + 1) * (middle.1.count + 1) <= mostPairs else { return nil }
    let pairs = CommonSequence.pairs(middle.0, middle.1)
    func same(_ lines: ArraySlice<String>) -> [ToldDifference.Line] {
      lines.map { ToldDifference.Line(.same, $0) }
    }
    return ToldDifference(
      lines: same(a[..<head]) + told(middle.0, middle.1, pairs) + same(a[(a.count - tail)...]))
  }

  private static func told(
    _ a: [String], _ b: [String], _ pairs: [(Int, Int)]
  ) -> [ToldDifference.Line] {
    var told: [ToldDifference.Line] = []
    var (i, j) = (0, 0)
    for (x, y) in pairs + [(a.count, b.count)] {
      told += a[i..<x].map { ToldDifference.Line(.removed, $0) }
      told += b[j..<y].map { ToldDifference.Line(.added, $0) }
      if x < a.count { told.append(ToldDifference.Line(.same, a[x])) }
      (i, j) = (x + 1, y + 1)
    }
    return told
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}
