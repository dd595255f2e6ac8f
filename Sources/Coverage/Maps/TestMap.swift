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
    /// What it said when it passed among the others and went wrong alone, twice; absent where it did not.
    public var failsAlone: String?
    /// Indices into `files`, in order: those that it or its children opened.
    public var read: [Int]

    public init(
      id: TestID, outcome: TestOutcome, mark: String, traces: [Int], measuredAt: CommitID?,
      failsAlone: String? = nil, read: [Int] = []
    ) {
      (self.id, self.outcome, self.mark, self.traces) = (id, outcome, mark, traces)
      (self.measuredAt, self.failsAlone, self.read) = (measuredAt, failsAlone, read)
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
  /// What tests read of the checkout, as it was then.
  public var files: [FileRead] = []
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

/// A file of the checkout, or a folder whose names were asked for, and what stood in it.
public struct FileRead: Hashable, Sendable {
  /// From the top of the checkout; `everything` where it is too many to be told one by one.
  public var path: String
  /// Changes whenever it does.
  public var mark: String

  public static let everything = ""

  public init(path: String, mark: String) { (self.path, self.mark) = (path, mark) }
}

/// A test that was run alone, and what that told.
public struct MeasuredTest: Equatable, Sendable {
  public var id: TestID
  public var outcome: TestOutcome
  public var mark: String
  public var executed: [ExecutedFunction]
  public var failsAlone: String?
  public var read: [FileRead]

  public init(
    id: TestID, outcome: TestOutcome, mark: String, executed: [ExecutedFunction], failsAlone: String? = nil,
    read: [FileRead] = []
  ) {
    (self.id, self.outcome, self.mark) = (id, outcome, mark)
    (self.executed, self.failsAlone, self.read) = (executed, failsAlone, read)
  }
}

extension TestMap {
  /// With what was measured since, one test after the other.
  public func adding(_ measured: [MeasuredTest]) -> TestMap {
    var making = TestMapMaking(goingOnWith: self)
    for one in measured { making.add(one) }
    return making.made
  }
}

/// Makes the map of a build: of what is known from before what still holds, and of the tests that ran.
public struct TestMapMaking: Sendable {
  private let code: MappedCode
  private var map: TestMap
  private var traceIndices: [TestMap.Trace: Int] = [:]
  private var fileIndices: [FileRead: Int] = [:]
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
      // What calls tell of their places may be another where no text is.
      guard found.count == 1, code.functions[found[0]].mark == function.mark,
        code.functions[found[0]].code == function.code
      else { return nil }
      return found[0]
    }
  }

  fileprivate init(goingOnWith map: TestMap) {
    code = MappedCode(functions: [], mark: map.mark, testMarks: [:])
    (self.map, former, same) = (map, nil, [])
    traceIndices = Dictionary(map.traces.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    fileIndices = Dictionary(map.files.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    tests = Dictionary(map.tests.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Those of these tests that are to be measured: new ones, changed ones, and whatever executed or read
  /// something that changed. What still holds of the others is taken over. `done`: measured for this very
  /// map.
  public mutating func stale(of wanted: [TestCase], done: Set<TestID> = []) -> [TestCase] {
    let known = Dictionary((former?.tests ?? []).map { ($0.id, $0) }) { first, _ in first }
    return wanted.filter { row in
      guard let former, let test = known[row.id], test.outcome.isSettled || done.contains(row.id),
        !test.mark.isEmpty, test.mark == code.mark(of: row),
        test.read.allSatisfy({ code.isAsItWas(former.files[$0]) })
      else { return true }
      var traces: [Int] = []
      for index in test.traces {
        let trace = former.traces[index]
        guard let function = same[trace.function] else { return true }
        traces.append(number(of: TestMap.Trace(function: function, lines: trace.lines)))
      }
      var kept = test
      kept.traces = Set(traces).sorted()
      kept.read = Set(test.read.map { number(of: former.files[$0]) }).sorted()
      tests[row.id] = kept
      return false
    }
  }

  public mutating func add(_ row: TestCase, outcome: TestOutcome, _ executed: [ExecutedFunction]) {
    add(measured(row, outcome: outcome, executed))
  }

  public func measured(
    _ row: TestCase, outcome: TestOutcome, _ executed: [ExecutedFunction], failsAlone: String? = nil,
    read: [FileRead] = []
  ) -> MeasuredTest {
    MeasuredTest(
      id: row.id, outcome: outcome, mark: code.mark(of: row), executed: executed, failsAlone: failsAlone,
      read: read)
  }

  public mutating func add(_ one: MeasuredTest) {
    let traces = one.executed.map { number(of: TestMap.Trace(function: $0.function, lines: $0.lines)) }
    tests[one.id] = TestMap.Test(
      id: one.id, outcome: one.outcome, mark: one.mark, traces: Set(traces).sorted(),
      measuredAt: map.commit, failsAlone: one.failsAlone,
      read: Set(one.read.map { number(of: $0) }).sorted())
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

  private mutating func number(of file: FileRead) -> Int {
    if let known = fileIndices[file] { return known }
    map.files.append(file)
    fileIndices[file] = map.files.count - 1
    return map.files.count - 1
  }

  public var made: TestMap {
    var made = map
    made.tests = tests.values.sorted { $0.id < $1.id }
    return made
  }
}

extension TestOutcome {
  /// What it executed says what it will execute again.
  fileprivate var isSettled: Bool { self == .passed || self == .expectedFailure }
}

extension TestMap {
  /// Those of these tests that passed among the others and went wrong alone, by what they said.
  public func leaning(among rows: [TestCase]) -> [(test: Test, row: TestCase)] {
    let known = Dictionary(tests.map { ($0.id, $0) }) { first, _ in first }
    return rows.compactMap { row in
      guard row.outcome == .passed, let test = known[row.id], test.failsAlone != nil else { return nil }
      return (test, row)
    }
  }
}
