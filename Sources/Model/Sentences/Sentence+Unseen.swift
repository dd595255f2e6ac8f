import Words

extension Sentence {
  /// "; testKnown, which failed before, did not run": green as it is, nobody mended that. Nothing of what is
  /// limited, which says itself what it left out.
  static func unseen(_ report: Report) -> String {
    guard report.result.exitStatus == 0, report.limited == nil else { return "" }
    let tests = Set(report.issues.unseen.filter(\.kind.isRed).compactMap(\.test)).sorted()
    guard let first = tests.first else { return "" }
    if tests.count > 1 { return "; \(Figures.grouped(tests.count)) tests that failed before did not run" }
    let name = first.rawValue.split(separator: "/").last.map(String.init) ?? first.rawValue
    return "; \(name), which failed before, did not run"
  }
}
