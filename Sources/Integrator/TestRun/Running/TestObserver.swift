import Formats
import Foundation
import Model
import Processes
import Words

/// Follows a process that runs tests. What it prints goes to the log; what counts is XCTest's console, Swift
/// Testing's stream, or both.
final class TestObserver: ProcessObserver {
  private(set) var console: XCTestConsole?
  private(set) var stream: FollowedStream?
  private(set) var clock: TestClock
  /// What was printed last: a backtrace, when there is one.
  private(set) var tail: [UInt8] = []
  /// What its process died of, if it did, and by itself.
  var signal: String?
  /// It was ended because another batch ended the whole run.
  private(set) var wasStopped = false
  /// Something failed in them, and they had not ended when the process did, or was asked to.
  private(set) var cutOff: [TestCase] = []
  /// XCTest's words from when its process was asked to quit.
  private var aftermath: XCTestConsole?
  /// How often a program had been stopped with a sentence by then.
  private var fatalErrorsBefore = 0
  private let log: LogPart
  private let cores: Int
  /// Its only test is looked at closely.
  private let isAlone: Bool
  /// One that starts the tests is another program than it began as, and has an output of its own.
  private let isOfTests: Bool
  private var output: OutputWatch?
  /// As the process told when it exited; nil where it was not asked.
  var witnessed: OutputWatch.Loss?
  /// Another program had its place and was ended: it tells of no test, however long it runs.
  private(set) var wasReplaced = false
  private var replacedAt: Double?
  /// What had failed, and which test ran, before another program took its place: that may tell of the same
  /// tests once more.
  private(set) var beforeReplaced: (failed: [TestCase], running: [TestID])?
  /// One that ends soon ends by itself.
  private static let secondsOfAnother = 1.0
  /// A busy machine may take as long until a program comes to its tests.
  private static let secondsToBegin = 30.0
  private var lookedAt = 0.0
  /// How long it has run for, by a clock that nobody sets.
  private(set) var elapsed = 0.0
  private static let secondsBetweenLooks = 0.02
  private let isStopped: () -> Bool
  private let isEnding: () -> Bool
  /// Those of which something was told before everything was being ended.
  private var failedInTime: Set<TestID> = []
  /// Told once which tests Swift Testing is going to run.
  private var announce: (([TestID]) -> Void)?
  private static let tailLimit = 1 << 20
  /// Of what is built with ThreadSanitizer.
  private(set) var races: RaceListener?

  init(
    console: XCTestConsole? = nil, stream: FollowedStream? = nil, log: LogPart, timeoutSeconds: Double,
    cores: Int = 1, isAlone: Bool = false, isOfTests: Bool = true, listensForRaces: Bool = false,
    isStopped: @escaping () -> Bool = { false }, isEnding: @escaping () -> Bool = { false },
    announce: (([TestID]) -> Void)? = nil
  ) {
    (self.console, self.stream, self.log) = (console, stream, log)
    (self.isStopped, self.isEnding, self.announce) = (isStopped, isEnding, announce)
    (self.cores, self.isAlone, self.isOfTests) = (cores, isAlone, isOfTests)
    races = listensForRaces ? RaceListener() : nil
    clock = TestClock(timeoutSeconds: timeoutSeconds, cores: cores)
  }

  /// What both libraries told of each test.
  var cases: [TestCase] { consoleCases + (stream?.events.cases ?? []) }

  /// What came after a test that hung went on is not its output.
  private var consoleCases: [TestCase] {
    guard var told = console?.cases, let open = console?.unfinished, let aftermath,
      aftermath.unfinished != open, let index = told.lastIndex(where: { $0.id == open }),
      let row = aftermath.cases.last(where: { $0.id == open })
    else { return console?.cases ?? [] }
    told[index].output = row.output
    return told
  }

  /// From when to when each of them ran.
  var moments: [TestMoment] { (console?.moments ?? []) + (stream?.events.moments ?? []) }

  /// Those that run side by side, by their names.
  var sideBySide: [TestID] { stream?.events.running.sorted() ?? [] }

  /// The suites in which it is while none of its tests runs.
  var openSuites: [OpenSuite] { (stream?.events).map { $0.isBetweenTests ? $0.openSuites : [] } ?? [] }

  /// Those that did something in this process, whether they came to an end or not.
  var begun: [TestID] {
    let open = Set((console?.unfinished).map { [$0] } ?? []).union(sideBySide)
    return cases.filter { $0.outcome != .notRun || open.contains($0.id) }.map(\.id)
  }

  /// The cases of a parameterized test that have begun and not ended, by their position.
  func openArguments(of test: TestID) -> [Int] { stream?.events.openArguments(of: test) ?? [] }

  /// The sentences with which a program is stopped, as they were printed last, without those of others, by
  /// where these crashed.
  func fatalErrors(without isStranger: (UInt64) -> Bool = { _ in false }) -> [String] {
    var told: [(sentence: String, address: UInt64?)] = []
    for line in String(decoding: tail, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if FatalErrorSentence.beginnings.contains(where: { line.contains($0) }) {
        told.append((String(line), nil))
      } else if let last = told.indices.last, line.hasPrefix(FatalErrorSentence.exceptionWords),
        told[last].sentence.contains(FatalErrorSentence.exception)
      {
        told[last].sentence += "\n\(line)"
      } else if let last = told.indices.last, told[last].address == nil,
        let address = RuntimeWords.address(in: line)
      {
        told[last].address = address
      }
    }
    return told.filter { $0.address.map(isStranger) != true }.map(\.sentence)
  }

  /// What it printed last by itself, behind all that a library printed and before a backtrace: what stands
  /// before may be a test's.
  var lastLine: String? {
    let lines = String(decoding: tail, as: UTF8.self).split(whereSeparator: \.isNewline)
    let own = lines.prefix { RuntimeWords.signal(in: Array($0.utf8)) == nil }
    let last = own.reversed().prefix { !LibraryWords.isOne(String($0)) }.map { String($0) }
    return last.first { line in
      !line.allSatisfy(\.isWhitespace) && !line.hasPrefix("↳") && !line.hasPrefix("swift-runtime: ")
    }
  }

  func started(_ process: ProcessIdentity, output: String?) {
    clock.start(process)
    guard isOfTests else { return }
    self.output = OutputWatch(
      process, output: output, closely: isAlone && console != nil, mayBeginAgain: races != nil)
  }

  func received(_ bytes: UnsafeRawBufferPointer, from output: Processes.OutputStream) {
    let printed = [UInt8](bytes)
    self.output?.hear()
    noteReplaced()
    log.write(printed)
    clock.listen(printed)
    console?.heardAt = Date().timeIntervalSince1970
    console?.read(bytes)
    aftermath?.read(bytes)
    races?.listen(printed)
    tail += printed
    if tail.count > 2 * Self.tailLimit { tail.removeFirst(tail.count - Self.tailLimit) }
    tell()
  }

  private func noteReplaced() {
    guard replacing != nil else { return }
    let running = beforeReplaced?.running ?? (console?.running).map { [$0] } ?? sideBySide
    let known = Set((beforeReplaced?.failed ?? []).map(\.id))
    let failed = (cases.filter(\.outcome.isFailure) + failedAndOpen.map(\.asFailed)).filter {
      !known.contains($0.id)
    }
    beforeReplaced = ((beforeReplaced?.failed ?? []) + failed, running)
  }

  /// The program that took the place of the test process.
  var replacing: String? {
    if case .replaced(let path) = lostOutput { path } else { nil }
  }

  /// Nothing of what it printed in the end was heard.
  var lostOutput: OutputWatch.Loss {
    let seen = output?.loss ?? .none
    if case .replaced = seen { return seen }
    return witnessed ?? seen
  }

  func check(elapsed: Double) -> String? {
    self.elapsed = elapsed
    if elapsed - lookedAt >= Self.secondsBetweenLooks {
      lookedAt = elapsed
      output?.look()
    }
    noteReplaced()
    if !clock.hasAsked { stream?.readNew() }
    if let test = console?.failing, !isEnding() { failedInTime.insert(test) }
    if let events = stream?.events, events.runStarted, let announce {
      self.announce = nil
      announce(events.cases.map(\.id))
    }
    tell()
    if isStopped() {
      wasStopped = true
      return "another test process could not be run"
    }
    if let path = replacing, !clock.hasAsked {
      let since = replacedAt ?? elapsed
      replacedAt = since
      wasReplaced = elapsed - since > Self.secondsOfAnother
      if wasReplaced { return "another program had taken its place: \(path)" }
    }
    var sight = TestClock.Sight(
      alone: console?.running, open: stream?.events.runningCount ?? 0, told: stream?.events.told ?? 0)
    sight.between = console?.classMoment
    if console == nil, let events = stream?.events {
      // Conditions and arguments of tests are found out before the run is told of.
      let isBefore = !events.runStarted && elapsed > Self.secondsToBegin
      (sight.isInSuite, sight.toldOfAll) = (events.isBetweenTests || isBefore, events.toldOfAll)
    }
    if sight.open <= cores { sight.working = sideBySide }
    let hadAsked = clock.hasAsked
    let answer = clock.check(sight, elapsed: elapsed)
    if clock.hasAsked, !hadAsked {
      cutOff = failedAndOpen
      (aftermath, fatalErrorsBefore) = (console, fatalErrors().count)
    }
    console?.wasAskedToQuit = clock.hasAsked
    for test in clock.takeSlow(elapsed: elapsed) { log.tell(.testRunning(test, limit: clock.timeoutSeconds)) }
    return answer
  }

  /// - Parameter status: with which its process exited by itself.
  func finish(status: Int32? = nil) {
    output?.end()
    console?.finish(status: status)
    aftermath?.finish(status: status)
    stream?.finish(isHeard: !clock.hasAsked)
    if !clock.hasAsked { cutOff = failedAndOpen + failedUnheard }
    tell()
  }

  /// What went wrong in the process after it was asked to quit, in tests that it had not told of before.
  var wrongAfterwards: [TestCase] {
    guard clock.hasAsked else { return [] }
    let later = (aftermath?.cases ?? []) + (stream?.aftermath?.cases ?? [])
    let known = Set(begun)
    let failed = later.filter { $0.outcome.isFailure && !known.contains($0.id) }
    let sentences = fatalErrors()
    guard sentences.count > fatalErrorsBefore, let sentence = sentences.last else { return failed }
    let open = Set((aftermath?.unfinished).map { [$0] } ?? stream?.aftermath?.running ?? [])
    let died = later.filter { open.contains($0.id) && !known.contains($0.id) }
    return failed
      + died.map { row in
        var row = row
        // Of several nobody knows which it was.
        if died.count == 1 { row.outcome = .crashed }
        row.failures.append(TestFailure(message: sentence, file: nil, line: nil, kind: .other))
        return row
      }
  }

  /// Of those that were open when the process died: of what they recorded last the stream may know nothing.
  private var failedUnheard: [TestCase] {
    guard let events = stream?.events, !events.runEnded, !events.running.isEmpty else { return [] }
    let told = events.cases
    return UnheardIssues.failed(
      told.filter { events.running.contains($0.id) }, told: told, said: SwiftTestingConsole.issues(in: tail))
  }

  /// What had failed when everything was ended, and was not heard of again.
  var failedBeforeEnding: [TestCase] { failedAndOpen.filter { failedInTime.contains($0.id) } }

  func hadFailed(_ test: TestID) -> Bool { cutOff.contains { $0.id == test } }

  private var failedAndOpen: [TestCase] {
    cases.filter { test in test.outcome == .notRun && test.failures.contains { !$0.isKnown } }
  }

  /// What another program told in its place is none of its words; nil where none did.
  var replacedWords: String? {
    guard let path = replacing else { return nil }
    let running = beforeReplaced?.running ?? []
    let who = running.count == 1 ? "\(running[0])" : running.isEmpty ? "something" : "one of several tests"
    return "\(who) let another program take the place of the test process, \(path), so that what was told "
      + "after that says nothing"
  }

  private func tell() {
    for event in (console?.takeEvents() ?? []) + (stream?.takeEvents() ?? []) {
      switch event {
      case .started: break
      case .failed(let test, let failure):
        if !isEnding() { failedInTime.insert(test) }
        log.tell(.failure(test, failure))
      case .ended(let test, let outcome, let seconds): log.tell(.test(test, outcome, seconds: seconds))
      }
    }
  }
}

extension TestCase {
  /// Of one that had failed and did not come to its end.
  fileprivate var asFailed: TestCase {
    var row = self
    row.outcome = .failed
    return row
  }
}
