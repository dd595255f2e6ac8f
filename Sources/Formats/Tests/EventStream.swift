internal import Foundation
public import Model

/// Reads the event stream of Swift Testing. Ask for it with `--event-stream-output-path FILE`, no
/// `--event-stream-version`, and `SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED=1`, without which the cases
/// of a parameterized test can't be told apart.
public struct EventStream: Sendable {
  private let sources: SourceMap
  private var splitter: RecordSplitter
  private(set) var tests: [EventStreamTest] = []
  private(set) var suites = EventStreamSuites()
  private var indices: [String: Int] = [:]
  private var sharing: [String: [Int]] = [:]
  private var open: Set<Int> = []
  /// How many beginnings and ends of tests and of their cases were told.
  public private(set) var told = 0
  /// As many tests can work at once; with more of them open, how long one takes is how long it waits.
  private let cores: Int
  /// When more were open than can work at once, counted in `told`.
  private var lastCrowd = 0
  /// What tests are called whom an earlier process of the same run told of, by their ids in the stream.
  private let identities: [String: TestID]
  private var suiteNames: [String: String] = [:]
  private var skippedSuites: [String: String?] = [:]
  private var loose: [(issue: EventStreamIssue, suite: String?)] = []
  private var events: [TestEvent] = []
  public private(set) var runStarted = false
  public private(set) var runEnded = false
  /// Whole lines that could not be read: each may have told a test's outcome.
  public private(set) var brokenLineCount = 0
  /// The last line has no end and could not be read, as a process leaves it that is killed while it writes.
  public private(set) var endsCutOff = false
  /// Records of which long texts and lists keep their beginnings only.
  public var cutRecordCount: Int { splitter.cutCount }
  private static let looseLimit = 1000
  /// Keeps what a test attached, and tells where it lies beside the report. Without the bytes of it there is
  /// only the name to be told.
  public typealias KeepAttachment = @Sendable (_ name: String, _ bytes: [UInt8]?) -> String?
  private var keepAttachment: KeepAttachment

  public init(
    sources: SourceMap, cores: Int = 1, identities: [String: TestID] = [:],
    limits: RecordLimits = RecordLimits(), keepAttachment: @escaping KeepAttachment = { _, _ in nil }
  ) {
    (self.sources, self.cores, self.identities) = (sources, cores, identities)
    self.keepAttachment = keepAttachment
    splitter = RecordSplitter(limits)
  }

  public mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var splitter = splitter
    self.splitter = RecordSplitter(RecordLimits())
    splitter.add(bytes) { take($0) }
    self.splitter = splitter
  }

  public mutating func finish() {
    var splitter = splitter
    let broken = brokenLineCount
    splitter.finish { take($0) }
    self.splitter = splitter
    if brokenLineCount > broken { (brokenLineCount, endsCutOff) = (broken, true) }
  }

  /// The same, of which nothing is kept that tests attach from now on.
  public var keepingNothing: EventStream {
    var copy = self
    copy.keepAttachment = { _, _ in nil }
    return copy
  }

  /// All announced test functions, in the order of the announcement. One that began and did not end, or
  /// never began, is not run: the caller decides whether it crashed or timed out.
  public var cases: [TestCase] {
    tests.map { test in
      var told = test
      if !test.hasEvents, let reason = skippedSuite(of: test.id) { told.skip(reason: reason) }
      var made = told.testCase(sources)
      let names = test.id.suites.map { suiteNames[$0] ?? "" }
      made.suiteNames = names.allSatisfy(\.isEmpty) ? [] : names
      return made
    }
  }

  /// Begun and not ended: they work, or wait for a thread.
  public var running: [TestID] { open.sorted().map { tests[$0].testID } }

  public var runningCount: Int { open.count }

  /// From when to when each test ran, where that is known.
  public var moments: [TestMoment] { tests.compactMap(\.wallMoment) }

  /// The cases of a parameterized test that have begun and not ended, by their position.
  public func openArguments(of test: TestID) -> [Int] {
    tests.first { $0.testID == test }?.openArguments ?? []
  }

  /// Those in which nothing failed until they had ended.
  public var failedLate: [TestID] { tests.filter(\.failedLate).map(\.testID) }

  /// What the stream itself calls each announced test.
  public var rawIDs: [TestID: String] {
    Dictionary(tests.map { ($0.testID, $0.id.raw) }) { first, _ in first }
  }

  /// How many cases of parameterized tests have no line of their own, as there are too many.
  public var unlistedCaseCount: Int { tests.reduce(0) { $0 + $1.unlistedCount } }

  /// Issues that no test owns: recorded by a thread or a detached task that a test left behind.
  public var looseIssues: [LooseIssue] {
    loose.map { LooseIssue($0.issue.failure(sources), suite: $0.suite) }
  }

  /// Since the last call.
  public mutating func takeEvents() -> [TestEvent] {
    defer { events = [] }
    return events
  }

  /// For `--filter` and `--skip`: matches the test that the stream calls so, and no other.
  public static func filterPattern(raw: String) -> String { "^\(escaped(raw))$" }

  /// The same for a test that is known by name alone.
  public static func filterPattern(for id: TestID) -> String {
    let stem = id.stem
    return "^\(escaped(stem.text))\(stem.end)"
  }

  private static func escaped(_ id: String) -> String {
    let special = Set("\\^$.|?*+()[]{}")
    return id.reduce(into: "") { text, character in
      if special.contains(character) { text.append("\\") }
      text.append(character)
    }
  }

  private func skippedSuite(of id: EventStreamID) -> String?? {
    var path = id.withoutPlace
    while let slash = path.lastIndex(of: "/") {
      path = String(path[..<slash])
      if let reason = skippedSuites[path] { return .some(reason) }
    }
    return .none
  }
}

extension EventStream {
  private mutating func take(_ line: UnsafeRawBufferPointer) {
    guard !line.isEmpty else { return }
    guard line.first == 123,
      let record = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
      let kind = record["kind"] as? String, let payload = record["payload"] as? [String: Any]
    else {
      brokenLineCount += 1
      return
    }
    switch kind {
    case "test": announce(payload)
    case "event": happen(payload)
    default: break
    }
  }

  private mutating func announce(_ payload: [String: Any]) {
    guard let raw = payload["id"] as? String else { return }
    if payload["kind"] as? String == "suite" {
      suites.announce(raw)
      suiteNames[raw] = payload["displayName"] as? String
    }
    guard payload["kind"] as? String == "function" else { return }
    guard indices[raw] == nil else { return }
    let test = EventStreamTest(EventStreamID(raw), payload)
    indices[raw] = tests.count
    sharing[test.id.withoutPlace, default: []].append(tests.count)
    tests.append(test)
    nameApart(sharing[test.id.withoutPlace] ?? [])
  }

  /// Namesakes, whom a process may announce all, or one of them alone.
  private mutating func nameApart(_ namesakes: [Int]) {
    let known = namesakes.compactMap { index in identities[tests[index].id.raw].map { (index, $0) } }
    for (index, identity) in known { tests[index].testID = identity }
    guard known.isEmpty, namesakes.count > 1 else { return }
    for (file, same) in Dictionary(grouping: namesakes, by: { tests[$0].id.location.file }) {
      let sorted = same.sorted { tests[$0].id.location < tests[$1].id.location }
      for (number, index) in sorted.enumerated() {
        tests[index].testID = TestID(
          tests[index].id.withoutPlace, file: file, number: same.count > 1 ? number + 1 : nil)
      }
    }
  }

  private mutating func happen(_ payload: [String: Any]) {
    let kind = payload["kind"] as? String
    switch kind {
    case "runStarted": runStarted = true
    case "runEnded": runEnded = true
    default: break
    }
    guard let raw = payload["testID"] as? String, let index = indices[raw] else {
      if let raw = payload["testID"] as? String { suites.follow(kind, raw) }
      if kind == "testSkipped", let raw = payload["testID"] as? String {
        skippedSuites[raw] = .some(EventStreamTest.comments(payload))
      } else if kind == "issueRecorded" {
        addLoose(payload)
      }
      return
    }
    follow(kind, index)
    switch kind {
    case "testStarted":
      tests[index].begin(payload, told: told)
      events.append(.started(tests[index].testID))
    case "issueRecorded":
      guard let issue = tests[index].add(EventStreamIssue(payload)), issue.isFailure else { return }
      events.append(.failed(tests[index].testID, issue.failure(sources)))
    case "testCaseStarted": tests[index].beginCase(payload)
    case "testCaseEnded": tests[index].endCase(payload)
    case "valueAttached": tests[index].attach(payload, keepAttachment)
    case "testCaseCancelled": tests[index].cancelCase(payload)
    case "testCancelled": tests[index].cancel(payload)
    case "testSkipped":
      tests[index].skip(reason: EventStreamTest.comments(payload))
      tellEnd(of: tests[index])
    case "testEnded":
      tests[index].end(payload, isKnownTime: lastCrowd < tests[index].beganAt)
      tellEnd(of: tests[index])
    default: break
    }
  }

  /// Who works and who waits cannot be told apart while more are open than can work.
  private mutating func follow(_ kind: String?, _ index: Int) {
    switch kind {
    case "testStarted": open.insert(index)
    case "testEnded", "testSkipped": open.remove(index)
    case "testCaseStarted", "testCaseEnded": break
    default: return
    }
    told += 1
    if open.count > cores { lastCrowd = told }
  }

  private mutating func tellEnd(of test: EventStreamTest) {
    events.append(.ended(test.testID, test.outcome, seconds: test.seconds))
  }

  /// Swift Testing records an issue without a test twice, at one and the same moment.
  private mutating func addLoose(_ payload: [String: Any]) {
    let issue = EventStreamIssue(payload)
    guard loose.count < Self.looseLimit, !loose.contains(where: { issue.isEcho(of: $0.issue) }) else {
      return
    }
    // A trait of a suite may fail around its tests; a test that was not announced has parentheses.
    let owner = (payload["testID"] as? String).flatMap { $0.contains("(") ? nil : $0 }
    let suite = owner.map { $0.drop { $0 != "." }.dropFirst() }
    loose.append((issue, suite.flatMap { $0.isEmpty ? nil : String($0) }))
  }
}

extension EventStream {
  /// A test as the library lists it before it runs.
  public static func announced(_ listed: TestID) -> TestCase {
    let id = EventStreamID(listed.rawValue)
    return TestCase(
      id: TestID(id.withoutPlace), library: .swiftTesting, target: id.module, suite: id.suite, name: id.name)
  }
}
