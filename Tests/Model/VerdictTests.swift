import Testing

@testable import Model

func tests(_ outcomes: (TestOutcome, Int)...) -> TestReport {
  var cases: [TestCase] = []
  for (outcome, count) in outcomes {
    for _ in 0..<count {
      let name = "test\(cases.count)"
      cases.append(
        TestCase(
          id: TestID("T.S/\(name)"), library: .xctest, target: "T", suite: "S", name: name, outcome: outcome))
    }
  }
  return TestReport(cases: cases)
}

func said(_ count: Int, _ severity: Diagnostic.Severity = .warning) -> [Diagnostic] {
  (0..<count).map {
    Diagnostic(severity: severity, message: "m\($0)", file: "Sources/A/A.swift", line: 1, column: 1)
  }
}

@Suite struct VerdictTests {
  private func judged(_ change: (inout Judgement.Evidence) -> Void) -> (
    result: IntegrationResult, reason: String
  ) {
    var facts = Judgement.Evidence()
    facts.tests = tests((.passed, 3))
    change(&facts)
    return Verdict.judge(facts)
  }

  @Test("a Quick spec that no entry file lists makes a green inconclusive, and a red says enough")
  func unlistedSpecs() {
    func specs(_ number: Int) -> [DidNotRun] {
      (1...number).map { DidNotRun(.noEntry, "Spec\($0)", why: "w") }
    }
    let one = judged { $0.tests.didNotRun = specs(1) }
    #expect(one.result == .inconclusive)
    #expect(one.reason == "No entry file lists the Quick spec Spec1, so that nothing of it ran")
    let many = judged { $0.tests.didNotRun = specs(4) }
    #expect(many.reason.hasSuffix("nothing of them ran: Spec1, Spec2, Spec3 and others"))
    let red = judged {
      $0.tests = tests((.failed, 1))
      $0.tests.didNotRun = specs(1)
    }
    #expect(red.result == .testFailures)
  }

  @Test("a test target of which all was skipped is named in the sentence, and that it ran before")
  func skippedTargets() {
    func cases(_ target: String, _ outcomes: TestOutcome...) -> [TestCase] {
      outcomes.enumerated().map { index, outcome in
        TestCase(
          id: TestID("\(target).S/test\(index)"), library: .xctest, target: target, suite: "S",
          name: "test\(index)", outcome: outcome)
      }
    }
    func reason(before: [TestCase]? = nil, _ now: [TestCase], of selection: TestSelection? = nil) -> String {
      let told = judged {
        ($0.tests, $0.selection) = (TestReport(cases: now), selection)
        guard let before else { return }
        $0.complete = 41
        $0.match = TestMatch(before: TestReport(cases: before), now: $0.tests)
      }
      #expect(told.result == .succeeded)
      return told.reason
    }
    let passed = cases("FastTests", .passed, .passed)
    let slow = cases("SlowTests", .skipped, .skipped, .skipped)
    let all = "2 tests passed, 3 skipped; all 3 tests of the test target SlowTests were skipped"
    #expect(reason(passed + slow) == all)
    #expect(
      reason(before: passed + cases("SlowTests", .passed, .passed, .passed), passed + slow)
        == all + ", which ran in #41")
    #expect(
      reason(before: passed + cases("SlowTests", .passed, .skipped, .passed), passed + slow)
        == all + ", 2 of which ran in #41")
    #expect(reason(before: passed + slow, passed + slow) == all)
    let only = "; the only test of the test target A was skipped"
    #expect(reason(passed + cases("A", .skipped)).hasSuffix(only))
    let some = reason(passed + cases("A", .skipped), of: TestSelection(filters: ["A"], skips: []))
    #expect(some == "2 tests passed, 1 skipped", "others of it may not have been asked for")
    #expect(
      reason(passed + cases("A", .skipped) + cases("B", .skipped)).hasSuffix(
        "; all tests of 2 test targets were skipped, of A, B"))
    #expect(reason(passed + cases("A", .skipped, .passed)) == "3 tests passed, 1 skipped")
    #expect(
      reason(before: passed + cases("SlowTests", .passed, .passed), passed)
        == "2 tests passed; the test target SlowTests is gone with its 2 tests")
    #expect(
      reason(before: passed + cases("A", .passed) + cases("B", .passed, .passed), passed).hasSuffix(
        "; 2 test targets are gone with 3 tests: A, B"))
    let left = cases("A", .passed, .passed)
    #expect(reason(before: left + passed, Array(left.prefix(1)) + passed) == "3 tests passed")
    let nothing = judged { $0.tests = TestReport(cases: slow) }
    #expect(nothing.result == .inconclusive && nothing.reason == "No test ran: all 3 were skipped")
  }

  @Test("what is declared, built and never ran is said at once, with the file that does not list it")
  func neverRan() {
    func reason(_ rows: [DidNotRun], _ outcome: TestOutcome = .passed) -> String {
      judged {
        $0.tests = tests((outcome, 125))
        $0.tests.didNotRun = rows
      }.reason
    }
    func row(_ kind: DidNotRun.Kind, entry: PackagePath? = nil) -> DidNotRun {
      DidNotRun(kind, "n", entry: entry, why: "w")
    }
    let file: PackagePath = "Tests/LinuxMain.swift"
    let suites = (0..<10).map { _ in row(.suite, entry: file) }
    let alone = (0..<11).map { _ in row(.test, entry: file) }
    let words = "; 10 suites and 11 tests in the sources never ran: Tests/LinuxMain.swift does not list them"
    #expect(reason(suites + alone) == "125 tests passed" + words)
    #expect(reason(suites + alone, .failed) == "125 of 125 tests failed" + words)
    let one = "125 tests passed; 1 suite in the sources never ran"
    #expect(reason([row(.suite)]) == one)
    #expect(reason([row(.suite, entry: file)]) == one + ": Tests/LinuxMain.swift does not list it")
    #expect(reason([row(.skipped), row(.disabled), row(.condition), row(.filtered)]) == "125 tests passed")
  }

  @Test("tests whose bodies nothing called make no green without words, and none where no other ran")
  func idleBodies() {
    func judged(_ count: Int, passed: Int = 3) -> (result: IntegrationResult, reason: String) {
      self.judged {
        $0.tests = tests((.passed, passed), (.skipped, count))
        $0.tests.didNotRun = (0..<count).map { DidNotRun(.idle, "test\($0)", why: "w") }
      }
    }
    #expect(judged(0).reason == "3 tests passed")
    let one = "; nothing called the body of 1 that counts as skipped"
    let two = "; nothing called the bodies of 2 that count as skipped"
    #expect(judged(1) == (.succeeded, "3 tests passed, 1 skipped" + one))
    #expect(judged(2) == (.succeeded, "3 tests passed, 2 skipped" + two))
    #expect(judged(2, passed: 0) == (.inconclusive, "No test ran: both were skipped" + two))
  }

  @Test("a test target of which nothing ran is named in the sentence, one without tests is not")
  func silentTargets() {
    func silent(_ names: String..., tests number: Int = 2) -> [DidNotRun] {
      names.map { DidNotRun(.target, $0, target: $0, why: "w", tests: number) }
    }
    let green = judged { $0.tests.didNotRun = silent("Slow") }
    #expect(green.result == .succeeded)
    #expect(green.reason == "3 tests passed; nothing of the test target Slow ran")
    let warned = judged {
      $0.tests.didNotRun = silent("A", "B", "C", "D")
      $0.diagnostics = said(1)
    }
    let four = "nothing of 4 test targets ran: A, B, C and 1 more"
    #expect(warned.reason == "3 tests passed, with 1 warning; \(four)")
    let red = judged {
      $0.tests = tests((.failed, 1))
      $0.tests.didNotRun = silent("Slow")
    }
    #expect(red.reason == "1 of 1 test failed; nothing of the test target Slow ran")
    let flaky = judged {
      $0.tests = tests((.flaky, 1))
      ($0.tests.didNotRun, $0.flaky) = (silent("Slow"), .pass)
    }
    #expect(flaky.result == .flaky && flaky.reason.hasSuffix("; nothing of the test target Slow ran"))
    #expect(judged { $0.tests.didNotRun = silent("Support", tests: 0) }.reason == "3 tests passed")
    let unbuilt = judged {
      $0.tests.didNotRun =
        silent("Mac", tests: 0) + [DidNotRun(.condition, "testA", target: "Mac", why: "w")]
    }
    #expect(unbuilt.reason == "3 tests passed; nothing of the test target Mac ran")
  }

  @Test("of all that went wrong the first in the order of results is the result")
  func order() {
    let wrongs: [(IntegrationResult, (inout Judgement.Evidence) -> Void)] = [
      (.canceled, { $0.canceled = "x" }), (.checkoutError, { $0.checkoutError = "x" }),
      (.triggerError, { $0.triggerError = "x" }), (.internalError, { $0.internalError = "x" }),
      (.buildErrors, { $0.buildFailed = true }), (.inconclusive, { $0.doubts = ["x"] }),
      (.testFailures, { $0.tests = tests((.passed, 2), (.failed, 1)) }),
      (.flaky, { $0.tests = tests((.passed, 2), (.flaky, 1)) }),
      (.analyzerWarnings, { $0.analyzer = said(1) }), (.warnings, { $0.diagnostics += said(1) }),
    ]
    #expect(wrongs.map(\.0) + [.succeeded] == IntegrationResult.allCases)
    for first in wrongs.indices {
      // What is worse is found last, because it takes the place of the other tests.
      let (result, _) = judged { facts in wrongs[first...].reversed().forEach { $0.1(&facts) } }
      #expect(result == wrongs[first].0)
      #expect(judged(wrongs[first].1).result == wrongs[first].0)
    }
    #expect(judged { _ in }.result == .succeeded)
  }

  @Test("what did not test what it should is inconclusive, with the reason")
  func inconclusive() {
    func reason(_ change: (inout Judgement.Evidence) -> Void) -> String? {
      let (result, reason) = judged(change)
      return result == .inconclusive ? reason : nil
    }
    #expect(reason { $0.tests = tests() } == "There was no test to run")
    #expect(
      reason {
        $0.tests = tests()
        $0.selection = TestSelection(filters: ["x"], skips: [])
      } == "No test matches `x`")
    #expect(
      reason {
        $0.tests = tests()
        $0.selection = TestSelection(filters: ["Helptests", "y"], skips: [])
        $0.nearTests = ["HelpTests", "testHelp"]
      } == "No test matches `Helptests` or `y`; near: HelpTests, testHelp")
    #expect(
      reason {
        $0.tests = tests()
        $0.selection = TestSelection(filters: [], skips: [".", "b"])
      } == "No test is left without `.` and `b`")
    #expect(
      reason {
        $0.tests = tests()
        $0.selection = TestSelection(filters: ["a"], skips: ["b"])
      } == "No test matches `a`, or none is left without `b`")
    #expect(reason { $0.tests = tests((.notRun, 5)) } == "None of 5 tests ran")
    #expect(reason { $0.tests = tests((.skipped, 2)) } == "No test ran: both were skipped")
    #expect(reason { $0.tests = tests((.passed, 3), (.notRun, 1)) } == "3 of 4 announced tests ran")
    #expect(
      reason {
        $0.tests = tests((.passed, 1), (.notRun, 4))
        $0.untold = ["nothing tells how all tests went"]
      } == "Nothing tells how all tests went")
    #expect(
      reason { $0.limitReached = "the limit of 60 minutes was reached" }
        == "The limit of 60 minutes was reached")
    #expect(
      reason { $0.tests = tests((.failed, 2), (.notRun, 1)) }
        == "2 of 3 announced tests ran; 2 of 3 tests failed")
  }

  @Test("without tests among its actions an integration needs none")
  func notRequested() {
    let (result, reason) = judged {
      $0.testsRequested = false
      $0.tests = tests()
    }
    #expect(result == .succeeded && reason == "The package was built")
  }

  @Test("a build error that was told counts even where the tool said it had succeeded")
  func toldError() {
    #expect(judged { $0.diagnostics = said(2, .error) }.result == .buildErrors)
    #expect(judged { $0.diagnostics = said(2, .error) }.reason == "The package did not build: 2 errors")
    #expect(judged { $0.buildFailed = true }.reason == "The package did not build")
  }

  @Test("expected failures and some skips do not spoil a success")
  func succeeded() {
    let (result, reason) = judged {
      $0.tests = tests((.passed, 1), (.skipped, 1), (.expectedFailure, 1))
    }
    #expect(result == .succeeded && reason == "1 test passed, 1 failed as expected, 1 skipped")
  }

  @Test("how many tests the settings leave out is told with what ran, of a limited one it is said first")
  func leftOut() {
    func left(
      _ selection: TestSelection?, _ change: (inout Judgement.Evidence) -> Void = { _ in }
    ) -> String {
      judged {
        $0.tests.didNotRun = [DidNotRun(.filtered, "192 tests", why: "w", tests: 192)]
        $0.selection = selection
        change(&$0)
      }.reason
    }
    let skip = TestSelection(filters: [], skips: ["Slow"])
    #expect(left(skip) == "3 tests passed; 192 left out by `tests: skip`")
    #expect(
      left(TestSelection(filters: ["A"], skips: ["B"]))
        == "3 tests passed; 192 left out by `tests: filter` and `tests: skip`")
    #expect(left(skip) { $0.isLimited = true } == "3 tests passed" && left(nil) == "3 tests passed")
    #expect(left(skip) { $0.tests.didNotRun = [] } == "3 tests passed", "how many is not known")
    let failed = left(skip) { $0.tests.cases[0].outcome = .failed }
    #expect(failed == "1 of 3 tests failed; 192 left out by `tests: skip`")
  }

  @Test("warnings are counted in the reason")
  func warnings() {
    #expect(judged { $0.diagnostics = said(1) }.reason == "3 tests passed, with 1 warning")
    #expect(judged { $0.analyzer = said(1200) }.reason == "3 tests passed, with 1,200 analyzer warnings")
    // The same words of several lines of a file are one issue, and as many places as tools count.
    let again = said(1).map {
      Diagnostic(severity: .warning, message: $0.message, file: $0.file, line: 9, column: 1)
    }
    #expect(
      judged { $0.diagnostics = said(2) + again + again }.reason
        == "3 tests passed, with 2 warnings at 3 places")
  }
}
