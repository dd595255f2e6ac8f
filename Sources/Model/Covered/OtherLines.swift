import Words

/// Lines of unchanged files that only one of two integrations executed.
public struct OtherLines: Codable, Equatable, Sendable {
  /// A file with such lines.
  public struct File: Codable, Equatable, Sendable {
    /// Its path.
    public var path: PackagePath
    /// Ranges of lines that only this integration executed.
    public var ran: [[Int]]
    /// Ranges of lines that only the other integration executed.
    public var didNotRun: [[Int]]
    /// Lines that one of them executed only partly.
    public var partly: [Int]

    public init(path: PackagePath, ran: [[Int]], didNotRun: [[Int]], partly: [Int]) {
      (self.path, self.ran, self.didNotRun, self.partly) = (path, ran, didNotRun, partly)
    }
  }

  /// Sources, dependencies and settings are the same.
  public var sameSources: Bool
  /// The files.
  public var files: [File]
  /// Tests that differ. Null when the other tests are not known.
  @Nullable public var tests: OtherTests?

  public init(sameSources: Bool, files: [File], tests: OtherTests?) {
    (self.sameSources, self.files, self.tests) = (sameSources, files, tests)
  }

  /// Lines that ran in one of the two integrations alone.
  public var count: Int { (files.flatMap(\.ran) + files.flatMap(\.didNotRun)).lineCount }
  /// How many more of them did not run than in the other one.
  var more: Int { files.flatMap(\.didNotRun).lineCount - files.flatMap(\.ran).lineCount }
  /// "a file", "files", of those in which `more` lies.
  var places: String { files.count { !$0.ran.isEmpty || !$0.didNotRun.isEmpty } == 1 ? "a file" : "files" }
  public var partialCount: Int { files.reduce(0) { $0 + $1.partly.count } }

  /// "2 lines run only sometimes".
  public var sometimes: String {
    let isPartial = count == 0
    let number = isPartial ? partialCount : count
    let verb = number == 1 ? "runs" : "run"
    return "\(Figures.count(number, "line")) \(verb)\(isPartial ? " as a whole" : "") only sometimes"
  }
}

/// How the tests of two integrations differ.
public struct OtherTests: Codable, Equatable, Sendable {
  /// Some tests.
  public struct Some: Codable, Equatable, Sendable {
    /// How many there are.
    public var count: Int
    /// The first of them.
    public var first: [TestID]

    static let most = 20

    public init(_ tests: [TestID] = []) {
      count = tests.count
      first = Array(tests.prefix(Self.most))
    }
  }

  /// Tests of this integration only.
  public var new = Some()
  /// Tests of the other integration only.
  public var gone = Some()
  /// Tests that failed in this integration only.
  public var failed = Some()
  /// Tests that failed in the other integration only.
  public var mended = Some()
  /// Tests that ran in the other integration only.
  public var silent = Some()
  /// Tests that ran in this integration only.
  public var ranAgain = Some()
  /// Tests that failed in both in different ways. Null when there are none.
  @Nullable public var otherwise: Some?
  /// Tests with other code. Null when there are none.
  @Nullable public var rewritten: Some?

  public init() {}

  public static func between(_ before: TestReport, _ now: TestReport) -> OtherTests {
    let match = TestMatch(before: before, now: now)
    let old = Dictionary(before.cases.map { (match.now($0.id), $0) }) { first, _ in first }
    var found = OtherTests()
    func tests(_ holds: (TestCase, TestCase) -> Bool) -> [TestID] {
      now.cases.filter { test in old[test.id].map { holds($0, test) } ?? false }.map(\.id)
    }
    func ids(_ holds: (TestOutcome, TestOutcome) -> Bool) -> Some {
      Some(tests { holds($0.outcome, $1.outcome) })
    }
    found.new = Some(now.cases.map(\.id).filter { old[$0] == nil })
    found.gone = Some(match.gone)
    found.failed = ids { $0.ran && !$0.wentWrong && $1.wentWrong }
    found.mended = ids { $0.wentWrong && $1.ran && !$1.wentWrong }
    found.silent = ids { $0.ran && !$1.ran }
    found.ranAgain = ids { !$0.ran && $1.ran }
    let otherwise = tests { $0.outcome.wentWrong && $1.outcome.wentWrong && !$0.wentWrong(like: $1) }
    found.otherwise = otherwise.isEmpty ? nil : Some(otherwise)
    let rewritten = tests { old, now in old.body.map { now.body != nil && $0 != now.body } ?? false }
    found.rewritten = rewritten.isEmpty ? nil : Some(rewritten)
    return found
  }

  public var isNone: Bool { self == OtherTests() }

  /// What happened, and to which tests.
  public func rows(before: IntegrationNumber) -> [(words: String, tests: Some)] {
    [
      ("not in \(before)", new), ("of \(before) alone", gone),
      ("failed here, and not in \(before)", failed),
      ("failed in \(before), and not here", mended), ("did not run here, but in \(before)", silent),
      ("ran here, and not in \(before)", ranAgain),
      ("failed otherwise than in \(before)", otherwise ?? Some()),
      ("with other code than in \(before)", rewritten ?? Some()),
    ].filter { $0.1.count > 0 }
  }
}

/// What may have left lines out: tests that failed or did not run, and which ones were skipped.
struct TestGaps {
  var isUneven: Bool
  var skipped: Set<TestID>
  var ran: Set<TestID>

  /// What both skip leaves out the same, and so does what only one of them has.
  func areWider(than other: TestGaps) -> Bool {
    isUneven || ran.isEmpty && !other.ran.isEmpty || !skipped.isDisjoint(with: other.ran)
  }
}

extension Comparison.Coverage.Unequal {
  static func of(here: TestGaps, there: TestGaps) -> Self? {
    let (isHere, isThere) = (here.areWider(than: there), there.areWider(than: here))
    return isHere ? (isThere ? .both : .here) : isThere ? .there : nil
  }
}

extension TestReport {
  /// Tests failed or did not run, which run other lines; what a flaky one ran when it was repeated is not
  /// measured.
  var isUneven: Bool { cases.contains { $0.outcome.wentWrong || $0.outcome == .notRun } }
  var skipped: Set<TestID> { Set(cases.lazy.filter { $0.outcome == .skipped }.map(\.id)) }
  private var ran: Set<TestID> { Set(cases.lazy.filter { $0.outcome.ran }.map(\.id)) }
  var gaps: TestGaps { TestGaps(isUneven: isUneven, skipped: skipped, ran: ran) }

  /// Of an earlier one, with its tests as they are called now.
  func gaps(_ match: TestMatch) -> TestGaps {
    TestGaps(
      isUneven: isUneven, skipped: Set(skipped.compactMap(match.now)), ran: Set(ran.compactMap(match.now)))
  }
}

extension TestCase {
  /// The first thing that went wrong decides how far it came.
  fileprivate func wentWrong(like other: TestCase) -> Bool {
    outcome == other.outcome && firstFailure == other.firstFailure
  }

  /// Where it went wrong first; in its own file counted from its declaration, which may have moved.
  private var firstFailure: [String] {
    let failure = failures.first { !$0.isKnown }
    return [(failure?.file, failure?.line), (crash?.file, crash?.line)].map { file, line in
      "\(file?.rawValue ?? ""):\((line ?? 0) - (file == self.file ? self.line ?? 0 : 0))"
    }
  }
}

extension TestOutcome {
  fileprivate var ran: Bool { self != .skipped && self != .notRun }
}

extension [[Int]] {
  /// Of ranges, each a first and a last line.
  public var lineCount: Int { reduce(0) { $0 + ($1.last ?? 0) - ($1.first ?? 0) + 1 } }
}

extension [Int] {
  /// Numbers in order as ranges, each a first and a last one. Rooms that are optimized take it in: they ask
  /// for it twice for each file.
  @inlinable public var ranges: [[Int]] {
    var ranges: [[Int]] = []
    guard var first = first, var last = self.first else { return ranges }
    for number in dropFirst() {
      if number != last + 1 {
        ranges.append([first, last])
        first = number
      }
      last = number
    }
    ranges.append([first, last])
    return ranges
  }
}
