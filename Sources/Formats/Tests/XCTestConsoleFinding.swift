internal import Foundation
import Model

/// What XCTest says of a test while it runs: a failure, a skip or a measurement.
struct XCTestConsoleFinding {
  enum Kind { case failure, skip, measurement }

  let kind: Kind
  let path: String
  let line: Int
  private var bytes: KeptOutput
  /// Nothing in the grammar ends a message, but some are known to be complete.
  private(set) var isComplete: Bool

  init(kind: Kind, path: String, line: Int, text: Slice<UnsafeRawBufferPointer>, limit: Int = 65536) {
    (self.kind, self.path, self.line) = (kind, path, line)
    bytes = KeptOutput(limit: limit)
    bytes.append(UnsafeRawBufferPointer(rebasing: text))
    isComplete = kind == .measurement || Self.isComplete(text.repairedText, kind: kind)
  }

  mutating func add(line: UnsafeRawBufferPointer) {
    bytes.append(10)
    bytes.append(line)
    guard kind == .failure, line.last == 34 || line.hasSuffix(" - ") else { return }
    isComplete = Self.isComplete(text, kind: kind)
  }

  /// Takes the trailing lines away that are no part of the message, and gives them.
  mutating func complete(_ habits: XCTestConsoleHabits) -> [String] {
    isComplete = true
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var output: [String] = []
    while lines.count > 1, let last = lines.last, habits.contains(last) {
      output.insert(String(last), at: 0)
      lines.removeLast()
    }
    guard !output.isEmpty else { return [] }
    bytes.clear()
    bytes.append(lines.joined(separator: "\n"))
    return output
  }

  /// The runtime begins its notice of a signal on a line of its own, after an empty one.
  mutating func endsBeforeNotice() {
    guard kind == .failure, bytes.text.hasSuffix("\n") else { return }
    let text = bytes.text.dropLast()
    bytes.clear()
    bytes.append(String(text))
  }

  private var text: String { bytes.text }

  private static func isComplete(_ text: String, kind: Kind) -> Bool {
    if kind == .skip {
      if text.hasPrefix(": threw error \"") { return text.hasSuffix("\"") && isEven(text) }
      return text.isEmpty || text.hasPrefix(": required ") && !text.contains(" - ")
    }
    if text.hasPrefix("threw error \"") {
      return text.count > 13 && text.hasSuffix("\"") && isEven(text)
    }
    if text.hasPrefix("XCT") { return text.hasSuffix(" - ") }
    return waits.contains { text.hasPrefix($0) }
  }

  /// The first line of an error's own words may end in a quotation: `threw error "Unexpected "}"`.
  private static func isEven(_ text: String) -> Bool {
    var count = 0
    var isEscaped = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\""), !isEscaped { count += 1 }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return count.isMultiple(of: 2)
  }

  private static let waits = ["Asynchronous wait failed", "Failed due to ", "API violation - "]

  func failure(_ sources: SourceMap) -> TestFailure {
    var message = text
    if message.hasPrefix("XCT"), message.hasSuffix(" - ") { message.removeLast(3) }
    let isNowhere = path.isEmpty || path == "<EXPR>" || path == "<unknown>"
    let place = isNowhere ? nil : sources.place(path)
    // Where on this machine it lies is nobody's business: messages are mailed.
    let parts = path.split(separator: "/")
    let known = parts.count > 3 ? "…/" + parts.suffix(3).joined(separator: "/") : path
    if place == nil, !isNowhere { message += " (at \(known):\(line))" }
    return TestFailure(message: message, file: place, line: place == nil ? nil : line, kind: failureKind)
      .withValues
  }

  private var failureKind: TestFailure.Kind {
    let text = self.text
    if text.hasPrefix("threw error ") { return .thrownError }
    if text.hasPrefix("Asynchronous wait failed") || text.hasPrefix("Failed due to ") {
      return .unfulfilledExpectation
    }
    return text.hasPrefix("XCT") || text.hasPrefix("failed") ? .assertion : .other
  }

  /// The text after `Test skipped - `, or what XCTest says instead of one.
  var skipReason: String? {
    if text.isEmpty { return nil }
    if text.hasPrefix(": required "), let dash = text.range(of: " - ") {
      return String(text[dash.upperBound...])
    }
    for lead in [" - ", ": "] where text.hasPrefix(lead) { return String(text.dropFirst(lead.count)) }
    return text
  }

  /// `[Time, seconds] average: 0.000, relative standard deviation: 2.986%, values: [0.000148, …], …`
  var measurement: Model.Measurement? {
    // No part of it can go on into the next, or a long line of lies would take minutes.
    let pattern =
      /\[(.+?)\] average: ([^, ]+), relative standard deviation: ([^% ]+)%, values: \[([^\]]*)\].*/
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    guard let average = Double(match.2), let deviation = Double(match.3) else { return nil }
    guard average.isFinite else { return nil }
    let values = match.4.split(separator: ",").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
    return Model.Measurement(
      metric: String(match.1), average: average,
      relativeStandardDeviation: deviation.isFinite ? deviation : 0, values: values.filter(\.isFinite))
  }
}
