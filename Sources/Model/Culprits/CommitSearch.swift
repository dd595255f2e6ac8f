/// Which of the commits between one where tests passed and one where they failed broke them: by halves, of
/// what was said so far. Pure.
public struct CommitSearch: Equatable, Sendable {
  /// What an integration says of a test at its commit.
  public enum Said: Equatable, Sendable {
    case passes, fails
    /// It failed and passed.
    case sometimes
    /// There is no such test in the commit.
    case absent
    /// It fails in another way, so that what is searched for is not there, and nobody says what else is.
    case otherwise
    /// The commit does not build, the test did not run, or the integration came to no end.
    case nothing

    var isGood: Bool { self == .passes || self == .absent }
  }

  /// One further integration.
  public struct Step: Equatable, Sendable {
    /// Of its commit: 0 is where the tests passed, `count` is where they failed.
    public var place: Int
    public var integration: IntegrationNumber
    /// Of the tests that it ran for the search.
    public var said: [TestID: Said]

    public init(place: Int, integration: IntegrationNumber, said: [TestID: Said]) {
      (self.place, self.integration, self.said) = (place, integration, said)
    }
  }

  /// What is to be integrated next, and which tests it is to run.
  public struct Wish: Equatable, Sendable {
    public var place: Int
    public var tests: [TestID]
  }

  public enum Answer: Equatable, Sendable {
    /// It passes at the commit before, and fails at this one.
    case found(Int)
    /// The same, but for what one more integration is to say: whether it fails again, or passes again, where
    /// only the beginning of the search says so.
    case likely(Int)
    /// There is no such test before this commit, and it fails at it.
    case came(Int)
    /// Where it failed it passes now.
    case notAgain
    /// Where it passed it fails now.
    case failsBefore
    /// It failed and passed at this commit.
    case sometimes(Int)
    /// One of these, of which nothing can be said.
    case unclear(ClosedRange<Int>)
    /// One of these; it was not looked for any further.
    case unfinished(ClosedRange<Int>)

    /// Nothing more is going to be asked for it.
    public var isLast: Bool { if case .likely = self { false } else { true } }
  }

  public let count: Int
  /// What each said where all this begins: `passes` or `absent`.
  public let tests: [TestID: Said]
  public var steps: [Step] = []
  /// Somebody does not want it to go on.
  public var isEnded = false

  /// Tests that break at different commits are searches of their own.
  public static let mostSearches = 3
  /// Integrations of one search, however few the commits are.
  public static let fewestSteps = 8

  /// - Parameter count: how many commits may have done it.
  public init(count: Int, tests: [TestID: Said]) {
    self.count = max(1, count)
    self.tests = tests.filter { $0.value.isGood }
  }

  /// Halving needs as many as the count has bits; some commits may say nothing.
  public var mostSteps: Int {
    max(Self.fewestSteps, (Int.bitWidth - (count - 1).leadingZeroBitCount) + 2)
  }

  /// Nil when everything that can be said is said.
  public var next: Wish? {
    guard !isEnded, steps.count < mostSteps else { return nil }
    let known = tests.keys.map { ($0, span(of: $0)) }
    guard Set(known.filter { $0.1.isDone }.map(\.1.place)).count < Self.mostSearches else { return nil }
    let wishes = known.compactMap { test, span in span.wish.map { (test: test, span: span, place: $0) } }
    // The largest group that agrees so far; of equals the earliest commit.
    let groups = Dictionary(grouping: wishes, by: \.place)
    guard let best = groups.max(by: { ($0.value.count, -$0.key) < ($1.value.count, -$1.key) }) else {
      return nil
    }
    // Whom it may tell something too, that runs with them.
    let others = wishes.filter { $0.place == best.key || $0.span.isOpen(best.key) }
    return Wish(place: best.key, tests: others.map(\.test).sorted())
  }

  /// Nil as long as it is looked for.
  public func answer(for test: TestID) -> Answer? {
    guard tests[test] != nil else { return nil }
    let span = span(of: test)
    if let answer = span.answer { return answer }
    let rest = span.suspects
    if next == nil { return rest.count == 1 || !span.isSpent ? .unfinished(rest) : .unclear(rest) }
    return span.isNarrow && !span.wasTakenOut ? .likely(span.high) : nil
  }

  /// How many of the further integrations said something of a test.
  public func integrations(of test: TestID) -> [IntegrationNumber] {
    steps.filter { $0.said[test] != nil }.map(\.integration)
  }

  /// What is known of one test.
  private struct Span {
    var low = 0
    var high: Int
    /// Places that say nothing of it, or not the last word.
    var mute: Set<Int> = []
    /// It was seen to fail, or to pass, only where the search began.
    var lacksFailure = true
    var lacksPass = true
    var lowIsAbsent: Bool
    /// The newest place where it was there and passed.
    var lastPass: Int?
    var answer: Answer?

    var isNarrow: Bool { high - low == 1 }
    /// It passed before it was gone: while it was, any commit may have broken it.
    var wasTakenOut: Bool { lowIsAbsent && lastPass != nil }
    var suspects: ClosedRange<Int> { (wasTakenOut ? lastPass ?? low : low) + 1...high }
    var isDone: Bool { answer != nil }
    /// Searches that end at one commit are one.
    var place: ClosedRange<Int> { low...high }

    func isOpen(_ place: Int) -> Bool { low < place && place < high && !mute.contains(place) }

    /// All between that could say anything has done so.
    var isSpent: Bool { !(low + 1..<high).contains { !mute.contains($0) } }

    var wish: Int? {
      guard answer == nil else { return nil }
      let middle = (low + high) / 2
      let nearest = (low + 1..<high).filter { !mute.contains($0) }.min {
        (abs($0 - middle), $0) < (abs($1 - middle), $1)
      }
      if let nearest { return nearest }
      guard isNarrow else { return nil }
      if lacksFailure, !mute.contains(high) { return high }
      return lacksPass && !mute.contains(low) ? low : nil
    }
  }

  private func span(of test: TestID) -> Span {
    var span = Span(high: count, lowIsAbsent: tests[test] == .absent)
    let said = steps.compactMap { step in step.said[test].map { (place: step.place, said: $0) } }
    if let place = said.first(where: { $0.said == .sometimes })?.place {
      span.answer = .sometimes(place)
      return span
    }
    span.lastPass =
      said.filter { $0.said == .passes }.map(\.place).max() ?? (tests[test] == .passes ? 0 : nil)
    let fails = said.filter { $0.said == .fails }.map(\.place)
    let good = said.filter(\.said.isGood)
    if fails.contains(0) { span.answer = .failsBefore }
    if good.contains(where: { $0.place == count }) { span.answer = .notAgain }
    // Asked twice, it is no matter of the commit.
    if let both = fails.first(where: { place in good.contains { $0.place == place } }) {
      span.answer = .sometimes(both)
    }
    guard span.answer == nil else { return span }
    if let newest = good.max(by: { $0.place < $1.place }) {
      (span.low, span.lowIsAbsent) = (newest.place, newest.said == .absent)
    }
    // What failed before that was mended meanwhile, or was something else.
    let others = said.filter { $0.said == .otherwise }.map(\.place)
    let newest = max(span.low, others.filter { $0 < count }.max() ?? 0)
    let lasting = fails.filter { $0 > newest }
    span.high = lasting.min() ?? count
    span.mute = Set(said.filter { $0.said == .nothing }.map(\.place) + others)
      .union(fails.filter { $0 < newest })
    (span.lacksFailure, span.lacksPass) = (lasting.isEmpty, good.isEmpty)
    conclude(&span)
    return span
  }

  private func conclude(_ span: inout Span) {
    if !span.isNarrow {
      if span.isSpent { span.answer = .unclear(span.suspects) }
      return
    }
    // Where there was no such test nothing can pass again.
    let lacksPass = span.lacksPass && !span.lowIsAbsent
    if span.lacksFailure || lacksPass {
      if span.wish == nil {
        span.answer = .unclear(span.wasTakenOut ? span.suspects : span.high...span.high)
      }
    } else if span.wasTakenOut {
      span.answer = .unclear(span.suspects)
    } else {
      span.answer = span.lowIsAbsent ? .came(span.high) : .found(span.high)
    }
  }
}
