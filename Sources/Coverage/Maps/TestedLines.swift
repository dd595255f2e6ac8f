public import Model
public import Words

/// By file, which tests execute which of its lines, from the map of who tests what.
public struct TestedLines: Sendable {
  /// Lines that the same tests execute.
  public struct Group: Equatable, Sendable {
    /// In order.
    public var tests: [TestID]
    /// They are executed before the first test too, whichever that is.
    public var isBefore: Bool
    /// In order.
    public var lines: [Int]

    public init(tests: [TestID], isBefore: Bool, lines: [Int]) {
      (self.tests, self.isBefore, self.lines) = (tests, isBefore, lines)
    }
  }

  /// By file, in the order of their first lines.
  private let groups: [PackagePath: [Group]]

  public init(_ map: TestMap) {
    var tests = [[Int]](repeating: [], count: map.traces.count)
    for (index, test) in map.tests.enumerated() {
      for trace in test.traces { tests[trace].append(index) }
    }
    let before = Set(map.before)
    var traces: [PackagePath: [Int: [Int]]] = [:]
    for (index, trace) in map.traces.enumerated() where !tests[index].isEmpty || before.contains(index) {
      let function = map.functions[trace.function]
      for line in trace.lines.joined() {
        traces[function.path, default: [:]][function.line + line, default: []].append(index)
      }
    }
    groups = traces.mapValues { traces in
      var lines: [[Int]: [Int]] = [:]
      for (line, traces) in traces { lines[traces, default: []].append(line) }
      struct Who: Hashable {
        var tests: [Int]
        var isBefore: Bool
      }
      var found: [Who: [Int]] = [:]
      for (traces, lines) in lines {
        let who = Who(
          tests: Set(traces.flatMap { tests[$0] }).sorted(), isBefore: traces.contains(where: before.contains)
        )
        found[who, default: []] += lines
      }
      return found.map { who, lines in
        Group(tests: who.tests.map { map.tests[$0].id }, isBefore: who.isBefore, lines: lines.sorted())
      }.sorted { ($0.lines.first ?? 0) < ($1.lines.first ?? 0) }
    }
  }

  public func groups(in file: PackagePath) -> [Group] { groups[file] ?? [] }

  public func mark(of file: PackagePath) -> ContentMark {
    var mark = ContentMark()
    for group in groups(in: file) {
      mark.add(group.tests.count)
      for test in group.tests { mark.add(test.rawValue) }
      mark.add(group.isBefore ? 1 : 0)
      for line in group.lines { mark.add(line) }
    }
    return mark
  }
}

/// What one test executes, for its page.
public struct ExecutedByTest: Equatable, Sendable {
  public struct Function: Equatable, Sendable {
    public var name: String
    public var path: PackagePath
    public var line: Int
    /// No other test executes it.
    public var isOnly: Bool

    public init(name: String, path: PackagePath, line: Int, isOnly: Bool) {
      (self.name, self.path, self.line, self.isOnly) = (name, path, line, isOnly)
    }
  }

  /// What it alone executes first, then by place.
  public var functions: [Function]
  /// How it ended alone.
  public var outcome: TestOutcome
  /// The commit whose lines these are.
  public var commit: CommitID?

  public init(functions: [Function], outcome: TestOutcome, commit: CommitID?) {
    (self.functions, self.outcome, self.commit) = (functions, outcome, commit)
  }
}

/// A map with what each function's page of a test has to know of the other tests.
public struct ExecutedByTests: Sendable {
  private let map: TestMap
  private let tests: [TestID: TestMap.Test]
  /// By function: how many tests execute it.
  private let counts: [Int]
  private let functionMarks: [ContentMark]

  public init(_ map: TestMap) {
    self.map = map
    functionMarks = map.functions.map { function in
      var mark = ContentMark(function.name)
      mark.add(function.path.rawValue)
      mark.add(function.line)
      return mark
    }
    tests = Dictionary(map.tests.map { ($0.id, $0) }) { first, _ in first }
    var counts = [Int](repeating: 0, count: map.functions.count)
    for test in map.tests {
      for function in Set(test.traces.map { map.traces[$0].function }) { counts[function] += 1 }
    }
    self.counts = counts
  }

  /// Another one whenever what is told of the test is; nil where nothing is known of it.
  public func mark(of test: TestID) -> ContentMark? {
    guard let test = tests[test] else { return nil }
    var mark = ContentMark(test.outcome.rawValue)
    for index in Set(test.traces.map({ map.traces[$0].function })).sorted() {
      mark.add(functionMarks[index])
      mark.add(counts[index] == 1 ? 1 : 0)
    }
    return mark
  }

  /// Nil where nothing is known of it.
  public func executed(by test: TestID) -> ExecutedByTest? {
    guard let test = tests[test] else { return nil }
    let functions = Set(test.traces.map { map.traces[$0].function }).map { index in
      let function = map.functions[index]
      return ExecutedByTest.Function(
        name: function.name, path: function.path, line: function.line, isOnly: counts[index] == 1)
    }
    let sorted = functions.sorted {
      ($0.isOnly ? 0 : 1, $0.path, $0.line, $0.name) < ($1.isOnly ? 0 : 1, $1.path, $1.line, $1.name)
    }
    return ExecutedByTest(functions: sorted, outcome: test.outcome, commit: map.commit)
  }
}
