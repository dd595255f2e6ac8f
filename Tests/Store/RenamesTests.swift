import Kit
import Model
import Testing

@testable import Store

@Suite struct RenamesTests {
  private func id(_ name: String) -> TestID { TestID("T.S/\(name)") }

  /// `renamed`: from and to.
  @discardableResult
  private func integrate(
    _ life: BotLife, on branch: BranchName = "main", _ outcomes: [(String, TestOutcome)],
    renamed: [(String, String)] = [], gone: [String] = [], added: [String] = [],
    _ result: IntegrationResult? = nil, open: [Model.Issue] = []
  ) throws -> IntegrationNumber {
    let isRed = outcomes.contains { $0.1.isFailure }
    return try life.integrate(branch, result ?? (isRed ? .testFailures : .succeeded)) { report in
      report.tests.cases = outcomes.map { testCase($0.0, $0.1) }
      report.issues.new = open
      guard report.integration > 1 else { return }
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      var changes = TestChanges(since: 1)
      changes.renamed = renamed.map { TestRename(from: id($0.0), to: id($0.1), how: .renamed) }
      (changes.gone, changes.added) = (gone.map(id), added.map(id))
      report.comparedWith?.tests = changes
    }
  }

  private func history(_ life: BotLife, _ name: String) throws -> [String] {
    try life.store.testHistory(bot: life.bot, test: id(name), limit: 9).map {
      "\($0.integration) \($0.outcome.rawValue)\($0.formerly.map { " \($0)" } ?? "")"
    }
  }

  @Test("the history of a renamed test goes on, back and forth, and on its own branch alone")
  func renamed() throws {
    let life = try BotLife()
    try integrate(life, [("a", .failed)])
    try integrate(life, [("b", .passed)], renamed: [("a", "b")])
    try integrate(life, on: "old", [("a", .failed)])
    try integrate(life, [("b", .failed)])
    #expect(try history(life, "b") == ["#4 failed", "#2 passed", "#1 failed T.S/a"])
    #expect(try history(life, "a") == ["#3 failed"])
    try integrate(life, [("a", .passed)], renamed: [("b", "a")])
    #expect(
      try history(life, "a")
        == ["#5 passed", "#4 failed T.S/b", "#3 failed", "#2 passed T.S/b", "#1 failed"])
    #expect(try history(life, "b") == ["#4 failed", "#2 passed"], "as it was told then")
    let often = try life.store.oftenFailingTests(bot: life.bot, among: 9, limit: 9, outcomes: 2)
    #expect(often.map(\.id) == [id("a")] && often.map(\.failures) == [3])
    #expect(often.first?.outcomes.map(\.integration) == [5, 4])
    let earlier = try life.store.earlierOutcomes(
      bot: life.bot, branch: "main", before: 5, tests: [], limit: 9)
    #expect(earlier[id("a")]?.map(\.integration) == [4, 2, 1])
    #expect(earlier[id("a")]?.map(\.formerly) == [id("b"), id("b"), nil])
  }

  @Test("what was renamed and mended at once is known as mended under its new name")
  func mendedWithItsName() throws {
    let life = try BotLife()
    try integrate(life, [("a", .failed)], open: [Model.Issue.failed(id("a"))])
    try life.integrate("main", .succeeded) { report in
      report.tests.cases = [testCase("b", .passed)]
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.comparedWith?.tests = TestChanges(since: 1)
      report.comparedWith?.tests?.renamed = [TestRename(from: id("a"), to: id("b"), how: .renamed)]
      report.issues.resolved = [Model.Issue.failed(id("b"))]
    }
    let past = try life.store.pastIssues(bot: life.bot, branch: "main")
    #expect(past.map(\.test) == [id("b")] && past.map(\.isResolved) == [true])
    #expect(past.map(\.lastIn) == [1] && past.map(\.calledThen) == [id("a")])
  }

  @Test("what was renamed there and back is known where it was seen last, and nowhere as open")
  func mendedThereAndBack() throws {
    let life = try BotLife()
    func integrate(
      _ outcome: (String, TestOutcome), from former: String? = nil, _ fill: (inout IssueLists) -> Void
    ) throws {
      try life.integrate("main", outcome.1.isFailure ? .testFailures : .succeeded) { report in
        report.tests.cases = [testCase(outcome.0, outcome.1)]
        fill(&report.issues)
        guard let former else { return }
        report.comparedWith = Comparison(integration: 1, coverage: nil)
        report.comparedWith?.tests = TestChanges(since: 1)
        report.comparedWith?.tests?.renamed = [
          TestRename(from: id(former), to: id(outcome.0), how: .renamed)
        ]
      }
    }
    var (a, b) = (Model.Issue.failed(id("a")), Model.Issue.failed(id("b")))
    (a.since, b.since) = (1, 1)
    try integrate(("a", .failed)) { $0.new = [a] }
    try integrate(("b", .failed), from: "a") { $0.unresolved = [b] }
    try integrate(("a", .passed), from: "b") { $0.resolved = [a] }
    try integrate(("b", .passed), from: "a") { _ in }
    let past = try life.store.pastIssues(bot: life.bot, branch: "main")
    #expect(past.map(\.test) == [id("b")] && past.map(\.isResolved) == [true])
    #expect(past.map(\.lastIn) == [2] && past.map(\.calledThen) == [nil])
    let story = try #require(try life.store.story(bot: life.bot, issue: b.identity))
    #expect(!story.isOpen)
    #expect(story.sentence == "Unresolved on main from #1 until its test was renamed in #3.")
    #expect(story.renamings["main"]?.to == id("a") && story.renamings["main"]?.back == 4)
    let other = try #require(try life.store.story(bot: life.bot, issue: a.identity))
    #expect(other.sentence == "Resolved on main in #3.")
  }

  @Test("what failed while it was renamed there and back came back from where it failed last")
  func failedThereAndBack() throws {
    let life = try BotLife()
    var (a, b) = (Model.Issue.failed(id("a")), Model.Issue.failed(id("b")))
    (a.since, b.since) = (1, 1)
    try integrate(life, [("a", .failed)], open: [a])
    try integrate(life, [("b", .failed)], renamed: [("a", "b")], open: [b])
    try integrate(life, [("a", .failed)], renamed: [("b", "a")], open: [a])
    try life.integrate("main") { report in
      report.tests.cases = [testCase("a", .passed)]
      report.issues.resolved = [a]
    }
    let past = try life.store.pastIssues(bot: life.bot, branch: "main")
    #expect(past.map(\.test) == [id("a")] && past.map(\.isResolved) == [true])
    #expect(past.map(\.lastIn) == [3] && past.map(\.calledThen) == [nil])
  }

  @Test("a test that two branches call otherwise says so of each")
  func elsewhere() throws {
    let life = try BotLife()
    try integrate(life, [("a", .failed)])
    try integrate(life, on: "topic", [("b", .failed)], renamed: [("a", "b")])
    try integrate(life, [("b", .failed)], renamed: [("a", "b")])
    let story = try #require(try life.store.story(bot: life.bot, test: id("a")))
    #expect(story.nextName?.from == 2 && story.nextName?.branch == "topic")
    #expect(story.nextElsewhere.map(\.from) == [3] && story.nextElsewhere.map(\.branch) == ["main"])
  }

  @Test("of two later names that is told which is there, however late another branch had the other")
  func goneElsewhere() throws {
    let life = try BotLife()
    try integrate(life, [("a", .passed), ("x", .passed)])
    try integrate(life, [("b", .passed), ("x", .passed)], renamed: [("a", "b")])
    try integrate(life, on: "topic", [("a", .passed), ("x", .passed)])
    try integrate(life, on: "topic", [("c", .passed), ("x", .passed)], renamed: [("a", "c")])
    func next() throws -> TestID? { try life.store.story(bot: life.bot, test: id("a"))?.nextName?.id }
    #expect(try next() == id("c"))
    try integrate(life, on: "topic", [("x", .passed)], gone: ["c"])
    #expect(try next() == id("b"))
  }

  @Test("what was not complete is no step: its open issues are told by the names of the one before it")
  func incomplete() throws {
    let life = try BotLife()
    try integrate(life, [("a", .failed)], open: [Model.Issue.failed(id("a"))])
    try integrate(
      life, [("b", .failed)], renamed: [("a", "b")], .inconclusive, open: [Model.Issue.failed(id("b"))])
    let open = try #require(try life.baseline()?.openIssues)
    #expect(open.map(\.test) == [id("a")])
    #expect(open.map(\.identity) == [.make(test: id("a"), outcome: .failed)])
    try integrate(life, [("a", .failed)])
    #expect(try history(life, "a") == ["#3 failed", "#1 failed"])
  }

  @Test("what was resolved before a test was renamed is known by its new name")
  func past() throws {
    let life = try BotLife()
    try integrate(life, [("a", .failed)], open: [Model.Issue.failed(id("a"))])
    try life.integrate("main") { report in
      report.tests.cases = [testCase("a", .passed)]
      report.issues.resolved = [Model.Issue.failed(id("a"))]
    }
    try integrate(life, [("b", .passed)], renamed: [("a", "b")])
    let own = try life.store.pastIssues(bot: life.bot, branch: "main")
    #expect(own.map(\.test) == [id("b")] && own.map(\.lastIn) == [1] && own.map(\.isResolved) == [true])
    #expect(own.map(\.identity) == [.make(test: id("b"), outcome: .failed)])
    #expect(own.map(\.calledThen) == [id("a")])
    let other = try life.store.pastIssues(bot: life.bot, branch: "feature")
    #expect(Set(other.map(\.test)) == [id("a"), id("b")])
  }

  @Test("what another branch saw by the old name after a test was renamed here is known by the new name too")
  func afterwards() throws {
    let life = try BotLife()
    try integrate(life, [("a", .passed)])
    try integrate(life, [("b", .passed)], renamed: [("a", "b")])
    try life.integrate("feature") { report in
      report.tests.cases = [testCase("a", .failed)]
      report.issues.new = [Model.Issue.failed(id("a"))]
    }
    let main = try life.store.pastIssues(bot: life.bot, branch: "main")
    #expect(Set(main.map(\.test)) == [id("a"), id("b")])
    #expect(main.allSatisfy { $0.lastIn == 3 && !$0.isOfBranch })
  }
}

extension Model.Issue {
  fileprivate static func failed(_ test: TestID) -> Model.Issue {
    Model.Issue(
      kind: .testFailure, message: "m", target: "T", file: nil, line: nil, test: test, since: 1,
      identity: .make(test: test, outcome: .failed))
  }
}
