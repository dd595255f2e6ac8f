import Foundation
import Testing

@testable import Model

@Suite("Whether tests are shared out over processes")
struct TestSharingTests {
  private func former(_ outcomes: [TestOutcome] = [.passed, .passed], _ sharing: TestSharing? = nil)
    -> TestReport
  {
    var report = TestReport(
      cases: outcomes.enumerated().map {
        TestCase(
          id: TestID("M.A/test\($0.offset)"), library: .xctest, target: "M", suite: "A",
          name: "test\($0.offset)", outcome: $0.element)
      })
    report.sharing = sharing
    return report
  }

  private func decide(
    _ former: TestReport?, _ wanted: ProcessCount = .number(2), seconds: Double = 60, canBeTold: Bool = true,
    apart: Set<TestApart> = []
  ) -> TestSharing? {
    TestSharing.decide(
      .init(wanted, cores: 2, former: former, seconds: seconds, canBeTold: canBeTold, apart: apart))
  }

  @Test("nobody asked: nothing is told of it")
  func notAsked() { #expect(decide(former(), .number(1)) == nil) }

  @Test("the first time one after the other, then side by side, and in turn with what swift test does")
  func turns() {
    #expect(decide(nil) == TestSharing(processes: 1, why: .first))
    #expect(decide(former([])) == TestSharing(processes: 1, why: .first))
    var told: [TestSharing] = [TestSharing(processes: 1, why: .first)]
    for _ in 0..<12 { told.append(decide(former([.passed], told.last)) ?? TestSharing(processes: 0)) }
    #expect(told[1...9].map(\.processes) == Array(repeating: 2, count: 9))
    #expect(told[1...9].map(\.inARow) == Array(1...9))
    #expect(told[10] == TestSharing(processes: 1, why: .turn))
    #expect(told[11] == TestSharing(processes: 2, inARow: 1))
  }

  @Test(
    "after one in which not all went well, one after the other",
    arguments: [TestOutcome.failed, .crashed, .timedOut, .flaky, .notRun])
  func notGreen(outcome: TestOutcome) {
    #expect(decide(former([.passed, outcome]))?.why == .notGreen)
  }

  @Test(
    "what was skipped or is known to fail is no reason", arguments: [TestOutcome.skipped, .expectedFailure])
  func green(outcome: TestOutcome) {
    #expect(decide(former([.passed, outcome])) == TestSharing(processes: 2))
  }

  @Test("`auto` takes the cores, and leaves alone what takes no time")
  func auto() {
    #expect(decide(former(), .auto) == TestSharing(processes: 2))
    #expect(decide(former(), .auto, seconds: 0.9) == TestSharing(processes: 1, why: .short))
    #expect(decide(former(), .number(3), seconds: 0.9) == TestSharing(processes: 3))
  }

  @Test(
    "`auto` takes more where they wait most of the time, but no more than twice the cores",
    arguments: [(0.97, 2), (0.7, 3), (0.46, 4), (0.01, 4), (1.9, 2), (0, 2)])
  func waiting(busy: Double, processes: Int) {
    let known = TestSharing(processes: 1, why: .turn, busy: busy)
    let told = decide(former([.passed], known), .auto)
    #expect(told == TestSharing(processes: processes, busy: busy))
    #expect(decide(former([.passed], told), .auto)?.processes == processes)
    #expect(decide(former([.passed], known))?.processes == 2)
  }

  @Test("tests that one process's output cannot tell apart are not shared out")
  func names() { #expect(decide(former(), canBeTold: false)?.why == .names) }

  @Test("one that needs those before it keeps all in their order, and is tried again after a while")
  func order() {
    #expect(decide(former(), apart: [.beside]) == TestSharing(processes: 2))
    var told = decide(former(), apart: [.order])
    for _ in 0..<8 { told = decide(former([.passed], told), apart: [.order]) }
    #expect(told == TestSharing(processes: 1, inARow: 9, why: .order))
    #expect(decide(former([.passed], told), apart: [.order]) == TestSharing(processes: 2))
  }

  @Test("it is written into the report and read from it")
  func report() throws {
    let report = former([.passed], TestSharing(processes: 1, inARow: 3, why: .order))
    let again = try JSONDecoder().decode(TestReport.self, from: JSONEncoder().encode(report))
    #expect(again.sharing == report.sharing)
    let plain = try JSONEncoder().encode(former())
    #expect(!String(decoding: plain, as: UTF8.self).contains("sharing"))
  }

  @Test("in words it says why", arguments: TestSharing.Why.allCases)
  func words(why: TestSharing.Why) {
    #expect(TestSharing(processes: 1, why: why).words.hasPrefix("one after the other: "))
    #expect(TestSharing(processes: 2).words == "shared out over 2 processes")
  }
}
