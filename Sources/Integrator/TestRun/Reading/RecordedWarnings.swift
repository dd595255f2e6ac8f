import Model
import Words

/// What tests of Swift Testing recorded as warnings: no test fails by them, and whoever runs them is told.
enum RecordedWarnings {
  static func note(_ cases: [TestCase]) -> String? {
    let warned = cases.filter { row in row.failures.contains { $0.isWarning == true } }
    guard let first = warned.first, let warning = first.failures.first(where: { $0.isWarning == true })
    else { return nil }
    let count = warned.flatMap(\.failures).count { $0.isWarning == true }
    let words = "\(first.id) recorded a warning: \(warning.message)"
    let left = count - 1
    return words + (left > 0 ? " (and \(Figures.count(left, "more warning")) by tests)" : "")
  }
}
