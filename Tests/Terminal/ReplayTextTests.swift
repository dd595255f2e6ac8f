import Model
import Testing

@testable import Terminal

@Suite("What a replay tells")
struct ReplayTextTests {
  private func report(_ number: Int, _ result: IntegrationResult, _ subject: String) -> Report {
    var report = EndingTests.report()
    (report.integration, report.result) = (IntegrationNumber(number), result)
    report.commit?.subject = subject
    return report
  }

  private func capabilities(width: Int?) -> TerminalCapabilities {
    TerminalCapabilities(
      isTerminal: width != nil, width: width ?? 80, colors: false)
  }

  @Test("it is told whose integrations they become, also with the settings of a bot")
  func whose() {
    #expect(
      ReplayText.whose("local-parser", file: nil, of: nil) == "They become integrations of local-parser.")
    #expect(
      ReplayText.whose("local-parser", file: "bots/parser.yaml", of: "parser")
        == "They become integrations of local-parser, with the settings of bots/parser.yaml; the history of "
        + "the bot `parser` stays as it is.")
  }

  @Test("a line a commit, which fits, and says more where there is room")
  func lines() {
    for width in [40, 80, nil] {
      var text = ReplayText(count: 12, capabilities: capabilities(width: width))
      let line = text.line(
        report(1, .testFailures, "Speed\nup the \u{1B}[31mparser, which was slow"), took: 4)
      #expect(line.hasPrefix("   1/12  ✗ test failures") && line.filter(\.isNewline).count == 1, "\(line)")
      #expect(!line.contains("\u{1B}"))
      if let width { #expect(line.count <= width + 1, "\(line)") }
      #expect(line.contains("which was slow") == (width == nil), "\(line)")
    }
  }

  @Test("after three it is told what the rest will take, and at the end what all came to")
  func ending() {
    var text = ReplayText(count: 5, capabilities: capabilities(width: nil))
    for (number, result) in [(1, IntegrationResult.succeeded), (2, .testFailures), (3, .testFailures)] {
      #expect(text.estimate == nil)
      _ = text.line(report(number, result, "Commit \(number)"), took: number == 1 ? 60 : 4)
    }
    #expect(text.estimate == "The other 2 will take about 8.0 s.\n")
    let ending = text.ending(page: "/s/index.html", next: ["bothy history b"])
    #expect(ending.contains("3 commits in 1 min 08 s: 1 × succeeded, 2 × test failures."), "\(ending)")
    #expect(ending.contains("The first that was not green is 01234567 (#2): Commit 2"), "\(ending)")
    #expect(ending.contains("/s/index.html") && ending.contains("bothy history b"))
  }
}
