import Words

/// A test library.
public enum TestLibrary: String, Codable, Sendable, CaseIterable {
  case xctest
  case swiftTesting = "swift-testing"
}

/// The outcome of a test.
public enum TestOutcome: String, Codable, Sendable, CaseIterable {
  case passed, failed, crashed, skipped, flaky
  case timedOut = "timed-out"
  case expectedFailure = "expected-failure"
  case notRun = "not-run"

  /// Whether this outcome makes the integration red.
  public var isFailure: Bool { self == .failed || self == .crashed || self == .timedOut }
  /// Whether there is a failure to tell of.
  public var wentWrong: Bool { isFailure || self == .flaky }
}

/// The tests of one integration, and how many had which outcome.
public struct TestReport: Equatable, Sendable {
  /// The tests.
  public var cases: [TestCase]
  /// Tests in the sources that did not run, with the reason.
  public var didNotRun: [DidNotRun] = []
  /// How processes shared the tests. Left out when only one process was asked for.
  public var sharing: TestSharing?
  /// The tests that ran first, because they execute changed lines. Left out when there were none.
  public var affected: AffectedFirst?
  /// What running only affected tests would have missed. Left out when that is not known.
  public var score: SelectionScore?

  public init(cases: [TestCase]) { self.cases = cases }

  public func count(_ outcome: TestOutcome) -> Int { cases.count { $0.outcome == outcome } }

  /// Tests that have an outcome of their own because they ran, or were skipped when their turn came.
  public var ranCount: Int { cases.count - count(.notRun) }
  public var failureCount: Int { cases.count { $0.outcome.isFailure } }
}

extension TestReport: Codable {
  private enum Key: String, CodingKey {
    /// The number of tests.
    case total
    /// The number of tests with this outcome.
    case passed, failed, crashed, timedOut, flaky, skipped, expectedFailures, notRun
    case cases, didNotRun, sharing, affected, score
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    cases = try container.decode([TestCase].self, forKey: .cases)
    didNotRun = try container.decode([DidNotRun].self, forKey: .didNotRun)
    sharing = try container.decodeIfPresent(TestSharing.self, forKey: .sharing)
    affected = try container.decodeIfPresent(AffectedFirst.self, forKey: .affected)
    score = try container.decodeIfPresent(SelectionScore.self, forKey: .score)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(cases.count, forKey: .total)
    let counted: KeyValuePairs<Key, TestOutcome> = [
      .passed: .passed, .failed: .failed, .crashed: .crashed, .timedOut: .timedOut, .flaky: .flaky,
      .skipped: .skipped, .expectedFailures: .expectedFailure, .notRun: .notRun,
    ]
    for (key, outcome) in counted { try container.encode(count(outcome), forKey: key) }
    try container.encode(cases, forKey: .cases)
    try container.encode(didNotRun, forKey: .didNotRun)
    try container.encodeIfPresent(sharing, forKey: .sharing)
    try container.encodeIfPresent(affected, forKey: .affected)
    try container.encodeIfPresent(score, forKey: .score)
  }
}

/// One test function.
public struct TestCase: Codable, Equatable, Sendable {
  /// Its full name.
  public var id: TestID
  /// Its test library.
  public var library: TestLibrary
  /// Its target.
  public var target: String
  /// Its class, or its nested suites joined by `/`. Empty for a free function.
  public var suite: String
  /// The display name of each part of `suite`. Empty when none has one.
  public var suiteNames: [String] = []
  /// The name of the function.
  public var name: String
  /// The groups of Quick around it, outermost first.
  public var groups: [String] = []
  /// Its display name.
  @Nullable public var displayName: String?
  /// Its outcome.
  public var outcome: TestOutcome
  /// How long it worked. Null when it waited for other tests.
  @Nullable public var seconds: Double?
  /// When it ran, for tests that run side by side.
  @Nullable public var span: TestSpan?
  /// The file that declares it.
  @Nullable public var file: PackagePath?
  /// The line that declares it.
  @Nullable public var line: Int?
  /// A mark of its code, which finds it again under another name. Null when its source is not known.
  @Nullable public var body: TestBody?
  /// Its tags.
  public var tags: [String] = []
  /// Why it was skipped or did not run.
  @Nullable public var skipReason: String?
  /// What it printed. Null when it cannot be separated from the output of other tests.
  @Nullable public var output: String?
  /// Its failures.
  public var failures: [TestFailure] = []
  /// Its crash.
  @Nullable public var crash: TestCrash?
  /// Where it was when it was stopped because it hung. Left out otherwise.
  public var stack: [StackFrame]?
  /// The cases of a parameterized test.
  public var arguments: [TestArgument] = []
  /// The files that it left, as paths in the folder of the integration.
  public var attachments: [String] = []
  /// Its measurements.
  public var measurements: [Measurement] = []
  /// Each run of a test that failed and was retried, beginning with the first one.
  public var attempts: [TestAttempt] = []
  /// The earlier integration of the same commit in which it passed, for a test that is flaky by that.
  @Nullable public var passedIn: IntegrationNumber?
  /// Why it does not run beside other tests. Left out otherwise.
  public var apart: TestApart?
  /// Why it fails, as `bothy rerun --why` found out.
  @Nullable public var culprit: Culprit?
  /// It started and did not end. Left out otherwise.
  public var begun: Bool?

  public init(
    id: TestID, library: TestLibrary, target: String, suite: String, name: String,
    outcome: TestOutcome = .notRun
  ) {
    (self.id, self.library, self.target) = (id, library, target)
    (self.suite, self.name, self.outcome) = (suite, name, outcome)
  }
}

extension TestCase {
  /// What became of it in the test run.
  public var firstOutcome: TestOutcome {
    attempts.first?.outcome ?? (outcome == .flaky ? .failed : outcome)
  }

  /// What it attached and left, each time that it ran.
  public var files: [String] {
    attempts.reduce(into: attachments) { all, attempt in
      all += attempt.attachments.filter { !all.contains($0) }
    }
  }

  /// The same for the test run and then for each attempt, each file where it came first.
  public var filesOfRuns: [[String]] {
    var seen: Set<String> = []
    return ([attachments] + attempts.map(\.attachments)).map { $0.filter { seen.insert($0).inserted } }
  }

  /// It had begun, and nobody knows how it would have ended.
  public var wasCutOff: Bool { outcome == .notRun && begun == true }

  /// Of what ended nobody needs to be told that it had begun.
  public var withBegun: TestCase {
    var test = self
    test.begun = wasCutOff ? true : nil
    return test
  }

  /// Why nothing came of it, of those that nothing came of.
  public var reason: String? { wasCutOff ? "it had begun, and did not end" : skipReason }

  /// It failed, and passed in the very same build.
  public var passedAlone: Bool { outcome == .flaky && passedIn == nil }
}

/// One run of a test.
public struct TestAttempt: Codable, Equatable, Sendable {
  /// Its outcome.
  public var outcome: TestOutcome
  /// How long it took.
  @Nullable public var seconds: Double?
  /// What it printed.
  @Nullable public var output: String?
  /// Its failures.
  public var failures: [TestFailure]
  /// Its crash.
  @Nullable public var crash: TestCrash?
  /// Where it was when it was stopped because it hung. Left out otherwise.
  public var stack: [StackFrame]?
  /// The cases of a parameterized test.
  public var arguments: [TestArgument]
  /// The files that it left.
  public var attachments: [String]

  public init(_ row: TestCase) {
    (outcome, failures, arguments, attachments) = (row.outcome, row.failures, row.arguments, row.attachments)
    (seconds, output, crash, stack) = (row.seconds, row.output, row.crash, row.stack)
  }

  /// A known issue counts as passed here: what is asked for is whether it failed.
  public var hasPassed: Bool { Self.isPass(outcome) }

  public static func isPass(_ outcome: TestOutcome) -> Bool {
    outcome == .passed || outcome == .expectedFailure
  }
}

/// When a test ran, in seconds since the first one started.
public struct TestSpan: Codable, Equatable, Sendable {
  /// When it started.
  public var from: Double
  /// When it ended.
  public var to: Double

  public init(from: Double, to: Double) { (self.from, self.to) = (from, to) }
}

extension Sequence<TestCase> {
  /// How long a group of tests took: never the sum of what they waited for each other. Nil where nothing is
  /// known, or it is not of one that took longer than all others.
  public var duration: Double? {
    guard !contains(where: { $0.outcome == .timedOut && $0.seconds == nil && $0.span == nil }) else {
      return nil
    }
    return knownDuration
  }

  /// The same of those of which it is known.
  public var knownDuration: Double? {
    let spans = compactMap(\.span)
    let beside = spans.map(\.to).max().flatMap { to in spans.map(\.from).min().map { to - $0 } }
    let alone = filter { $0.span == nil }.compactMap(\.seconds)
    guard beside != nil || !alone.isEmpty else { return nil }
    return (beside ?? 0) + alone.reduce(0, +)
  }

  /// With their spans counted from the first beginning among them.
  public var countedFromTheFirst: [TestCase] {
    let first = lazy.compactMap(\.span?.from).min() ?? 0
    return map { test in
      var test = test
      test.span = test.span.map { TestSpan(from: $0.from - first, to: $0.to - first) }
      return test
    }
  }
}

/// One failure of a test.
public struct TestFailure: Codable, Equatable, Sendable {
  /// A kind of failure.
  public enum Kind: String, Codable, Sendable {
    case assertion, crash, timeout, other
    case thrownError = "thrown-error"
    case unfulfilledExpectation = "unfulfilled-expectation"
  }

  /// What the library reported.
  public var message: String
  /// The file.
  @Nullable public var file: PackagePath?
  /// The line.
  @Nullable public var line: Int?
  /// The column.
  @Nullable public var column: Int?
  /// The kind of failure.
  public var kind: Kind
  /// It is a known issue or a warning and does not fail the test.
  public var isKnown: Bool
  /// It was recorded as a warning. Left out otherwise.
  public var isWarning: Bool?
  /// Its place is not known, so the declaration of the test is given. Left out otherwise.
  public var isAtDeclaration: Bool?
  /// It stands for this many further failures. Left out otherwise.
  public var standsFor: Int?
  /// The two values that were not equal.
  @Nullable public var values: ComparedValues?

  public init(
    message: String, file: PackagePath?, line: Int?, column: Int? = nil, kind: Kind, isKnown: Bool = false
  ) {
    (self.message, self.file, self.line) = (message, file, line)
    (self.column, self.kind, self.isKnown) = (column, kind, isKnown)
  }
}

extension TestFailure {
  /// In the place of what is too many to be kept.
  public static func left(_ count: Int) -> TestFailure {
    var failure = TestFailure(
      message: Figures.count(count, "more failure"), file: nil, line: nil, kind: .other)
    failure.standsFor = count
    return failure
  }
}

extension Sequence<TestFailure> {
  /// With those that were not kept.
  public var failureCount: Int { reduce(0) { $0 + ($1.standsFor ?? 1) } }
}

/// What is said behind the place of something whose own place nobody told.
enum DeclarationWords {
  static func of(_ isAtDeclaration: Bool?) -> String {
    isAtDeclaration == true ? " (where it is declared)" : ""
  }
}

extension TestCrash {
  /// To stand behind its place.
  public var placeWords: String { DeclarationWords.of(isAtDeclaration) }
}

extension TestFailure {
  /// To stand behind its place.
  public var placeWords: String { DeclarationWords.of(isAtDeclaration) }

  /// Its message, and what it is where that is no failure that was expected.
  public var toldAsKnown: String { (isWarning == true ? "warning: " : "") + message }

  /// On one line: what happened, and apart from it what was said to it.
  public var onOneLine: String {
    message.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
      .filter { !$0.isEmpty }.joined(separator: " – ")
  }
}

extension Collection<TestFailure> {
  /// What a test failed with as expected; of one that only warned its first warning.
  public var expected: TestFailure? {
    first { $0.isKnown && $0.isWarning != true } ?? first(where: \.isKnown)
  }
}

/// The crash of a test.
public struct TestCrash: Codable, Equatable, Sendable {
  /// The signal, such as `SIGILL`. Null when the process exited by itself.
  @Nullable public var signal: String?
  /// What the runtime reported.
  public var message: String
  /// The file of the first frame inside the package.
  @Nullable public var file: PackagePath?
  /// The line of that frame.
  @Nullable public var line: Int?
  /// Its place is not known, so the declaration of the test is given. Left out otherwise.
  public var isAtDeclaration: Bool?
  /// The stack.
  public var frames: [StackFrame]
  /// Where it was not in any source, before its place is told.
  public var macro: MacroPlace?

  private enum CodingKeys: String, CodingKey { case signal, message, file, line, isAtDeclaration, frames }

  public init(signal: String?, message: String, file: PackagePath?, line: Int?, frames: [StackFrame]) {
    (self.signal, self.message, self.file, self.line, self.frames) = (signal, message, file, line, frames)
  }
}

/// One frame of a stack.
public struct StackFrame: Codable, Equatable, Sendable {
  /// The function.
  public var function: String
  /// The file, relative to the package or absolute.
  @Nullable public var file: String?
  /// The line.
  @Nullable public var line: Int?
  /// The column.
  @Nullable public var column: Int?

  public init(function: String, file: String?, line: Int?, column: Int?) {
    (self.function, self.file, self.line, self.column) = (function, file, line, column)
  }
}

extension StackFrame {
  /// In a source of the package.
  public var isOwn: Bool { file.map { !$0.hasPrefix("/") } ?? false }

  /// For people: nobody reads the names that a macro gives to what it makes.
  public var words: String {
    ["fMp_", "fMu_", "fMf_"].contains(where: function.contains) ? "what a macro expands to" : function
  }
}

/// One case of a parameterized test.
public struct TestArgument: Codable, Equatable, Sendable {
  /// Its arguments.
  public var name: String
  /// Its outcome.
  public var outcome: TestOutcome

  public init(name: String, outcome: TestOutcome) { (self.name, self.outcome) = (name, outcome) }
}

/// A measurement of a test.
public struct Measurement: Codable, Equatable, Sendable {
  /// What was measured, with its unit.
  public var metric: String
  /// The average.
  public var average: Double
  /// The relative standard deviation in percent.
  public var relativeStandardDeviation: Double
  /// All values.
  public var values: [Double]

  public init(metric: String, average: Double, relativeStandardDeviation: Double, values: [Double]) {
    (self.metric, self.average) = (metric, average)
    (self.relativeStandardDeviation, self.values) = (relativeStandardDeviation, values)
  }
}
