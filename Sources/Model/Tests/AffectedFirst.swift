import Words

/// The tests that execute changed lines and ran before the others.
public struct AffectedFirst: Codable, Equatable, Sendable {
  /// How many there are.
  public var count: Int
  /// How many passed.
  public var passed: Int
  /// How many failed, crashed, hung or were flaky.
  public var failed: Int
  /// The time until their result was known. Left out when the integration ended before.
  public var firstVerdictSeconds: Double?
  /// Every test may execute changed lines, so none ran first. Left out otherwise.
  public var isEverything: Bool?
  /// Other changes may concern other tests too. Left out otherwise.
  public var mayConcernOthers: Bool?

  public init(
    count: Int, passed: Int, failed: Int, firstVerdictSeconds: Double?, isEverything: Bool = false,
    mayConcernOthers: Bool = false
  ) {
    (self.count, self.passed, self.failed) = (count, passed, failed)
    self.firstVerdictSeconds = firstVerdictSeconds
    self.isEverything = isEverything ? true : nil
    self.mayConcernOthers = mayConcernOthers ? true : nil
  }

  /// How these tests ended when all was done.
  public init(
    _ tests: Set<TestID>, in cases: [TestCase], firstVerdictSeconds: Double?, isEverything: Bool = false,
    mayConcernOthers: Bool = false
  ) {
    let own = cases.filter { $0.isAmong(tests) }
    self.init(
      count: max(tests.count, own.count), passed: own.count { $0.outcome == .passed },
      failed: own.count { $0.outcome.wentWrong }, firstVerdictSeconds: firstVerdictSeconds,
      isEverything: isEverything, mayConcernOthers: mayConcernOthers)
  }

  /// For people; nil where there is nothing to say.
  public var words: String? {
    guard count > 0 else { return "No test executes what changed." }
    guard let firstVerdictSeconds, isEverything != true else { return nil }
    let verb = count == 1 ? "executes" : "execute"
    let those = "\(Figures.count(count, "test")) that \(verb) what changed, or may,"
    return
      "The \(those) ran first: \(Figures.duration(firstVerdictSeconds)) after the beginning it was known "
      + "how \(count == 1 ? "it ends" : "they end")."
      + (mayConcernOthers == true ? " Something changed besides that may concern any other." : "")
  }
}

extension TestCase {
  /// Where these may be ids that a library told before it was known how many tests have that name.
  public func isAmong(_ tests: Set<TestID>) -> Bool {
    tests.contains(id) || library == .swiftTesting && tests.contains(TestID(family))
  }
}

/// What is told of them at once, while the others run.
public struct FirstVerdict: Codable, Equatable, Sendable {
  public var count: Int
  public var passed: Int
  /// Side by side, and alone after that.
  public var failed: [TestID]
  /// More failed side by side than were looked at alone.
  public var areMore: Bool
  /// All tests, as far as they are known.
  public var total: Int
  /// What they took.
  public var seconds: Double
  /// Something is not as it was, so that all run once more.
  public var isDoubtful: Bool
  /// How many of them may execute it, and are not known to.
  public var unsure: Int?
  /// In doubt all of them; absent where that is not so.
  public var isEverything: Bool?
  /// Something changed besides what they execute; absent where that is not so.
  public var mayConcernOthers: Bool?

  public init(
    count: Int, passed: Int, failed: [TestID], total: Int, seconds: Double, isDoubtful: Bool = false,
    areMore: Bool = false, unsure: Int = 0, isEverything: Bool = false, mayConcernOthers: Bool = false
  ) {
    (self.count, self.passed, self.failed) = (count, passed, failed)
    (self.total, self.seconds) = (total, seconds)
    (self.isDoubtful, self.areMore) = (isDoubtful, areMore)
    self.unsure = unsure == 0 ? nil : unsure
    self.isEverything = isEverything ? true : nil
    self.mayConcernOthers = mayConcernOthers ? true : nil
  }

  private static let mostNamed = 5

  public var words: String {
    let all = Figures.count(total, "test")
    guard count > 0 else { return "No test executes what changed; \(all) \(total == 1 ? "runs" : "run")" }
    let rest = total - count
    let more =
      isDoubtful
      ? "all run once more, one after the other"
      : rest > 0 ? others(rest) : nil
    let told = "\(who(of: all)): \(outcome)"
    return [told, more].compactMap(\.self).joined(separator: "; ")
  }

  private func others(_ count: Int) -> String {
    let what = mayConcernOthers == true ? ", which something else that changed may concern," : ""
    return "\(Figures.grouped(count)) more\(what) \(count == 1 ? "is" : "are") running"
  }

  /// "2 of 13 tests execute what changed, and 1 more may"
  private func who(of all: String) -> String {
    if isEverything == true {
      return total == 1 ? "The only test may execute what changed" : "Each of \(all) may execute what changed"
    }
    let (unsure, sure) = (unsure ?? 0, count - (unsure ?? 0))
    guard unsure > 0 else {
      return "\(Figures.grouped(count)) of \(all) \(count == 1 ? "executes" : "execute") what changed"
    }
    guard sure > 0 else {
      return "\(Figures.grouped(unsure)) of \(all) may execute what changed"
    }
    return "\(Figures.grouped(sure)) of \(all) \(sure == 1 ? "executes" : "execute") what changed, and "
      + "\(Figures.grouped(unsure)) more may"
  }

  private var outcome: String {
    let time = "in \(Figures.duration(seconds))"
    guard failed.isEmpty else {
      let names = failed.prefix(Self.mostNamed).map(\.rawValue).joined(separator: ", ")
      let left = failed.count - Self.mostNamed
      return (areMore ? "at least " : "") + "\(Figures.grouped(failed.count)) failed (\(names)"
        + (left > 0 ? " and \(Figures.grouped(left)) more)" : ")")
    }
    if isDoubtful { return "beside each other not all went well" }
    if passed == 0 {
      return count == 1
        ? "it was skipped, or failed as expected" : "none failed or passed: skipped, or failed as expected"
    }
    return passed == count
      ? "\(count == 1 ? "it" : "all") passed \(time)"
      : "none failed \(time), \(Figures.grouped(passed)) passed"
  }
}
