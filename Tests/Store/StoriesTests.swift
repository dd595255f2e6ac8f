import Model
import Testing

@testable import Store

@Suite("The stories of tests") struct StoriesTests {
  private func integrate(_ life: BotLife, _ tests: [TestCase], on branch: BranchName = "main") throws {
    try life.integrate(branch, tests.contains { $0.outcome.isFailure } ? .testFailures : .succeeded) {
      $0.tests.cases = tests
    }
  }

  @Test(
    "a test that ever failed is known with what was told of it, also when that integration is kept no longer")
  func paged() throws {
    let life = try BotLife()
    var failing = testCase("a", .failed, message: "wrong 1")
    failing.output = "said so"
    failing.measurements = [
      Measurement(metric: "Time", average: 0.5, relativeStandardDeviation: 2, values: [0.5])
    ]
    try integrate(life, [failing, testCase("never", .passed)])
    try integrate(life, [testCase("a", .passed), testCase("never", .passed)])
    #expect(try life.store.pagedTests(bot: life.bot).map(\.id) == ["T.S/a"])
    let story = try #require(try life.store.story(bot: life.bot, test: "T.S/a"))
    #expect(
      story.entries.map(\.outcome) == [.passed, .failed] && story.entries.map(\.branch) == ["main", "main"])
    #expect(story.entries[1].messages == [.init(text: "wrong 1", file: "Tests/T/S.swift", line: 7)])
    #expect(story.entries[1].measurements.map(\.average) == [0.5] && story.entries[1].seconds == 0.25)
    #expect(story.test.first?.integration == 1 && story.test.wentWrong == 1 && story.test.told == 2)
    #expect(try life.store.toldTests(bot: life.bot, in: [1]) == ["T.S/a"])
    #expect(try life.store.toldTests(bot: life.bot, in: [2]).isEmpty)
    try life.store.forget(bot: life.bot, integration: 1)
    #expect(try life.store.pagedTests(bot: life.bot).map(\.id) == ["T.S/a"])
    let later = try #require(try life.store.story(bot: life.bot, test: "T.S/a"))
    #expect(later.entries.map(\.integration) == [2] && later.causes.isEmpty)
    #expect(later.test.first?.integration == 1)
    // Nothing that is kept names it any more.
    try integrate(life, [testCase("never", .passed)])
    try life.store.forget(bot: life.bot, integration: 2)
    #expect(try life.store.pagedTests(bot: life.bot).isEmpty)
  }

  @Test("a test that was gone in between tells since when, and from when on it is there again")
  func wasGone() throws {
    let life = try BotLife()
    let (a, b) = (testCase("a", .failed, message: "wrong"), testCase("b", .passed))
    for cases in [[a, b], [b], [b], [a, b], [a, b]] { try integrate(life, cases) }
    try life.integrate("side", .succeeded) { $0.tests.cases = [b] }
    try integrate(life, [a, b])
    let story = try #require(try life.store.story(bot: life.bot, test: "T.S/a"))
    #expect(story.gone.isEmpty)
    #expect(story.absences.map(\.since) == [2] && story.absences.map(\.until) == [4])
    #expect(story.absences.map(\.branch) == ["main"])
    #expect(try life.store.story(bot: life.bot, test: "T.S/b")?.absences == [])
    try integrate(life, [b])
    let gone = try #require(try life.store.story(bot: life.bot, test: "T.S/a"))
    #expect(gone.gone.map(\.since) == [8] && gone.absences.map(\.until) == [4])
  }

  @Test("a renamed test has a page under both names, and its messages under the new one")
  func renamed() throws {
    let life = try BotLife()
    let issue = Issue(
      kind: .testFailure, message: "wrong", target: "T", file: nil, line: nil, test: "T.S/a", since: 1)
    try life.integrate("main", .testFailures) { report in
      report.tests.cases = [testCase("a", .failed, message: "wrong")]
      report.issues.new = [issue]
    }
    try life.integrate("main", .succeeded) { report in
      report.tests.cases = [testCase("b", .passed)]
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      var changes = TestChanges(since: 1)
      changes.renamed = [TestRename(from: "T.S/a", to: "T.S/b", how: .renamed)]
      report.comparedWith?.tests = changes
    }
    #expect(try life.store.pagedTests(bot: life.bot).map(\.id) == ["T.S/a", "T.S/b"])
    let story = try #require(try life.store.story(bot: life.bot, test: "T.S/b"))
    #expect(story.formerNames.map(\.id) == ["T.S/a"] && story.causes.map(\.count) == [1])
    #expect(story.test.first?.integration == 1 && story.nextName == nil)
    let former = try #require(try life.store.story(bot: life.bot, test: "T.S/a"))
    #expect(former.nextName?.id == "T.S/b" && former.nextName?.from == 2)
    #expect(former.nextName?.branch == "main")
    // It comes to another branch later: what it is called now it is called since #2 all the same.
    for (case1, renamed) in [(testCase("a", .passed), false), (testCase("b", .passed), true)] {
      try life.integrate("side", .succeeded) { report in
        report.tests.cases = [case1]
        guard renamed else { return }
        report.comparedWith = Comparison(integration: 3, coverage: nil)
        var changes = TestChanges(since: 3)
        changes.renamed = [TestRename(from: "T.S/a", to: "T.S/b", how: .renamed)]
        report.comparedWith?.tests = changes
      }
    }
    let later = try #require(try life.store.story(bot: life.bot, test: "T.S/a"))
    #expect(later.nextName?.from == 2 && later.nextName?.branch == "main")
    let told = try #require(try life.store.story(bot: life.bot, issue: issue.identity))
    #expect(told.renamings == ["main": .init(to: "T.S/b", first: 2, last: 2)])
    let both = try #require(try life.store.story(bot: life.bot, test: "T.S/b"))
    #expect(both.formerNames.map(\.last) == [3, 1] && both.formerNames.map(\.branch) == ["side", "main"])
    #expect(try life.store.toldTests(bot: life.bot, in: [2]) == ["T.S/a", "T.S/b"])
    #expect(try life.store.story(bot: life.bot, test: "T.S/none") == nil)
  }

  @Test("the issue of a renamed test is known with its former names, by branch, and both are told of then")
  func renamedIssue() throws {
    let life = try BotLife()
    let issues = ["a", "b"].map { name in
      Model.Issue(
        kind: .testFailure, message: "wrong", target: "T", file: nil, line: nil,
        test: TestID("T.S/\(name)"), since: 1, identity: .make(test: TestID("T.S/\(name)"), outcome: .failed))
    }
    for branch: BranchName in ["main", "side"] {
      for (index, issue) in issues.enumerated() {
        try life.integrate(branch, .testFailures) { report in
          report.tests.cases = [testCase(["a", "b"][index], .failed, message: "wrong")]
          report.issues.new = [issue]
          guard index == 1 else { return }
          report.comparedWith = Comparison(integration: 1, coverage: nil)
          report.comparedWith?.tests = TestChanges(since: 1)
          report.comparedWith?.tests?.renamed = [TestRename(from: "T.S/a", to: "T.S/b", how: .renamed)]
        }
      }
    }
    let story = try #require(try life.store.story(bot: life.bot, issue: issues[1].identity))
    #expect(
      story.formerNames == [
        .init("T.S/a", until: 4, branch: "side"), .init("T.S/a", until: 2, branch: "main"),
      ])
    #expect(story.renamings.isEmpty)
    let former = try #require(try life.store.story(bot: life.bot, issue: issues[0].identity))
    #expect(former.formerNames.isEmpty && former.renamings.count == 2)
    #expect(try life.store.toldIssues(bot: life.bot, in: [4]).isSuperset(of: issues.map(\.identity)))
  }

  @Test("a branch that begins without a test of its base has lost it, until it has it again")
  func lostAtOnce() throws {
    let life = try BotLife()
    let runs: [(BranchName, [String], IntegrationNumber?)] = [
      ("main", ["a", "b"], nil), ("side", ["b"], 1), ("other", ["a", "b"], 1), ("side", ["b"], 1),
      ("side", ["a", "b"], 1),
    ]
    for (branch, names, base) in runs {
      let number = try life.integrate(branch, .succeeded) { report in
        report.tests.cases = names.map { testCase($0, .passed) }
        guard let base else { return }
        report.comparedWith = Comparison(integration: base, coverage: nil)
        report.comparedWith?.base = BaseComparison(branch: "main", integration: base, commit: CommitID("1"))
      }
      guard number == 4 else { continue }
      #expect(try life.store.story(bot: life.bot, test: "T.S/a")?.gone.map(\.since) == [2])
    }
    let story = try #require(try life.store.story(bot: life.bot, test: "T.S/a"))
    #expect(story.gone.isEmpty && story.absences.map(\.since) == [2] && story.absences.map(\.until) == [5])
  }

  @Test("an issue whose test is gone says so, and one that is mended does not")
  func issueOfGoneTest() throws {
    let life = try BotLife()
    let issues = ["a", "b"].map { name in
      Model.Issue(
        kind: .testFailure, message: "wrong", target: "T", file: nil, line: nil,
        test: TestID("T.S/\(name)"), since: 1, identity: .make(test: TestID("T.S/\(name)"), outcome: .failed))
    }
    try life.integrate("main", .testFailures) { report in
      report.tests.cases = [testCase("a", .failed), testCase("b", .failed)]
      report.issues.new = issues
    }
    try life.integrate("main", .succeeded) { report in
      report.tests.cases = [testCase("b", .passed)]
      report.issues.resolved = issues
    }
    let told = try issues.map { try life.store.story(bot: life.bot, issue: $0.identity)?.entries.first }
    #expect(told.map { $0?.isTestGone } == [true, false])
    for branch: BranchName in ["side", "main"] {
      try life.integrate(branch, .succeeded) { report in
        report.tests.cases = [testCase("a", .passed), testCase("b", .passed)]
      }
    }
    let later = try life.store.story(bot: life.bot, issue: issues[0].identity)
    #expect(later?.entries.first?.testBackIn == 4)
  }

  @Test("what only limited integrations saw tells in which whole one its test passed since, and has a page")
  func limitedAlone() throws {
    let life = try BotLife()
    for (name, isSeen) in [("a", true), ("b", false)] {
      try life.integrate("main", .testFailures) { report in
        report.tests.cases = [testCase(name, .failed)]
        report.limited = Limitation()
        var told = issue(name, since: 1)
        told.seen = isSeen
        report.issues.new = [told]
      }
    }
    let (seen, unseen) = (issue("a", since: 1).identity, issue("b", since: 1).identity)
    #expect(try life.store.story(bot: life.bot, issue: seen)?.passedIn == nil)
    try integrate(life, [testCase("a", .failed)])
    try integrate(life, [testCase("a", .passed)])
    #expect(try life.store.story(bot: life.bot, issue: seen)?.passedIn == 4)
    let paged = try life.store.pagedIssues(bot: life.bot)
    #expect(paged.contains(seen) && paged.contains(unseen), "what they tell leads there")
  }

  @Test("the issue of a test that was renamed while all was well never went by the former name")
  func renamedWhileGreen() throws {
    let life = try BotLife()
    try life.integrate("main", .succeeded) { $0.tests.cases = [testCase("a", .passed)] }
    let issue = Issue(
      kind: .testFailure, message: "wrong", target: "T", file: nil, line: nil, test: "T.S/b", since: 2,
      identity: .make(test: "T.S/b", outcome: .failed))
    try life.integrate("main", .testFailures) { report in
      report.tests.cases = [testCase("b", .failed, message: "wrong")]
      report.issues.new = [issue]
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.comparedWith?.tests = TestChanges(since: 1)
      report.comparedWith?.tests?.renamed = [TestRename(from: "T.S/a", to: "T.S/b", how: .renamed)]
    }
    #expect(try life.store.story(bot: life.bot, issue: issue.identity)?.formerNames == [])
  }

  @Test("a branch that began under a new name goes back to what it left, whoever calls it so since")
  func renamedElsewhere() throws {
    let life = try BotLife()
    for (branch, name): (BranchName, String) in [("main", "a"), ("rates", "a"), ("parser", "b")] {
      try life.integrate(branch, .succeeded) { report in
        report.tests.cases = [testCase(name, .passed)]
        guard branch == "parser" else { return }
        report.comparedWith = Comparison(integration: 1, coverage: nil)
        report.comparedWith?.tests = TestChanges(since: 1)
        report.comparedWith?.tests?.renamed = [TestRename(from: "T.S/a", to: "T.S/b", how: .renamed)]
      }
    }
    let story = try #require(try life.store.story(bot: life.bot, test: "T.S/b"))
    #expect(story.formerNames.map(\.last) == [1] && story.formerNames.map(\.branch) == ["main"])
  }

  @Test("how many tests came and went is known where all ran")
  func figures() throws {
    let life = try BotLife()
    func compared(_ report: inout Report) {
      report.tests.cases = [testCase("b", .passed)]
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.comparedWith?.tests = TestChanges(since: 1)
    }
    try life.integrate { compared(&$0) }
    var asked = Bot(name: "b", repository: "/b")
    asked.tests.filters = ["b"]
    let limited = Limitation(asked, of: Bot(name: "b", repository: "/b"), isOlderCommit: false)
    try life.integrate {
      compared(&$0)
      $0.limited = limited
    }
    #expect(try life.store.past(bot: life.bot, limit: 2).map(\.testsAdded) == [nil, 0])
  }

  @Test("where an older commit is integrated again its tests stand where they stand now")
  func older() throws {
    let life = try BotLife()
    var test = testCase("a", .failed, message: "wrong")
    (test.file, test.line) = ("Tests/T/S.swift", 7)
    try integrate(life, [test])
    test.line = 70
    try integrate(life, [test])
    test.line = 7
    try life.integrate("main", .testFailures) { report in
      report.tests.cases = [test, testCase("former", .passed)]
      var limited = Limitation()
      limited.isOlderCommit = true
      report.limited = limited
    }
    let story = try #require(try life.store.story(bot: life.bot, test: "T.S/a"))
    #expect(story.test.line == 70 && story.test.told == 2 && story.test.wentWrong == 3)
    #expect(try life.store.test(bot: life.bot, "T.S/former")?.told == 3)
  }
}
