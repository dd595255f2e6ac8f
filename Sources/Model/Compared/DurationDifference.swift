/// How long two integrations took, and what took markedly longer or shorter.
public struct DurationDifference: Equatable, Sendable {
  public struct PhaseTime: Equatable, Sendable {
    public var name: Phase.Kind
    /// Absent where it was skipped, or did not come to its end.
    public var before: Double?
    public var now: Double?
    public var isMarked = false
  }

  public struct TestTime: Equatable, Sendable {
    public var test: TestID
    public var before: Double
    public var now: Double
  }

  public var before: Double
  public var now: Double
  public var phases: [PhaseTime] = []
  /// Tests that passed in both and took markedly longer, the greatest difference first.
  public var slower: [TestTime] = []
  public var faster: [TestTime] = []
  /// How much longer tests took in the median, where enough of them take long enough to tell.
  public var pace: Double?

  /// Two runs of the same code differ by as much; see `Usual`.
  private static let noise = (times: 2.0, seconds: 0.25)
  private static let noiseOfPhases = (times: 1.5, seconds: 2.0)
  /// A shorter time is mostly noise, and so is the median of few.
  private static let (leastTold, leastPaced) = (0.05, 8)

  init(_ before: Report, _ now: Report, _ pairs: [(old: TestCase, new: TestCase)]) {
    (self.before, self.now) = (before.seconds, now.seconds)
    let (old, new) = (before.phaseTimes, now.phaseTimes)
    phases = Phase.Kind.allCases.compactMap { name in
      guard old[name] != nil || new[name] != nil else { return nil }
      var phase = PhaseTime(name: name, before: old[name], now: new[name])
      phase.isMarked = Self.isMarked(phase.before, phase.now, Self.noiseOfPhases)
      return phase
    }
    // One that fails may end early.
    let times = pairs.compactMap { old, new -> TestTime? in
      guard old.outcome == .passed, new.outcome == .passed, let was = old.seconds, let took = new.seconds
      else { return nil }
      return TestTime(test: new.id, before: was, now: took)
    }
    pace = Self.pace(times)
    let marked = times.filter { Self.isMarked($0.before * (pace ?? 1), $0.now, Self.noise) }
    let ordered = marked.sorted {
      (-abs($0.now - $0.before), $0.test) < (-abs($1.now - $1.before), $1.test)
    }
    // What is only slower than the others became faster is neither.
    slower = ordered.filter { $0.now > $0.before && Self.isMarked($0.before, $0.now, Self.noise) }
    faster = ordered.filter { $0.now < $0.before && Self.isMarked($0.before, $0.now, Self.noise) }
  }

  /// Whether anything stands out.
  public var isNone: Bool { slower.isEmpty && faster.isEmpty && !phases.contains(where: \.isMarked) }

  static func isMarked(_ before: Double?, _ now: Double?, _ noise: (times: Double, seconds: Double)) -> Bool {
    guard let before, let now else { return false }
    let (least, most) = (min(before, now), max(before, now))
    return most - least >= noise.seconds && most >= noise.times * least
  }

  private static func pace(_ times: [TestTime]) -> Double? {
    let ratios = times.filter { $0.before >= leastTold && $0.now >= leastTold }.map { $0.now / $0.before }
    return ratios.count >= leastPaced ? ratios.median : nil
  }
}

extension Report {
  /// Of phases that came to their end.
  fileprivate var phaseTimes: [Phase.Kind: Double] {
    Dictionary(
      phases.filter { $0.status == .passed || $0.status == .failed }.map { ($0.name, $0.seconds) },
      uniquingKeysWith: +)
  }
}
