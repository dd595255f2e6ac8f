import Files
import Formats
import Foundation
import Model

/// The sentence with which the runtime stops a program.
enum FatalErrorSentence {
  static let beginnings = [
    "Fatal error", "Precondition failed", "Assertion failed", "Could not cast value of type",
    "Simultaneous accesses to 0x", exception,
  ]
  /// As C++ says it of an exception that nobody caught, with what it says of itself in the next line.
  static let exception = "terminate called after throwing an instance of "
  static let exceptionWords = "  what():  "

  /// Of several that were printed side by side, the one that names the place of the crash.
  static func choose(_ sentences: [String], for crash: TestCrash) -> String? {
    fitting(sentences, for: crash).map(withoutPlace)
  }

  /// The place that it names, of a file of the package, where it is this crash's: whoever stopped the program
  /// may have been given that of its caller, and what the compiler makes of an argument that is only asked
  /// for later has no line on the stack.
  static func place(
    in sentences: [String], for crash: TestCrash, _ sources: SourceMap
  ) -> (file: PackagePath, line: Int)? {
    let isStopped = crash.frames.contains { frame in
      stoppers.contains { frame.function.contains($0) }
    }
    guard crash.file == nil || isStopped, let sentence = fitting(sentences, for: crash),
      let named = named(in: sentence), let file = sources.place(named.file)
    else { return nil }
    // What stops in an argument of a macro is given the line in what that expands to.
    if let macro = crash.macro, macro.line == named.line {
      return macro.call.map { (file, $0 + lines(into: macro, from: $0, in: sources.file(at: file))) }
    }
    return (file, named.line)
  }

  /// The first line of what an expectation expands to is as long as the call's own where a closure is behind
  /// that; of other macros nobody knows.
  private static func lines(into macro: MacroPlace, from call: Int, in file: String) -> Int {
    guard macro.isExpectation, macro.line > 1, let source = contents(of: file) else { return 0 }
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(call - 1 + macro.line - 1),
      lines[call - 1].last(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "{")
    else { return 0 }
    return macro.line - 1
  }

  /// `FILE:LINE: Fatal error`, from its end: before it there may be a million signs.
  private static func named(in sentence: String) -> (file: String, line: Int)? {
    guard let end = sentence.firstRange(of: /:\d+: (?:Fatal error|(?:Precondition|Assertion) failed)/) else {
      return nil
    }
    let digits = sentence[end].dropFirst().prefix(while: \.isNumber)
    let before = sentence[..<end.lowerBound]
    let blank = before.lastIndex(where: \.isWhitespace)
    let file = blank.map { before[before.index(after: $0)...] } ?? before
    return file.isEmpty ? nil : Int(digits).map { (String(file), $0) }
  }

  private static let stoppers = ["_assertionFailure(", "_fatalErrorMessage("]
  /// What says a sentence and traps; of the others of the runtime that say one, all abort.
  private static let speakers =
    stoppers + ["Initializer(className:", "swift_unexpectedError", "fatalError"]

  /// Where the signal is none that a sentence ends with, or the stack shows that the program's own code
  /// trapped, as by an overflow, the sentence was another's: of a test beside it or before, or of a child.
  private static func mayHaveSpoken(_ crash: TestCrash) -> Bool {
    guard !crash.frames.isEmpty else { return crash.signal.map(speakersSignals.contains) ?? true }
    return crash.signal == "SIGABRT"
      || crash.frames.contains { frame in speakers.contains { frame.function.contains($0) } }
  }

  private static let speakersSignals: Set = ["SIGILL", "SIGTRAP", "SIGABRT"]

  /// What names its place ends in a trap: who aborts was not stopped by it.
  private static func isOf(_ crash: TestCrash, _ sentence: String) -> Bool {
    crash.signal != "SIGABRT"
      || !sentence.contains(/\S:\d+: (?:Fatal error|(?:Precondition|Assertion) failed)/)
  }

  private static func fitting(_ sentences: [String], for crash: TestCrash) -> String? {
    let sentences = sentences.filter { isOf(crash, $0) }
    let frames = crash.frames.compactMap { frame in
      frame.file.map { "\(($0 as NSString).lastPathComponent):\(frame.line ?? 0): " }
    }
    let fitting = sentences.last { sentence in frames.contains { sentence.contains($0) } }
    return fitting ?? (mayHaveSpoken(crash) ? sentences.last : nil)
  }

  /// `Swift/Array.swift:692: Fatal error: Index out of range` without its place, which is told apart.
  static func withoutPlace(_ line: String) -> String {
    beginnings.lazy.compactMap { line.range(of: $0) }.first.map { String(line[$0.lowerBound...]) } ?? line
  }
}
