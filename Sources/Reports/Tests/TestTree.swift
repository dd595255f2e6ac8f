import Model

/// Tests as people nest them: target, suite, nested suites or Quick's groups, tests.
struct TestTree {
  /// More than one where a group holds nothing but one other group.
  let names: [String]
  let tests: [TestCase]
  let groups: [TestTree]
  let count: Int
  let failures: Int
  /// Nil where it is not known.
  let seconds: Double?

  /// All of them passed.
  var isQuiet: Bool { tests.allSatisfy { $0.outcome == .passed } && groups.allSatisfy(\.isQuiet) }

  /// Deeper ones are told in one line: nobody nests so far, but a name can pretend to.
  private static let deepest = 6

  /// One for each target; those with failing tests first, at every level.
  static func targets(of tests: [TestCase]) -> [TestTree] {
    parted(tests.map { (path(of: $0), $0) }, depth: 0)
  }

  private typealias Row = (path: [Step], test: TestCase)

  /// Suites of one display name stay apart.
  private struct Step: Hashable {
    var real: String
    var shown: String
  }

  private static func path(of test: TestCase) -> [Step] {
    let real = [test.target] + SuiteWords.parts(test.suite) + TestWords.groups(test)
    let path = zip(real, FailureCard.group(of: test)).map { Step(real: $0, shown: $1) }
    guard path.count > deepest else { return path }
    let rest = path.dropFirst(deepest - 1)
    return path.prefix(deepest - 1) + [
      Step(real: rest.map(\.real).joined(separator: "\0"), shown: rest.map(\.shown).joined(separator: " › "))
    ]
  }

  private static func parted(_ rows: [Row], depth: Int) -> [TestTree] {
    var order: [Step] = []
    var parts: [Step: [Row]] = [:]
    for row in rows where row.path.count > depth {
      if parts[row.path[depth]] == nil { order.append(row.path[depth]) }
      parts[row.path[depth], default: []].append(row)
    }
    let trees = order.map { TestTree($0.shown, parts[$0] ?? [], depth: depth + 1) }
    return trees.filter { $0.failures > 0 } + trees.filter { $0.failures == 0 }
  }

  private init(_ name: String, _ rows: [Row], depth: Int) {
    let own = rows.filter { $0.path.count == depth }.map(\.test)
    let groups = Self.parted(rows, depth: depth)
    count = rows.count
    failures = rows.count { $0.test.outcome.isFailure }
    seconds = rows.map(\.test).duration
    guard depth > 1, own.isEmpty, groups.count == 1, let only = groups.first else {
      (names, tests, self.groups) = ([name], own, groups)
      return
    }
    (names, tests, self.groups) = ([name] + only.names, only.tests, only.groups)
  }
}
