import Model
import Testing

@testable import Store

@Suite("What a test was called before")
struct RenamedStoriesTests {
  @Test("a test that only a branch calls otherwise goes back to what the branch that it left calls it")
  func renamedOnBranch() throws {
    let life = try BotLife()
    for branch: BranchName in ["main", "topic"] {
      try life.integrate(branch, .succeeded) { report in
        report.tests.cases = [testCase(branch == "main" ? "a" : "b", .passed)]
        guard branch == "topic" else { return }
        report.comparedWith = Comparison(integration: 1, coverage: nil)
        var changes = TestChanges(since: 1)
        changes.renamed = [TestRename(from: "T.S/a", to: "T.S/b", how: .renamed)]
        report.comparedWith?.tests = changes
      }
    }
    let story = try #require(try life.store.story(bot: life.bot, test: "T.S/b"))
    #expect(story.entries.map(\.integration) == [2] && story.test.first?.integration == 1)
    #expect(story.formerNames.map(\.id) == ["T.S/a"] && story.formerNames.map(\.last) == [1])
    #expect(story.formerNames.map(\.branch) == ["main"])
    #expect(story.formerNames.map(\.otherwiseOn) == ["topic"])
    let known = [TestRename(from: "T.S/a", to: "T.S/b", how: .renamed)]
    #expect(try life.store.renames(of: life.bot, besides: "main") == known)
    #expect(try life.store.renames(of: life.bot, besides: "topic") == nil)
    #expect(try life.store.renames(of: life.bot, on: "topic") == known)
    #expect(try life.store.renames(of: life.bot, on: "main") == nil)
  }

  @Test("a name that a branch gave leads on to those that its base gave before, and to the test's first one")
  func renamedTwice() throws {
    let life = try BotLife()
    let names: [(BranchName, String, String?)] = [
      ("main", "a", nil), ("main", "b", "a"), ("topic", "c", "b"), ("topic", "d", "c"), ("main", "e", "b"),
    ]
    for (number, (branch, name, former)) in names.enumerated() {
      try life.integrate(branch, .succeeded) { report in
        report.tests.cases = [testCase(name, .passed)]
        guard let former else { return }
        let before = IntegrationNumber(number == 4 ? 2 : number)
        report.comparedWith = Comparison(integration: before, coverage: nil)
        var changes = TestChanges(since: before)
        let ids = (TestID("T.S/\(former)"), TestID("T.S/\(name)"))
        changes.renamed = [TestRename(from: ids.0, to: ids.1, how: .renamed)]
        report.comparedWith?.tests = changes
      }
    }
    let story = try #require(try life.store.story(bot: life.bot, test: "T.S/d"))
    #expect(story.test.first?.integration == 1)
    #expect(Set(story.formerNames.map(\.id)) == ["T.S/a", "T.S/b", "T.S/c"])
    #expect(try life.store.story(bot: life.bot, test: "T.S/e")?.test.first?.integration == 1)
  }

  @Test("a name that a test had for a while is told with both of its ends")
  func backAgain() throws {
    let life = try BotLife()
    let issues = ["a", "b"].map { name in
      let test = TestID("T.S/\(name)")
      return Issue(
        kind: .testFailure, message: "wrong", target: "T", file: nil, line: nil, test: test, since: 1,
        identity: .make(test: test, outcome: .failed))
    }
    func integrate(_ name: String, from former: String? = nil) throws {
      try life.integrate("main", .testFailures) { report in
        report.tests.cases = [testCase(name, .failed, message: "wrong")]
        report.issues.new = [name == "a" ? issues[0] : issues[1]]
        guard let former else { return }
        report.comparedWith = Comparison(integration: 1, coverage: nil)
        report.comparedWith?.tests = TestChanges(since: 1)
        let rename = TestRename(from: TestID("T.S/\(former)"), to: TestID("T.S/\(name)"), how: .renamed)
        report.comparedWith?.tests?.renamed = [rename]
      }
    }
    try integrate("a")
    try integrate("b", from: "a")
    try integrate("a", from: "b")
    let story = try #require(try life.store.story(bot: life.bot, issue: issues[0].identity))
    #expect(story.formerNames == [.init("T.S/b", since: 2, until: 3, branch: "main")])
  }

  @Test("the issue of a renamed test tells that another branch had it by the former name")
  func seenElsewhere() throws {
    let life = try BotLife()
    func issue(_ name: String, since: IntegrationNumber) -> Model.Issue {
      Model.Issue(
        kind: .testFailure, message: "wrong", target: "T", file: nil, line: nil, test: TestID("T.S/\(name)"),
        since: since, identity: .make(test: TestID("T.S/\(name)"), outcome: .failed))
    }
    try life.integrate("topic", .testFailures) { report in
      report.tests.cases = [testCase("a", .failed, message: "wrong")]
      report.issues.new = [issue("a", since: 1)]
    }
    try life.integrate("main", .succeeded) { $0.tests.cases = [testCase("a", .passed)] }
    try life.integrate("main", .testFailures) { report in
      report.tests.cases = [testCase("b", .failed, message: "wrong")]
      report.issues.cameBack = [issue("b", since: 3)]
      report.comparedWith = Comparison(integration: 2, coverage: nil)
      report.comparedWith?.tests = TestChanges(since: 2)
      report.comparedWith?.tests?.renamed = [TestRename(from: "T.S/a", to: "T.S/b", how: .renamed)]
    }
    let names = try life.store.story(bot: life.bot, issue: issue("b", since: 3).identity)?.formerNames
    #expect(names?.map(\.name) == ["T.S/a"] && names?.map(\.wentOn) == [false])
  }
}
