import Words

/// What running only affected tests would have saved and missed.
public struct SelectionScore: Codable, Equatable, Sendable {
  /// A test that failed and would not have run.
  public struct Miss: Codable, Equatable, Sendable {
    /// The test.
    public var test: TestID
    /// What changed.
    public var why: String

    public init(test: TestID, why: String) { (self.test, self.why) = (test, why) }
  }

  /// The integration that selected them.
  @Nullable public var since: IntegrationNumber?
  /// How many tests ran.
  public var total: Int
  /// How many would not have run.
  public var leftOut: Int
  /// How much time that would have saved.
  public var seconds: Double
  /// Failures that would have been missed.
  public var misses: [Miss]

  public init(
    since: IntegrationNumber?, total: Int, leftOut: Int, seconds: Double = 0, misses: [Miss] = []
  ) {
    (self.since, self.total, self.leftOut) = (since, total, leftOut)
    (self.seconds, self.misses) = (seconds, misses)
  }
}

extension SelectionScore {
  /// What a selection would have been, as it is known before the tests run.
  public struct Choice: Equatable, Sendable {
    public var since: IntegrationNumber?
    public var all: Set<TestID>
    /// Those that would have run.
    public var chosen: Set<TestID>
    /// What changed, in words.
    public var changed: String

    public init(since: IntegrationNumber?, all: Set<TestID>, chosen: Set<TestID>, changed: String) {
      (self.since, self.all, self.chosen, self.changed) = (since, all, chosen, changed)
    }
  }

  /// How it came out. What failed in the same words before is no miss, nor is what is flaky.
  public init(_ choice: Choice, of tests: TestReport, before: TestReport?) {
    let known = Dictionary((before?.cases ?? []).map { ($0.id, $0) }) { first, _ in first }
    let left = tests.cases.filter { choice.all.contains($0.id) && !choice.chosen.contains($0.id) }
    let missed = left.filter { test in
      guard test.outcome.isFailure else { return false }
      guard let former = known[test.id], former.outcome.isFailure else { return true }
      return Self.said(former) != Self.said(test)
    }
    self.init(
      since: choice.since, total: choice.all.count, leftOut: left.count,
      seconds: left.compactMap(\.seconds).reduce(0, +),
      misses: missed.map { Miss(test: $0.id, why: choice.changed) })
  }

  private static func said(_ test: TestCase) -> [String] {
    test.failures.filter { !$0.isKnown }.map { SteadyText.of($0.message) }
  }
}

/// The scores of many integrations in one.
public struct SelectionScores: Equatable, Sendable {
  public struct Miss: Equatable, Sendable {
    public var integration: IntegrationNumber
    public var miss: SelectionScore.Miss

    public init(_ miss: SelectionScore.Miss, in integration: IntegrationNumber) {
      (self.miss, self.integration) = (miss, integration)
    }
  }

  public var count = 0
  public var total = 0
  public var leftOut = 0
  public var seconds = 0.0
  /// Newest first.
  public var misses: [Miss] = []

  public init() {}

  /// Of fewer nothing is told.
  public static let leastCount = 50

  /// Nil where they are too few.
  public var words: String? {
    guard count >= Self.leastCount else { return nil }
    let failures = Figures.count(misses.count, "failure")
    let missed = "it would have missed " + (misses.isEmpty ? "nothing" : failures)
    let part = "\(Figures.grouped(leftOut)) of \(Figures.count(total, "test"))"
    let commits = Figures.count(count, "commit")
    return "In \(commits) `select: affected` would have left out \(part) and saved at least "
      + "\(Figures.duration(seconds)); \(missed)."
  }
}
