public import Model
import Words

/// `bothy replay`: a line a commit, what the rest will take, and what it all came to.
public struct ReplayText {
  private let count: Int
  private let paragraphs: Paragraphs
  private var took: [Double] = []
  private var results: [IntegrationResult: Int] = [:]
  private var firstRed: Report?

  private static let badgeColumns = 19

  public init(count: Int, capabilities: TerminalCapabilities) {
    self.count = count
    paragraphs = Paragraphs(capabilities)
  }

  public var done: Int { took.count }

  /// Whose history it becomes: never that of the bot whose settings it takes, if of any.
  public static func whose(_ bot: BotID, file: String?, of other: String?) -> String {
    let words = "They become integrations of \(bot)"
    guard let file, let other else { return words + "." }
    return SafeText.line(
      "\(words), with the settings of \(file); the history of the bot `\(other)` stays as it is.")
  }

  /// ` 3/30  ✓ succeeded  1a2b3c4  549 tests passed · Speed up the parser`
  public mutating func line(_ report: Report, took seconds: Double) -> String {
    took.append(seconds)
    results[report.result, default: 0] += 1
    if firstRed == nil, !report.passed { firstRed = report }
    let total = "\(count)"
    let place = String(repeating: " ", count: total.count - "\(done)".count) + "\(done)/\(total)"
    let palette = paragraphs.palette
    let status = palette.badge(palette.status(of: report.result), padded: Self.badgeColumns)
    // Where there is no room for all of it, the subject is found in the history too.
    let commit = report.commit.map { ("\($0.id.short)  ", " \(palette.dot) \($0.subject)") } ?? ("", "")
    let words = SafeText.line(commit.0 + Sentence.outcome(report) + commit.1)
    let room = paragraphs.width.map { max(9, $0 - total.count * 2 - 7 - Self.badgeColumns) }
    let shown = room.map { Columns.truncated(words, to: $0, ellipsis: palette.ellipsis) } ?? words
    return "  \(place)  \(status)  \(shown)\n"
  }

  /// Nil while it would be a guess.
  public var estimate: String? {
    ReplayPlan.secondsLeft(took, more: count - done).flatMap { seconds in
      guard count > done else { return nil }
      return "The other \(Figures.grouped(count - done)) will take about \(Figures.duration(seconds)).\n"
    }
  }

  public func ending(page: String, next: [String]) -> String {
    let kinds = IntegrationResult.allCases.compactMap { result in
      results[result].map { "\(Figures.grouped($0)) \(paragraphs.palette.times) \(result.word)" }
    }
    let seconds = Figures.duration(took.reduce(0, +))
    var lines = paragraphs.broken(
      "\(Figures.count(done, "commit")) in \(seconds): \(kinds.reversed().joined(separator: ", ")).",
      indent: 0)
    if let firstRed, let commit = firstRed.commit {
      lines += paragraphs.broken(
        SafeText.line(
          "The first that was not green is \(commit.id.short) (\(firstRed.integration)): \(commit.subject)"),
        indent: 0)
    }
    lines += paragraphs.row("Report", SafeText.line(page))
    lines += next.flatMap { paragraphs.row("", SafeText.line($0)) }
    return "\n" + lines.joined(separator: "\n") + "\n"
  }
}
