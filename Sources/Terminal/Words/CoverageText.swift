import Model
import Words

/// What coverage says, in sentences.
struct CoverageText {
  let report: Report

  /// "683 lines did not run, 12 fewer than in #41." Empty when nothing was measured.
  var sentence: String {
    guard let coverage = report.coverage, coverage.lines.executable > 0, report.limited?.tests == nil else {
      return ""
    }
    return Sentence.lines(
      coverage.lines, before: comparable, atMost: coverage.atMost, bound: coverage.bound,
      ofAll: coverage.countsAll
    ).ended
  }

  /// For the last lines: the fraction and the baseline, or why nothing was measured.
  var row: String {
    if report.coverage == nil {
      return report.coverageNote.map { "not measured: " + SafeText.line($0) } ?? ""
    }
    // Of what was not asked for nothing is said.
    if report.limited?.tests != nil { return "" }
    return [fraction, earlier].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// "4,102 of 4,785 lines executed (85.7 %), 262 of them partly".
  var fraction: String {
    guard let coverage = report.coverage else { return "" }
    return Self.fraction(coverage.lines, atMost: coverage.atMost, bound: coverage.bound)
  }

  static func fraction(
    _ lines: LineCounts, atMost: Int = 0, bound: CoverageReport.Bound = .exact
  ) -> String {
    guard lines.executable > 0 else { return "no executable lines" }
    let partly = lines.partial > 0 ? ", \(Figures.grouped(lines.partial)) of them partly" : ""
    let counted = atMost > 0 ? ", \(Figures.grouped(atMost)) perhaps not at all" : ""
    let unknown = lines.notKnown > 0 ? ", \(Figures.grouped(lines.notKnown)) not known" : ""
    let marked = lines.unreachable > 0 ? ", \(Figures.grouped(lines.unreachable)) marked as unreachable" : ""
    let limit = bound.ofExecuted.map { "\($0) " } ?? ""
    return
      "\(limit)\(Figures.grouped(lines.executed)) of \(Figures.count(lines.executable, "line")) executed "
      + "(\(Figures.percent(lines.executed, of: lines.executable)))\(partly)\(counted)\(unknown)\(marked)"
  }

  /// What it was in the baseline, or why that is not compared.
  var earlier: String {
    guard let now = report.coverage, let earlier = report.comparedWith?.coverage else { return "" }
    if let toolchain = earlier.toolchain {
      return "not compared with \(earlier.integration), which \(toolchain) measured"
    }
    let lines = earlier.lines
    guard lines.executable > 0 else {
      return now.lines.executable > 0 ? "\(earlier.integration) had no executable lines" : ""
    }
    let share = " (\(Figures.percent(lines.executed, of: lines.executable)))"
    let executed = (earlier.bound ?? .exact).executed(lines.executed)
    return "\(earlier.integration) had \(executed) of \(Figures.grouped(lines.executable))\(share)"
  }

  /// "Sources/A.swift:3–4, 9 ran in #41, and not now": where other lines ran though the file is the same.
  var others: [String] {
    guard let earlier = report.comparedWith?.coverage, let other = earlier.otherLines else { return [] }
    return other.files.map { file in
      let parts = [
        (file.ran, "ran now, not in \(earlier.integration)"),
        (file.didNotRun, "ran in \(earlier.integration), not now"),
        (file.partly.ranges, "ran only in part one of the two times"),
      ].filter { !$0.0.isEmpty }.map { ranges, words in
        let left = ranges.count > Self.mostRanges ? ", …" : ""
        return ranges.prefix(Self.mostRanges).map(Self.text).joined(separator: ", ") + left + " " + words
      }
      return "\(file.path.rawValue):\(parts.joined(separator: "; "))"
    }
  }

  /// What is known of why, when it is not chance.
  var otherTests: [String] {
    guard let earlier = report.comparedWith?.coverage, let tests = earlier.otherLines?.tests else {
      return []
    }
    return tests.rows(before: earlier.integration).map { words, tests in
      let shown = tests.first.prefix(3).map(\.rawValue).joined(separator: ", ")
      return "\(Figures.count(tests.count, "test")) \(words): \(shown)\(tests.count > 3 ? ", …" : "")"
    }
  }

  private static let mostRanges = 8

  private static func text(_ range: [Int]) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    return first == last ? "\(first)" : "\(first)-\(last)"
  }

  private var comparable: Comparison.Coverage? {
    guard let earlier = report.comparedWith?.coverage, earlier.toolchain == nil else { return nil }
    return earlier
  }
}
