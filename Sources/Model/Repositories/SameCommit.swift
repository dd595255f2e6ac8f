/// What earlier integrations of the very same commit, built in the same way, say of tests: one that had both
/// outcomes is flaky.
public enum SameCommit {
  /// So many failures have a cause of their own.
  public static let most = 20

  /// How a test ended elsewhere that passed here.
  public struct Failure: Equatable, Sendable {
    public var integration: IntegrationNumber
    public var outcome: TestOutcome

    init(_ integration: IntegrationNumber, _ outcome: TestOutcome) {
      (self.integration, self.outcome) = (integration, outcome)
    }

    /// "crashed in #7"
    var words: String {
      switch outcome {
      case .crashed: "crashed in \(integration)"
      case .timedOut: "timed out in \(integration)"
      case .failed, .passed, .skipped, .flaky, .expectedFailure, .notRun: "failed in \(integration)"
      }
    }
  }

  /// Whether an outcome there may differ from the one here.
  public static func mayTell(_ earlier: EarlierReport, of tests: TestReport) -> Bool {
    if (1...most).contains(tests.failureCount) { return true }
    let failed = Set(earlier.failed)
    return tests.cases.contains { $0.outcome == .passed && failed.contains($0.id) }
  }

  /// Those that may tell something, and what is newer: what they tell may be known since.
  public static func telling(_ earlier: [EarlierReport], of tests: TestReport) -> ArraySlice<EarlierReport> {
    earlier.lastIndex { mayTell($0, of: tests) }.map { earlier[...$0] } ?? []
  }

  /// The tests with what is proven of them, and where those failed the last time that passed here. `earlier`:
  /// newest first. What a limited one saw pass is told by the whole one that sees it next.
  public static func compare(
    _ tests: TestReport, with earlier: [Report], isLimited: Bool = false
  ) -> (tests: TestReport, failedIn: [TestID: Failure]) {
    var tests = tests
    var failedIn: [TestID: Failure] = [:]
    let isOfChance = tests.failureCount <= most
    let outcomes = earlier.map { report in
      let known = report.tests.cases.map { ($0.id, $0.outcome) }
      return (
        number: report.integration, isLimited: report.limited != nil,
        of: Dictionary(known) { first, _ in first }
      )
    }
    guard !outcomes.isEmpty else { return (tests, failedIn) }
    for index in tests.cases.indices {
      let row = tests.cases[index]
      if row.outcome.isFailure, isOfChance {
        guard let proof = outcomes.first(where: { $0.of[row.id] == .passed }) else { continue }
        if row.attempts.isEmpty { tests.cases[index].attempts = [TestAttempt(row)] }
        (tests.cases[index].outcome, tests.cases[index].passedIn) = (.flaky, proof.number)
      } else if row.outcome == .passed {
        let last = outcomes.lazy.compactMap { one -> Failure? in
          guard let outcome = one.of[row.id], outcome.isOfRun else { return nil }
          return !isLimited && one.isLimited && outcome == .passed ? nil : Failure(one.number, outcome)
        }.first
        if let last, last.outcome.isFailure { failedIn[row.id] = last }
      }
    }
    return (tests, failedIn)
  }
}

extension TestOutcome {
  /// It tells how the test ended.
  fileprivate var isOfRun: Bool {
    switch self {
    case .passed, .failed, .crashed, .timedOut, .flaky, .expectedFailure: true
    case .skipped, .notRun: false
    }
  }
}
