import Formats
import Foundation
import Model
import Processes

/// Puts the end of a process on the row of a test in which it ended.
struct Blame {
  let end: ProcessEnd
  /// Which limit ended it, if one did.
  var limit: String
  /// Those that were over their time.
  var overdue: Set<TestID> = []
  /// The signal that the process was dying of, as its own runtime told.
  var dyingSignal: Int32?
  /// What the runtime left of the crash.
  var crash: TestCrash?
  /// Where the thread of the test stood that is blamed, where that is known.
  var stood: TestCrash?
  /// The sentences with which the program may have been stopped.
  var fatalErrors: [String] = []
  /// When it ended, as seen from the test.
  var moment = "in the middle of this test"
  var process = "The test process"
  /// Of that process, where it is known.
  var pid: Int32?
  var sources: SourceMap?

  /// Also on those of its cases that had begun and not ended, by their position.
  func put(on row: TestCase, openArguments: [Int] = []) -> TestCase {
    var row = row
    let isOverdue = overdue.contains(row.id)
    if isOverdue || (end.stopped != nil && dyingSignal == nil) {
      let stood = stood ?? crash.flatMap { isOf(row, $0) ? $0 : nil }
      row.outcome = .timedOut
      (row.crash, row.stack) = (nil, stood?.frames)
      row.failures.append(
        TestFailure(
          message: "Timed out: \(limit), and \(limit.hasPrefix("it ") ? "" : "it ")was ended by Bothy",
          file: stood?.file ?? crash?.file, line: stood?.file == nil ? crash?.line : stood?.line,
          kind: .timeout))
    } else {
      row.outcome = .crashed
      var crash = self.crash ?? TestCrash(signal: nil, message: "", file: nil, line: nil, frames: [])
      let own = end.stopped == nil ? end.signalName : nil
      crash.signal = crash.signal ?? own ?? dyingSignal.map(SignalName.of) ?? end.signalName
      // What exits was stopped by no such sentence, whatever it printed.
      let isExit = if case .exited = end.ending { self.crash == nil && dyingSignal == nil } else { false }
      let fatalErrors = isExit ? [] : fatalErrors
      if let sentence = FatalErrorSentence.choose(fatalErrors, for: crash) { crash.message = sentence }
      if let sources, let place = FatalErrorSentence.place(in: fatalErrors, for: crash, sources) {
        (crash.file, crash.line) = (place.file, place.line)
      }
      Self.place(&crash, of: row)
      if crash.message.isEmpty { crash.message = "\(process) \(end.words) \(moment)" + perhaps }
      row.crash = crash
      row.failures.append(
        TestFailure(message: crash.message, file: crash.file, line: crash.line, kind: .crash))
    }
    for index in openArguments where row.arguments.indices.contains(index) {
      row.arguments[index].outcome = row.outcome
    }
    return row
  }

  /// Where nothing but a macro was on the way, which tells where it stands; and nowhere where the compiler
  /// told a line in front of the test for one of its own, as it does of what a macro was given in a release.
  private static func place(_ crash: inout TestCrash, of row: TestCase) {
    if crash.file == nil, let macro = crash.macro, let file = row.file, macro.isIn(file) {
      (crash.file, crash.line) = (macro.call.map { _ in file }, macro.call)
    }
    crash.macro = nil
    guard let line = crash.line, let declared = row.line, line < declared, crash.file == row.file,
      CrashReport.isOwnLine(line, of: row, in: crash)
    else { return }
    (crash.file, crash.line) = (nil, nil)
  }

  /// Nothing in the process tells why the kernel ended it; and who tells of a bad pointer needs some stack
  /// for that, which threads of Swift's concurrency have none of to spare.
  private var perhaps: String {
    guard end.stopped == nil, case .signaled(let signal) = end.ending else { return "" }
    return switch signal {
    case SIGKILL:
      ", as it is where a machine or its cgroup has no memory left, or a limit of processor time is reached"
    case SIGSEGV: " and left no crash report, as where a function calls itself until the stack is full"
    default: ""
    }
  }

  /// XCTest runs one at a time, and before its first test what belongs to its class.
  private func isOf(_ row: TestCase, _ crash: TestCrash) -> Bool {
    CrashReport.names(row, in: crash) || row.library == .xctest && crash.file != nil
  }
}

extension Bot {
  var isThreadSanitized: Bool {
    buildArguments.contains("--sanitize=thread")
      || zip(buildArguments, buildArguments.dropFirst()).contains { $0 == "--sanitize" && $1 == "thread" }
  }
}

extension ProcessEnd {
  /// How it ended, for a sentence: "the test process …".
  var words: String {
    switch ending {
    case .exited(let status): "exited with status \(status)"
    case .signaled(let signal): "was ended by \(SignalName.of(signal))"
    }
  }

  /// What does not fit the tests that were seen in how the process called `name` ended; `race`: what is said
  /// where ThreadSanitizer ended it; `summary`: what a sanitizer said of it.
  func oddity(
    of name: String, failed: Bool, race: String? = nil, _ summary: @autoclosure () -> String? = nil
  ) -> String? {
    switch ending {
    case .exited(0) where !failed, .exited(1) where failed: nil
    case .exited(0): "\(name) exited with status 0 although tests failed"
    // What ThreadSanitizer ends a process with that was well but for what it saw.
    case .exited(66) where race != nil: "after its last test, \(name) \(words): \(race ?? "")"
    case .exited, .signaled:
      "after its last test, \(name) \(words)" + (summary().map { ": \($0)" + Self.advice(on: $0) } ?? "")
    }
  }

  /// Of a race that its exit does not tell, because something else ended it. Who sets another status for
  /// races, or none, says what they are to mean.
  func words(of race: String) -> String? {
    if case .exited(let status) = ending, [0, 1, 66].contains(status), stopped == nil { return nil }
    return "before the test process \(words), \(race)"
  }

  /// XCTest itself frees not all that it takes, so that this is no fault of the package's.
  private static func advice(on summary: String) -> String {
    guard summary.contains(" leaked in ") else { return "" }
    return " (XCTest leaks itself; `environment: {ASAN_OPTIONS: detect_leaks=0}` leaves leaks out)"
  }

  /// Whether it can have ended of that crash: what was survived, another signal or none ended it later.
  func fits(_ crash: TestCrash) -> Bool {
    guard stopped == nil, let told = crash.signal, let signalName else { return true }
    return told == signalName
  }

  /// Nil of one that was stopped, or ended by a signal.
  var exitStatus: Int32? {
    guard stopped == nil, case .exited(let status) = ending else { return nil }
    return status
  }

  /// Which nobody sent who was to end it.
  var ownSignal: String? { stopped == nil ? signalName : nil }

  var signalName: String? {
    if case .signaled(let signal) = ending { SignalName.of(signal) } else { nil }
  }
}
