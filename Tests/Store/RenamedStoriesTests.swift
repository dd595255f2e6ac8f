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

  /// `renamed`: from and to.
  private func integrate(
    _ life: BotLife, on branch: BranchName = "main", _ names: [String], renamed: [(String, String)] = []
  ) throws {
    try life.integrate(branch, .testFailures) { report in
      report.tests.cases = names.map { testCase($0, .failed) }
      guard report.integration > 1 else { return }
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.comparedWith?.tests = TestChanges(since: 1)
      report.comparedWith?.tests?.renamed = renamed.map {
        TestRename(from: TestID("T.S/\($0.0)"), to: TestID("T.S/\($0.1)"), how: .renamed)
      }
    }
  }

  private func next(_ life: BotLife, _ name: String) throws -> String? {
    try life.store.story(bot: life.bot, test: TestID("T.S/\(name)")).flatMap { story in
      let gone = story.nextGone.map { ", gone \($0)" } ?? ""
      return story.nextName.map { "\($0.id) since \($0.from)\(gone)" }
    }
  }

  @Test("a test that has its former name back is called so, whatever a branch beside calls it still")
  func calledSoAgain() throws {
    let life = try BotLife()
    try integrate(life, ["a", "x"])
    try integrate(life, ["b", "x"], renamed: [("a", "b")])
    try integrate(life, on: "topic", ["a", "x"])
    try integrate(life, on: "topic", ["b", "x"], renamed: [("a", "b")])
    #expect(try next(life, "a") == "T.S/b since #2" && next(life, "b") == nil)
    try integrate(life, ["a", "x"], renamed: [("b", "a")])
    #expect(try next(life, "a") == nil && next(life, "b") == "T.S/a since #5")
    // Another test takes the name that it had meanwhile.
    try integrate(life, ["a", "b", "x"])
    #expect(try next(life, "b") == nil && next(life, "a") == nil)
  }

  @Test("a test is first seen where it came, not where another one had its name before")
  func firstOfReusedName() throws {
    func first(_ life: BotLife, _ names: String...) throws -> [Int?] {
      try names.map { name in
        try life.store.story(bot: life.bot, test: TestID("T.S/\(name)"))?.test.first?.integration.value
      }
    }
    let life = try BotLife()
    try integrate(life, ["a", "x"])
    try integrate(life, ["b", "x"], renamed: [("a", "b")])
    #expect(try first(life, "a", "b", "x") == [1, 1, 1])
    try integrate(life, ["a", "b", "x"])
    #expect(try first(life, "a", "b") == [3, 1])
    try integrate(life, ["c", "b", "x"], renamed: [("a", "c")])
    #expect(try first(life, "b", "c") == [1, 3])
    // On a branch that left before, the first of them has its name still.
    try integrate(life, on: "topic", ["a", "x"])
    #expect(try first(life, "b", "c", "x") == [1, 3, 1])
  }

  @Test("what a test is called since may be gone, and the page of each former name is made again by then")
  func calledWhatIsGone() throws {
    let life = try BotLife()
    try integrate(life, ["a", "x"])
    try integrate(life, ["b", "x"], renamed: [("a", "b")])
    try integrate(life, ["c", "x"], renamed: [("b", "c")])
    #expect(try life.store.toldTests(bot: life.bot, in: [3]).isSuperset(of: ["T.S/a", "T.S/b", "T.S/c"]))
    #expect(try next(life, "a") == "T.S/c since #3")
    try life.integrate("main", .succeeded) { report in
      report.tests.cases = [testCase("x", .passed)]
      report.comparedWith = Comparison(integration: 3, coverage: nil)
    }
    #expect(try next(life, "a") == "T.S/c since #3, gone #4" && next(life, "b") == "T.S/c since #3, gone #4")
    #expect(try life.store.toldTests(bot: life.bot, in: [4]).isSuperset(of: ["T.S/a", "T.S/b", "T.S/c"]))
  }

  @Test("a branch that left before its base renamed a test has lost none")
  func renamedAfterwards() throws {
    let life = try BotLife()
    let base = BaseComparison(branch: "main", integration: 1, commit: CommitID("1"))
    try integrate(life, ["a", "x"])
    try life.integrate("side", .succeeded) { report in
      report.tests.cases = [testCase("a", .passed), testCase("x", .passed)]
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.comparedWith?.base = base
    }
    try life.integrate("bare", .succeeded) { report in
      report.tests.cases = [testCase("x", .passed)]
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.comparedWith?.base = base
    }
    try life.integrate("otherwise", .succeeded) { report in
      report.tests.cases = [testCase("c", .passed), testCase("x", .passed)]
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.comparedWith?.base = base
      report.comparedWith?.tests = TestChanges(since: 1)
      report.comparedWith?.tests?.renamed = [TestRename(from: "T.S/a", to: "T.S/c", how: .renamed)]
    }
    try integrate(life, ["b", "x"], renamed: [("a", "b")])
    let story = try #require(try life.store.story(bot: life.bot, test: "T.S/b"))
    #expect(story.gone.map(\.branch) == ["bare"])
  }
}
