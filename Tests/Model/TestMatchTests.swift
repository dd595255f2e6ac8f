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

/// Of Swift Testing, all in the file S.swift: `f(_:)#2=x`.
private func overloads(_ words: String) -> TestReport {
  TestReport(
    cases: words.split(separator: " ").map { word in
      let halves = word.split(separator: "=").map { String($0) }
      let parts = halves[0].split(separator: "#").map { String($0) }
      let whole = "T.\(parts[0])"
      let id = parts.count == 1 ? TestID(whole) : TestID(whole, file: "S.swift", number: Int(parts[1]))
      var test = TestCase(
        id: id, library: .swiftTesting, target: "T", suite: "", name: parts[0], outcome: .passed)
      (test.file, test.body) = ("Tests/T/S.swift", TestBody(halves[1]))
      return test
    })
}

private func told(_ match: TestMatch) -> [String] {
  match.renamed.map { "\($0.from) \($0.how.rawValue) \($0.to)" }
    + match.added.map { "+ \($0)" } + match.gone.map { "- \($0)" }
    + match.suites.map { "\($0.from) \($0.how.rawValue) \($0.to) \($0.tests)" }
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
      ("S/a=~x", "S/b=~x", ["+ T.S/b", "- T.S/a"]),
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
      ("S/a=x S/b=y", "R/a=x R/b=y", ["T.S renamed T.R 2"]),
      // One is edited.
      ("S/a=x S/b=y S/c=z", "R/a=x R/b=y R/c=q", ["T.S renamed T.R 3"]),
      ("S/a=x S/b=y S/c=z", "R/a=x R/b=y R/d=q", ["T.S renamed T.R 2"]),
      // The name and the suite say it where others have the same body, or it says too little.
      ("S/a=x S/b=y S/c=y S/d=~t", "R/a=x R/b=y R/c=y R/d=~t", ["T.S renamed T.R 4"]),
      // Nothing shows where the suite went.
      ("S/a=y S/b=y", "R/a=y R/b=y", []),
      ("S/a=x S/b=y R/c=z", "R/a=x R/b=y R/c=z", ["T.S moved T.R 2"]),
      ("S/a=x S/b=y S/c=z", "S/c=z R/a=x R/b=y", ["T.S moved T.R 2"]),
      ("S/a=1 S/b=2 S/c=3 S/d=4", "P/a=1 P/b=2 Q/c=3 Q/d=4", ["T.S moved T.P 2", "T.S moved T.Q 2"]),
      ("S/a=1 R/b=2 R/c=3", "P/a=1 P/b=2 P/c=3", ["T.R moved T.P 2"]),
      ("S/a=1 R/b=2", "U:S/a=1 U:R/b=2", ["T renamed U 2"]),
      ("S/a=1 R/b=~2", "U:S/a=1 U:R/b=~2", ["T renamed U 2"]),
      ("S/a=1 S/b=2 R/c=3", "U:S/a=1 U:S/b=2 R/c=3", ["T.S moved U.S 2"]),
      // The suite's name says it where bodies say too little, unless there are two of it.
      ("S/a=~1 S/b=~2 R/c=3", "U:S/a=~1 U:S/b=~2 R/c=3", ["T.S moved U.S 2"]),
      ("S/a=~1 S/b=~2 R/c=3", "U:S/a=~1 U:S/b=~9 R/c=3", ["T.S moved U.S 2"]),
      ("S/a=~1 S/b=~2 R/c=3", "U:S/a=~8 U:S/b=~9 R/c=3", []),
      ("S/a=~1 S/b=~2 R/c=3", "U:S/a=~1 U:S/b=~2 V:S/a=~1 V:S/b=~2 R/c=3", []),
      ("S/a=~1 S/b=~2 U:S/c=3", "U:S/a=~1 U:S/b=~2 U:S/c=3", []),
    ])
  func together(before: String, now: String, says: [String]) {
    let match = TestMatch(before: report(before), now: report(now))
    #expect(match.suites.map { "\($0.from) \($0.how.rawValue) \($0.to) \($0.tests)" } == says)
    #expect(match.suites.map(\.tests).reduce(0, +) == match.renamed.count(where: \.isInSuite))
  }

  @Test(
    "a test is the same whatever it is given, if it is the only one that is called so",
    arguments: [
      ("f(_:)=x", "f(n:)=y", ["T.f(_:) renamed T.f(n:)"]),
      ("f(_:)=x", "f(n:_:)=z g(n:)=v", ["T.f(_:) renamed T.f(n:_:)", "+ T.g(n:)"]),
      ("f(_:)=x", "g(_:)=y", ["+ T.g(_:)", "- T.f(_:)"]),
      // No labels, but a word of a sentence.
      ("f(fast)=x", "f(slow)=y", ["+ T.f(slow)", "- T.f(fast)"]),
      ("f(_:)=x f(a:)=v", "f(_:)=x f(b:)=z", ["+ T.f(b:)", "- T.f(a:)"]),
      ("f(_:)=x", "f(a:)=y f(b:)=z", ["+ T.f(a:)", "+ T.f(b:)", "- T.f(_:)"]),
      // What it does says more.
      ("f(_:)=x", "f(n:)=y g(_:)=x", ["T.f(_:) renamed T.g(_:)", "+ T.f(n:)"]),
    ])
  func labels(before: String, now: String, expected: [String]) {
    #expect(told(TestMatch(before: overloads(before), now: overloads(now))) == expected)
  }

  @Test("of suites inside of each other the outermost is told that was renamed")
  func nested() {
    let match = TestMatch(
      before: report("Old/In/a=1 Old/In/b=2 Old/c=3", .swiftTesting),
      now: report("New/In/a=1 New/In/b=2 New/c=3", .swiftTesting))
    #expect(match.suites == [SuiteRename(from: "T.Old", to: "T.New", tests: 3, how: .renamed)])
  }

  @Test("a test of XCTest becomes one of Swift Testing where the bodies are equal")
  func otherLibrary() {
    let match = TestMatch(
      before: report("S/testA=x S/testB=y"), now: report("S/testA()=x S/testB()=z", .swiftTesting))
    #expect(
      told(match) == ["T.S/testA renamed T.S/testA()", "+ T.S/testB()", "- T.S/testB"])
  }

  @Test(
    "a namesake that comes or goes makes nothing new of the others",
    arguments: [
      ("f()#1=a f()#2=b", "f()#1=n f()#2=a f()#3=b", ["1>2", "2>3"], ["T.f()/S.swift#1"], []),
      ("f()=a", "f()#1=n f()#2=a", [">2"], ["T.f()/S.swift#1"], []),
      ("f()#1=a f()#2=b", "f()=b", ["2>"], [], ["T.f()/S.swift#1"]),
      ("f()#1=a f()#2=b f()#3=c", "f()#1=b f()#2=c", ["2>1", "3>2"], [], ["T.f()/S.swift#1"]),
      ("f()#1=a f()#2=b", "f()#1=b f()#2=a", ["1>2", "2>1"], [], []),
      // What says too little is known by its name here.
      ("f()#1=~a f()#2=~b", "f()#1=n f()#2=~a f()#3=~b", ["1>2", "2>3"], ["T.f()/S.swift#1"], []),
      // Edited: by id.
      ("f()#1=a f()#2=b", "f()#1=c f()#2=b", [], [], []),
      ("f()#1=a f()#2=a", "f()#1=a f()#2=a f()#3=a", [], ["T.f()/S.swift#3"], []),
    ])
  func namesakes(before: String, now: String, numbers: [String], added: [String], gone: [String]) {
    let match = TestMatch(before: overloads(before), now: overloads(now))
    #expect(match.added.map(\.rawValue) == added && match.gone.map(\.rawValue) == gone)
    #expect(match.renamed.allSatisfy { $0.how == .numbered })
    func number(_ id: TestID) -> Substring { id.rawValue.split(separator: "#").dropFirst().last ?? "" }
    #expect(match.renamed.map { "\(number($0.from))>\(number($0.to))" }.sorted() == numbers)
    #expect((match.changes(since: 1)?.told ?? []).isEmpty && match.suites.isEmpty)
  }

  @Test("what was not asked for is not gone, and no other test is taken for it")
  func unasked() {
    // One is mended to what the other does.
    let alike = TestMatch(
      before: overloads("f()#1=a f()#2=b"), now: overloads("f()#2=a"), unasked: ["T.f()/S.swift#1"])
    #expect(alike.renamed.isEmpty)
    let match = TestMatch(before: report("S/a=x S/b=y"), now: report("S/c=x"), unasked: ["T.S/a"])
    #expect(told(match) == ["+ T.S/c", "- T.S/b"])
  }

  @Test(
    "what another branch was seen to rename is not gone where it comes in, whatever it does by now",
    arguments: [
      ("S/a=x", "S/b=y", "a>b", ["T.S/a renamed T.S/b"]),
      ("S/a=x", "S/c=y", "a>b b>c", ["T.S/a renamed T.S/c"]),
      ("S/a=x", "S/c=y", "a>b", ["+ T.S/c", "- T.S/a"]),
      // Both are there, so that nothing was renamed here.
      ("S/a=x", "S/a=x S/b=y", "a>b", ["+ T.S/b"]),
      ("S/a=x S/b=z", "S/b=y", "a>b", ["- T.S/a"]),
      // Two branches called it otherwise, and both came in.
      ("S/a=x", "S/b=y S/c=z", "a>b a>c", ["+ T.S/b", "+ T.S/c", "- T.S/a"]),
      ("S/a=x S/b=y", "S/c=z", "a>c b>c", ["T.S/a renamed T.S/c", "- T.S/b"]),
      // What is the same by what it does is known better.
      ("S/a=x", "S/b=y S/c=x", "a>b", ["T.S/a renamed T.S/c", "+ T.S/b"]),
      ("S/a=x", "S/b=y", "a>a b>a", ["+ T.S/b", "- T.S/a"]),
    ])
  func known(before: String, now: String, renames: String, says: [String]) {
    let known = renames.split(separator: " ").map { words in
      let ids = words.split(separator: ">").map { TestID("T.S/\($0)") }
      return TestRename(from: ids[0], to: ids[1], how: .renamed)
    }
    #expect(told(TestMatch(before: report(before), now: report(now), known: known)) == says)
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

  @Test("an issue stays with its own namesake, and one that has a gone test's name is new")
  func issuesOfNamesakes() {
    let before = overloads("f()#1=a f()#2=b")
    let open = [issue("T.f()/S.swift#1"), issue("T.f()/S.swift#2", since: 4)]
    let shifted = judge(
      overloads("f()#1=n f()#2=a f()#3=b"), [issue("T.f()/S.swift#2"), issue("T.f()/S.swift#3")], open,
      before: before)
    #expect(shifted.new.isEmpty && shifted.resolved.isEmpty && shifted.unresolved.map(\.since) == [3, 4])
    #expect(shifted.unresolved.allSatisfy { $0.renamedFrom == nil })
    let other = judge(
      overloads("f()#1=n f()#2=a f()#3=b"), [issue("T.f()/S.swift#1", since: 9)], open, before: before)
    #expect(other.new.map(\.test) == ["T.f()/S.swift#1"] && other.resolved.count == 2)
    let gone = judge(
      overloads("f()#1=b f()#2=n"), [issue("T.f()/S.swift#1", since: 9)], open, before: before)
    #expect(gone.new.isEmpty && gone.unresolved.map(\.since) == [4])
    #expect(gone.resolved.map(\.since) == [3] && gone.resolved.map(\.testIsGone) == [true])
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
      before: report("Foo/a=1 Foo/b=2 Foo/c=~3 Bar/x=x Bar/y=y Bar/z=z S/old=o"),
      now: report("Baz/a=1 Baz/b=2 Baz/c=~3 Bar/z=z Qux/x=x Qux/y=y S/new=o S/added=q")
    ).changes(since: 41)
    #expect(changes?.counts == "1 new, 4 renamed, 2 moved")
    #expect(
      changes?.lines(beside: []).map(\.words) == [
        "Foo is now Baz: 3 tests", "2 tests moved from Bar to Qux", "T.S/new, renamed from T.S/old",
        "T.S/added, new",
      ])
    changes?.suites = [
      SuiteRename(from: "A", to: "B", tests: 1200, how: .renamed),
      SuiteRename(from: "A.S", to: "B.S", tests: 2, how: .moved),
    ]
    #expect(
      changes?.suites.map(\.words) == ["A is now B: 1,200 tests", "2 tests moved from A.S to B.S"])
    #expect(TestMatch(before: report("S/a=x"), now: report("S/a=x")).changes(since: 1)?.counts == "")
  }

  @Test("a test that was gone before is there again, and not new")
  func returned() {
    let gone = [GoneTest("T.S/back", since: 23), GoneTest("T.S/other", since: 7)]
    let changes = TestMatch(
      before: report("S/a=x"), now: report("S/a=x S/back=b S/new=n"), goneBefore: gone
    ).changes(since: 41)
    #expect(changes?.returned == [gone[0]] && changes?.added == ["T.S/back", "T.S/new"])
    #expect(changes?.counts == "1 new, 1 there again")
    #expect(
      changes?.lines(beside: []).map(\.words) == [
        "T.S/back, there again, gone since #23", "T.S/new, new",
      ])
  }

  @Test("of a test that is gone and still stands in the sources it is told how, and where")
  func stillThere() {
    var changes = TestChanges(since: 41)
    changes.gone = ["My_Tests.S/testA", "My_Tests.S/b(n:)", "My_Tests.S/testC", "My_Tests.free()"]
    let rows = [
      DidNotRun(
        .commentedOut, "testA", target: "My-Tests", suite: "S", file: "Tests/S.swift", line: 7, why: ""),
      DidNotRun(.condition, "b(n:)", target: "My-Tests", suite: "S", why: ""),
      DidNotRun(.commentedOut, "testC", target: "My-Tests", suite: "Other", why: ""),
      DidNotRun(.lookAlike, "free", target: "My-Tests", why: ""),
    ]
    let lines = changes.lines(beside: rows)
    #expect(
      lines.map(\.words) == [
        "My_Tests.S/testA, gone: commented out", "My_Tests.S/b(n:), gone: not built here",
        "My_Tests.S/testC, gone", "My_Tests.free(), gone: look-alike",
      ])
    #expect(lines.map { $0.left?.line } == [7, nil, nil, nil])
  }
}
