import Testing

@testable import Model

private typealias Issue = Model.Issue

private func test(_ name: String, _ outcome: TestOutcome) -> TestCase {
  var test = TestCase(
    id: TestID("T.S/\(name)"), library: .xctest, target: "T", suite: "S", name: name, outcome: outcome)
  if outcome.wentWrong {
    let kind: TestFailure.Kind = outcome == .crashed ? .crash : outcome == .timedOut ? .timeout : .assertion
    test.failures = [TestFailure(message: "\(name) is wrong", file: nil, line: nil, kind: kind)]
  }
  return test
}

private func warning(_ message: String) -> Diagnostic {
  Diagnostic(severity: .warning, message: message, file: "Sources/T/T.swift", line: 3, column: 1)
}

private func silence(
  _ subject: Silence.Subject, until: Silence.Until = .resolved, branch: BranchName? = nil
) -> Silence {
  Silence(subject, until: until, reason: "see 12", origin: .command, branch: branch)
}

private func failed(_ name: String, _ outcome: TestOutcome = .failed) -> Silence.Subject {
  .issue(IssueIdentity.make(test: TestID("T.S/\(name)"), outcome: outcome).rawValue)
}

private func judged(
  _ tests: [TestCase], _ silences: [Silence], open: [Issue] = [],
  _ change: (inout Judgement.Evidence) -> Void = { _ in }
) -> Judgement {
  var evidence = Judgement.Evidence()
  (evidence.integration, evidence.tests, evidence.hushed) = (9, TestReport(cases: tests), silences)
  evidence.baseline = Baseline(
    integration: 8, commit: nil, openIssues: open, coverage: nil, testCount: 0, phaseSeconds: [:])
  change(&evidence)
  return Judgement.of(evidence)
}

@Suite struct SilenceTests {
  @Test("a silence in a bot file whose test is nowhere is told, where all tests ran")
  func idle() {
    var evidence = Judgement.Evidence()
    evidence.tests = TestReport(cases: [test("a", .passed)])
    func written(_ name: String, _ origin: Silence.Origin = .botFile) -> Silence {
      Silence(.test(TestID("T.S/\(name)")), until: .forever, reason: "r", origin: origin)
    }
    evidence.hushed = [written("a"), written("b"), written("c", .command), silence(failed("d"))]
    let near = "; near is T.S/a."
    #expect(
      evidence.idleSilences == ["The bot file silences the test T.S/b, and no test is called so\(near)"])
    evidence.isLimited = true
    #expect(evidence.idleSilences == [])
    evidence.isLimited = false
    evidence.silences = ["XCTest died"]
    #expect(evidence.idleSilences == [])
  }

  @Test("a bot file may call a test by its own name, where only one is called so")
  func ownName() {
    func written(_ name: String) -> Silence {
      Silence(.test(TestID(name)), until: .forever, reason: "r", origin: .botFile)
    }
    #expect(judged([test("a", .failed), test("b", .passed)], [written("a")]).result == .succeeded)
    var evidence = Judgement.Evidence()
    var other = test("a", .failed)
    other.id = "T.R/a"
    evidence.tests = TestReport(cases: [test("a", .failed), other])
    evidence.hushed = [written("a")]
    #expect(Judgement.of(evidence).result == .testFailures)
    #expect(
      evidence.idleSilences == [
        "The bot file silences the test a, and 2 tests are called so: say which, as T.R/a, or T.S/a."
      ])
    evidence.hushed = [written("c")]
    evidence.selection = TestSelection(filters: ["T"], skips: [])
    #expect(
      evidence.idleSilences.first?.hasPrefix(
        "The bot file silences the test c, and no test that the bot asks for is called so") ?? false)
  }

  @Test("a silenced failure is shown and counted, and has no say in the result")
  func quiet() {
    let judgement = judged([test("a", .failed), test("b", .passed)], [silence(failed("a"))])
    #expect(judgement.result == .succeeded)
    #expect(judgement.reason == "1 of 2 tests failed, silenced")
    #expect(judgement.issues.silenced.map(\.test) == ["T.S/a"])
    #expect(judgement.issues.silenced.first?.silence?.reason == "see 12")
    #expect(judgement.issues.new.isEmpty && judgement.issues.open.count == 1)
  }

  @Test("what a bot file calls by its own name is over with what was called so in full")
  func over() {
    func silence(_ name: String, _ outcome: TestOutcome = .failed, reason: String = "r") -> Silence {
      Silence(.test(TestID(name), outcome), until: .resolved, reason: reason, origin: .botFile)
    }
    #expect(silence("a").isOver(with: silence("T.S/a")) && silence("T.S/a").isOver(with: silence("T.S/a")))
    #expect(
      !silence("b").isOver(with: silence("T.S/a")) && !silence("a").isOver(with: silence("T.S/a", .crashed)))
    #expect(!silence("a").isOver(with: silence("T.S/a", reason: "other")))
    #expect(!silence("T.R/a").isOver(with: silence("T.S/a")))
  }

  @Test("what cannot be trusted says what of it is silenced, too")
  func doubtful() {
    let told = judged([test("a", .failed), test("b", .passed)], [silence(failed("a"))]) {
      $0.oddEnds = ["the process died"]
    }
    #expect(told.result == .inconclusive)
    #expect(told.reason == "The process died; 1 of 2 tests failed, silenced")
  }

  @Test("where a crash is silenced, what its test failed before it is heard, unless that is silenced too")
  func besideCrash() {
    var crashed = test("a", .crashed)
    crashed.failures = [
      TestFailure(message: "1 ≠ 2", file: "Tests/T/A.swift", line: 3, kind: .assertion),
      TestFailure(message: "Fatal error: no", file: "Sources/A.swift", line: 9, kind: .crash),
    ]
    let told = judged([crashed, test("b", .passed)], [silence(failed("a", .crashed))])
    #expect(told.result == .testFailures && told.issues.silenced.map(\.message) == ["Fatal error: no"])
    #expect(told.issues.new.map(\.message) == ["1 ≠ 2"] && told.issues.new.first?.line == 3)
    #expect(told.issues.silencedTests.isEmpty)
    let both = judged([crashed], [silence(failed("a", .crashed)), silence(failed("a"))])
    #expect(both.result == .succeeded && both.issues.silenced.count == 2)
    let first = judged([crashed], [Silence(.allNow, until: .resolved, reason: "old", origin: .allNow)])
    #expect(first.result == .succeeded && first.issues.silenced.count == 2)
    #expect(judged([crashed], []).issues.new.map(\.message) == ["Fatal error: no"])
    crashed.failures.removeFirst()
    #expect(judged([crashed], [silence(failed("a", .crashed))]).result == .succeeded)
  }

  @Test("what is not silenced stays as red as it is")
  func loud() {
    let judgement = judged([test("a", .failed), test("b", .failed)], [silence(failed("a"))])
    #expect(judgement.result == .testFailures)
    #expect(judgement.reason == "2 of 2 tests failed, 1 of them silenced")
    #expect(judgement.issues.new.map(\.test) == ["T.S/b"])
  }

  @Test("a test that is silenced where it fails is heard when it crashes")
  func another() {
    let judgement = judged([test("a", .crashed)], [silence(failed("a"))])
    #expect(judgement.result == .testFailures && judgement.issues.silenced.isEmpty)
  }

  @Test(
    "a test of a bot file is silenced where it does what the file says, and heard when it does anything else")
  func outcomes() {
    let red: [TestOutcome] = [.failed, .crashed, .timedOut, .flaky]
    for does in red {
      for said in red {
        let judgement = judged([test("a", does)], [silence(.test("T.S/a", said))])
        #expect(judgement.issues.silenced.map(\.test) == (does == said ? ["T.S/a"] : []), "\(does), \(said)")
        #expect((judgement.result == .succeeded) == (does == said), "\(does), \(said)")
      }
    }
  }

  @Test(
    "what is silenced of a test is read as it is written",
    arguments: [TestOutcome.failed, .crashed, .timedOut, .flaky])
  func written(outcome: TestOutcome) {
    let subject = Silence.Subject.test("T.S/a b", outcome)
    #expect(Silence.Subject(subject.text) == subject)
    #expect(Silence.Subject("passed test T.S/a") == nil && Silence.Subject("crashed test ") == nil)
    #expect(Silence.Subject("test T.S/a") == .test("T.S/a", .failed))
  }

  @Test("of a test that fails otherwise than is silenced the sentence does not say that it is")
  func sentence() {
    let open = judged([test("a", .failed)], []).issues.open
    let judgement = judged([test("a", .crashed)], [silence(.test("T.S/a"))], open: open)
    #expect(judgement.issues.silenced.map(\.seen) == [false] && judgement.issues.silencedTests == [])
    var report = Report(
      bot: "b", integration: 9, result: judgement.result, reason: judgement.reason, commit: nil,
      toolchain: "", configuration: .debug, queued: .distantPast, started: .distantPast)
    report.tests = TestReport(cases: [test("a", .crashed)])
    report.issues = judgement.issues
    #expect(Sentence.outcome(report) == "1 of 1 test crashed")
  }

  @Test("silenced warnings are counted, and others make the result", arguments: [true, false])
  func warnings(all: Bool) {
    let told = [warning("old"), warning("new")]
    var evidence = Judgement.Evidence()
    evidence.diagnostics = told
    let identities = Findings.issues(evidence).map(\.identity.rawValue)
    let silences = (all ? identities : [identities[0]]).map { silence(.issue($0)) }
    let judgement = judged([test("a", .passed)], silences) { $0.diagnostics = told }
    #expect(judgement.result == (all ? .succeeded : .warnings))
    let words = all ? "both silenced" : "1 of them silenced"
    #expect(judgement.reason == "1 test passed, with 2 warnings, \(words)")
    #expect(judgement.issues.silenced.count == silences.count)
  }

  @Test("no silence reaches an error of building")
  func building() {
    let error = Diagnostic(severity: .error, message: "no", file: "Sources/T/T.swift", line: 1, column: 1)
    let all = silence(.allNow)
    let judgement = judged([], [all]) { ($0.diagnostics, $0.buildFailed) = ([error], true) }
    #expect(judgement.result == .buildErrors && !judgement.silencesAll)
    #expect(judgement.issues.silenced.isEmpty)
  }

  @Test("on the first day all that is there is silenced, and nothing where that cannot be trusted")
  func allNow() {
    let all = Silence(.allNow, until: .resolved, reason: "first day", origin: .allNow)
    let first = judged([test("a", .failed), test("b", .flaky)], [all])
    #expect(first.result == .succeeded && first.silencesAll)
    #expect(first.reason == "1 of 2 tests failed, 1 flaky, both silenced")
    #expect(first.issues.silenced.map { $0.silence?.until } == [.resolved, .forever])
    #expect(first.issues.silenced.allSatisfy { $0.silence?.subject == .issue($0.identity.rawValue) })
    let limited = judged([test("a", .failed)], [all]) { $0.isLimited = true }
    #expect(limited.result == .testFailures && !limited.silencesAll)
    let cut = judged([test("a", .failed)], [all]) { $0.limitReached = "the limit was reached" }
    #expect(cut.result == .inconclusive && !cut.silencesAll)
    #expect(judged([test("a", .passed)], [all]).silencesAll)
  }

  @Test("what is silenced and was mended is resolved, and ends its silence on the branch that counts")
  func ends() {
    let open = judged([test("a", .failed)], []).issues.open
    let mended = judged([test("a", .passed)], [silence(failed("a"), branch: "main")], open: open)
    let issue = mended.issues.resolved.first
    #expect(issue?.silence?.reason == "see 12" && mended.issues.silenced.isEmpty)
    // Nothing was red by it.
    var report = Report(
      bot: "b", integration: 2, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: .distantPast, started: .distantPast)
    report.issues = mended.issues
    #expect(!report.mended)
    report.issues.resolved[0].silence = nil
    #expect(report.mended)
    if let issue, let own = issue.silence {
      #expect(own.ends(with: issue, on: "main", base: nil) && !own.ends(with: issue, on: "topic", base: nil))
      #expect(
        own.ends(with: issue, on: "trunk", base: "trunk") && !own.ends(with: issue, on: "t", base: "trunk"))
      #expect(!silence(failed("a"), until: .forever).ends(with: issue, on: "main", base: "main"))
    }
  }

  @Test("what was not seen this time stays silenced and open")
  func unseen() {
    let open = judged([test("a", .failed)], []).issues.open
    let judgement = judged([test("a", .notRun), test("b", .passed)], [silence(failed("a"))], open: open)
    #expect(judgement.issues.silenced.map(\.seen) == [false] && judgement.issues.unresolved.isEmpty)
    #expect(judgement.issues.open.count == 1)
    // Heard again, it says nothing of a silence.
    let heard = judged([test("a", .notRun), test("b", .passed)], [], open: judgement.issues.open)
    #expect(heard.issues.unresolved.map(\.silence) == [nil])
  }

  @Test("a silence goes on with a test that is renamed")
  func renamed() {
    var issue = judged([test("b", .failed)], []).issues.new[0]
    #expect(!silence(failed("a")).reaches(issue))
    issue.renamedFrom = "T.S/a"
    #expect(silence(failed("a")).reaches(issue) && silence(.test("T.S/a")).reaches(issue))
  }

  @Test(
    "the end of a silence is read as it is written",
    arguments: [
      ("resolved", true), ("forever", true), ("2031-12-31", true), ("2028-02-29", true),
      ("2031-02-29", false),
      ("2031-13-01", false), ("31-12-2031", false), ("2031-1-1", false), ("", false), ("never", false),
      ("2031-12-31 ", false), ("-031-12-31", false),
    ])
  func until(text: String, isOne: Bool) {
    #expect((Silence.Until(text)?.text == text) == isOne)
  }

  @Test("a day lasts to its end")
  func day() {
    let day = Silence.Until.day("2031-12-31")
    #expect(!day.isOver(on: "2031-12-30") && !day.isOver(on: "2031-12-31") && day.isOver(on: "2032-01-01"))
  }

  @Test(
    "people name an issue by its id or by its test",
    arguments: [
      ("T.S/a", ["T.S/a"]), ("a", ["T.S/a"]), ("S/", ["T.S/a", "T.S/ab"]), ("ab", ["T.S/ab"]), ("x", []),
    ])
  func meant(text: String, tests: [TestID]) {
    let issues = judged([test("a", .failed), test("ab", .failed)], []).issues.new
    let known = ["main", "topic"].flatMap { branch in
      issues.map { KnownIssue(issue: $0, branch: BranchName(branch), integration: 9) }
    }
    #expect(KnownIssue.meant(by: text, among: known).compactMap(\.issue.test) == tests)
    #expect(KnownIssue.meant(by: issues[0].identity.short, among: known).map(\.branch) == ["main"])
  }
}
