import Model
import Words

/// The decisions of a repetition: which of the tests that failed, and how often.
struct RepetitionPlan: Equatable {
  /// How often a test that failed is repeated alone.
  let times: Int

  /// More than that have a cause of their own, and no chance in them is worth the time.
  static let most = SameCommit.most
  /// Of a suite of which every test failed, as where its set-up does.
  static let mostOfWholeSuite = 3

  /// Those that are repeated, and what must be said of the others.
  func choose(_ cases: [TestCase], without left: Set<TestID> = []) -> (chosen: [TestCase], note: String?) {
    let all = times > 0 ? cases.filter(\.outcome.isFailure) : []
    let failed = all.filter { !left.contains($0.id) }
    let which = all.count > failed.count ? " in their own time" : ""
    let ran = cases.filter { $0.outcome != .notRun && $0.outcome != .skipped }
    let suites = Dictionary(grouping: ran.filter { !$0.suite.isEmpty }) {
      [$0.target, $0.suite]
    }
    let whole = suites.filter { suite in
      suite.value.count > Self.mostOfWholeSuite && suite.value.allSatisfy(\.outcome.isFailure)
    }
    let first = Set(whole.values.flatMap { $0.prefix(Self.mostOfWholeSuite).map(\.id) })
    let wanted = failed.filter { whole[[$0.target, $0.suite]] == nil || first.contains($0.id) }
    let chosen = Array(wanted.prefix(Self.most))
    let left = failed.count - chosen.count
    guard left > 0 else { return (chosen, nil) }
    return (
      chosen,
      "\(Figures.grouped(left)) of the \(Figures.count(failed.count, "test")) that failed\(which) "
        + "\(left == 1 ? "was" : "were") not repeated: at most \(Self.most) are, and "
        + "\(Self.mostOfWholeSuite) of a suite of which every test that ran failed."
    )
  }

  /// How often this one is repeated. A hang takes as long as it may, each time.
  func times(of test: TestCase) -> Int { test.outcome == .timedOut ? min(times, 1) : times }

  /// Whether another time is worth it.
  func goesOn(after attempts: [TestAttempt], of test: TestCase) -> Bool {
    guard let last = attempts.last, last.outcome.isFailure else { return false }
    return attempts.count <= times(of: test) && (attempts.count == 1 || last.outcome != .timedOut)
  }

  /// How long it may take, as far as can be told.
  static func seconds(of test: TestCase, limit: Double) -> Double {
    test.outcome == .timedOut ? limit : min(test.seconds ?? 0, limit)
  }
}
