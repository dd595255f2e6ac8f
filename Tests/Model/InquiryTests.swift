import Foundation
import Model
import Testing

@Suite struct InquiryTests {
  private func report(_ tests: [(String, TestOutcome, since: Int?)]) -> Report {
    var report = Report(
      bot: "a", integration: 9, result: .flaky, reason: "", commit: nil, toolchain: "", configuration: .debug,
      queued: Date(), started: Date())
    report.tests.cases = tests.map {
      TestCase(id: TestID($0.0), library: .xctest, target: "T", suite: "A", name: $0.0, outcome: $0.1)
    }
    report.issues.flaky = tests.compactMap { test in
      test.since.map {
        Issue(
          kind: .flaky, message: "", target: nil, file: nil, line: nil, test: TestID(test.0),
          since: IntegrationNumber($0))
      }
    }
    return report
  }

  @Test("is told in words, as far as it is")
  func words() {
    var map = Inquiry("a", 12, nil, since: Date())
    #expect(map.words == "finds out who tests what of #12")
    (map.done, map.total) = (120, 1549)
    #expect(map.words == "finds out who tests what of #12: 120 of 1,549")
    #expect(Inquiry("a", 12, "T.A/b", since: Date()).words == "finds out why T.A/b of #12 fails")
  }

  @Test("the newest test that failed among others and passed alone, and of which nobody knows why")
  func newest() {
    #expect(report([("a", .passed, nil), ("b", .failed, nil)]).newestUnexplained == nil)
    #expect(report([("a", .flaky, 3), ("b", .flaky, 9), ("c", .flaky, 5)]).newestUnexplained == "b")
    #expect(report([("a", .flaky, 9), ("b", .flaky, 9)]).newestUnexplained == "a")
    var known = report([("a", .flaky, 3), ("b", .flaky, 9)])
    known.tests.cases[1].culprit = Culprit(.chance, runs: 3)
    #expect(known.newestUnexplained == "a")
    // It failed alone too; another integration of its commit passed.
    known.tests.cases[0].passedIn = 4
    #expect(known.newestUnexplained == nil)
  }
}
