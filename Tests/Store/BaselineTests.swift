import Model
import Testing

@testable import Store

@Suite struct BaselineTests {
  @Test("the first integration has nothing to be compared with")
  func first() throws {
    let life = try BotLife()
    #expect(try life.baseline() == nil)
    _ = try life.begin()
    #expect(try life.baseline() == nil)
  }

  @Test("an integration on another branch is no baseline")
  func branches() throws {
    let life = try BotLife()
    try life.integrate("main", .testFailures) { $0.issues.new = [issue("a", since: 1)] }
    try life.integrate("feature")
    try life.integrate(nil, .testFailures) { $0.issues.new = [issue("b", since: 3)] }
    #expect(try life.baseline("main")?.integration == 1)
    #expect(try life.baseline("main")?.openIssues == [issue("a", since: 1)])
    #expect(try life.baseline("feature")?.openIssues == [])
    #expect(try life.baseline(nil)?.integration == 3)
    #expect(try life.baseline("other") == nil)
  }

  @Test("where an open issue was set aside is kept until it is seen again")
  func setAside() throws {
    let life = try BotLife()
    try life.integrate("main", .testFailures) { $0.issues.new = [issue("a", since: 1)] }
    var aside = issue("a", since: 1)
    (aside.seen, aside.setAsideIn) = (false, 2)
    try life.integrate { $0.issues.unresolved = [aside] }
    #expect(try life.baseline()?.openIssues == [aside])
    try life.integrate("main", .testFailures) { $0.issues.unresolved = [issue("a", since: 1)] }
    #expect(try life.baseline()?.openIssues.map(\.setAsideIn) == [nil])
  }

  @Test(
    "what could not see an issue is no baseline, but what it carried on is not lost",
    arguments: [IntegrationResult.canceled, .checkoutError, .triggerError, .internalError])
  func blind(result: IntegrationResult) throws {
    let life = try BotLife()
    try life.integrate("main", .testFailures) { $0.issues.new = [issue("a", since: 1)] }
    var carried = issue("a", since: 1)
    carried.seen = false
    try life.integrate("main", result) { $0.issues.unresolved = [carried] }
    let number = try life.begin()
    try life.store.abandon(bot: "parser", integration: number, result: result, reason: "gone", at: at(2))
    let baseline = try #require(try life.baseline())
    #expect(baseline.integration == 1)
    #expect(baseline.openIssues == [result == .canceled ? issue("a", since: 1) : carried])
  }

  @Test("what a canceled integration found is as new to the next one: nobody was told of it")
  func onlyCanceled() throws {
    let life = try BotLife()
    try life.integrate("main", .canceled) { $0.issues.new = [issue("a", since: 1)] }
    #expect(try life.baseline() == nil)
    #expect(try life.store.pastIssues(bot: "parser", branch: "main").isEmpty)
    try life.integrate("main", .testFailures) { $0.issues.new = [issue("a", since: 2)] }
    try life.integrate { $0.issues.resolved = [issue("a", since: 2)] }
    try life.integrate("main", .canceled) { $0.issues.cameBack = [issue("a", since: 4)] }
    #expect(try life.baseline()?.openIssues == [])
    let past = try life.store.pastIssues(bot: "parser", branch: "main")
    #expect(past.map(\.isResolved) == [true] && past.map(\.lastIn) == [2])
  }

  @Test("coverage is compared with the newest that measured it and ran all its tests")
  func coverage() throws {
    let life = try BotLife()
    try life.integrate { $0.coverage = measured(executed: 50) }
    try life.integrate("main", .testFailures) { $0.coverage = measured(executed: 60) }
    try life.integrate("main", .inconclusive) { $0.coverage = measured(executed: 10) }
    try life.integrate("other") { $0.coverage = measured(executed: 90) }
    try life.integrate()
    let baseline = try #require(try life.baseline())
    #expect(baseline.integration == 5)
    #expect(baseline.coverage?.integration == 2)
    #expect(baseline.coverage?.lines.executed == 60)
    // A failure that is silenced leaves lines out like any other.
    #expect(baseline.coverage?.hadFailures == false)
    try life.integrate {
      ($0.coverage, $0.tests.cases) = (
        measured(executed: 55), [testCase("a", .passed), testCase("b", .failed)]
      )
    }
    #expect(try life.baseline()?.coverage?.hadFailures == true)
    #expect(try life.baseline()?.skippedTests == [])
    try life.integrate {
      ($0.coverage, $0.tests.cases) = (
        measured(executed: 55), [testCase("a", .passed), testCase("b", .skipped)]
      )
    }
    #expect(try life.baseline()?.skippedTests == [testCase("b", .skipped).id])
  }

  @Test("a coverage in which something is missing is compared with no other, and is no point of a trend")
  func alone() throws {
    let life = try BotLife()
    try life.integrate { $0.coverage = measured(executed: 50) }
    let number = try life.integrate {
      $0.coverage = measured(executed: 10)
      $0.coverage?.standsAlone = true
    }
    #expect(try life.baseline()?.integration == number)
    #expect(try life.baseline()?.coverage?.integration == 1)
    #expect(try life.store.coverage(bot: life.bot, integration: number) == [])
  }

  @Test("one that ended before anything was built is named by no comparison")
  func notBuilt() throws {
    let life = try BotLife()
    let number = try life.integrate()
    try life.integrate("main", .inconclusive) {
      $0.phases = [Phase(name: .checkout, status: .failed, seconds: 1)]
    }
    #expect(try life.baseline()?.integration == number)
  }

  @Test("what changed is told since the newest that was measured, whatever came after it")
  func sinceMeasured() throws {
    let life = try BotLife()
    let commit = CommitID(String(repeating: "b", count: 40))
    #expect(try life.baseline()?.measured == nil)
    try life.integrate("main", .buildErrors)
    #expect(try life.baseline()?.integration == 1)
    #expect(try life.baseline()?.measured == nil)
    let integrated = Commit(
      id: commit, branch: "main", author: "", email: "", date: at(0), subject: "", changes: true)
    try life.integrate {
      $0.commit = integrated
      $0.coverage = measured(executed: 50)
    }
    try life.integrate("main", .inconclusive) { $0.coverage = measured(executed: 10) }
    try life.integrate("main", .buildErrors)
    #expect(try life.baseline()?.integration == 4)
    #expect(
      try life.baseline()?.measured == Changes.Since(integration: 2, commit: commit, hadChanges: true))
    // Other tests than ever before: no figures to compare with, but lines change all the same.
    let some = TestSelection(filters: ["Help"], skips: [])
    #expect(try life.baseline("main", some)?.coverage == nil)
    #expect(try life.baseline("main", some)?.measured?.integration == 2)
    try life.integrate {
      $0.commit = integrated
      $0.coverage = measured(executed: 5)
      $0.selection = some
    }
    #expect(try life.baseline()?.measured?.integration == 2)
    #expect(try life.baseline("main", some)?.measured?.integration == 5)
  }

  @Test("the newest that was measured of another commit is found, with changes or without")
  func otherCommit() throws {
    let life = try BotLife()
    for (name, changes) in [("a", false), ("b", true), ("c", true), ("c", false)] {
      try life.integrate {
        $0.commit = Commit(
          id: CommitID(name), branch: "main", author: "", email: "", date: at(0), subject: "",
          changes: changes)
        $0.coverage = measured(executed: 50)
      }
    }
    func newest(otherThan commit: CommitID) throws -> Changes.Since? {
      try life.store.measured(bot: life.bot, branch: "main", otherThan: commit)
    }
    #expect(try newest(otherThan: "c") == Changes.Since(integration: 2, commit: "b", hadChanges: true))
    #expect(try newest(otherThan: "b")?.integration == 4)
  }

  @Test("a baseline is told with its toolchain")
  func toolchain() throws {
    let life = try BotLife()
    try life.integrate {
      $0.coverage = measured(executed: 50)
      $0.toolchain = "Swift 6.2"
    }
    #expect(try life.baseline()?.coverage?.toolchain == "Swift 6.2")
  }

  @Test("an integration of some tests is compared with one of the same tests")
  func selection() throws {
    let life = try BotLife()
    let some = TestSelection(filters: ["Help", "Parse"], skips: [])
    try life.integrate { $0.coverage = measured(executed: 50) }
    try life.integrate {
      $0.coverage = measured(executed: 5)
      $0.selection = some
    }
    #expect(try life.baseline()?.coverage?.integration == 1)
    let same = TestSelection(filters: ["Parse", "Help"], skips: [])
    #expect(try life.baseline("main", same)?.coverage?.integration == 2)
    let other = TestSelection(filters: ["Help"], skips: ["Parse"])
    #expect(try life.baseline("main", other)?.coverage == nil)
    #expect(try life.baseline("main", other)?.integration == 2)
  }

  @Test("an integration that was asked for less is no base, no face and not the latest green one")
  func limited() throws {
    let life = try BotLife()
    let only = try life.integrate { $0.limited = Limitation() }
    #expect(try life.baseline() == nil && life.store.latestGreen(bot: life.bot) == nil)
    // As long as there is no other, who asks for the newest gets it; it is the face of nothing.
    #expect(try life.store.integration(bot: life.bot, number: nil)?.number == only)
    #expect(try life.store.knownBots().first?.latest == nil)
    #expect(try life.store.knownBots().first?.isOnlyLimited == true)
    let whole = try life.integrate { $0.coverage = measured(executed: 50) }
    let later = try life.integrate {
      $0.limited = Limitation()
      $0.coverage = measured(executed: 5)
    }
    let baseline = try #require(try life.baseline())
    #expect(baseline.integration == whole && baseline.coverage?.integration == whole)
    #expect(try life.store.latestGreen(bot: life.bot) == whole)
    #expect(try life.store.integration(bot: life.bot, number: nil)?.number == whole)
    #expect(try life.store.knownBots().first?.latest?.number == whole)
    #expect(try life.store.knownBots().first?.isOnlyLimited == false)
    #expect(try life.store.past(bot: life.bot, limit: 9).map(\.isLimited) == [true, false, true])
    #expect(try life.store.integration(bot: life.bot, number: later)?.isLimited == true)
  }

  @Test("release is not compared with debug")
  func configuration() throws {
    let life = try BotLife()
    try life.integrate { $0.coverage = measured(executed: 50) }
    let release = try life.store.baseline(bot: "parser", branch: "main", configuration: .release)
    #expect(release?.integration == 1 && release?.coverage == nil)
  }

  @Test("the estimate is the median of the last five that passed a phase")
  func estimate() throws {
    let life = try BotLife()
    for seconds in [900.0, 1, 2, 100, 3, 4] {
      try life.integrate { $0.phases = [Phase(name: .build, status: .passed, seconds: seconds)] }
    }
    try life.integrate {
      $0.phases = [
        Phase(name: .build, status: .failed, seconds: 7), Phase(name: .test, status: .passed, seconds: 8),
      ]
    }
    try life.integrate {
      $0.phases = [Phase(name: .test, status: .passed, seconds: 10)]
      $0.tests = TestReport(cases: [testCase("a", .passed), testCase("b", .passed)])
    }
    try life.integrate("main", .canceled)
    let baseline = try #require(try life.baseline())
    #expect(baseline.phaseSeconds == ["build": 3, "test": 9])
    #expect(baseline.testCount == 2)
    #expect(baseline.testedTargets == ["T"])
  }

  @Test("a red integration does not make a target forgotten that fell silent in it")
  func silentInRed() throws {
    let life = try BotLife()
    func tests(_ rows: [(target: String, outcome: TestOutcome)]) -> TestReport {
      TestReport(
        cases: rows.map {
          TestCase(
            id: TestID("\($0.target).S/x"), library: .xctest, target: $0.target, suite: "S", name: "x",
            outcome: $0.outcome)
        })
    }
    try life.integrate { $0.tests = tests([("A", .passed), ("B", .passed), ("Old", .passed)]) }
    try life.integrate { $0.tests = tests([("A", .passed), ("B", .passed)]) }
    try life.integrate("main", .testFailures) { $0.tests = tests([("A", .failed), ("C", .passed)]) }
    try life.integrate("main", .testFailures) { $0.tests = tests([("A", .failed)]) }
    #expect(try life.baseline()?.testedTargets == ["A", "B", "C"])
  }

  @Test("many of another kind, or of other branches, make nobody forget what was there")
  func many() throws {
    let life = try BotLife()
    let a = issue("a", since: 1)
    let warnings = (0..<3200).map { number in
      var warning = issue("w\(number)", since: 1)
      (warning.kind, warning.test) = (.warning, nil)
      return warning
    }
    try life.integrate("main", .testFailures) { $0.issues.new = [a] + warnings }
    try life.integrate("main", .succeeded) { $0.issues.resolved = [a] + warnings }
    for number in 3...4 {
      try life.integrate(BranchName("side\(number)"), .testFailures) {
        $0.issues.new = (0..<600).map { issue("s\(number)-\($0)", since: number) }
      }
    }
    let past = try life.store.pastIssues(bot: "parser", branch: "main")
    #expect(past.contains { $0.identity == a.identity && $0.isOfBranch && $0.isResolved })
  }

  @Test("what was resolved is told with where it was last, and other branches tell all that they know")
  func past() throws {
    let life = try BotLife()
    func commit(_ report: inout Report) {
      report.commit = Commit(
        id: CommitID("c\(report.integration.value)"), branch: "main", author: "", email: "", date: at(0),
        subject: "", changes: false)
    }
    let (a, b, c) = (issue("a", since: 1), issue("b", since: 2), issue("c", since: 4))
    try life.integrate("main", .testFailures) {
      commit(&$0)
      $0.issues.new = [a]
    }
    try life.integrate("main", .testFailures) {
      commit(&$0)
      $0.issues = IssueLists(new: [b], unresolved: [a])
    }
    try life.integrate("main", .testFailures) {
      commit(&$0)
      $0.issues = IssueLists(unresolved: [b], resolved: [a])
    }
    try life.integrate("side", .testFailures) {
      commit(&$0)
      $0.issues.new = [c]
    }
    var unseen = b
    unseen.seen = false
    try life.integrate("main", .canceled) {
      commit(&$0)
      $0.issues.unresolved = [unseen]
    }

    let main = try life.store.pastIssues(bot: "parser", branch: "main")
    var ofSide = PastIssue(
      identity: c.identity, test: c.test, since: 4, lastIn: 4, lastCommit: "c4", isResolved: false,
      isOfBranch: false, message: "wrong")
    (ofSide.otherBranch, ofSide.kind) = ("side", .testFailure)
    var ofMain = PastIssue(
      identity: a.identity, test: a.test, since: 1, lastIn: 2, lastCommit: "c2", resolvedCommit: "c3",
      isResolved: true, message: "wrong")
    ofMain.kind = .testFailure
    #expect(main == [ofSide, ofMain])
    let side = try life.store.pastIssues(bot: "parser", branch: "side")
    #expect(side.map(\.identity) == [b.identity, a.identity] && side.map(\.lastIn) == [3, 2])
    #expect(side.map(\.seenBefore) == [[.init(2, "c2")], [.init(1, "c1")]])
    #expect(try life.store.pastIssues(bot: "nobody", branch: "main").isEmpty)
    var again = issue("a", since: 6)
    again.lastIn = 2
    try life.integrate("main", .testFailures) { $0.issues = IssueLists(cameBack: [again], unresolved: [b]) }
    #expect(try life.baseline()?.openIssues.map(\.since) == [6, 2])
    // Where a rewritten history has taken that away, it is known as what was resolved before.
    let rewritten = try life.store.pastIssues(bot: "parser", branch: "main")
    #expect(rewritten.map(\.identity) == [c.identity, a.identity] && rewritten[1].isResolved)
    // Another branch may have left between the two lives of the one here.
    let lives = try life.store.pastIssues(bot: "parser", branch: "side").filter { $0.test == a.test }
    #expect(lives.map(\.since) == [6, 1] && lives.map(\.isResolved) == [false, true])
  }
}
