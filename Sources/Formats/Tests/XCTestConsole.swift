internal import Foundation
public import Model

/// What happened to a test, as it happens.
public enum TestEvent: Equatable, Sendable {
  case started(TestID)
  case failed(TestID, TestFailure)
  case ended(TestID, TestOutcome, seconds: Double?)

  /// Whom it concerns, where it is told once the test has ended.
  var ended: TestID? {
    switch self {
    case .started: nil
    case .failed(let test, _), .ended(let test, _, _): test
    }
  }
}

/// Before the first test of a class, where it is set up, or after one, where it is torn down in the end.
public struct ClassMoment: Equatable, Sendable {
  public var name: String
  /// One of its tests has run.
  public var hasBegun: Bool

  public init(name: String, hasBegun: Bool) { (self.name, self.hasBegun) = (name, hasBegun) }
}

/// Reads what a process that runs XCTest printed, as a state machine keyed on the test that is running:
/// a line is believed only when it fits the state, because tests print to the same stream.
public struct XCTestConsole: Sendable {
  private let announced: XCTestConsoleAnnounced
  private let sources: SourceMap
  private let outputLimit: Int
  private var splitter = LineSplitter()
  private var done: [TestCase] = []
  private var doneFailures = 0
  private var doneMoments: [TestMoment] = []
  private var doneStruck: [Struck] = []
  /// In order; anything may have printed the like.
  public private(set) var struckBetween: [StruckBetween] = []
  /// The test that runs, or the last one that said it ended: until the next starts, it may speak again.
  private(set) var current: XCTestConsoleCase?
  /// The tests before it, in order: what one of them printed may have looked like all that came since.
  private var earlier: [Earlier] = []
  private static let earlierLimit = 32
  /// As many bytes are read once more at most, however cunningly a test prints.
  private var bytesToReadAgain = 64 << 20
  private var beforeCurrent: (position: Int, line: [UInt8]) = (0, [])
  private var suites = XCTestConsoleSuites()
  private var suitesAtEnd: XCTestConsoleSuites?
  private var habits = XCTestConsoleHabits()
  private var position = 0
  private var started: Set<TestList.Entry> = []
  var events: [TestEvent] = []
  var late: XCTestConsoleLate?
  /// From the first line on by which a test took its end back.
  var takenBack: XCTestConsoleLate?
  /// What comes after a test's end, and looks as if it were its, was printed by somebody else.
  var endsAreFinal = false
  private var toldEnds: Set<TestID> = []
  /// Each of them costs a copy of all that is known.
  var mostLate = 64
  /// The names of tests, as XCTest prints them, of which a failure was printed and counted by nobody.
  public internal(set) var printedFailures: Set<String> = []
  /// Failures of tests that had not begun, while none ran.
  var early: [(name: String, finding: XCTestConsoleFinding)] = []
  private var outsideFatalError = XCTestConsoleFatalError()
  private var isFinished = false
  /// Of a process that was asked to quit only the words count: what it does then it would not have done by
  /// itself, as when a `sleep` that a signal ended lets a test pass.
  public var wasAskedToQuit = false
  /// When what is read next was heard, in seconds since 1970; nil where nobody asks for moments.
  public var heardAt: Double?

  /// A test that came to its end though the process died in it, where that is so: a thread of it crashes, and
  /// the signals with which the runtime stops the others end the `sleep` in which it waits.
  public struct Struck: Equatable, Sendable {
    public var test: TestID
    /// Where the runtime said that it was.
    public var address: UInt64
    /// With which it stopped the program, if it did.
    public var sentence: String?

    public init(test: TestID, address: UInt64, sentence: String?) {
      (self.test, self.address, self.sentence) = (test, address, sentence)
    }
  }

  /// A crash while no test ran, as where a class is torn down, though another test may have begun before the
  /// process had died.
  public struct StruckBetween: Equatable, Sendable {
    /// The class, where one is set up or torn down.
    public var suite: String?
    public var address: UInt64
    public var sentence: String?
  }

  private struct Earlier: Sendable {
    var test: XCTestConsoleCase
    var endedAgain = false
    /// What it was before this one's start.
    var before: (position: Int, line: [UInt8])
    var suitesAtEnd: XCTestConsoleSuites?
  }

  /// `announced` is what `--list-tests` told for this process, in order; empty when unknown: then `modules`
  /// says of which its classes are.
  public init(
    announced: [TestList.Entry], sources: SourceMap, outputLimit: Int = 65536, modules: [String: String] = [:]
  ) {
    self.announced = XCTestConsoleAnnounced(announced, modules)
    (self.sources, self.outputLimit) = (sources, outputLimit)
  }

  public mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var splitter = splitter
    // Kept out of self meanwhile, so that its buffers are not copied.
    self.splitter = LineSplitter(limit: 64)
    splitter.add(bytes) { take($0, hasFeed: true) }
    self.splitter = splitter
  }

  /// The process has ended.
  ///
  /// - Parameter status: with which it exited.
  public mutating func finish(status: Int32? = nil) {
    guard !isFinished else { return }
    isFinished = true
    var splitter = splitter
    splitter.finish { take($0, hasFeed: false) }
    if let status, running != nil, let other = late?.toldOfNobody(status) {
      self = other
      return
    }
    if let status, !isAsCounted(status), var other = takenBack?.withFinalEnds(status) {
      other.events = events + other.events.filter { $0.ended.map(toldEnds.contains) != true }
      self = other
      return
    }
    if let current, current.end != nil { tell(current) }
  }

  /// The test that has begun and not ended.
  public var running: TestID? { current.flatMap { $0.end == nil ? $0.testID : nil } }
  /// The same where it has failed by now.
  public var failing: TestID? { current.flatMap { $0.end == nil && $0.hasFailed ? $0.testID : nil } }
  /// A class whose suite has started and not ended.
  public var currentSuite: String? { suites.currentClass }
  /// Where it is while none of its tests runs; nil while one does.
  public var classMoment: ClassMoment? {
    guard isBetweenTests, let name = suites.currentClass else { return nil }
    return ClassMoment(name: name, hasBegun: current?.entry.class == name)
  }
  public var unfinished: TestID? { isFinished ? running : nil }

  /// In order. A test that began and did not end is not run, with its output and failures so far.
  public var cases: [TestCase] {
    done + (earlier.map(\.test) + [current].compactMap { $0 }).map { $0.testCase(sources) }
  }

  /// From when to when each test ran, where that is known.
  public var moments: [TestMoment] {
    doneMoments + (earlier.map(\.test) + [current].compactMap { $0 }).compactMap(\.moment)
  }

  /// In order; a test may have printed the like.
  public var struck: [Struck] {
    doneStruck + (earlier.map(\.test) + [current].compactMap { $0 }).compactMap(\.struck)
  }

  /// Of the tests that failed; XCTest counts them itself, see `executedLine`.
  public var failureCount: Int {
    earlier.reduce(doneFailures + (current?.failureCount ?? 0)) { $0 + $1.test.failureCount }
  }

  /// The sentence with which the runtime stopped the program, if it did, with the place it names.
  public var lastFatalError: String? { fatalError.sentence }

  /// Nil where it is another process's, by where that crashed.
  public func lastFatalError(without isStranger: (UInt64) -> Bool) -> String? {
    fatalError.address.map(isStranger) == true ? nil : fatalError.sentence
  }

  private var fatalError: XCTestConsoleFatalError {
    current.flatMap { $0.end == nil ? $0.fatalError : nil } ?? outsideFatalError
  }

  /// Of the outermost suite; nil when it was never printed. `skipped` counts the tests in which a skip was
  /// recorded, also those that failed.
  public var executedLine: (tests: Int, skipped: Int, failures: Int, unexpected: Int)? { suites.executed }

  /// Since the last call.
  public mutating func takeEvents() -> [TestEvent] {
    defer { events = [] }
    return events
  }
}

extension XCTestConsole {
  mutating func take(_ line: UnsafeRawBufferPointer, hasFeed: Bool) {
    if late?.remember(line) == false { late = nil }
    if takenBack?.remember(line) == false { takenBack = nil }
    current?.remember(line, hasFeed: hasFeed)
    guard !wasAskedToQuit else { return keep(line, hasFeed: hasFeed) }
    sort(line, hasFeed: hasFeed)
  }

  private mutating func sort(_ line: UnsafeRawBufferPointer, hasFeed: Bool) {
    if let found = XCTestConsoleLine.read(line, running: current?.name, sources: sources) {
      // What looks like a failure was printed without a newline.
      if case .found = found.kind, let end = XCTestConsoleLine.glue(line, beforeEndOf: current?.name) {
        sort(UnsafeRawBufferPointer(rebasing: line[..<end]), hasFeed: false)
        return sort(UnsafeRawBufferPointer(rebasing: line[end...]), hasFeed: hasFeed)
      }
      if believe(found, line) { return }
    } else if !endsAreFinal, current?.isDoubtful == true, current?.hasEnded == false,
      let name = earlier.last?.test.name,
      XCTestConsoleLine.read(line, running: name, sources: sources) != nil
    {
      takeBack(to: earlier.count - 1)
      return
    }
    keep(line, hasFeed: hasFeed)
  }

  /// Of a failure that is nobody's.
  mutating func passOver(_ line: UnsafeRawBufferPointer) {
    current?.remember(line, hasFeed: true)
    keep(line, hasFeed: true)
  }

  private mutating func keep(_ line: UnsafeRawBufferPointer, hasFeed: Bool) {
    noteFailure(in: line)
    let isOutside = isBetweenTests
    if isOutside { hearEarly(line, sources) }
    suites.expectsCount = false
    // A copy of the current test, however short-lived, would copy its output with the next line.
    if isOutside { readOutside(line) }
    current?.add(line: line, hasFeed: hasFeed, habits: &habits)
  }

  private mutating func readOutside(_ line: UnsafeRawBufferPointer) {
    outsideFatalError.read(line)
    guard struckBetween.count < Self.earlierLimit, line.begins(with: "*** "),
      let address = RuntimeWords.address(in: line.repairedText)
    else { return }
    struckBetween.append(
      StruckBetween(suite: suites.currentClass, address: address, sentence: outsideFatalError.sentence))
  }

  private mutating func keep(glued count: Int, of line: UnsafeRawBufferPointer) {
    let glued = UnsafeRawBufferPointer(rebasing: line[..<count])
    current?.add(glued: glued)
  }

  /// No test runs, as far as one can tell: the last one may still take its end back.
  private var isBetweenTests: Bool { current?.hasEnded ?? true }

  private mutating func believe(_ found: XCTestConsoleLine, _ line: UnsafeRawBufferPointer) -> Bool {
    switch found.kind {
    case .found(let finding):
      guard !isOver else { return false }
      noteTakenBack(line)
      if finding.kind == .failure { comeLate(line) }
      goOn()
      keep(glued: found.glued, of: line)
      current?.add(finding, line: UnsafeRawBufferPointer(rebasing: line[found.glued...]), habits: habits)
    case .caseEnded(let name, let outcome, let seconds):
      return end(name, outcome, seconds, found, line)
    case .caseStarted(let name, let moment):
      return start(name, at: moment, found, line)
    case .suiteStarted(let name):
      guard isBetweenTests, suites.accepts(name, announced) else { return false }
      keep(glued: found.glued, of: line)
      current?.add(suite: UnsafeRawBufferPointer(rebasing: line[found.glued...]))
      suites.start(name)
    case .suiteEnded(let name):
      guard isBetweenTests, suites.contains(name) else { return false }
      keep(glued: found.glued, of: line)
      current?.add(suite: UnsafeRawBufferPointer(rebasing: line[found.glued...]))
      suites.end(name)
    case .executed(let tests, let skipped, let failures, let unexpected):
      guard isBetweenTests, suites.expectsCount else { return false }
      current?.add(suite: line)
      suites.count((tests, skipped, failures, unexpected))
    }
    return true
  }

  /// The test that ran last is, whatever is printed of it.
  private var isOver: Bool { endsAreFinal && current?.hasEnded == true }

  /// A test that said it ended goes on: the suites that ended since were its own words.
  private mutating func goOn() {
    if current?.end != nil, let suitesAtEnd { suites = suitesAtEnd }
  }

  private mutating func end(
    _ name: String, _ outcome: TestOutcome, _ seconds: Double?, _ found: XCTestConsoleLine,
    _ line: UnsafeRawBufferPointer
  ) -> Bool {
    if endsAreFinal, isOver || current?.name != name { return false }
    if let current, current.name != name, let index = earlier.lastIndex(where: { $0.test.name == name }) {
      guard current.end == nil, current.isDoubtful, index == earlier.count - 1 else {
        earlier[index].endedAgain = true
        return false
      }
      takeBack(to: index)
      return true
    }
    guard current?.name == name else { return false }
    noteTakenBack(line)
    if late?.test == name { late = nil }
    goOn()
    keep(glued: found.glued, of: line)
    current?.end(outcome, seconds: seconds, line: line[found.glued...], habits: habits)
    suitesAtEnd = suites
    return true
  }

  private mutating func start(
    _ name: String, at moment: Double, _ found: XCTestConsoleLine, _ line: UnsafeRawBufferPointer
  ) -> Bool {
    // XCTest starts a test once: the first start was printed by the test before, which then went on.
    if let liar = liar(before: name) {
      takeBack(to: liar)
      return true
    }
    guard isBetweenTests else { return false }
    guard
      let next = announced.next(
        name, position: position, started: started, currentClass: suites.currentClass)
    else { return false }
    keep(glued: found.glued, of: line)
    if earlier.count == Self.earlierLimit {
      let first = earlier.removeFirst().test
      done.append(first.testCase(sources))
      if let moment = first.moment { doneMoments.append(moment) }
      if let struck = first.struck { doneStruck.append(struck) }
      doneFailures += first.failureCount
    }
    if let current {
      tell(current)
      earlier.append(Earlier(test: current, before: beforeCurrent, suitesAtEnd: suitesAtEnd))
    }
    beforeCurrent = (position, line.dropFirst(found.glued) + [10])
    started.insert(next.entry)
    position = next.position
    current = XCTestConsoleCase(next.entry, name, isDoubtful: next.isDoubtful, outputLimit: outputLimit)
    current?.early = early.filter { $0.name == name }.map(\.finding)
    early = []
    current?.began = heardAt.flatMap { TestMoment.absolute(moment, heardAt: $0) }
    outsideFatalError = XCTestConsoleFatalError()
    events.append(.started(next.entry.id))
    return true
  }

  /// Who ended once more after the first start of the test that now starts again, in front of it. While a
  /// test runs it may print what it likes of others, but not its own start.
  private func liar(before name: String) -> Int? {
    guard let current, bytesToReadAgain > 0, !endsAreFinal, earlier.contains(where: \.endedAgain)
    else { return nil }
    let starts = earlier.map(\.test.name) + [current.name]
    guard let index = starts.lastIndex(of: name), index > 0, earlier[index - 1].endedAgain else { return nil }
    return current.hasEnded || index == earlier.count ? index - 1 : nil
  }

  /// No test began since that one: it only printed so. Those lines are read again as its own.
  private mutating func takeBack(to index: Int) {
    guard let last = current else { return }
    let real = earlier[index]
    let pretended = earlier[(index + 1)...].map(\.test) + [last]
    let first = index + 1 < earlier.count ? earlier[index + 1].before : beforeCurrent
    earlier.removeSubrange(index...)
    for test in pretended { started.remove(test.entry) }
    position = first.position
    current = real.test
    (beforeCurrent, suitesAtEnd) = (real.before, real.suitesAtEnd)
    goOn()
    current?.reopen()
    first.line.dropLast().withUnsafeBytes { keep($0, hasFeed: true) }
    var splitter = LineSplitter()
    for test in pretended {
      bytesToReadAgain -= test.allLines.count
      test.allLines.withUnsafeBytes { bytes in
        splitter.add(bytes) { take($0, hasFeed: true) }
      }
    }
    splitter.finish { take($0, hasFeed: false) }
  }

  private mutating func tell(_ ended: XCTestConsoleCase) {
    let test = ended.testCase(sources)
    events += test.failures.map { .failed(test.id, $0) }
    events.append(.ended(test.id, test.outcome, seconds: test.seconds))
    toldEnds.insert(test.id)
  }
}
