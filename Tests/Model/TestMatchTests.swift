import Testing

@testable import Model

/// `S/a=x` is the test `a` of the suite `S` in the target `T` whose body is `x`; `S/a=` one whose body is not
/// known. Before a colon stands another target.
private func report(_ words: String, _ library: TestLibrary = .xctest) -> TestReport {
  TestReport(
    cases: words.split(separator: " ").map { word in
      let halves = word.split(separator: "=", omittingEmptySubsequences: false).map { String($0) }
      var path = halves[0].split(separator: ":").map { String($0) }
      let target = path.count > 1 ? path.removeFirst() : "T"
      let name = path[0].split(separator: "/").last.map { String($0) } ?? ""
      let suite = String(path[0].dropLast(name.count + 1))
      var test = TestCase(
        id: TestID("\(target).\(path[0])"), library: library, target: target, suite: suite, name: name,
        outcome: .passed)
      test.body = halves[1].isEmpty ? nil : TestBody(halves[1])
      return test
    })
}

private func told(_ match: TestMatch) -> [String] {
  match.renamed.map { "\($0.from) \($0.how.rawValue) \($0.to)" }
    + match.added.map { "+ \($0)" } + match.gone.map { "- \($0)" }
    + match.suites.map { "\($0.from) to \($0.to) \($0.tests)" }
}

@Suite struct TestMatchTests {
  @Test(
    "tests are the same by id, then by what they do, and nothing is guessed",
    arguments: [
      ("S/a=x S/b=y", "S/a=x S/b=y", []),
      ("S/a=x", "S/b=x", ["T.S/a renamed T.S/b"]),
      // Both are there: by id, whatever they do.
      ("S/a=x S/b=y", "S/a=y S/b=x", []),
      // A copy is a new test.
      ("S/a=x", "S/a=x S/b=x", ["+ T.S/b"]),
      ("S/a=x", "S/b=x S/c=x", ["+ T.S/b", "+ T.S/c", "- T.S/a"]),
      ("S/a=x S/b=x", "S/c=x", ["+ T.S/c", "- T.S/a", "- T.S/b"]),
      ("S/a=x S/b=x", "S/b=x S/c=x", ["+ T.S/c", "- T.S/a"]),
      // Renamed and edited, or of a version that did not look at what tests do.
      ("S/a=x", "S/b=y", ["+ T.S/b", "- T.S/a"]),
      ("S/a=", "S/b=", ["+ T.S/b", "- T.S/a"]),
      ("S/a=", "S/b=x", ["+ T.S/b", "- T.S/a"]),
      // Moved: to a class that was there, or is new while the old one stays.
      ("S/a=x R/z=z", "S/q=q R/a=x R/z=z", ["T.S/a moved T.R/a", "+ T.S/q"]),
      ("S/a=x S/b=y", "S/b=y R/a=x", ["T.S/a moved T.R/a"]),
      ("S/a=x", "S/z=q U:S/a=x", ["T.S/a moved U.S/a", "+ T.S/z"]),
      ("S/a=x S/b=y", "S/b=y R/c=x", ["T.S/a renamed T.R/c"]),
      ("a=x", "S/a=x", ["T.a moved T.S/a"]),
    ])
  func pairs(before: String, now: String, says: [String]) {
    #expect(told(TestMatch(before: report(before), now: report(now))) == says)
  }

  @Test(
    "tests that went together are told as one suite or target",
    arguments: [
      ("S/a=x S/b=y", "R/a=x R/b=y", ["T.S to T.R 2"]),
      // One is edited.
      ("S/a=x S/b=y S/c=z", "R/a=x R/b=y R/c=q", ["T.S to T.R 2"]),
      // Nothing shows where the suite went.
      ("S/a=y S/b=y", "R/a=y R/b=y", []),
      ("S/a=x S/b=y S/c=z", "S/c=z R/a=x R/b=y", ["T.S to T.R 2"]),
      ("S/a=1 S/b=2 S/c=3 S/d=4", "P/a=1 P/b=2 Q/c=3 Q/d=4", ["T.S to T.P 2", "T.S to T.Q 2"]),
      ("S/a=1 S/b=2 R/c=3", "U:S/a=1 U:S/b=2 R/c=3", ["T.S to U.S 2"]),
    ])
  func together(before: String, now: String, says: [String]) {
    let match = TestMatch(before: report(before), now: report(now))
    #expect(match.suites.map { "\($0.from) to \($0.to) \($0.tests)" } == says)
    #expect(match.suites.map(\.tests).reduce(0, +) == match.renamed.count(where: \.isInSuite))
  }

  @Test("a test of XCTest becomes one of Swift Testing where the bodies are equal")
  func otherLibrary() {
    let match = TestMatch(
      before: report("S/testA=x S/testB=y"), now: report("S/testA()=x S/testB()=z", .swiftTesting))
    #expect(
      told(match) == ["T.S/testA renamed T.S/testA()", "+ T.S/testB()", "- T.S/testB"])
  }

  @Test("what was not asked for is not gone, and no other test is taken for it")
  func unasked() {
    let match = TestMatch(before: report("S/a=x S/b=y"), now: report("S/c=x"), unasked: ["T.S/a"])
    #expect(told(match) == ["+ T.S/c", "- T.S/b"])
  }

  @Test("a test that ran and is skipped now is told, under its new name too")
  func skipped() {
    var now = report("S/a=x S/c=y S/d=z")
    for index in now.cases.indices { now.cases[index].outcome = .skipped }
    var before = report("S/a=x S/b=y S/d=z")
    before.cases[2].outcome = .skipped
    #expect(TestMatch(before: before, now: now).skipped == ["T.S/a", "T.S/c"])
  }

  @Test("ten thousand tests are compared at once", .timeLimit(.minutes(5)))
  func many() {
    let words = { (suite: String) in
      (0..<10_000).map { "\(suite)\($0 / 20)/t\($0)=b\($0)" }.joined(separator: " ")
    }
    let (before, now) = (report(words("A")), report(words("B")))
    let clock = ContinuousClock()
    let took = clock.measure { #expect(TestMatch(before: before, now: now).renamed.count == 10_000) }
    #expect(took < .seconds(50), "\(took)")
  }

  private func judge(
    _ now: TestReport, _ findings: [Model.Issue], _ open: [Model.Issue], before: TestReport,
    past: [PastIssue] = [], _ result: IntegrationResult = .testFailures
  ) -> IssueLists {
    var evidence = Judgement.Evidence()
    (evidence.integration, evidence.tests) = (9, now)
    evidence.baseline = Baseline(
      integration: 1, commit: nil, openIssues: open, coverage: nil, testCount: 0, phaseSeconds: [:])
    evidence.match = TestMatch(before: before, now: now)
    evidence.pastIssues = evidence.followed(past)
    return IssueLifeCycle.judge(findings, evidence, result)
  }

  private func issue(_ test: TestID, since: Int = 3) -> Model.Issue {
    Model.Issue(
      kind: .testFailure, message: "m", target: "T", file: nil, line: nil, test: test,
      since: IntegrationNumber(since), identity: .make(test: test, outcome: .failed))
  }

  @Test("the issue of a renamed test goes on, and says what it was called")
  func issues() {
    let (before, now) = (report("S/a=x S/b=y"), report("S/c=x S/b=y"))
    let lists = judge(now, [issue("T.S/c", since: 9)], [issue("T.S/a")], before: before)
    #expect(lists.new.isEmpty && lists.resolved.isEmpty && lists.cameBack.isEmpty)
    #expect(lists.unresolved.map(\.since) == [3] && lists.unresolved.map(\.test) == ["T.S/c"])
    #expect(lists.unresolved.map(\.age) == ["since #3, as T.S/a until now"])
    let mended = judge(now, [], [issue("T.S/a")], before: before, .succeeded)
    #expect(mended.resolved.map(\.test) == ["T.S/c"] && mended.resolved.map(\.testIsGone) == [false])
    let gone = judge(report("S/b=y"), [], [issue("T.S/a")], before: before, .succeeded)
    #expect(gone.resolved.map(\.test) == ["T.S/a"] && gone.resolved.map(\.testIsGone) == [true])
    let past = PastIssue(
      identity: .make(test: "T.S/a", outcome: .failed), test: "T.S/a", since: 2, lastIn: 4, isResolved: true)
    let back = judge(now, [issue("T.S/c", since: 9)], [], before: before, past: [past])
    #expect(back.cameBack.map(\.lastIn) == [4] && back.new.isEmpty)
  }

  @Test("against its base a renamed test is neither more nor gone, and fails as it did there")
  func base() {
    var (before, now) = (report("S/a=x S/b=y"), report("S/c=x S/b=y"))
    before.cases[0].outcome = .failed
    let match = TestMatch(before: before, now: now)
    let tests = BaseComparison.Tests(before: before, now: now, match)
    #expect(tests.added == 0 && tests.gone == 0 && tests.mended == ["T.S/c"] && tests.newlyFailing == [])
    now.cases[0].outcome = .failed
    let failing = BaseComparison.Tests(before: before, now: now, match)
    #expect(failing.newlyFailing == [] && failing.mended == [])
    #expect(OtherTests.between(before, now).isNone)
    #expect(tests.skipped == nil && tests.otherwise == nil && failing.otherwise == nil)
    now.cases[0].outcome = .skipped
    now.cases[1].outcome = .flaky
    let other = BaseComparison.Tests(before: before, now: now, match)
    #expect(other.skipped == 1 && other.otherwise == 1 && other.mended == [])
  }
}

@Suite struct TestChangesTests {
  @Test("what came and went is told in a line each, a suite that was renamed in one")
  func words() {
    var changes = TestMatch(
      before: report("Foo/a=1 Foo/b=2 Foo/c=3 Bar/x=x Bar/y=y Bar/z=z S/old=o"),
      now: report("Baz/a=1 Baz/b=2 Baz/c=3 Bar/z=z Qux/x=x Qux/y=y S/new=o S/added=q")
    ).changes(since: 41)
    #expect(changes?.counts == "1 new, 1 renamed, 5 moved")
    #expect(
      changes?.lines(beside: []).map(\.words) == [
        "3 tests moved from Foo to Baz", "2 tests moved from Bar to Qux", "T.S/new, renamed from T.S/old",
        "T.S/added, new",
      ])
    changes?.suites = [
      SuiteRename(from: "A", to: "B", tests: 1200), SuiteRename(from: "A.S", to: "B.S", tests: 2),
    ]
    #expect(
      changes?.suites.map(\.words) == ["1,200 tests moved from A to B", "2 tests moved from A.S to B.S"])
    #expect(TestMatch(before: report("S/a=x"), now: report("S/a=x")).changes(since: 1)?.counts == "")
  }

  @Test("of a test that is gone and still stands in the sources it is told how, and where")
  func stillThere() {
    var changes = TestChanges(since: 41)
    changes.gone = ["My_Tests.S/testA", "My_Tests.S/b(n:)", "My_Tests.S/testC", "My_Tests.free()"]
    let rows = [
      DidNotRun(
        .condition, "testA", target: "My-Tests", suite: "S", file: "Tests/S.swift", line: 7, why: ""),
      DidNotRun(.condition, "b(n:)", target: "My-Tests", suite: "S", why: ""),
      DidNotRun(.condition, "testC", target: "My-Tests", suite: "Other", why: ""),
      DidNotRun(.condition, "free", target: "My-Tests", why: ""),
    ]
    let lines = changes.lines(beside: rows)
    #expect(
      lines.map(\.words) == [
        "My_Tests.S/testA, gone: not built here", "My_Tests.S/b(n:), gone: not built here",
        "My_Tests.S/testC, gone", "My_Tests.free(), gone: not built here",
      ])
    #expect(lines.map { $0.left?.line } == [7, nil, nil, nil])
  }
}
