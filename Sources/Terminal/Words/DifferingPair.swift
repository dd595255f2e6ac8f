import Words

/// The first lines that differ in a text which shows what should have come and what came, line by line.
struct DifferingPair: Equatable {
  private(set) var removed: String?
  private(set) var added: String?

  private static let dashes: Set<Character> = ["-", "\u{2013}", "\u{2212}"]
  /// How much is kept of what both lines begin with, where they are too long.
  private static let mostInCommon = 12

  /// Nil for a text that is no such thing: a list with dashes has no line with a plus.
  init?(_ message: String) {
    let lines = SafeText.lines(message).dropFirst()
    guard let first = lines.firstIndex(where: { Self.isRemoved($0) || $0.hasPrefix("+") }),
      lines.contains(where: Self.isRemoved), lines.contains(where: { $0.hasPrefix("+") })
    else { return nil }
    // The block around the first difference: what was added elsewhere is another one.
    let block = lines[first...].prefix { Self.isRemoved($0) || $0.hasPrefix("+") }
    removed = block.first(where: Self.isRemoved)
    added = block.first { $0.hasPrefix("+") }
  }

  private static func isRemoved(_ line: String) -> Bool { line.first.map(dashes.contains) ?? false }

  /// Both in one.
  func line(to width: Int) -> String {
    let half = max(4, (width - 2) / 2)
    return lines(to: half).map { Columns.truncated($0, to: half, ellipsis: "…") }.joined(separator: "  ")
  }

  /// So that the place where they differ can be seen.
  func lines(to width: Int) -> [String] {
    guard let removed, let added else { return [removed, added].compactMap(\.self) }
    let common = zip(removed.dropFirst(), added.dropFirst()).prefix { $0 == $1 }.count
    let kept = min(Self.mostInCommon, max(2, width / 4))
    guard common > kept + 1, max(removed.count, added.count) > width else { return [removed, added] }
    return [removed, added].map { String($0.prefix(1)) + "…" + $0.dropFirst(1 + common - kept) }
  }
}
