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

@Suite struct VerdictTests {
  private func judged(_ change: (inout Verdict.Facts) -> Void) -> (result: IntegrationResult, reason: String)
  {
    var facts = Verdict.Facts()
    facts.tests = tests((.passed, 3))
    facts.announced = 3
    change(&facts)
    return Verdict.judge(facts)
  }

  @Test("of all that went wrong the first in the contract's order is the result")
  func order() {
    let wrongs: [(IntegrationResult, (inout Verdict.Facts) -> Void)] = [
      (.canceled, { $0.canceled = "x" }), (.checkoutError, { $0.checkoutError = "x" }),
      (.triggerError, { $0.triggerError = "x" }), (.internalError, { $0.internalError = "x" }),
      (.buildErrors, { $0.buildFailed = true }), (.inconclusive, { $0.doubts = ["x"] }),
      (.testFailures, { $0.tests = tests((.passed, 2), (.failed, 1)) }),
      (.analyzerWarnings, { $0.analyzerWarnings = 1 }), (.warnings, { $0.warnings = 1 }),
    ]
    #expect(wrongs.map(\.0) + [.succeeded] == IntegrationResult.allCases)
    for first in wrongs.indices {
      let (result, _) = judged { facts in wrongs[first...].forEach { $0.1(&facts) } }
      #expect(result == wrongs[first].0)
      #expect(judged(wrongs[first].1).result == wrongs[first].0)
    }
    #expect(judged { _ in }.result == .succeeded)
  }

  @Test("what did not test what it should is inconclusive, with the reason")
  func inconclusive() {
    func reason(_ change: (inout Verdict.Facts) -> Void) -> String? {
      let (result, reason) = judged(change)
      return result == .inconclusive ? reason : nil
    }
    #expect(reason { ($0.tests, $0.announced) = (tests(), 0) } == "There was no test to run")
    #expect(reason { ($0.tests, $0.announced) = (tests(), nil) } == "There was no test to run")
    #expect(reason { ($0.tests, $0.announced) = (tests((.notRun, 5)), 5) } == "None of 5 tests ran")
    #expect(
      reason { ($0.tests, $0.announced) = (tests((.skipped, 2)), 2) } == "No test ran: both were skipped")
    #expect(reason { $0.announced = 4 } == "3 of 4 announced tests ran")
    #expect(reason { $0.announced = 2 } == "3 of 2 announced tests ran")
    #expect(
      reason { ($0.tests, $0.announced) = (tests((.passed, 2), (.notRun, 1)), nil) } == "1 test did not run")
    #expect(
      reason { $0.limitReached = "the limit of 60 minutes was reached" }
        == "The limit of 60 minutes was reached")
    #expect(
      reason { ($0.tests, $0.announced) = (tests((.failed, 2), (.notRun, 1)), 3) }
        == "2 of 3 announced tests ran; 2 of 3 tests failed")
  }

  @Test("without tests among its actions an integration needs none")
  func notRequested() {
    let (result, reason) = judged {
      $0.testsRequested = false
      $0.tests = tests()
      $0.announced = nil
    }
    #expect(result == .succeeded && reason == "The package was built")
  }

  @Test("a build error that was told counts even where the tool said it had succeeded")
  func toldError() {
    #expect(judged { $0.buildErrors = 2 }.result == .buildErrors)
    #expect(judged { $0.buildErrors = 2 }.reason == "The package did not build: 2 errors")
    #expect(judged { $0.buildFailed = true }.reason == "The package did not build")
  }

  @Test("expected failures and some skips do not spoil a success")
  func succeeded() {
    let (result, reason) = judged {
      $0.tests = tests((.passed, 1), (.skipped, 1), (.expectedFailure, 1))
    }
    #expect(result == .succeeded && reason == "1 test passed, 1 failed as expected, 1 skipped")
  }

  @Test("warnings are counted in the reason")
  func warnings() {
    #expect(judged { $0.warnings = 1 }.reason == "3 tests passed, with 1 warning")
    #expect(judged { $0.analyzerWarnings = 1200 }.reason == "3 tests passed, with 1,200 analyzer warnings")
  }
}
