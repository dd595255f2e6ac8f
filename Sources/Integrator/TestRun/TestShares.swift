import Formats
import Model

/// The tests shared out over processes that run side by side. Pure.
struct TestShares: Equatable {
  /// They may run at once.
  var beside: [Batch] = []
  /// Each runs when nothing else does.
  var alone: [Batch] = []

  /// What runs in one process, one test after the other.
  private struct Unit {
    var tests: [PlannedTest] = []
    var seconds: Double { tests.compactMap(\.expectedSeconds).reduce(0, +) }
  }

  /// `keepsTogether`: whether the tests of a class are not to be parted; `apart`: those that need nothing
  /// beside them, whose class runs with them.
  init(
    of selected: [PlannedTest], processes: Int, apart: Set<TestID> = [],
    keepsTogether: (_ target: String, _ suite: String) -> Bool
  ) {
    let tests = Self.estimated(selected)
    let lonely = Set(tests.filter { apart.contains($0.id) }.map { [$0.row.target, $0.row.suite] })
    let shared = tests.filter { !lonely.contains([$0.row.target, $0.row.suite]) }
    let asked = Batch(library: .xctest, selection: .named)
    beside = Self.shares(Self.units(of: shared, keepsTogether), processes)
      .flatMap { TestPlan.named($0, of: asked) }
    let left = tests.filter { lonely.contains([$0.row.target, $0.row.suite]) }
    alone = left.isEmpty ? [] : TestPlan.named(left, of: asked)
    let others = Batch(library: .swiftTesting, selection: .all)
    // Its own tests run side by side anyway.
    let known = Set(selected.map(\.id))
    if apart.allSatisfy(known.contains) { beside.append(others) } else { alone.append(others) }
  }

  /// A new one takes as long as its suite's others do in the middle.
  private static func estimated(_ tests: [PlannedTest]) -> [PlannedTest] {
    let suites = Dictionary(grouping: tests) { [$0.row.target, $0.row.suite] }
      .compactMapValues { $0.compactMap(\.expectedSeconds).median }
    let all = tests.compactMap(\.expectedSeconds).median ?? 0
    return tests.map { test in
      var test = test
      test.expectedSeconds = test.expectedSeconds ?? suites[[test.row.target, test.row.suite]] ?? all
      return test
    }
  }

  private static func units(
    of tests: [PlannedTest], _ keepsTogether: (String, String) -> Bool
  ) -> [Unit] {
    var units: [Unit] = []
    var whole: [[String]: Int] = [:]
    var answers: [[String]: Bool] = [:]
    for test in tests {
      let suite = [test.row.target, test.row.suite]
      let isWhole = answers[suite] ?? keepsTogether(test.row.target, test.row.suite)
      answers[suite] = isWhole
      guard isWhole else {
        units.append(Unit(tests: [test]))
        continue
      }
      if let place = whole[suite] {
        units[place].tests.append(test)
      } else {
        whole[suite] = units.count
        units.append(Unit(tests: [test]))
      }
    }
    return units
  }

  /// The longest first, each to whoever is done first; within a share they keep their order.
  private static func shares(_ units: [Unit], _ count: Int) -> [[PlannedTest]] {
    var shares = Array(repeating: (seconds: 0.0, units: [Int]()), count: max(count, 1))
    let longest = units.indices.sorted { (-units[$0].seconds, $0) < (-units[$1].seconds, $1) }
    for unit in longest {
      let least = shares.indices.min {
        (shares[$0].seconds, shares[$0].units.count) < (shares[$1].seconds, shares[$1].units.count)
      }
      guard let least else { continue }
      shares[least].seconds += units[unit].seconds
      shares[least].units.append(unit)
    }
    return shares.map { $0.units.sorted().flatMap { units[$0].tests } }.filter { !$0.isEmpty }
  }
}

extension TestLedger {
  /// Those that are well here and were not there, as where one was skipped or failed.
  func differing(from other: TestLedger) -> [TestCase] {
    let outcomes = Dictionary(other.cases.map { ($0.id, $0.outcome) }) { first, _ in first }
    return cases.filter { row in
      guard let before = outcomes[row.id], before != .passed, before != .notRun else { return false }
      return before != row.outcome && !row.outcome.wentWrong && row.outcome != .notRun
    }
  }

  /// Why what was seen side by side is not enough: something is not as good as it was the last time, or not
  /// known. Nil where all went well.
  func doubtBeside(_ former: TestReport?) -> String? {
    let wrong = cases.count { $0.outcome.wentWrong }
    if wrong > 0 { return wrong == 1 ? "1 test failed" : "\(wrong) tests failed" }
    let before = Dictionary((former?.cases ?? []).map { ($0.id, $0.outcome) }) { first, _ in first }
    let other = cases.count { row in
      switch row.outcome {
      case .passed: false
      case .skipped, .expectedFailure: before[row.id].map { $0 != row.outcome } ?? false
      case .failed, .crashed, .timedOut, .flaky, .notRun: true
      }
    }
    if other > 0 {
      return other == 1 ? "1 test did not run as before" : "\(other) tests did not run as before"
    }
    let isClean = doubts.isEmpty && oddEnds.isEmpty && silences.isEmpty && openEnds.isEmpty
    return isClean && failedLate.isEmpty && !hidesFailures ? nil : "not all is known of them"
  }
}
