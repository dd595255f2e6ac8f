import Words

public enum TestLibrary: String, Codable, Sendable, CaseIterable {
  case xctest
  case swiftTesting = "swift-testing"
}

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

/// What the tests of one integration did. The counts are derived from the cases, never kept beside them.
public struct TestReport: Equatable, Sendable {
  public var cases: [TestCase]
  /// What is in the sources and did not run, each with its reason.
  public var didNotRun: [DidNotRun] = []
  /// Absent where nobody asked for more than one process.
  public var sharing: TestSharing?
  /// Absent where no tests ran before the others.
  public var affected: AffectedFirst?
  /// What selecting would have left out; absent where no map was known, and where not all ran.
  public var score: SelectionScore?

  public init(cases: [TestCase]) { self.cases = cases }

  public func count(_ outcome: TestOutcome) -> Int { cases.count { $0.outcome == outcome } }

  /// Tests that have an outcome of their own because they ran, or were skipped when their turn came.
  public var ranCount: Int { cases.count - count(.notRun) }
  public var failureCount: Int { cases.count { $0.outcome.isFailure } }
}

extension TestReport: Codable {
  private enum Key: String, CodingKey {
    case total, passed, failed, crashed, timedOut, flaky, skipped, expectedFailures, notRun, cases, didNotRun
    case sharing, affected, score
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

/// One test function and what became of it.
public struct TestCase: Codable, Equatable, Sendable {
  public var id: TestID
  public var library: TestLibrary
  public var target: String
  /// The class, or the nested suites joined by `/`; empty for a free function.
  public var suite: String
  /// The display name of each part of `suite`, empty where it has none; no names at all when none has one.
  public var suiteNames: [String] = []
  public var name: String
  /// Quick's groups around it, outermost first.
  public var groups: [String] = []
  @Nullable public var displayName: String?
  public var outcome: TestOutcome
  /// What it worked; absent where it ran among so many that some of it was waiting.
  @Nullable public var seconds: Double?
  /// From when to when it was open beside others, in seconds since the first of them began.
  @Nullable public var span: TestSpan?
  @Nullable public var file: PackagePath?
  @Nullable public var line: Int?
  /// Absent where its source is not known, and where an older Bothy ran it.
  @Nullable public var body: TestBody?
  public var tags: [String] = []
  @Nullable public var skipReason: String?
  /// What this test alone printed; absent where tests run side by side and it cannot be told apart.
  @Nullable public var output: String?
  public var failures: [TestFailure] = []
  @Nullable public var crash: TestCrash?
  /// Where it stood when it was stopped because it hung, as far as that is known; absent of all others.
  public var stack: [StackFrame]?
  public var arguments: [TestArgument] = []
  /// What it attached or left to be kept, as paths in the folder of the integration.
  public var attachments: [String] = []
  public var measurements: [Measurement] = []
  /// Each time that it was run, where it failed and was repeated alone: the first is that of the test run.
  public var attempts: [TestAttempt] = []
  /// The earlier integration of the same commit in which it passed, where it never did in this one.
  @Nullable public var passedIn: IntegrationNumber?
  /// What it cannot have beside or before it, as integrations showed; absent of all others.
  public var apart: TestApart?
  /// Why it fails, where that was asked.
  @Nullable public var culprit: Culprit?
  /// Of one that did not run to its end: it had begun. Absent of all others.
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

/// One time that a test was run.
public struct TestAttempt: Codable, Equatable, Sendable {
  public var outcome: TestOutcome
  @Nullable public var seconds: Double?
  @Nullable public var output: String?
  public var failures: [TestFailure]
  @Nullable public var crash: TestCrash?
  public var stack: [StackFrame]?
  public var arguments: [TestArgument]
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

/// From when to when something went on.
public struct TestSpan: Codable, Equatable, Sendable {
  public var from: Double
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

public struct TestFailure: Codable, Equatable, Sendable {
  public enum Kind: String, Codable, Sendable {
    case assertion, crash, timeout, other
    case thrownError = "thrown-error"
    case unfulfilledExpectation = "unfulfilled-expectation"
  }

  public var message: String
  @Nullable public var file: PackagePath?
  @Nullable public var line: Int?
  @Nullable public var column: Int?
  public var kind: Kind
  /// A known issue or a warning: told, but it does not make the test fail.
  public var isKnown: Bool
  /// It was recorded as a warning, and nobody knew of it before; absent of all others.
  public var isWarning: Bool?
  /// Nobody told its place: it is shown where its test is declared. Absent of all others.
  public var isAtDeclaration: Bool?
  /// It stands for so many more, which are too many to be kept. Absent of all others.
  public var standsFor: Int?
  /// What the message tells of two values that were not equal.
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

public struct TestCrash: Codable, Equatable, Sendable {
  /// `SIGILL` and the like; absent when the process ended by itself in the middle of the test.
  @Nullable public var signal: String?
  public var message: String
  /// The first frame inside the package.
  @Nullable public var file: PackagePath?
  @Nullable public var line: Int?
  /// Nobody told its place: it is shown where its test is declared. Absent of all others.
  public var isAtDeclaration: Bool?
  public var frames: [StackFrame]
  /// Where it was not in any source, before its place is told.
  public var macro: MacroPlace?

  private enum CodingKeys: String, CodingKey { case signal, message, file, line, isAtDeclaration, frames }

  public init(signal: String?, message: String, file: PackagePath?, line: Int?, frames: [StackFrame]) {
    (self.signal, self.message, self.file, self.line, self.frames) = (signal, message, file, line, frames)
  }
}

public struct StackFrame: Codable, Equatable, Sendable {
  public var function: String
  @Nullable public var file: String?
  @Nullable public var line: Int?
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
  public var name: String
  public var outcome: TestOutcome

  public init(name: String, outcome: TestOutcome) { (self.name, self.outcome) = (name, outcome) }
}

/// What a measured test reported.
public struct Measurement: Codable, Equatable, Sendable {
  public var metric: String
  public var average: Double
  public var relativeStandardDeviation: Double
  public var values: [Double]

  public init(metric: String, average: Double, relativeStandardDeviation: Double, values: [Double]) {
    (self.metric, self.average) = (metric, average)
    (self.relativeStandardDeviation, self.values) = (relativeStandardDeviation, values)
  }
}
