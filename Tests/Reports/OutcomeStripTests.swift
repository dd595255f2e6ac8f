import Model
import Testing

@testable import Reports
@testable import SamplePages

@Suite struct OutcomeStripTests {
  @Test(
    "what became of a test before is said in words",
    arguments: [
      ([.passed], .failed, "It did not fail the time before."),
      ([.passed, .passed], .failed, "It did not fail the last 2 times."),
      ([.skipped, .passed, .passed], .failed, "It did not fail the last 2 times that it ran."),
      ([.skipped, .failed, .notRun, .passed], .failed, "It failed 1 of the last 2 times that it ran."),
      ([.skipped, .notRun], .failed, "It did not run the last 2 times."), ([.skipped], .skipped, ""),
      ([.failed], .failed, "It failed the time before."),
      ([.failed, .crashed], .failed, "It failed both times before."),
      ([.failed, .crashed, .timedOut], .passed, "It failed all of the last 3 times."),
      ([.failed, .passed, .passed], .failed, "It failed 1 of the last 3 times."),
      ([.passed, .failed, .passed], .failed, "It failed 1 of the last 3 times."),
      ([.passed, .failed, .passed, .failed], .failed, "It failed 2 of the last 4 times, on and off."),
      ([.failed, .passed, .failed, .passed], .passed, "It failed 2 of the last 4 times, on and off."),
      ([.passed, .passed], .passed, ""),
      ([.passed, .passed], .flaky, "Flaky once in its last 3."),
      ([.flaky, .failed, .flaky], .passed, "Flaky 2 times in its last 4, failed in 1 of them."),
    ] as [([TestOutcome], TestOutcome, String)])
  func words(outcomes: [TestOutcome], now: TestOutcome, words: String) {
    #expect(OutcomeStrip.words(Self.earlier(outcomes), now: now) == words)
  }

  private static func earlier(_ outcomes: [TestOutcome]) -> [EarlierOutcome] {
    outcomes.map { EarlierOutcome(integration: 1, outcome: $0) }
  }

  @Test("a green integration of an older commit between red ones is no going on and off")
  func olderCommit() {
    var outcomes = Self.earlier([.failed, .passed, .failed, .passed])
    #expect(OutcomeStrip.words(outcomes, now: .failed) == "It failed 2 of the last 4 times, on and off.")
    outcomes[1].isOfOlderCommit = true
    #expect(OutcomeStrip.words(outcomes, now: .failed) == "It failed 2 of the last 4 times.")
    outcomes[0].isOfOlderCommit = false
    let older = OutcomeStrip.words(outcomes, now: .failed, isOlder: true)
    #expect(older == "It failed 2 of the last 4 times.", "what came later says nothing of it")
  }

  @Test("each outcome has a glyph, a word, and the way to its integration where that has pages")
  func links() throws {
    let page = try #require(try Sample.pages(Sample.input())["index.html"])
    let anchor = SiteMaterial.anchor(of: "StackTests.StackTests/testPopURLs")
    #expect(page.contains("<a href=\"../41/tests.html#\(anchor)\" title=\"#41 crashed\">"))
    #expect(page.contains("<span class=\"word crashed\" title=\"#39 crashed\">"))
    #expect(!page.contains("../39/"))
    #expect(page.contains("since #39") && page.contains("It crashed 3 of the last 4 times."))
  }
}
