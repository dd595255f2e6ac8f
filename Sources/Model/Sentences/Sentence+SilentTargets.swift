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
    return "; nothing of \(Figures.grouped(names.count)) test targets ran: \(shown(names))"
  }

  private static func shown(_ names: [String]) -> String {
    let left = names.count - mostTargets
    return names.prefix(mostTargets).joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
  }

  /// "; 192 left out by `tests: skip`": what its own settings leave out.
  static func leftOut(_ tests: TestReport, _ selection: TestSelection?) -> String {
    let count = tests.listedCount - tests.cases.count
    guard let selection, count > 0 else { return "" }
    let keys = [
      selection.filters.isEmpty ? nil : "`tests: filter`", selection.skips.isEmpty ? nil : "`tests: skip`",
      selection.affectedSince == nil ? nil : "`tests: select`",
    ].compactMap { $0 }
    return "; \(Figures.grouped(count)) left out by \(keys.joined(separator: " and "))"
  }

  /// "; 10 suites and 11 tests in the sources never ran: Tests/LinuxMain.swift does not list them": they are
  /// built, and not left out on purpose.
  static func neverRan(_ tests: TestReport) -> String {
    let rows = tests.didNotRun.filter { [.noEntry, .suite, .test].contains($0.kind) }
    let alone = rows.count { $0.kind == .test }
    let counts = [(rows.count - alone, "suite"), (alone, "test")].filter { $0.0 > 0 }
    guard !counts.isEmpty else { return "" }
    let what = counts.map { Figures.count($0.0, $0.1) }.joined(separator: " and ")
    let them = rows.count == 1 ? "it" : "them"
    let entries = Set(rows.map(\.entry))
    let why = entries.count == 1 ? (entries.first ?? nil).map { ": \($0) does not list \(them)" } : nil
    return "; \(what) in the sources never ran\(why ?? "")"
  }

  /// "; nothing called the bodies of 2 that count as skipped".
  static func idleBodies(_ tests: TestReport) -> String {
    switch tests.didNotRun.count(where: { $0.kind == .idle }) {
    case 0: ""
    case 1: "; nothing called the body of 1 that counts as skipped"
    case let count: "; nothing called the bodies of \(Figures.grouped(count)) that count as skipped"
    }
  }

  /// Of an integration that was asked for all.
  static func missedTargets(_ tests: TestReport, _ changes: TestChanges?) -> String {
    goneTargets(tests, changes) + skippedTargets(tests, changes)
  }

  /// "; all 5 tests of the test target SlowTests were skipped, which ran in #41": where somebody asked for it
  /// that is no fault, but what passes says nothing of that target. Where no other ran, nothing passed.
  private static func skippedTargets(_ tests: TestReport, _ changes: TestChanges?) -> String {
    let targets = Dictionary(grouping: tests.cases, by: \.target)
    let skipped = targets.filter { $0.value.allSatisfy { $0.outcome == .skipped } }
    guard !skipped.isEmpty, skipped.count < targets.count else { return "" }
    let names = skipped.keys.sorted()
    let all = skipped.values.flatMap { $0.map(\.id) }
    let what =
      switch (names.count, all.count) {
      case (1, 1): "the only test of the test target \(names[0]) was skipped"
      case (1, 2): "both tests of the test target \(names[0]) were skipped"
      case (1, _): "all \(Figures.grouped(all.count)) tests of the test target \(names[0]) were skipped"
      default: "all tests of \(Figures.grouped(names.count)) test targets were skipped, of \(shown(names))"
      }
    return "; \(what)" + ran(all, changes)
  }

  /// "; the test target SlowTests is gone with its 5 tests": that is no fault, and should not go unseen.
  private static func goneTargets(_ tests: TestReport, _ changes: TestChanges?) -> String {
    let here = Set(tests.cases.map(\.target))
    let gone = Dictionary(grouping: changes?.gone ?? []) { test in
      String(test.rawValue.prefix { $0 != "." })
    }.filter { !$0.key.isEmpty && !here.contains($0.key) }
    let names = gone.keys.sorted()
    let count = gone.values.reduce(0) { $0 + $1.count }
    switch (names.count, count) {
    case (0, _): return ""
    case (1, 1): return "; the test target \(names[0]) is gone with its only test"
    case (1, _): return "; the test target \(names[0]) is gone with its \(Figures.grouped(count)) tests"
    default:
      return "; \(Figures.grouped(names.count)) test targets are gone with \(Figures.grouped(count)) tests: "
        + shown(names)
    }
  }

  /// ", 3 of which ran in #41".
  private static func ran(_ skipped: [TestID], _ changes: TestChanges?) -> String {
    let before = Set(changes?.skipped ?? [])
    guard let changes, case let count = skipped.count(where: before.contains), count > 0 else { return "" }
    let some = count == skipped.count ? "" : "\(Figures.grouped(count)) of "
    return ", \(some)which ran in \(changes.integration)"
  }
}
