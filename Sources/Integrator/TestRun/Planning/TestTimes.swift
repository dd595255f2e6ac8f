import Model

/// How long tests take. One integration alone says it badly: each takes longer now and shorter then, and a
/// share that is longer than was thought is what all wait for. Pure.
struct TestTimes: Equatable {
  /// In the mean of those in which it ran.
  let seconds: [TestID: Double]
  /// What those of Swift Testing take together.
  let others: Double

  init(_ reports: [TestReport]) {
    var sums: [TestID: (seconds: Double, count: Double)] = [:]
    for test in reports.flatMap(\.cases) {
      guard let seconds = test.seconds else { continue }
      let sum = sums[test.id] ?? (0, 0)
      sums[test.id] = (sum.seconds + seconds, sum.count + 1)
    }
    seconds = sums.mapValues { $0.seconds / $0.count }
    let others = reports.map(Self.others).filter { $0 > 0 }
    self.others = others.isEmpty ? 0 : others.reduce(0, +) / Double(others.count) + Self.beginning
  }

  /// What a process does before its first test and after its last.
  private static let beginning = 0.1

  /// From the beginning of the first to the end of the last.
  private static func others(_ report: TestReport) -> Double {
    report.cases.filter { $0.library == .swiftTesting }.compactMap(\.span?.to).max() ?? 0
  }
}
