internal import Foundation
import Model

/// A test that has begun.
struct XCTestConsoleCase: Sendable {
  let entry: TestList.Entry
  let name: String
  /// Not the next of the announced tests: believed until something contradicts it.
  let isDoubtful: Bool
  /// In seconds since 1970.
  var began: Double?
  private(set) var end: (outcome: TestOutcome, seconds: Double?)?
  /// The line that told of the end: the test's own words, should it end once more.
  private var endLine: [UInt8] = []
  private(set) var fatalError = XCTestConsoleFatalError()
  private var findings: [XCTestConsoleFinding] = []
  /// Told before it began: anybody may have printed them, unless it failed and nothing else says why.
  var early: [XCTestConsoleFinding] = []
  private var output: KeptOutput
  /// The same with the lines that look like failures, for a test that has only printed such lines.
  private var outputWithFailures: KeptOutput?
  /// Printed after the test said that it ended, with what was taken for a suite's lines: its own only if it
  /// ends once more.
  private var afterEnd: KeptOutput
  /// Every line since the start, to be read again should the start turn out to be a lie.
  private var everything: KeptOutput
  private var measurements: [Model.Measurement] = []
  /// Where the process was when its runtime told that it dies, as far as a test's own words can be believed.
  private var trap: UInt64?
  private var left = 0
  private var leftFailures = 0
  private static let findingLimit = 1000

  /// `name`: what the console calls it.
  init(_ entry: TestList.Entry, _ name: String, isDoubtful: Bool, outputLimit: Int) {
    (self.entry, self.name, self.isDoubtful) = (entry, name, isDoubtful)
    output = KeptOutput(limit: outputLimit)
    afterEnd = KeptOutput(limit: outputLimit)
    everything = KeptOutput(limit: outputLimit)
  }

  var testID: TestID {
    entry.module.isEmpty ? TestID("\(entry.class)/\(entry.method)") : entry.id
  }
  var hasEnded: Bool { end != nil }
  var hasFailed: Bool { findings.contains { $0.kind == .failure } }
  /// Nil of one that has not ended.
  var struck: XCTestConsole.Struck? {
    guard end != nil, let trap else { return nil }
    return XCTestConsole.Struck(test: testID, address: trap, sentence: fatalError.sentence)
  }
  var moment: TestMoment? {
    began.map { began in TestMoment(test: testID, from: began, to: end.map { began + ($0.seconds ?? 0) }) }
  }
  var allLines: [UInt8] { everything.bytes }

  mutating func remember(_ line: UnsafeRawBufferPointer, hasFeed: Bool) {
    everything.append(line)
    if hasFeed { everything.append(10) }
  }

  /// `habits` are what tests print: a log line, a tear-down.
  mutating func add(line: UnsafeRawBufferPointer, hasFeed: Bool, habits: inout XCTestConsoleHabits) {
    guard end == nil else { return add(suite: line) }
    fatalError.read(line)
    if fatalError.isOpen { completeMessage(habits) }
    if line.begins(with: "*** "), RuntimeWords.signal(in: Array(line)) != nil {
      completeMessage(habits)
      trap = RuntimeWords.address(in: line.repairedText)
      if let last = findings.indices.last { findings[last].endsBeforeNotice() }
    }
    if let last = findings.indices.last, !findings[last].isComplete, hasFeed {
      findings[last].add(line: line)
    } else {
      habits.learn(line)
      output.append(line)
      if hasFeed { output.append(10) }
    }
    outputWithFailures?.append(line)
    if hasFeed { outputWithFailures?.append(10) }
  }

  /// A suite's line after the end; printed by the test itself if it ends once more.
  mutating func add(suite line: UnsafeRawBufferPointer) {
    guard end != nil else { return }
    afterEnd.append(line)
    afterEnd.append(10)
  }

  /// What stands in front of a line of XCTest is output, never part of a message.
  mutating func add(glued: UnsafeRawBufferPointer) {
    guard !glued.isEmpty else { return }
    guard end == nil else { return afterEnd.append(glued) }
    output.append(glued)
    outputWithFailures?.append(glued)
  }

  mutating func add(
    _ finding: XCTestConsoleFinding, line: UnsafeRawBufferPointer, habits: XCTestConsoleHabits
  ) {
    reopen()
    completeMessage(habits)
    switch finding.kind {
    case .measurement:
      if let measurement = finding.measurement, measurements.count < Self.findingLimit {
        measurements.append(measurement)
      }
      return
    case .skip: break
    case .failure:
      if outputWithFailures == nil { outputWithFailures = output }
      outputWithFailures?.append(line)
      outputWithFailures?.append(10)
    }
    guard findings.count >= Self.findingLimit else { return findings.append(finding) }
    left += 1
    if finding.kind == .failure { leftFailures += 1 }
  }

  mutating func end(
    _ outcome: TestOutcome, seconds: Double?, line: some Sequence<UInt8>, habits: XCTestConsoleHabits
  ) {
    reopen()
    completeMessage(habits)
    end = (outcome, seconds)
    endLine = Array(line) + [10]
  }

  /// Nothing marks the end of a message. What follows it is output all the same where other tests, which
  /// had no message it could belong to, printed it too.
  private mutating func completeMessage(_ habits: XCTestConsoleHabits) {
    guard let last = findings.indices.last, !findings[last].isComplete else { return }
    for line in findings[last].complete(habits) {
      output.append(line + "\n")
    }
  }

  /// The last word counts: whatever came after an end that was not the last was printed by this test.
  mutating func reopen() {
    guard end != nil else { return }
    end = nil
    endLine.withUnsafeBytes {
      output.append($0)
      outputWithFailures?.append($0)
    }
    output.append(afterEnd)
    outputWithFailures?.append(afterEnd)
    afterEnd.clear()
  }

  func testCase(_ sources: SourceMap) -> TestCase {
    var test = TestCase(
      id: testID, library: .xctest, target: entry.module, suite: entry.class, name: entry.method,
      outcome: end?.outcome ?? .notRun)
    if entry.isQuick { test.displayName = name.split(separator: ".", maxSplits: 1).last.map(String.init) }
    test.seconds = end?.seconds
    test.begun = end == nil ? true : nil
    test.measurements = measurements
    let hasOnlyPrinted = end?.outcome == .passed || end?.outcome == .skipped
    test.output = hasOnlyPrinted ? outputWithFailures?.text ?? output.text : output.text
    if test.output?.isEmpty == true { test.output = nil }
    if end?.outcome == .skipped { test.skipReason = findings.last { $0.kind == .skip }?.skipReason }
    if !hasOnlyPrinted { test.failures = failures(sources) }
    return test
  }

  /// As many as XCTest counts; a test that did not fail has only printed such lines.
  var failureCount: Int {
    // One whose message nobody saw has failed once at least.
    end?.outcome == .failed ? max(toldFailures.count + leftFailures, 1) : 0
  }

  private var toldFailures: [XCTestConsoleFinding] {
    let own = findings.filter { $0.kind == .failure }
    return own.isEmpty && end?.outcome == .failed ? early : own
  }

  private func failures(_ sources: SourceMap) -> [TestFailure] {
    var failures = toldFailures.map { $0.failure(sources) }
    if left > 0 {
      failures.append(.left(left))
    }
    if failures.isEmpty, end?.outcome == .failed {
      failures = [TestFailure(message: "failed without a message", file: nil, line: nil, kind: .other)]
    }
    return failures
  }
}

/// Lines that tests printed where no message could own them.
struct XCTestConsoleHabits: Sendable {
  private var lines: Set<Int> = []
  private static let limit = 4096

  mutating func learn(_ line: UnsafeRawBufferPointer) {
    guard lines.count < Self.limit, !line.isEmpty, line.count <= 512 else { return }
    lines.insert(Self.hash(line))
  }

  func contains(_ line: some StringProtocol) -> Bool {
    Array(line.utf8).withUnsafeBytes { lines.contains(Self.hash($0)) }
  }

  private static func hash(_ line: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: line)
    return hasher.finalize()
  }
}

/// Gathers the sentence with which the runtime stops a program.
struct XCTestConsoleFatalError: Sendable {
  private(set) var sentence: String?
  /// Where the process was that said it, as its runtime told next.
  private(set) var address: UInt64?
  /// The line that was read last belongs to the sentence.
  private(set) var isOpen = false

  /// Also `A.swift:3: Fatal error`, of one that was given no words.
  private static func begins(_ line: UnsafeRawBufferPointer) -> Bool {
    line.holds("Fatal error: ") || line.holds(": Precondition failed") || line.holds(": Assertion failed")
      || line.holds("Could not cast value of type")
      || line.holds("terminate called after throwing an instance of ") || line.ends(with: ": Fatal error")
  }

  mutating func read(_ line: UnsafeRawBufferPointer) {
    if Self.begins(line) {
      (sentence, address) = (line.repairedText, nil)
      isOpen = true
    } else if line.begins(with: "Simultaneous accesses to 0x") {
      // Its stack follows.
      (sentence, address, isOpen) = (line.repairedText, nil, false)
    } else if sentence != nil, address == nil, line.begins(with: "*** ") {
      address = RuntimeWords.address(in: line.repairedText)
      isOpen = false
    } else if isOpen {
      let isOver = line.isEmpty || line.begins(with: "*** ") || line.begins(with: "swift-runtime: ")
      if isOver || (sentence?.utf8.count ?? 0) > 8192 {
        isOpen = false
      } else {
        sentence? += "\n" + line.repairedText
      }
    }
  }
}
