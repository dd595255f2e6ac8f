import Foundation
import Model
import Testing

@Suite("What is known of one test") struct TestStoryTests {
  private func story(_ entries: [(Int, TestOutcome, String?)]) -> TestStory {
    var story = TestStory(KnownTest(id: "T.S/a", library: .xctest, target: "T"))
    story.entries = entries.map { number, outcome, text in
      var entry = TestStory.Entry(
        EarlierOutcome(integration: IntegrationNumber(number), outcome: outcome),
        started: Date(timeIntervalSince1970: 0))
      if let text { entry.messages = [TestStory.Message(text: text, file: nil, line: nil)] }
      return entry
    }
    return story
  }

  @Test("messages that differ in numbers, addresses and durations alone are one cause, told as it was last")
  func causes() {
    let story = story([
      (9, .failed, "XCTAssertEqual failed: (\"12\") is not equal to (\"3\") - after 0.2 s"),
      (8, .passed, nil),
      (7, .crashed, "Fatal error: Index out of range"),
      (5, .flaky, "XCTAssertEqual failed: (\"7\") is not equal to (\"3\") - after 1.4 s"),
      (2, .failed, "XCTAssertEqual failed: (\"8\") is not equal to (\"4\") - after 0.3 s"),
    ])
    #expect(story.causes.map(\.count) == [3, 1])
    #expect(story.causes.map(\.first) == [2, 7] && story.causes.map(\.last) == [9, 7])
    #expect(story.causes[0].message.text.hasSuffix("after 0.2 s"))
    #expect(story.sentence == "Flaky once in its last 5, failed in 2 and crashed in 1 of them.")
    #expect(story.causes.map(\.varies) == [true, false])
  }

  @Test("what is told in the same words is not told otherwise, though its line moved")
  func moved() {
    var story = story([(2, .failed, "failed - no"), (1, .failed, "failed - no")])
    for place in [0, 1] { story.entries[place].messages[0].line = place }
    #expect(story.causes.map(\.varies) == [false])
  }

  @Test("what was measured is compared with the median of the ten before, and once measured with nothing")
  func series() {
    var story = story((1...14).reversed().map { ($0, .passed, nil) })
    for index in story.entries.indices {
      let number = Double(story.entries[index].integration.value)
      story.entries[index].measurements = [
        TestStory.Measured(metric: "Time", average: number, relativeStandardDeviation: 0)
      ]
    }
    story.entries[0].measurements.append(
      TestStory.Measured(metric: "Memory", average: 5, relativeStandardDeviation: 0))
    #expect(story.series.map(\.metric) == ["Time", "Memory"])
    #expect(story.series[0].baseline == 8.5 && story.series[0].points.count == 14)
    #expect(abs((story.series[0].change ?? 0) - (14 / 8.5 - 1)) < 1e-9)
    #expect(story.series[1].baseline == nil && story.series[1].change == nil)
    #expect([Double]().median == nil && [3.0, 1].median == 2 && [3.0, 1, 2].median == 2)
  }

  @Test("branches come in the order of their newest, former names with the last that had them")
  func order() {
    var story = story([(4, .passed, nil), (3, .failed, nil), (2, .passed, nil), (1, .passed, nil)])
    for (index, branch) in ["b", "a", "b", nil].enumerated() {
      story.entries[index].branch = branch.map { BranchName($0) }
    }
    (story.entries[2].past.formerly, story.entries[3].past.formerly) = ("T.S/old", "T.S/old")
    #expect(story.branches.map(\.name) == ["b", "a", nil])
    #expect(story.branches[0].entries.map(\.integration) == [4, 2])
    #expect(story.formerNames.map(\.id) == ["T.S/old", "T.S/old"])
    #expect(story.formerNames.map(\.last) == [2, 1] && story.formerNames.map(\.branch) == ["b", nil])
  }

  @Test("a limited integration is told in its place, and says nothing of the test as it stands")
  func limited() {
    var story = story([(4, .failed, nil), (3, .passed, nil), (2, .passed, nil)])
    story.entries[0].isLimited = true
    #expect(story.whole.map(\.integration) == [3, 2] && story.entries.count == 3)
    #expect(story.branches.first?.entries.map(\.integration) == [3, 2])
    #expect(
      story.sentence == "Did not fail in its last 2 whole integrations; failed in #4, which was limited.")
    story.entries[0].past.outcome = .passed
    #expect(story.sentence == "Did not fail in its last 2 whole integrations.")
    story.entries = [story.entries[0]]
    #expect(story.whole.map(\.integration) == [4])
    #expect(story.sentence == "Did not fail in its last integration.")
  }

  @Test("each limited integration in which it went wrong is named, the first few of many")
  func limitedFailures() {
    var story = story(
      [(9, .failed, nil), (8, .flaky, nil), (7, .crashed, nil), (6, .failed, nil), (5, .timedOut, nil)]
        + [(4, .passed, nil), (3, .passed, nil)])
    for place in 0...4 { story.entries[place].isLimited = true }
    #expect(
      story.sentence == "Did not fail in its last 2 whole integrations; "
        + "failed in #9 and #6; crashed in #7; timed out in #5; flaky in #8, which were limited.")
    story.entries.removeSubrange(2...3)
    #expect(story.sentence.contains("; failed in #9; timed out in #5; flaky in #8, which were limited."))
    story.entries[4].isLimited = true
    #expect(story.sentence.hasPrefix("Did not fail in its last whole integration; failed in #9"))
  }

  @Test("messages are counted in the integrations in which failures are counted")
  func limitedCauses() {
    var story = story([(5, .failed, "no 5"), (4, .failed, "no 4"), (3, .passed, nil), (2, .failed, "no 2")])
    story.entries[0].isLimited = true
    #expect(
      story.sentence == "Failed 2 times in its last 3 whole integrations; failed in #5, which was limited.")
    #expect(story.causes.map(\.count) == [2] && story.causes.map(\.last) == [4])
    story.entries = [story.entries[0]]
    #expect(story.sentence == "Failed in its last integration." && story.causes.map(\.count) == [1])
    #expect(TestHistory.sentence([.skipped]) == "Did not fail in its last integration")
    #expect(TestHistory.sentence([.flaky]) == "Flaky in its last integration")
    #expect(TestHistory.sentence([.notRun, .failed, .passed, .notRun]) == "Failed once in its last 2")
    #expect(TestHistory.sentence([.notRun, .notRun]) == "Did not run in its last 2")
  }

  @Test("how long it took is told beside the median, once where both read alike")
  func durations() {
    #expect(TestStory.words(0.0002, of: 0.0004) == "as in the median")
    #expect(TestStory.words(0.012, of: 0.034) == "of a median of 34 ms")
    var story = story([(7, .passed, nil)])
    #expect(story.untimed == nil && story.untimedWords == nil)
    story.test.library = .swiftTesting
    #expect(story.untimed?.hasPrefix("How long it took in #7 is not known. Swift Testing ") == true)
    #expect(story.untimedWords?.hasPrefix("not known in #7: Swift Testing ") == true)
  }

  @Test("of a test that one branch calls otherwise it is said which branches its outcomes are of")
  func branchesWithName() {
    var story = story([(9, .passed, nil), (8, .passed, nil)])
    for place in 0...1 { story.entries[place].branch = "topic" }
    #expect(story.sentence == "Did not fail in its last 2.")
    story.nextName = ("T.S/b", 7, "main")
    #expect(story.sentence == "Did not fail in its last 2 on topic.")
    story.entries[1].isLimited = true
    #expect(story.sentence == "Did not fail in its last whole integration on topic.")
    story.entries[1].isLimited = false
    story.entries[1].branch = "other"
    #expect(story.sentence == "Did not fail in its last 2 on 2 branches that call it so.")
    // Of one where it never ran no outcome is counted.
    story.entries[1].past.outcome = .notRun
    #expect(story.sentence == "Did not fail in its last integration on topic.")
    story.entries[1].past.outcome = .passed
    // Where that branch has it too, all of it is told.
    story.entries[1].branch = "main"
    #expect(story.sentence == "Did not fail in its last 2.")
  }

  @Test(
    "of a test that only crashed, or only timed out, that is said; of one that did several, that it failed")
  func verbs() {
    #expect(TestHistory.sentence([.crashed, .passed, .crashed]) == "Crashed 2 times in its last 3")
    #expect(TestHistory.sentence([.timedOut]) == "Timed out in its last integration")
    #expect(TestHistory.sentence([.timedOut, .passed]) == "Timed out once in its last 2")
    #expect(
      TestHistory.sentence([.timedOut, .failed, .passed]) == "Failed once and timed out once in its last 3")
    #expect(TestHistory.sentence([.crashed, .timedOut]) == "Crashed once and timed out once in its last 2")
    #expect(TestHistory.sentence([.flaky, .crashed]) == "Flaky once in its last 2, crashed in 1 of them")
    #expect(
      TestHistory.sentence([.flaky, .crashed, .failed]).hasSuffix(", failed in 1 and crashed in 1 of them"))
    var story = story([(3, .crashed, nil), (2, .passed, nil)])
    story.entries[0].isLimited = true
    #expect(story.sentence.hasSuffix("; crashed in #3, which was limited."))
  }

  @Test("a lineage tells what a test is called last and since when, but not of one whose id is another's")
  func names() {
    let lineage = TestLineage([
      .init(integration: 3, from: "a", to: "b"), .init(integration: 7, from: "b", to: "c"),
      .init(integration: 7, from: "x", to: nil),
    ])
    #expect(lineage.nextName(of: "a")?.id == "c" && lineage.nextName(of: "a")?.from == 7)
    #expect(lineage.nextName(of: "c") == nil && lineage.nextName(of: "x") == nil)
    #expect(lineage.laterNames(of: "a") == ["b", "c"] && lineage.laterNames(of: "c").isEmpty)
    // It may have been mended under the one between.
    let renaming = lineage.renaming(of: "a", after: 2)
    #expect(renaming?.names.map(\.id) == ["b", "c"] && renaming?.names.map(\.since) == [3, 7])
    #expect(renaming?.back == nil)
  }
}
