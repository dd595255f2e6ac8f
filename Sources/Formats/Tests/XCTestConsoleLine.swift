internal import Foundation
public import Model
internal import Words

/// A line that has the shape of XCTest's own. Whether it is believed depends on the state it arrives in.
struct XCTestConsoleLine {
  enum Kind {
    case suiteStarted(String)
    case suiteEnded(String)
    case executed(tests: Int, skipped: Int, failures: Int, unexpected: Int)
    /// The moment in seconds, as the clock on the wall of that process showed it.
    case caseStarted(String, at: Double)
    /// Without seconds where the clock was set back meanwhile.
    case caseEnded(String, TestOutcome, seconds: Double?)
    case found(XCTestConsoleFinding)
  }

  var kind: Kind
  /// How many bytes of output stand in front, printed without a newline.
  var glued: Int

  /// `running` is the only test whose failures, skips and measurements are looked for.
  static func read(_ whole: UnsafeRawBufferPointer, running: String?, sources: SourceMap) -> Self? {
    var line = whole
    while line.last == 13 { line = UnsafeRawBufferPointer(rebasing: line.dropLast()) }
    let mentionsTest = line.holds("Test ")
    if let running, mentionsTest || line.holds(": error: "),
      let found = finding(line, running: running, sources: sources)
    {
      return found
    }
    if mentionsTest { return end(line) ?? start(line) }
    return line.holds("\t Executed ") ? executed(line) : nil
  }

  /// How much stands in front of the line that tells of a test's end.
  static func glue(_ whole: UnsafeRawBufferPointer, beforeEndOf name: String?) -> Int? {
    var line = whole
    while line.last == 13 { line = UnsafeRawBufferPointer(rebasing: line.dropLast()) }
    guard let found = end(line), found.glued > 0, case .caseEnded(let ended, _, _) = found.kind, ended == name
    else { return nil }
    return found.glued
  }

  private static func end(_ line: UnsafeRawBufferPointer) -> Self? {
    guard line.hasSuffix(" seconds)"), let glued = line.lastOffset(of: "Test Case '") else { return nil }
    let text = String(decoding: line[(glued + 11)...].dropLast(9), as: UTF8.self)
    // Quick's names may have some too.
    guard let quote = text.lastIndex(of: "'") else { return nil }
    let words = text[quote...].dropFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[0].isEmpty, words[2].hasPrefix("(") else { return nil }
    guard let seconds = Double(words[2].dropFirst()), seconds.isFinite else { return nil }
    guard let outcome = TestOutcome(rawValue: String(words[1])) else { return nil }
    guard [.passed, .failed, .skipped].contains(outcome) else { return nil }
    return Self(
      kind: .caseEnded(String(text[..<quote]), outcome, seconds: seconds < 0 ? nil : seconds), glued: glued)
  }

  private static func start(_ line: UnsafeRawBufferPointer) -> Self? {
    guard let last = line.last, 48...57 ~= last else { return nil }
    let isSuite: Bool
    let glued: Int
    switch (line.lastOffset(of: "Test Case '"), line.lastOffset(of: "Test Suite '")) {
    case (let test?, let suite?): (isSuite, glued) = (suite > test, max(test, suite))
    case (let test?, nil): (isSuite, glued) = (false, test)
    case (nil, let suite?): (isSuite, glued) = (true, suite)
    case (nil, nil): return nil
    }
    let text = String(decoding: line[(glued + (isSuite ? 12 : 11))...], as: UTF8.self)
    for verb in ["started", "passed", "failed"] {
      guard let middle = text.range(of: "' \(verb) at ", options: .backwards) else { continue }
      guard let moment = moment(text[middle.upperBound...].utf8) else { return nil }
      let name = String(text[..<middle.lowerBound])
      if verb == "started" {
        return Self(kind: isSuite ? .suiteStarted(name) : .caseStarted(name, at: moment), glued: glued)
      }
      return isSuite ? Self(kind: .suiteEnded(name), glued: glued) : nil
    }
    return nil
  }

  /// `2026-11-20 09:23:37.391`
  private static func moment(_ text: Substring.UTF8View) -> Double? {
    let shape = "0000-00-00 00:00:00.000".utf8
    guard text.count == shape.count, zip(text, shape).allSatisfy({ $1 == 48 ? 48...57 ~= $0 : $0 == $1 })
    else { return nil }
    let parts = text.split { !(48...57 ~= $0) }.map { Int(String($0) ?? "") ?? 0 }
    return Double(days(parts[0], parts[1], parts[2])) * 86_400
      + Double(parts[3] * 3600 + parts[4] * 60 + parts[5]) + Double(parts[6]) / 1000
  }

  /// Since 1970-01-01. By hand: ten thousand tests have as many lines, and a calendar is slow.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  private static func executed(_ line: UnsafeRawBufferPointer) -> Self? {
    guard line.hasSuffix(" seconds"), let glued = line.lastOffset(of: "\t Executed ") else { return nil }
    let words = line[glued...].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    // `\t Executed 3 tests, with 1 test skipped and 2 failures (0 unexpected) in …`
    guard words.count > 6, ["test,", "tests,"].contains(words[3]), words[4] == "with" else { return nil }
    var rest = words.dropFirst(5)
    var skipped = 0
    if rest.dropFirst(2).first == "skipped" {
      guard let number = count(rest.first), rest.dropFirst(3).first == "and" else { return nil }
      (skipped, rest) = (number, rest.dropFirst(4))
    }
    guard rest.count > 3, let tests = count(words[2]), let failures = count(rest.first),
      ["failure", "failures"].contains(rest.dropFirst().first),
      let bracket = rest.dropFirst(2).first, bracket.first == "(",
      let unexpected = count(bracket.dropFirst()),
      rest.dropFirst(3).first == "unexpected)"
    else { return nil }
    return Self(
      kind: .executed(tests: tests, skipped: skipped, failures: failures, unexpected: unexpected),
      glued: glued)
  }

  private static func count(_ digits: (some StringProtocol)?) -> Int? {
    digits.flatMap { $0.utf8.allSatisfy { 48...57 ~= $0 } ? Int($0) : nil }
  }

  private static func finding(
    _ line: UnsafeRawBufferPointer, running: String, sources: SourceMap
  ) -> Self? {
    let shapes: [(String, XCTestConsoleFinding.Kind)] = [
      (": error: \(running) : ", .failure), (": \(running) : Test skipped", .skip),
      (": Test Case '\(running)' measured [", .measurement),
    ]
    for (shape, kind) in shapes {
      guard let offset = line.firstOffset(of: shape) else { continue }
      var digits = offset
      while digits > 0, 48...57 ~= line[digits - 1] { digits -= 1 }
      guard digits < offset, digits > 0, line[digits - 1] == 58 else { continue }
      // Recorded by hand, with an empty name of a file.
      if digits == 1, kind != .failure { continue }
      let number = Int(String(decoding: line[digits..<offset], as: UTF8.self)) ?? 0
      let (glued, path) = place(line[..<(digits - 1)], sources: sources)
      var text = line[(offset + shape.utf8.count)...]
      if kind == .measurement { text = line[(offset + shape.utf8.count - 1)...] }
      let finding = XCTestConsoleFinding(kind: kind, path: path, line: number, text: text)
      return Self(kind: .found(finding), glued: glued)
    }
    return nil
  }

  private static func place(_ bytes: Slice<UnsafeRawBufferPointer>, sources: SourceMap) -> (Int, String) {
    let text = String(decoding: bytes, as: UTF8.self)
    let path = String(text[sources.startOfPath(in: text)...])
    // Repairing bytes changes their number, but only in front of the path.
    return (max(bytes.count - path.utf8.count, 0), path)
  }
}

extension TestCase {
  /// What XCTest prints of a failure stands in its output, though it was not counted.
  public var hasPassedAndPrintedFailure: Bool {
    guard outcome == .passed, var output else { return false }
    return output.withUTF8 {
      UnsafeRawBufferPointer($0).firstOffset(of: ": error: \(suite).\(name) : ") != nil
    }
  }
}

extension UnsafeRawBufferPointer {
  func firstOffset(of needle: String, from start: Int = 0) -> Int? {
    guard let base = baseAddress else { return nil }
    var needle = needle
    return needle.withUTF8 { needle in
      guard let first = needle.first, let pattern = needle.baseAddress else { return nil }
      var offset = start
      while offset + needle.count <= count {
        let room = count - offset - needle.count + 1
        guard let hit = memchr(base + offset, Int32(first), room) else { return nil }
        if memcmp(hit, pattern, needle.count) == 0 { return UnsafeRawPointer(hit) - base }
        offset = UnsafeRawPointer(hit) - base + 1
      }
      return nil
    }
  }

  func lastOffset(of needle: String) -> Int? {
    var last: Int?
    while let next = firstOffset(of: needle, from: last.map { $0 + 1 } ?? 0) { last = next }
    return last
  }

  func begins(with words: StaticString) -> Bool {
    guard let base = baseAddress, count >= words.utf8CodeUnitCount else { return false }
    return memcmp(base, words.utf8Start, words.utf8CodeUnitCount) == 0
  }

  func ends(with words: StaticString) -> Bool {
    let start = count - words.utf8CodeUnitCount
    guard let base = baseAddress, start >= 0 else { return false }
    return memcmp(base + start, words.utf8Start, words.utf8CodeUnitCount) == 0
  }

  func hasSuffix(_ text: String) -> Bool {
    count >= text.utf8.count && suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
