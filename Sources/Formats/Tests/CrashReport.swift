import Explaining
import Foundation
public import Model
import Words

/// Reads what Swift's runtime writes when a program crashes. The `Fatal error: …` sentence is not in it:
/// that is only on standard error.
public enum CrashReport {
  /// More frames than a person reads, in case the stack has overflowed.
  static let frameLimit = 200

  /// Whether the report in a file of this name (`tests-4711-0.0.json`) may be of that process.
  public static func isLeft(by process: Int32?, file name: String) -> Bool {
    guard let process else { return true }
    let numbers = name.matches(of: /-(\d+)(?=[-.])/).map { String($0.1) }
    return numbers.isEmpty || numbers.contains(String(process))
  }

  /// Reads `SWIFT_BACKTRACE=format=json,…`.
  /// - Parameter process: whose report it is, where that is known.
  public static func read(json: [UInt8], sources: SourceMap, of process: Int32? = nil) throws -> TestCrash {
    let object = try? JSONSerialization.jsonObject(with: Data(json))
    guard let report = object as? [String: Any], let threads = report["threads"] as? [[String: Any]] else {
      throw Explanation(
        doing: "reading a crash report", wrong: "it is not a report of Swift's runtime, or was cut off",
        advice: "look at the log, where the crash stands in words")
    }
    let crashed = threads.first { $0["crashed"] as? Bool == true } ?? threads.first
    let frames = (crashed?["frames"] as? [[String: Any]] ?? []).compactMap(CrashReportFrame.init(json:))
    let address = report["faultAddress"] as? String
    var found = crash(
      report["description"] as? String, address, frames, sources, isSent: isSender(address, process))
    found.message += overflow(crashed, found, address)
    return found
  }

  /// Where the process was, as its runtime told of it on standard error too: of a signal that it raised the
  /// fault is no place.
  public static func addresses(json: [UInt8]) -> Set<UInt64> {
    let report = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
    let crashed = (report?["threads"] as? [[String: Any]])?.first { $0["crashed"] as? Bool == true }
    let frame = (crashed?["frames"] as? [[String: Any]])?.first
    let texts = [report?["faultAddress"], frame?["address"]].compactMap { $0 as? String }
    return Set(texts.filter { $0.hasPrefix("0x") }.compactMap { UInt64($0.dropFirst(2), radix: 16) })
  }

  /// When it was, in seconds since 1970: a little later, as soon as somebody looked at it.
  public static func moment(json: [UInt8]) -> Double? {
    let report = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
    guard let text = report?["timestamp"] as? String else { return nil }
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (try? format.parse(text))?.timeIntervalSince1970
  }

  /// A pointer to nothing is near zero.
  private static let nothing = 1 << 16
  /// Nobody calls so deep who means it.
  private static let deepCalls = 500
  /// More fits on no stack.
  private static let deepest = 1_000_000_000

  /// Where a bad pointer is that of a stack which is full, as one calls itself without an end.
  private static func overflow(_ thread: [String: Any]?, _ crash: TestCrash, _ address: String?) -> String {
    let frames = thread?["frames"] as? [[String: Any]] ?? []
    let omitted = frames.compactMap { ($0["count"] as? NSNumber)?.intValue }
      .reduce(0) { $0 + min(max($1, 0), deepest) }
    let digits = address.map { $0.hasPrefix("0x") ? $0.dropFirst(2) : $0[...] } ?? ""
    guard ["SIGSEGV", "SIGBUS"].contains(crash.signal), omitted >= deepCalls,
      UInt64(digits, radix: 16).map({ $0 > nothing }) ?? false
    else { return "" }
    let counts = crash.frames.reduce(into: [String: Int]()) { $0[$1.function, default: 0] += 1 }
    let often = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let often, often.value >= crash.frames.count / leastShare else { return "" }
    let depth = Figures.grouped(crash.frames.count + omitted)
    return ": the stack has probably overflowed, \(depth) calls deep, most often in \(often.key)"
  }

  /// Of those that call each other in turn each has its part.
  private static let leastShare = 8

  /// Where the thread stood that ran a test; nil where none is known to.
  public static func stack(of test: TestCase, json: [UInt8], sources: SourceMap) -> TestCrash? {
    let report = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
    let threads = (report?["threads"] as? [[String: Any]] ?? []).map { thread in
      (thread["frames"] as? [[String: Any]] ?? []).compactMap(CrashReportFrame.init(json:))
    }
    return threads.first { $0.contains { CrashReportFrame.isFunction($0.function, of: test) } }.map {
      crash(report?["description"] as? String, nil, $0, sources)
    }
  }

  /// Which of these tests a thread stood in; `crashed`: the one that crashed.
  public static func standing(
    among tests: [TestCase], json: [UInt8], crashed: Bool = false
  ) -> [TestID] {
    let report = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
    let threads = (report?["threads"] as? [[String: Any]] ?? []).filter {
      !crashed || $0["crashed"] as? Bool == true
    }
    let frames = threads.flatMap { thread in
      (thread["frames"] as? [[String: Any]] ?? []).compactMap(CrashReportFrame.init(json:))
    }
    return tests.filter { test in
      frames.contains { CrashReportFrame.isFunction($0.function, of: test) }
    }.map(\.id)
  }

  /// Whether it is told of the test's own function.
  public static func isOwnLine(_ line: Int, of test: TestCase, in crash: TestCrash) -> Bool {
    let told = crash.frames.first { $0.line == line && $0.file == test.file?.rawValue }
    return told.map { CrashReportFrame.isFunction($0.function, of: test) } ?? false
  }

  public static func names(_ test: TestCase, in crash: TestCrash) -> Bool {
    crash.frames.contains { CrashReportFrame.isFunction($0.function, of: test) }
  }

  /// Where all threads stood in sources of the package, each call of a function once; a column is 0 where
  /// only the line is known.
  public static func places(
    json: [UInt8], sources: SourceMap
  ) -> [(file: PackagePath, line: Int, column: Int)] {
    let report = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
    let threads = report?["threads"] as? [[String: Any]] ?? []
    let frames = threads.flatMap { $0["frames"] as? [[String: Any]] ?? [] }
    return frames.compactMap(CrashReportFrame.init(json:)).compactMap { frame in
      guard !frame.isGenerated, !frame.standsForAnother, let line = frame.line,
        let file = frame.file.flatMap({ sources.place($0) })
      else { return nil }
      return (file, line, frame.column ?? 0)
    }
  }

  /// Reads the same in words, wherever it stands in a text; nil when there is none.
  public static func read(text: [UInt8], sources: SourceMap) -> TestCrash? {
    let lines = text.repairedText.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let lead = "*** Program crashed: "
    guard let start = lines.lastIndex(where: { $0.contains(lead) }) else { return nil }
    let words = (lines[start].range(of: lead).map { lines[start][$0.upperBound...] } ?? "")
    let parts = words.replacing(" ***", with: "").components(separatedBy: " at ")
    let rest = lines[(start + 1)...]
    let thread = rest.firstIndex { $0.hasPrefix("Thread ") && $0.hasSuffix("crashed:") } ?? start
    var frames: [CrashReportFrame] = []
    var hasBegun = false
    for line in lines[(thread + 1)...] {
      if let frame = CrashReportFrame(line: line) {
        hasBegun = true
        frames.append(frame)
      } else if hasBegun, line.isEmpty || line.hasPrefix("Thread ") {
        break
      }
      if frames.count > frameLimit { break }
    }
    return crash(parts.first, parts.count > 1 ? parts.last : nil, frames, sources)
  }

  /// Which of the tests that were running the crash happened in. Several when the stack does not tell.
  public static func suspects(_ crash: TestCrash, among tests: [TestCase]) -> [TestID] {
    for frame in crash.frames {
      let named = tests.filter { CrashReportFrame.isFunction(frame.function, of: $0) }
      if named.count < 2 {
        if let test = named.first { return [test.id] }
        continue
      }
      let near = named.filter { test in
        guard let path = test.file?.rawValue, let file = frame.file else { return false }
        return file == path || file.hasSuffix("/" + path)
      }
      if near.isEmpty { return named.map(\.id) }
      // Overloads stand in one file: the crash is in the last one that begins before its line.
      let before = near.filter { ($0.line ?? 0) <= (frame.line ?? .max) }
      return [(before.max { ($0.line ?? 0) < ($1.line ?? 0) } ?? near[0]).id]
    }
    return tests.map(\.id)
  }

  private static func crash(
    _ description: String?, _ address: String?, _ frames: [CrashReportFrame], _ sources: SourceMap,
    isSent: Bool = false
  ) -> TestCrash {
    let own = frames.enumerated().lazy.filter { !$1.isGenerated && $1.line != nil }.compactMap {
      (index, frame) in
      frame.file.flatMap { sources.place($0) }.map { (index: index, place: ($0, frame.line)) }
    }
    let first = own.first
    // What it is asked for with has no line of its own: it stands where it was written.
    let asked = frames.prefix(first?.index ?? 0).compactMap(\.writtenIn).first
    let place = (asked.flatMap { name in own.first { frames[$0.index].function == name } } ?? first)?.place
    let shown = frames.prefix(frameLimit).map { frame in
      let isMade = frame.line == nil && frame.standsForAnother
      let path = isMade ? nil : frame.file.map { sources.place($0)?.rawValue ?? $0 }
      return StackFrame(function: frame.function, file: path, line: frame.line, column: frame.column)
    }
    let what = description ?? "The program crashed"
    let signal = signals[what]
    // The address of an instruction or of a process says nothing; that of a bad pointer does.
    let isOfPointer = signal == "SIGSEGV" || signal == "SIGBUS"
    let isRaised = (isOfPointer || signal == "SIGQUIT") && (isSent || isRaised(frames))
    let message =
      isRaised
      ? [TestCrash.raised(signal ?? "")] : isOfPointer ? [what, address].compactMap { $0 } : [what]
    var crash = TestCrash(
      signal: signal, message: message.joined(separator: " at "), file: place?.0, line: place?.1,
      frames: shown)
    crash.macro = frames.prefix(first?.index ?? frames.count).lazy.compactMap(\.macro).first
    return crash
  }

  /// Whoever raises a signal lives on where its handler only looks around.
  private static func isRaised(_ frames: [CrashReportFrame]) -> Bool {
    frames.prefix(3).contains { raisers.contains(String($0.function.prefix { $0 != "@" })) }
  }

  /// As the C library calls them: `raise@@GLIBC_2.2.5`.
  private static let raisers: Set = [
    "raise", "gsignal", "kill", "tgkill", "pthread_kill", "__pthread_kill", "__pthread_kill_implementation",
  ]

  /// What is sent by a process has that one's number where a fault has its address.
  private static func isSender(_ address: String?, _ process: Int32?) -> Bool {
    guard let process, let digits = address?.dropFirst(2), let told = UInt64(digits, radix: 16) else {
      return false
    }
    return told & 0xFFFF_FFFF == UInt64(UInt32(bitPattern: process))
  }

  /// A signal that it raised itself, and lives on if it is not ended by something else.
  public static func isSurvivable(json: [UInt8], of process: Int32? = nil) -> Bool {
    let report = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
    let threads = report?["threads"] as? [[String: Any]] ?? []
    let crashed = threads.first { $0["crashed"] as? Bool == true }
    let frames = (crashed?["frames"] as? [[String: Any]] ?? []).compactMap(CrashReportFrame.init(json:))
    let isSent = isSender(report?["faultAddress"] as? String, process)
    return report?["description"] as? String != "Aborted" && (isSent || isRaised(frames))
  }

  /// Of what it tells.
  public static func signal(json: [UInt8]) -> String? {
    let report = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
    return (report?["description"] as? String).flatMap { signals[$0] }
  }

  private static let signals = [
    "Illegal instruction": "SIGILL", "Aborted": "SIGABRT", "Bad pointer dereference": "SIGSEGV",
    "Segmentation fault": "SIGSEGV", "Bus error": "SIGBUS", "Floating point exception": "SIGFPE",
    "Trace/breakpoint trap": "SIGTRAP", "System trap": "SIGTRAP", "Quit": "SIGQUIT",
    "Bad system call": "SIGSYS", "Terminated": "SIGQUIT",
  ]
}

extension TestCrash {
  fileprivate static func raised(_ signal: String) -> String { "It raised \(signal) itself" }

  /// Of a signal that it raised itself, where that is not what ends a program.
  public var isRaised: Bool { signal.map { message == Self.raised($0) } ?? false }
}
