public import Model

/// Which test executes what, each test alone in a process of its own. It is kept for a branch and renewed
/// test by test.
public struct TestMap: Equatable, Sendable {
  /// A function of the package's own sources.
  public struct Function: Equatable, Sendable {
    public var path: PackagePath
    /// Mangled; by it and its path it is known again.
    public var symbol: String
    public var name: String
    public var line: Int
    /// Changes whenever its text does.
    public var mark: String
    /// Changes whenever the compiler reads something else there.
    public var code: String

    public init(
      path: PackagePath, symbol: String, name: String, line: Int, mark: String, code: String = ""
    ) {
      (self.path, self.symbol, self.name, self.line) = (path, symbol, name, line)
      (self.mark, self.code) = (mark, code)
    }
  }

  /// One way through a function: its lines that were executed, counted from its first one. What its lines
  /// are is not known where the process did not come to its own end.
  public struct Trace: Hashable, Sendable {
    public var function: Int
    public var lines: [ClosedRange<Int>]

    public init(function: Int, lines: [ClosedRange<Int>]) { (self.function, self.lines) = (function, lines) }
  }

  public struct Test: Equatable, Sendable {
    public var id: TestID
    /// How it ended alone.
    public var outcome: TestOutcome
    /// Changes with its own text, and with all of its target that is no test's own.
    public var mark: String
    /// Indices into `traces`, in order.
    public var traces: [Int]
    /// The commit at which it was measured.
    public var measuredAt: CommitID?

    public init(id: TestID, outcome: TestOutcome, mark: String, traces: [Int], measuredAt: CommitID?) {
      (self.id, self.outcome, self.mark, self.traces) = (id, outcome, mark, traces)
      self.measuredAt = measuredAt
    }
  }

  /// The commit whose sources the lines are those of.
  public var commit: CommitID?
  /// The integration that made it.
  public var integration: IntegrationNumber?
  /// Changes with all that is not the body of a function or a test.
  public var mark: String
  public var functions: [Function] = []
  public var traces: [Trace] = []
  /// Indices into `traces`: what is executed before the first test, whichever that is.
  public var before: [Int] = []
  /// By id.
  public var tests: [Test] = []

  public init(commit: CommitID?, mark: String) { (self.commit, self.mark) = (commit, mark) }

  /// The functions that a test executes, in order.
  public func functions(of test: Test) -> [Function] {
    Set(test.traces.map { traces[$0].function }).sorted().map { functions[$0] }
  }

  public func test(_ id: TestID) -> Test? { tests.first { $0.id == id } }
}

/// What one test executed: functions by their index, each with its lines counted from its first one.
public struct ExecutedFunction: Equatable, Sendable {
  public var function: Int
  public var lines: [ClosedRange<Int>]

  public init(function: Int, lines: [ClosedRange<Int>]) { (self.function, self.lines) = (function, lines) }
}

/// Makes the map of a build: of what is known from before what still holds, and of the tests that ran.
public struct TestMapMaking: Sendable {
  private let code: MappedCode
  private var map: TestMap
  private var traceIndices: [TestMap.Trace: Int] = [:]
  private var tests: [TestID: TestMap.Test] = [:]
  private let former: TestMap?
  /// The same function now, for each of the former map's that is what it was.
  private let same: [Int?]

  public init(
    _ code: MappedCode, commit: CommitID?, former: TestMap?, by integration: IntegrationNumber? = nil
  ) {
    self.code = code
    map = TestMap(commit: commit, mark: code.mark)
    map.integration = integration
    map.functions = code.functions
    // Where declarations changed, a call may lead to another function now: then nothing is known any more.
    let former = former?.mark == code.mark && !code.mark.isEmpty ? former : nil
    self.former = former
    let known = code.functionsByName
    same = (former?.functions ?? []).map { function in
      let found = known[function.key] ?? []
      guard found.count == 1, code.functions[found[0]].mark == function.mark else { return nil }
      return found[0]
    }
  }

  /// Those of these tests that are to be measured: new ones, changed ones, and whatever executed something
  /// that changed. What still holds of the others is taken over.
  public mutating func stale(of wanted: [TestCase]) -> [TestCase] {
    let known = Dictionary((former?.tests ?? []).map { ($0.id, $0) }) { first, _ in first }
    return wanted.filter { row in
      guard let former, let test = known[row.id], test.outcome == .passed || test.outcome == .expectedFailure,
        !test.mark.isEmpty, test.mark == code.mark(of: row)
      else { return true }
      var traces: [Int] = []
      for index in test.traces {
        let trace = former.traces[index]
        guard let function = same[trace.function] else { return true }
        traces.append(number(of: TestMap.Trace(function: function, lines: trace.lines)))
      }
      var kept = test
      kept.traces = Set(traces).sorted()
      tests[row.id] = kept
      return false
    }
  }

  public mutating func add(_ row: TestCase, outcome: TestOutcome, _ executed: [ExecutedFunction]) {
    let traces = executed.map { number(of: TestMap.Trace(function: $0.function, lines: $0.lines)) }
    tests[row.id] = TestMap.Test(
      id: row.id, outcome: outcome, mark: code.mark(of: row), traces: Set(traces).sorted(),
      measuredAt: map.commit)
  }

  /// What the program executes without any test.
  public mutating func add(before executed: [ExecutedFunction]) {
    let traces = executed.map { number(of: TestMap.Trace(function: $0.function, lines: $0.lines)) }
    map.before = Set(traces).sorted()
  }

  private mutating func number(of trace: TestMap.Trace) -> Int {
    if let known = traceIndices[trace] { return known }
    map.traces.append(trace)
    traceIndices[trace] = map.traces.count - 1
    return map.traces.count - 1
  }

  public var made: TestMap {
    var made = map
    made.tests = tests.values.sorted { $0.id < $1.id }
    return made
  }
}
