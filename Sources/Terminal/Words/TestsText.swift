public import Model
import Words

/// `bothy tests`: the tests of a bot, or the history of one.
public enum TestsText {
  /// Those that did not pass first; where none ran, what became of the integration.
  public static func list(_ report: Report, capabilities: TerminalCapabilities) -> String {
    let paragraphs = Paragraphs(capabilities)
    let tests = report.tests
    guard !tests.cases.isEmpty else {
      let reason = report.reason.isEmpty ? "" : ": " + report.reason
      let words = "No test ran in \(report.integration), \(report.result.word)\(reason)".ended
      return paragraphs.broken(SafeText.flat(words), indent: 0).joined(separator: "\n") + "\n"
    }
    let wrong = tests.cases.filter(\.outcome.wentWrong)
    let rows = (wrong + tests.cases.filter { !$0.outcome.wentWrong }).map { test in
      row(test.outcome, test.id.rawValue, seconds: test.seconds, paragraphs)
        + (test.displayName.map { "  " + paragraphs.palette.paint(SafeText.line($0), .dim) } ?? "")
    }
    return (rows + ["", tests.counts]).joined(separator: "\n") + "\n"
  }

  /// All that is known of one test: what its page tells.
  public static func story(
    _ story: TestStory, page: String?, capabilities: TerminalCapabilities
  ) -> String {
    StoryText(story: story, page: page, paragraphs: Paragraphs(capabilities)).lines.joined(separator: "\n")
      + "\n"
  }

  private static func row(
    _ outcome: TestOutcome, _ name: String, seconds: Double?, _ paragraphs: Paragraphs
  ) -> String {
    let palette = paragraphs.palette
    let time = seconds.map { "  " + palette.paint(Figures.duration($0), .dim) } ?? ""
    let badge = palette.badge(palette.status(of: outcome), padded: 18)
    return "  \(badge)  \(paragraphs.name(name, beside: 32))\(time)"
  }
}
