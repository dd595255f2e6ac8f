import Words

extension CoverageDifference.File {
  /// "88 of 100 lines executed, 100 of 100 in #41", with what is known of why. `before`: the other's name.
  public func words(_ before: String) -> String {
    let old = self.before.map(Self.fraction)
    guard let now else {
      return "\(old ?? "") in \(before), \(Self.absence("now", why))"
    }
    let here = "\(Figures.grouped(now.executed)) of \(Figures.count(now.executable, "line")) executed"
    guard let old else { return "\(here), \(Self.absence("in \(before)", why))" }
    let partial =
      now.executed == self.before?.executed && now.executable == self.before?.executable
        && now.partial != self.before?.partial
      ? ", \(Figures.grouped(now.partial)) of them partly"
        + " instead of \(Figures.grouped(self.before?.partial ?? 0))"
      : ""
    return "\(here), \(old) in \(before)\(partial)"
  }

  /// Of a file of which nothing is told it is not known whether it was there.
  private static func absence(_ place: String, _ why: String?) -> String {
    why.map { "\(NotMeasured(path: "", why: $0).word) \(place): \($0)" }
      ?? "not among the files measured \(place)"
  }

  private static func fraction(_ lines: LineCounts) -> String {
    "\(Figures.grouped(lines.executed)) of \(Figures.grouped(lines.executable))"
  }

  /// "12 more", "3 fewer", "as many": of lines that did not run.
  public var moreWords: String {
    more == 0 ? "as many" : "\(Figures.grouped(abs(more))) \(more > 0 ? "more" : "fewer")"
  }

  /// Of a file that is the same: "3–4, 9 ran in #42 only; 12 in #41 only".
  public func otherLines(_ before: String, _ now: String) -> String? {
    guard let other else { return nil }
    let parts = [
      (other.ran, "ran in \(now) alone"), (other.didNotRun, "ran in \(before) alone"),
      (other.partly.ranges, "ran in one of them in part"),
    ].filter { !$0.0.isEmpty }.map { ranges, words in
      "\(ranges.map(Self.text).joined(separator: ", ")) \(words)"
    }
    let all = other.ran + other.didNotRun + other.partly.ranges
    let isOne = all.count == 1 && all[0].first == all[0].last
    return "the file is the same: \(isOne ? "line" : "lines") " + parts.joined(separator: "; ")
  }

  private static func text(_ range: [Int]) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    return first == last ? "\(first)" : "\(first)-\(last)"
  }
}

extension CoverageDifference {
  /// "12 more lines did not run, 683 instead of 671".
  public var words: String {
    guard let more else { return "the totals are not compared, which do not count the same files" }
    let counts = "\(Figures.grouped(now.notExecuted)) instead of \(Figures.grouped(before.notExecuted))"
    if more == 0 { return "as many lines did not run in both, \(Figures.grouped(now.notExecuted))" }
    return "\(Figures.count(abs(more), more > 0 ? "more line" : "fewer line")) did not run, \(counts)"
  }
}
