import Foundation
import Model
import Testing

@testable import Store

@Suite("What a test was called on the branch that another one left")
struct FormerNamesTests {
  private var selected: Limitation {
    var limited = Limitation()
    limited.tests = TestSelection(filters: [], skips: [])
    limited.tests?.affectedSince = 1
    return limited
  }

  @Test("what was limited since is known, the newest first, whoever left tests out")
  func since() throws {
    let life = try BotLife()
    for limited in [nil, selected, Limitation(), nil, selected] {
      try life.integrate("main", .succeeded) { report in
        report.tests.cases = [testCase("a", .passed)]
        report.limited = limited
        report.commit = Commit(
          id: CommitID(String(repeating: "a", count: 40)), branch: "main", author: "A", email: "a@b",
          date: Date(timeIntervalSince1970: 0), subject: "S")
      }
    }
    func numbers(since: IntegrationNumber, before: IntegrationNumber) throws -> [IntegrationNumber] {
      try life.store.limited(bot: life.bot, branch: "main", since: since, before: before) { "\($0)" }
        .map(\.integration)
    }
    #expect(try numbers(since: 1, before: 6) == [5, 3, 2] && numbers(since: 2, before: 5) == [3])
  }

  @Test(
    "a branch that renamed it first itself says until when, also where only limited integrations saw that")
  func limited() throws {
    let life = try BotLife()
    for (branch, name, isLimited): (BranchName, String, Bool) in [
      ("main", "a", false), ("main", "a", true), ("main", "b", true), ("topic", "b", false),
    ] {
      try life.integrate(branch, .succeeded) { report in
        report.tests.cases = [testCase(name, .passed)]
        if isLimited { report.limited = selected }
        guard branch == "topic" else { return }
        report.comparedWith = Comparison(integration: 1, coverage: nil)
        report.comparedWith?.tests = TestChanges(since: 1)
        report.comparedWith?.tests?.renamed = [TestRename(from: "T.S/a", to: "T.S/b", how: .renamed)]
      }
    }
    let story = try #require(try life.store.story(bot: life.bot, test: "T.S/b"))
    #expect(story.formerNames == [TestStory.FormerName("T.S/a", last: 2, branch: "main")])
  }
}
