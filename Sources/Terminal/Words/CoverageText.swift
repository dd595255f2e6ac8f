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
    return Sentence.lines(coverage.lines, before: comparable).ended
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
    return Self.fraction(coverage.lines)
  }

  static func fraction(_ lines: LineCounts) -> String {
    guard lines.executable > 0 else { return "no executable lines" }
    let partly = lines.partial > 0 ? ", \(Figures.grouped(lines.partial)) of them partly" : ""
    return "\(Figures.grouped(lines.executed)) of \(Figures.count(lines.executable, "line")) executed "
      + "(\(Figures.percent(lines.executed, of: lines.executable)))\(partly)"
  }

  /// What it was in the baseline, or why that is not compared.
  var earlier: String {
    guard report.coverage != nil, let earlier = report.comparedWith?.coverage else { return "" }
    if let toolchain = earlier.toolchain {
      return "not compared with \(earlier.integration), which \(toolchain) measured"
    }
    let lines = earlier.lines
    let share = lines.executable > 0 ? " (\(Figures.percent(lines.executed, of: lines.executable)))" : ""
    return
      "\(earlier.integration) had \(Figures.grouped(lines.executed)) of \(Figures.grouped(lines.executable))"
      + share
  }

  private var comparable: Comparison.Coverage? {
    guard let earlier = report.comparedWith?.coverage, earlier.toolchain == nil else { return nil }
    return earlier
  }
}
