import Testing

@testable import Model

private typealias Issue = Model.Issue

@Suite struct IssueLifeCycleTests: IssueJudging {
  @Test("where a failure is hidden a test that is told as passed closes nothing")
  func hidden() {
    var evidence = Judgement.Evidence()
    evidence.tests = ran(["a": .passed, "b": .failed])
    evidence.baseline = Baseline(
      integration: 1, commit: nil, openIssues: [issue("a")], coverage: nil, testCount: 0, phaseSeconds: [:])
    #expect(IssueLifeCycle.judge([], evidence, .testFailures).resolved.count == 1)
    evidence.hidesFailures = true
    #expect(IssueLifeCycle.judge([], evidence, .testFailures).unresolved.count == 1)
  }

  @Test("where a bot's own settings select tests, one of these that is gone is resolved, and no other")
  func ownSelection() {
    var evidence = Judgement.Evidence()
    evidence.tests = ran(["z": .passed])
    evidence.baseline = Baseline(
      integration: 1, commit: nil,
      openIssues: [issue("T.S/a", .failed, "a"), issue("T.Slow/b", .failed, "b")],
      coverage: nil, testCount: 0, phaseSeconds: [:])
    (evidence.selection, evidence.leftOut) = (TestSelection(filters: [], skips: ["Slow"]), ["T.Slow/b"])
    #expect(IssueLifeCycle.judge([], evidence, .succeeded).resolved.map(\.message) == ["a"])
    evidence.isLimited = true
    #expect(IssueLifeCycle.judge([], evidence, .succeeded).resolved.isEmpty)
  }

  @Test("what was not open is new, what was stays with its beginning and its newest place")
  func newAndOld() {
    let lists = judge(
      [issue("a", since: 5, line: 30), issue("b", since: 5)], open: [issue("a", since: 3, line: 1)],
      .testFailures, ["a": .failed, "b": .failed])
    #expect(lists.new.map(\.message) == ["b"] && lists.new.map(\.since) == [9])
    #expect(lists.unresolved.map(\.since) == [3] && lists.unresolved.map(\.line) == [30])
    #expect(lists.unresolved.allSatisfy(\.seen) && lists.resolved.isEmpty)
  }

  @Test(
    "an ending that proves nothing closes nothing",
    arguments: [
      IntegrationResult.canceled, .checkoutError, .triggerError, .internalError, .inconclusive,
    ])
  func provesNothing(result: IntegrationResult) {
    let open = Issue.Kind.allCases.map { issue("a", $0, since: 2) }
    let lists = judge([], open: open, result, ["a": .passed], analyzed: true)
    #expect(lists.unresolved.count == 5 && lists.resolved.isEmpty && lists.new.isEmpty)
    #expect(lists.unresolved.allSatisfy { !$0.seen && $0.since == 2 })
  }

  @Test("after build errors only build errors are resolved")
  func buildErrors() {
    let open = Issue.Kind.allCases.map { issue("a", $0) }
    let lists = judge([issue("n", .buildError)], open: open, .buildErrors, [:], analyzed: true)
    #expect(lists.resolved.map(\.kind) == [.buildError])
    #expect(lists.unresolved.count == 4 && lists.new.map(\.message) == ["n"])
  }

  @Test(
    "a test's issue is resolved only by what the test did",
    arguments: [
      (TestOutcome.passed, true), (.expectedFailure, true), (.skipped, false), (.notRun, false),
      (.failed, false), (.crashed, false), (.timedOut, false),
    ])
  func byOutcome(outcome: TestOutcome, isResolved: Bool) {
    let lists = judge([], open: [issue("a")], .testFailures, ["a": outcome, "z": .passed])
    #expect(lists.resolved.isEmpty != isResolved)
    #expect(lists.unresolved.isEmpty == isResolved)
  }

  @Test("a test that fails with other words is still there, and says where its words were others")
  func otherWords() {
    let lists = judge([issue("a2", since: 9)], open: [issue("a1", since: 4)], .testFailures, ["a": .failed])
    #expect(lists.new.isEmpty && lists.resolved.isEmpty)
    #expect(lists.unresolved.map(\.message) == ["a2"] && lists.unresolved.map(\.since) == [4])
    #expect(lists.unresolved.map(\.otherMessageIn) == [nil], "numbers are no other words")
    let other = judge([issue("ab")], open: [issue("a1", since: 4)], .testFailures, ["a": .failed])
    #expect(other.unresolved.map(\.otherMessageIn) == [4])
    #expect(other.unresolved.map(\.age) == ["since #4, with another message than in #4"])
  }

  @Test("what is resolved or could not be seen is told as it was told last, and compared with what was first")
  func newestWords() {
    let first = [issue("T.S/a", .failed, "it is red", since: 4)]
    var second = issue("T.S/a", .failed, "it is round", since: 8)
    second.line = 12
    let now = judge([second], open: first, .testFailures, ["a": .failed])
    #expect(now.unresolved.map(\.firstMessage) == ["it is red"])
    let unseen = judge([], open: now.open, .buildErrors, [:])
    #expect(unseen.unresolved.map(\.message) == ["it is round"] && unseen.unresolved.map(\.line) == [12])
    let again = judge([issue("T.S/a", .failed, "it is round")], open: unseen.open, .testFailures)
    #expect(again.unresolved.map(\.age) == ["since #4, with another message than in #4"])
    let back = judge([issue("T.S/a", .failed, "it is red")], open: unseen.open, .testFailures)
    #expect(back.unresolved.map(\.age) == ["since #4"] && back.unresolved.map(\.firstMessage) == [nil])
    let mended = judge([], open: unseen.open, .succeeded, ["a": .passed])
    #expect(mended.resolved.map(\.message) == ["it is round"] && mended.resolved.map(\.line) == [12])
  }

  @Test("one that came back, or came from the base, with other words says so too")
  func otherWordsAgain() {
    func back(_ message: String?, last: String? = nil, resolved: Bool = true) -> IssueLists {
      var past = PastIssue(
        identity: issue("a").identity, test: "T.S/a", since: 2, lastIn: 5, isResolved: resolved,
        message: message)
      past.lastMessage = last
      return judge(
        [issue("T.S/a", .failed, "(\"3 scalars\") is not (\"4 scalarz\")")], open: [], .testFailures,
        ["a": .failed], past: [past])
    }
    let other = back("(\"3 scalar\") is not (\"4 scalars\")")
    #expect(other.cameBack.map(\.age) == ["came back, last in #5, with another message than before"])
    #expect(back("(\"7 scalars\") is not (\"8 scalarz\")").cameBack.map(\.age) == ["came back, last in #5"])
    let same = back("other", last: "(\"5 scalars\") is not (\"6 scalarz\")")
    #expect(same.cameBack.map(\.age) == ["came back, last in #5"], "what it said last counts")
    #expect(back("other", last: "others").cameBack.map(\.otherMessageIn) == [5])
    #expect(back(nil).cameBack.map(\.otherMessageIn) == [nil], "nothing is known of what it said")
    #expect(back("b", resolved: false).unresolved.map(\.otherMessageIn) == [2])
  }

  @Test("a test that failed and now crashes begins an issue, and nobody mended the other")
  func otherWay() {
    let open = [issue("T.S/a", .failed, since: 4)]
    let lists = judge([issue("T.S/a", .crashed)], open: open, .testFailures, ["a": .crashed])
    #expect(lists.new.map(\.since) == [9] && lists.resolved.isEmpty)
    #expect(lists.unresolved.map(\.since) == [4] && lists.unresolved.map(\.seen) == [false])
    let mended = judge([], open: lists.open, .succeeded, ["a": .passed])
    #expect(mended.resolved.count == 2 && mended.unresolved.isEmpty)
  }

  @Test("what was resolved before came back, with where it was last; of another branch only if mended on it")
  func cameBack() {
    func past(_ name: String, own: Bool = true, resolved: Bool = true, lastIn: Int = 5) -> PastIssue {
      PastIssue(
        identity: issue(name).identity, test: issue(name).test, since: 2, lastIn: IntegrationNumber(lastIn),
        isResolved: resolved, isOfBranch: own)
    }
    let outcomes: [String: TestOutcome] = ["a": .failed, "b": .failed, "c": .failed]
    let lists = judge(
      [issue("a"), issue("b"), issue("c")], open: [], .testFailures, outcomes,
      past: [past("a"), past("a", own: false, lastIn: 8), past("b", own: false, resolved: false)])
    #expect(lists.cameBack.map(\.lastIn) == [5] && lists.cameBack.map(\.since) == [9])
    #expect(lists.cameBack.map(\.age) == ["came back, last in #5"])
    #expect(lists.unresolved.map(\.message) == ["b"] && lists.unresolved.map(\.since) == [2])
    #expect(lists.new.map(\.message) == ["c"] && lists.open.count == 3)
  }

  @Test("what a branch took along before this one mended it does not come with its commits, others do")
  func mendedMeanwhile() {
    func judged(since: Int, here: Bool? = nil) -> IssueLists {
      let own = PastIssue(
        identity: issue("a").identity, test: issue("a").test, since: 2, lastIn: 2, isResolved: true)
      var taken = PastIssue(
        identity: own.identity, test: own.test, since: IntegrationNumber(since), lastIn: 3, isResolved: false,
        isOfBranch: false)
      taken.beganHere = here
      return judge([issue("a")], open: [], .testFailures, ["a": .failed], past: [own, taken])
    }
    #expect(judged(since: 2).cameBack.map(\.age) == ["came back, last in #2"])
    #expect(judged(since: 1, here: true).cameBack.map(\.age) == ["came back, last in #2"])
    #expect(judged(since: 3).unresolved.map(\.cameFrom) == [3])
  }

  @Test("one that came back says what its test was called when it was there last")
  func calledOtherwise() {
    let past = PastIssue(
      identity: .make(test: "T.S/old", outcome: .failed), test: "T.S/old", since: 2, lastIn: 5,
      isResolved: true)
    func back(_ past: PastIssue) -> IssueLists {
      judge([issue("T.S/a", .failed)], open: [], .testFailures, ["a": .failed], past: [past])
    }
    let lists = back(past.of("T.S/older").of("T.S/a"))
    #expect(lists.cameBack.map(\.age) == ["came back, last in #5 as T.S/old"])
    let next = judge([issue("T.S/a", .failed)], open: lists.open, .testFailures, ["a": .failed])
    #expect(next.unresolved.map(\.age) == ["since #9"])
    #expect(back(past.of("T.S/a").of("T.S/old").of("T.S/a")).cameBack.map(\.lastCalled) == ["T.S/old"])
  }

  @Test("an older commit that is run again brings nothing back and mends nothing: it is as it was")
  func older() {
    var former = Report(
      bot: "b", integration: 4, result: .testFailures, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: .distantPast, started: .distantPast)
    former.issues.unresolved = [issue("a", since: 3), issue("b", since: 2)]
    former.issues.unresolved[1].seen = false
    var evidence = Judgement.Evidence()
    (evidence.integration, evidence.isLimited, evidence.former) = (9, true, former)
    evidence.tests = ran(["a": .failed, "c": .passed, "d": .failed])
    evidence.baseline = Baseline(
      integration: 8, commit: nil, openIssues: [issue("c", since: 7), issue("a", since: 8)], coverage: nil,
      testCount: 0, phaseSeconds: [:])
    evidence.pastIssues = [
      PastIssue(identity: issue("a").identity, test: "T.S/a", since: 3, lastIn: 6, isResolved: true)
    ]
    let lists = IssueLifeCycle.judge([issue("a"), issue("d")], evidence, .testFailures)
    #expect(lists.asBefore.map(\.age) == ["as in #4"] && lists.asBefore.map(\.since) == [3])
    #expect(lists.cameBack.isEmpty && lists.resolved.isEmpty && lists.stillThere.isEmpty)
    #expect(lists.new.map(\.test) == ["T.S/d"], "nobody ever saw this one")
    #expect(lists.unseen.map(\.test) == ["T.S/c"], "it was mended for what came later, not here")
    var report = former
    (report.tests, report.issues) = (evidence.tests, lists)
    report.comparedWith = Comparison(integration: 8, coverage: nil)
    #expect(Sentence.outcome(report) == "2 of 3 tests failed, 1 of them new")
    report.tests = ran(["a": .failed])
    #expect(Sentence.outcome(report) == "1 of 1 test failed, as in #4")
    (report.result, report.reason) = (.buildErrors, "The package did not build: 1 error")
    report.issues = IssueLists(unresolved: [issue("e", .buildError)])
    report.issues.unresolved[0].asIn = 4
    #expect(Sentence.outcome(report) == "The package did not build: 1 error, as in #4")
  }

  @Test("an older commit mends nothing that came later, also where it was never integrated before")
  func olderMendsNothing() {
    var evidence = Judgement.Evidence()
    (evidence.integration, evidence.isLimited, evidence.isOlderCommit) = (9, true, true)
    evidence.tests = ran(["c": .passed])
    evidence.baseline = Baseline(
      integration: 8, commit: nil, openIssues: [issue("c", since: 7)], coverage: nil, testCount: 0,
      phaseSeconds: [:])
    let lists = IssueLifeCycle.judge([], evidence, .succeeded)
    #expect(lists.resolved.isEmpty && lists.unseen.map(\.test) == ["T.S/c"])
  }

  @Test("what a newer commit calls a test is no name that it had before an older one")
  func olderNames() {
    for isOlder in [true, false] {
      var evidence = Judgement.Evidence()
      (evidence.integration, evidence.isLimited, evidence.isOlderCommit) = (9, true, isOlder)
      evidence.tests = ran(["c": .notRun])
      var before = ran(["d": .failed])
      (before.cases[0].body, evidence.tests.cases[0].body) = ("x", "x")
      evidence.match = TestMatch(before: before, now: evidence.tests)
      evidence.baseline = Baseline(
        integration: 8, commit: nil, openIssues: [issue("d", since: 7)], coverage: nil, testCount: 0,
        phaseSeconds: [:])
      let lists = IssueLifeCycle.judge([], evidence, .succeeded)
      #expect(lists.unresolved.map(\.test) == ["T.S/c"])
      #expect(lists.unresolved.map(\.renamedFrom) == [isOlder ? nil : "T.S/d"])
    }
  }

  @Test("another branch has a say where the commit comes from the one that it was seen in")
  func ancestors() {
    var past = PastIssue(
      identity: "i", test: nil, since: 1, lastIn: 3, lastCommit: "a", resolvedCommit: "b", isResolved: true,
      isOfBranch: false)
    #expect(past.known { _ in false } == nil)
    #expect(past.known { $0 == "a" }?.isResolved == false, "it left before it was mended")
    #expect(past.known { _ in true }?.isResolved == true)
    // The branch saw it pass behind that commit: whatever the other says, it was mended.
    let passed = past.known(isAncestor: { $0 == "a" }, passedSince: { $0.identity == "i" && $1 == "a" })
    #expect(passed?.isResolved == true)
    past.isOfBranch = true
    #expect(past.known { _ in false } == past)
  }

  @Test("an older commit of the branch has what a later one mended, and what one before it did came back")
  func mendedLater() {
    var past = PastIssue(
      identity: "i", test: nil, since: 1, lastIn: 3, lastCommit: "a", resolvedCommit: "b", isResolved: true)
    #expect(past.known(isOlder: true) { $0 == "a" }?.isResolved == false)
    #expect(past.known(isOlder: true) { _ in true } == past)
    #expect(past.known(isOlder: true) { _ in false } == nil, "it came later")
    past.seenBefore = [.init(2, "c")]
    let earlier = past.known(isOlder: true) { $0 == "c" }
    #expect(earlier?.lastIn == 2 && earlier?.lastCommit == "c" && earlier?.isResolved == false)
    (past.resolvedCommit, past.lastCommit) = (nil, nil)
    #expect(past.known(isOlder: true) { _ in false } == past, "nobody knows of what commit it was")
  }

  @Test("who left another branch where it was seen earlier has it from there")
  func leftEarlier() {
    var past = PastIssue(
      identity: "i", test: nil, since: 1, lastIn: 5, lastCommit: "e", isResolved: false, isOfBranch: false)
    past.seenBefore = [.init(4, "d"), .init(3, "c"), .init(2, "b")]
    let known = past.known { ["b", "c"].contains($0) }
    #expect(known?.lastIn == 3 && known?.lastCommit == "c" && known?.isResolved == false)
    #expect(past.known { $0 == "d" } == nil, "who does not come from the oldest comes from none")
    #expect(past.known { _ in true }?.lastIn == 5)
  }

  @Test("a test that is gone closes its issue only when all were asked for and some ran")
  func gone() {
    #expect(judge([], open: [issue("a")]).resolved.map(\.testIsGone) == [true])
    #expect(judge([], open: [issue("a")], .succeeded, ["a": .passed]).resolved.map(\.testIsGone) == [false])
    #expect(judge([], open: [issue("a", .warning)]).resolved.map(\.testIsGone) == [false])
    #expect(judge([], open: [issue("a")], whole: false).resolved.isEmpty)
    #expect(judge([], open: [issue("a")], .succeeded, [:]).resolved.isEmpty)
  }

  @Test("a warning stays when not all of them are told, and an analyzer's when it did not run")
  func warnings() {
    let open = [issue("a", .warning), issue("b", .warning), issue("c", .analyzerWarning)]
    let lists = judge([], open: open)
    #expect(lists.resolved.map(\.message) == ["a", "b"])
    #expect(lists.unresolved.map(\.message) == ["lint: c"])
    #expect(judge([], open: open, isCut: true).unresolved.map(\.message) == ["a", "b", "lint: c"])
    #expect(judge([], open: open, analyzed: true).resolved.count == 3)
    let other = Issue(
      kind: .analyzerWarning, message: "clang: d", target: "T", file: "F.swift", line: 1, test: nil, since: 1)
    #expect(judge([], open: [other], analyzed: true).unresolved.count == 1, "another analyzer's")
  }

  @Test("an issue of which nobody knows any more that it was resolved is new")
  func forgotten() {
    let first = judge([], open: [issue("a", since: 2)], .succeeded, ["a": .passed])
    #expect(first.resolved.count == 1)
    let second = judge([issue("a")], open: first.open, .testFailures, ["a": .failed])
    #expect(second.new.map(\.since) == [9])
  }

  @Test("the same identity twice is one issue with the first place")
  func duplicates() {
    let twice = [issue("a", line: 4), issue("a", line: 2)]
    #expect(judge(twice, open: [], .testFailures, ["a": .failed]).new.map(\.line) == [4])
    #expect(judge([], open: twice, .canceled).unresolved.map(\.line) == [4])
  }

  @Test("issues are told by kind, file and line")
  func order() {
    let all = [
      issue("w", .warning), issue("c", line: 9), issue("b", line: 2), issue("e", .buildError, line: 99),
    ]
    let lists = judge(all, open: [], .testFailures, [:])
    #expect(lists.new.map(\.message) == ["e", "b", "c", "w"])
  }
}
