import Model
import Words

/// What differs in short: two values that were compared, or the first lines that differ in a text which tells
/// a difference line by line.
struct DifferenceText: Equatable {
  private let removed: String?
  private let added: String?
  /// Of the lines of a text.
  private var isMarked = true
  private var behind = ""

  /// How much is kept of what both begin with, where they are too long.
  private static let mostInCommon = 12

  /// Nil for a text that is no such thing.
  init?(_ message: String) {
    guard let pair = ToldDifference(message: message)?.firstPair else { return nil }
    let seen = pair.removed.flatMap { removed in pair.added.flatMap { SeenPair(removed, $0) } }
    (removed, added) = (
      (seen?.first ?? pair.removed).map { "-" + SafeText.line($0) },
      (seen?.second ?? pair.added).map { "+" + SafeText.line($0) }
    )
  }

  /// Nil for a failure that compares nothing.
  static func of(_ failure: TestFailure) -> DifferenceText? {
    failure.differing.map { pair in
      DifferenceText(pair.first, pair.second, behind: failure.values?.behind ?? "")
    } ?? DifferenceText(failure.message)
  }

  private init(_ first: String, _ second: String, behind: String) {
    (removed, added, isMarked) = (Self.shown(first), Self.shown(second), false)
    self.behind = SafeText.line(behind)
  }

  /// Nothing at all reads as if something was cut off, and nobody sees blanks at an end.
  private static func shown(_ value: String) -> String {
    if value.isEmpty { return "\"\"" }
    let isPlain = !value.utf8.contains { $0 == 0x0A || $0 == 0x1B }
    return SafeText.line(isPlain ? SeenPair.line(of: value) : value)
  }

  /// Both in one; the shorter one leaves its room to the other.
  func line(to width: Int) -> String {
    let joint = isMarked ? "  " : " ≠ "
    let room = max(8, width - Columns.width(joint))
    let whole = [removed, added].compactMap(\.self)
    if whole.map(Columns.width).reduce(0, +) <= room { return whole.joined(separator: joint) + behind }
    let least = whole.map(Columns.width).min() ?? 0
    let part = max(room / 2, room - least)
    return lines(to: part).map { Columns.truncated($0, to: part, ellipsis: "…") }.joined(separator: joint)
  }

  /// So that the place where they differ can be seen.
  func lines(to width: Int) -> [String] {
    guard let removed, let added else { return [removed, added].compactMap(\.self) }
    let mark = isMarked ? 1 : 0
    let common = zip(removed.dropFirst(mark), added.dropFirst(mark)).prefix { $0 == $1 }.count
    let kept = min(Self.mostInCommon, max(2, width / 4))
    guard common > kept + 1, max(removed.count, added.count) > width else { return [removed, added] }
    return [removed, added].map { String($0.prefix(mark)) + "…" + $0.dropFirst(mark + common - kept) }
  }
}
