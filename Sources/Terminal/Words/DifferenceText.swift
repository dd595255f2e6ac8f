import Model
import Words

/// The first lines that differ in a text which tells a difference line by line.
struct DifferenceText: Equatable {
  private let removed: String?
  private let added: String?

  /// How much is kept of what both lines begin with, where they are too long.
  private static let mostInCommon = 12

  /// Nil for a text that is no such thing.
  init?(_ message: String) {
    guard let pair = ToldDifference(message: message)?.firstPair else { return nil }
    (removed, added) = (
      pair.removed.map { "-" + SafeText.line($0) }, pair.added.map { "+" + SafeText.line($0) }
    )
  }

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
