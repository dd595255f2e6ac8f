import Words

/// What became of one test in the integrations that had it, in a sentence.
public enum TestHistory {
  /// "Flaky 3 times in its last 20, failed in 2 of them"; `outcomes` newest first. `kind` and `place`: of
  /// which integrations alone they are, where there are others.
  public static func sentence(
    _ outcomes: [TestOutcome], kind: String? = nil, on place: String? = nil
  ) -> String {
    let seen = outcomes
    // Where it did not run nobody knows how it would have ended.
    let outcomes = seen.filter { $0 != .notRun }
    let place = place.map { " on " + $0 } ?? ""
    let one = (kind.map { $0 + " " } ?? "") + "integration" + place
    let all = "\(outcomes.count)" + (kind.map { " \($0) integrations" } ?? "") + place
    let flaky = outcomes.count { $0 == .flaky }
    let failed = outcomes.count(where: \.isFailure)
    if seen.isEmpty { return "Nothing is known of it any more" }
    if outcomes.isEmpty {
      return "Did not run in its last \(seen.count == 1 ? one : "\(seen.count)\(place)")"
    }
    if outcomes.count == 1 {
      return flaky + failed == 0
        ? "Did not fail in its last \(one)"
        : "\(flaky == 0 ? verb(outcomes).capitalizedFirst : "Flaky") in its last \(one)"
    }
    if flaky == 0, failed == 0 {
      return "Did not fail in its last \(all)"
    }
    func times(_ count: Int) -> String { count == 1 ? "once" : Figures.count(count, "time") }
    let wrong = verbs.map { outcome, verb in (verb, outcomes.count { $0 == outcome }) }.filter { $0.1 > 0 }
    if flaky == 0 {
      let told = wrong.map { "\($0.0) \(times($0.1))" }.joined(separator: " and ")
      return "\(told.capitalizedFirst) in its last \(all)"
    }
    let told = wrong.map { "\($0.0) in \($0.1)" }.joined(separator: " and ")
    return "Flaky \(times(flaky)) in its last \(all)" + (told.isEmpty ? "" : ", \(told) of them")
  }

  static let verbs: [(TestOutcome, String)] = [
    (.failed, "failed"), (.crashed, "crashed"), (.timedOut, "timed out"),
  ]

  /// What it did where it went wrong: "crashed" or "timed out" where it did nothing else, and "failed".
  public static func verb(_ outcomes: [TestOutcome]) -> String {
    switch Set(outcomes.filter(\.isFailure)) {
    case [.crashed]: "crashed"
    case [.timedOut]: "timed out"
    case _: "failed"
    }
  }
}
