import Model
import Testing

@testable import Integrator

@Suite("How long tests take")
struct TestTimesTests {
  private func report(_ seconds: KeyValuePairs<String, Double?>, others: Double? = nil) -> TestReport {
    var report = TestReport(
      cases: seconds.map { id, seconds in
        var test = TestCase(
          id: TestID(id), library: .xctest, target: "T", suite: "A", name: id, outcome: .passed)
        test.seconds = seconds
        return test
      })
    if let others {
      var test = TestCase(
        id: "T.B/c()", library: .swiftTesting, target: "T", suite: "B", name: "c()", outcome: .passed)
      test.span = .init(from: 0.1, to: others)
      report.cases.append(test)
    }
    return report
  }

  @Test("each takes what it took in the mean of those in which it ran")
  func mean() {
    let times = TestTimes([report(["a": 1, "b": nil, "c": nil]), report(["a": 3, "b": 2, "c": nil])])
    #expect(times.seconds == ["a": 2, "b": 2])
    #expect(TestTimes([]).seconds.isEmpty)
  }

  @Test("a process of Swift Testing's tests takes longer than they do, and nothing where there are none")
  func others() {
    let times = TestTimes([report([:], others: 0.5), report([:], others: 0.7), report([:])])
    #expect(abs(times.others - 0.7) < 0.001)
    #expect(TestTimes([report(["a": 1])]).others == 0)
  }
}
