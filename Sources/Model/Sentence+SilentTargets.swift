import Words

extension Sentence {
  private static let mostTargets = 3

  /// "; nothing of the test target SlowTests ran": it is built like the others, and there are tests in it.
  static func silentTargets(_ tests: TestReport) -> String {
    let unbuilt = Set(tests.didNotRun.filter { $0.kind == .condition }.map(\.target))
    let names = tests.didNotRun.filter {
      $0.kind == .target && ($0.tests > 0 || unbuilt.contains($0.name))
    }.map(\.name)
    guard let first = names.first else { return "" }
    if names.count == 1 { return "; nothing of the test target \(first) ran" }
    let left = names.count - mostTargets
    let shown = names.prefix(mostTargets).joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
    return "; nothing of \(Figures.grouped(names.count)) test targets ran: \(shown)"
  }
}
