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
    private(set) var tests: [PlannedTest] = []
    private(set) var seconds = 0.0

    init(_ first: PlannedTest) { add(first) }

    mutating func add(_ test: PlannedTest) {
      tests.append(test)
      seconds += test.expectedSeconds ?? 0
    }
  }

  /// `keepsTogether`: whether the tests of a class are not to be parted; `apart`: those that need nothing
  /// beside them, whose class runs with them; `others`: what the tests of Swift Testing take, and which these
  /// are.
  init(
    of selected: [PlannedTest], processes: Int, apart: Set<TestID> = [], others seconds: Double = 0,
    _ others: Batch? = Batch(library: .swiftTesting, selection: .all),
    keepsTogether: (_ target: String, _ suite: String) -> Bool
  ) {
    let tests = Self.estimated(selected)
    let lonely = Set(tests.filter { apart.contains($0.id) }.map { [$0.row.target, $0.row.suite] })
    let shared = tests.filter { !lonely.contains([$0.row.target, $0.row.suite]) }
    let asked = Batch(library: .xctest, selection: .named)
    // Its own tests run side by side anyway.
    let known = Set(selected.map(\.id))
    let isBeside = apart.allSatisfy(known.contains)
    let shares = Self.shares(
      Self.units(of: shared, keepsTogether), processes, besides: isBeside && others != nil ? seconds : 0
    ).map { TestPlan.named($0, of: asked) }
    // They keep several cores busy: begun with the first, they held these up.
    beside = shares.prefix(processes).flatMap(\.self)
    beside += isBeside ? [others].compactMap(\.self) : []
    beside += shares.dropFirst(processes).flatMap(\.self)
    let left = tests.filter { lonely.contains([$0.row.target, $0.row.suite]) }
    alone = left.isEmpty ? [] : TestPlan.named(left, of: asked)
    if !isBeside, let others { alone.append(others) }
  }

  /// In one process of each library, as they are written.
  init(inOrder tests: [PlannedTest], _ others: Batch?) {
    let asked = Batch(library: .xctest, selection: .named)
    beside = (tests.isEmpty ? [] : TestPlan.named(tests, of: asked)) + [others].compactMap(\.self)
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
        units.append(Unit(test))
        continue
      }
      if let place = whole[suite] {
        units[place].add(test)
      } else {
        whole[suite] = units.count
        units.append(Unit(test))
      }
    }
    return units
  }

  /// As they are to be begun, for whoever is free. What tests take differs from time to time, so that the
  /// shortest are kept for whoever is done first. `seconds`: what runs besides them in one of the processes.
  private static func shares(_ units: [Unit], _ count: Int, besides seconds: Double) -> [[PlannedTest]] {
    let count = max(count, 1)
    let longest = units.indices.sorted { (-units[$0].seconds, $0) < (-units[$1].seconds, $1) }
    let kept = shortest(of: units, longest, besides: seconds)
    if kept.isEmpty, let even = byClasses(units, count, besides: seconds) { return even }
    let left = kept.reduce(0) { $0 + units[$1].seconds }
    let pieces = max(1, min(3 * count, Int(left / leastPiece)))
    let begun = dealt(
      units, longest.dropLast(kept.count), to: [seconds] + Array(repeating: 0, count: count - 1))
    return begun + dealt(units, kept, to: smallerAndSmaller(left, pieces))
  }

  /// Whole classes, where that is as even: what a class does for the first time is done once. Nil where it is
  /// not.
  private static func byClasses(_ units: [Unit], _ count: Int, besides seconds: Double) -> [[PlannedTest]]? {
    var classes: [Unit] = []
    var places: [[String]: Int] = [:]
    for test in units.flatMap(\.tests) {
      let suite = [test.row.target, test.row.suite]
      if let place = places[suite] {
        classes[place].add(test)
      } else {
        places[suite] = classes.count
        classes.append(Unit(test))
      }
    }
    let longest = classes.indices.sorted { (-classes[$0].seconds, $0) < (-classes[$1].seconds, $1) }
    let had = [seconds] + Array(repeating: 0, count: count - 1)
    let even = (classes.reduce(seconds) { $0 + $1.seconds }) / Double(count)
    let shares = deal(classes, longest, to: had)
    guard even > 0, shares.allSatisfy({ $0.seconds <= even * mostUneven }) else { return nil }
    return inOrder(shares, classes)
  }

  /// Tests differ by more from time to time.
  private static let mostUneven = 1.03

  /// What the pieces have already, so that the last is a third of the first: nobody works long at it while
  /// all others are done.
  private static func smallerAndSmaller(_ seconds: Double, _ pieces: Int) -> [Double] {
    guard pieces > 1 else { return [0] }
    let step = seconds / Double(pieces * (pieces - 1))
    return (0..<pieces).map { Double($0) * step }
  }

  /// A process for less costs more than it evens out: what each does for the first time takes a tenth of a
  /// second, and what tests take differs by a twentieth.
  private static let leastPiece = 1.0
  private static let fewestPieces = 3.0
  private static let keptPart = 0.25

  private static func shortest(
    of units: [Unit], _ longest: [Int], besides seconds: Double
  ) -> ArraySlice<Int> {
    var left = (units.reduce(seconds) { $0 + $1.seconds }) * keptPart
    guard left > fewestPieces * leastPiece else { return [] }
    let first = longest.lastIndex { place in
      left -= units[place].seconds
      return left < 0
    }
    return longest[(first.map { $0 + 1 } ?? 0)...]
  }

  /// The longest first, each to whoever is done first; within a share they keep their order. The longest
  /// share comes first. `seconds`: what each has to do already.
  private static func dealt(
    _ units: [Unit], _ longest: some Sequence<Int>, to seconds: [Double]
  ) -> [[PlannedTest]] {
    inOrder(deal(units, longest, to: seconds), units)
  }

  private typealias Share = (seconds: Double, own: Double, units: [Int])

  private static func deal(
    _ units: [Unit], _ longest: some Sequence<Int>, to seconds: [Double]
  ) -> [Share] {
    var shares: [Share] = seconds.map { ($0, 0, []) }
    for unit in longest {
      let least = shares.indices.min {
        (shares[$0].seconds, shares[$0].units.count) < (shares[$1].seconds, shares[$1].units.count)
      }
      guard let least else { continue }
      shares[least].seconds += units[unit].seconds
      shares[least].own += units[unit].seconds
      shares[least].units.append(unit)
    }
    return shares
  }

  private static func inOrder(_ shares: [Share], _ units: [Unit]) -> [[PlannedTest]] {
    let order = shares.indices.sorted { (-shares[$0].own, $0) < (-shares[$1].own, $1) }
    return order.map { shares[$0].units.sorted().flatMap { units[$0].tests } }.filter { !$0.isEmpty }
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
    let isClean = doubts.isEmpty && untold.isEmpty && oddEnds.isEmpty && silences.isEmpty && openEnds.isEmpty
    return isClean && failedLate.isEmpty && !hidesFailures ? nil : "not all is known of them"
  }
}
