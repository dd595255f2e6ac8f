import Model
import Testing

@Suite("Of how many tests the time is known") struct KnownTimesTests {
  @Test("nothing is said of tests whose time is not known but that they may have been slower")
  func words() {
    #expect(KnownTimes(tests: 12, timed: 12).words == nil)
    #expect(
      KnownTimes(tests: 1200, timed: 7).words
        == "The time of 7 of 1,200 tests is known: any other may have been slower.")
    #expect(KnownTimes(tests: 3, timed: 0).words == "Of none of its 3 tests is the time known.")
    #expect(KnownTimes(tests: 1, timed: 0).words == "How long its test took is not known.")
    let crowded = KnownTimes(tests: 9, timed: 2, isCrowded: true).words
    #expect(crowded?.hasSuffix("slower. \(KnownTimes.reason)") == true)
  }

  @Test("that none took long is said of those whose time is known alone")
  func quick() {
    #expect(KnownTimes(tests: 12, timed: 12).words(noneTook: "a second") == "None took a second.")
    #expect(
      KnownTimes(tests: 12, timed: 1).words(noneTook: "a second")
        == "The time of 1 of 12 tests is known, and none of these took a second: any other may have.")
    #expect(
      KnownTimes(tests: 2, timed: 0).words(noneTook: "a second")
        == "Of none of its 2 tests is the time known.")
  }

  @Test("what did not run took no time")
  func ran() {
    func test(_ outcome: TestOutcome, _ seconds: Double?) -> TestCase {
      var test = TestCase(
        id: "T.S/a", library: .swiftTesting, target: "T", suite: "S", name: "a", outcome: outcome)
      test.seconds = seconds
      return test
    }
    let report = TestReport(cases: [
      test(.passed, 1), test(.passed, nil), test(.skipped, nil), test(.skipped, 1), test(.notRun, nil),
    ])
    #expect(KnownTimes(report) == KnownTimes(tests: 3, timed: 2, isCrowded: true))
    let stopped = TestReport(cases: [test(.passed, 1), test(.timedOut, nil)])
    #expect(KnownTimes(stopped) == KnownTimes(tests: 2, timed: 1), "it was ended, which is another reason")
  }
}
