import Words

extension Sentence {
  /// "3 tests more, 1 newly failing, 2 mended; 4 more lines did not run"; nil where there is no base.
  /// Without the tests that came and went where these are told beside it.
  public static func base(_ report: Report, withTests: Bool = true) -> String? {
    guard let base = report.comparedWith?.base else { return nil }
    let said = [tests(base, withAll: withTests), lines(report, base)].compactMap { $0 }
    if said.isEmpty { return withTests ? "tests not compared, because not all of them ran in both" : nil }
    return said.joined(separator: "; ")
  }

  private static func tests(_ base: BaseComparison, withAll: Bool) -> String? {
    guard let tests = base.tests else { return nil }
    let outcomes = [
      tests.newlyFailing.isEmpty ? nil : "\(Figures.grouped(tests.newlyFailing.count)) newly failing",
      tests.mended.isEmpty ? nil : "\(Figures.grouped(tests.mended.count)) mended",
      tests.skipped.map { "\(Figures.grouped($0)) skipped here" },
      tests.otherwise.map { "\(Figures.grouped($0)) ended otherwise" },
    ].compactMap { $0 }
    let came = [
      tests.added == 0 ? nil : "\(Figures.count(tests.added, "test")) more",
      tests.gone == 0 ? nil : "\(Figures.count(tests.gone, "test")) gone",
    ].compactMap { $0 }
    if outcomes.isEmpty, came.isEmpty { return "the same tests fail and pass" }
    let parts = outcomes + (withAll ? came : [])
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func lines(_ report: Report, _ base: BaseComparison) -> String? {
    guard let before = base.coverage, let now = report.coverage else { return nil }
    if let other = before.toolchain { return "lines not compared, \(other) measured them there" }
    let change = now.lines.notExecuted - before.lines.notExecuted
    let unequal = unequal(before)
    let (bound, then) = (now.bound, before.bound ?? .exact)
    // Nobody knows by how many "at least 13" differs from another number.
    if bound != .exact || then != .exact {
      let counts = (bound.missed(now.lines.notExecuted), then.missed(before.lines.notExecuted))
      let noun = now.lines.notExecuted == 1 ? "line" : "lines"
      return "\(counts.0) \(noun) did not run, there \(counts.1)\(unequal)"
    }
    if change == 0 { return "as many lines did not run\(unequal)" }
    let lines = abs(change) == 1 ? "line" : "lines"
    return "\(Figures.grouped(abs(change))) \(change > 0 ? "more" : "fewer") \(lines) did not run\(unequal)"
  }
}
