import Model

/// Numbers as people read them.
enum Counts {
  static func grouped(_ number: Int) -> String { Sentence.grouped(number) }

  static func text(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
  }

  /// One decimal. 100.0 only when nothing is missing, 0.0 only when there is nothing.
  static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "0.0 %" }
    let exact = (Double(part) / Double(whole) * 1000).rounded()
    let tenths = part >= whole ? 1000 : part <= 0 ? 0 : min(999, max(1, Int(exact)))
    return "\(tenths / 10).\(tenths % 10) %"
  }

  static func bytes(_ count: Int) -> String {
    let units = ["B", "KB", "MB", "GB", "TB"]
    var number = Double(count)
    var unit = 0
    while number >= 999.5, unit < units.count - 1 {
      number /= 1000
      unit += 1
    }
    if unit == 0 { return "\(count) B" }
    let tenths = Int((number * 10).rounded())
    return (tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(number.rounded()))") + " " + units[unit]
  }

  static func tests(_ report: TestReport) -> String {
    let words: [(TestOutcome, String)] = [
      (.passed, "passed"), (.failed, "failed"), (.crashed, "crashed"), (.timedOut, "timed out"),
      (.skipped, "skipped"), (.expectedFailure, "failed as expected"), (.notRun, "did not run"),
    ]
    let parts = words.compactMap { outcome, word in
      let count = report.count(outcome)
      return count > 0 ? "\(grouped(count)) \(word)" : nil
    }
    return parts.isEmpty ? "none" : "\(grouped(report.cases.count)): " + parts.joined(separator: ", ")
  }
}
