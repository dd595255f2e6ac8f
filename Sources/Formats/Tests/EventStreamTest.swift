internal import Foundation
import Model

/// A test function and what the stream told of it.
struct EventStreamTest {
  let id: EventStreamID
  /// What it is called outside the stream; the stream gives namesakes another one.
  var testID: TestID
  private let displayName: String?
  private let tags: [String]
  private let place: EventStreamPlace?
  private let isParameterized: Bool
  private(set) var hasEvents = false
  private var began: Double?
  private var beganOnWall: Double?
  private var endedOnWall: Double?
  /// When it began, as the stream counts.
  private(set) var beganAt = 0
  private var hasBegun = false
  private var hasEnded = false
  private(set) var seconds: Double?
  private var ended: Double?
  private var isSkipped = false
  private var skipReason: String?
  private var issues: [EventStreamIssue] = []
  private var left = 0
  private var saysItFailed = false
  /// Nothing failed in it until it had ended.
  private(set) var failedLate = false
  private var arguments: [Argument] = []
  private var attachments: [String] = []
  private var argumentIndices: [String: Int] = [:]
  /// The first of `arguments` were told before any of them ran.
  private var declaredCount = 0
  /// Cases that ended and are not among `arguments`.
  private(set) var unlistedCount = 0
  private var argumentBytes = 0
  private static let argumentLimit = 20_000
  /// Those that failed have a line all the same, up to as many.
  private static let failedArgumentLimit = 21_000
  private static let argumentByteLimit = 16 << 20
  private static let issueLimit = 1000
  private static let attachmentLimit = 1000

  private struct Argument {
    var name: String
    var outcome: TestOutcome = .notRun
    var isOpen = false
    var hasFailed = false
    var hasKnown = false
    var isSkipped = false
  }

  init(_ id: EventStreamID, _ payload: [String: Any]) {
    self.id = id
    testID = TestID(id.withoutPlace)
    let shown = payload["displayName"] as? String
    displayName = shown == id.name ? nil : shown
    let tags = (payload["tags"] ?? payload["_tags"]) as? [String] ?? []
    self.tags = tags.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
    place = EventStreamPlace(payload["sourceLocation"])
    isParameterized = payload["isParameterized"] as? Bool ?? false
    for record in (payload["testCases"] ?? payload["_testCases"]) as? [[String: Any]] ?? [] {
      if let argument = EventStreamArgument(record) { _ = index(of: argument) }
    }
    declaredCount = arguments.count
  }

  /// The cases that have begun and not ended, by their position.
  var openArguments: [Int] { arguments.indices.filter { arguments[$0].isOpen } }

  /// When it ran, in seconds since 1970.
  var wallMoment: TestMoment? {
    beganOnWall.map { TestMoment(test: testID, from: $0, to: hasEnded ? endedOnWall : nil) }
  }

  mutating func begin(_ payload: [String: Any], told: Int) {
    beganAt = told
    hasEvents = true
    hasBegun = true
    began = Self.moment(payload)
    beganOnWall = Self.wallMoment(payload)
  }

  mutating func end(_ payload: [String: Any], isKnownTime: Bool) {
    hasEvents = true
    hasEnded = true
    ended = Self.moment(payload)
    endedOnWall = Self.wallMoment(payload)
    if isKnownTime, let began, let ended { seconds = max(ended - began, 0) }
    saysItFailed = (payload["messages"] as? [[String: Any]])?.first?["symbol"] as? String == "fail"
  }

  mutating func skip(reason: String?) {
    hasEvents = true
    isSkipped = true
    if skipReason == nil { skipReason = reason }
  }

  /// Cancelling one case is told of the test as well, but with the case's name.
  mutating func cancel(_ payload: [String: Any]) {
    guard EventStreamArgument(of: payload) == nil else { return cancelCase(payload) }
    skip(reason: Self.comments(payload))
  }

  /// The issue, for telling; nil when there are already too many.
  mutating func add(_ issue: EventStreamIssue) -> EventStreamIssue? {
    hasEvents = true
    if issue.isFailure, hasEnded, !hasFailed, !saysItFailed { failedLate = true }
    if let argument = issue.argument, let index = index(of: argument, hasFailed: issue.isFailure) {
      if issue.isFailure { arguments[index].hasFailed = true }
      if issue.isKnown { arguments[index].hasKnown = true }
    }
    guard issues.count < Self.issueLimit || (issue.isFailure && !hasFailed) else {
      if issue.isFailure { left += 1 }
      return nil
    }
    issues.append(issue)
    return issue
  }

  private var hasFailed: Bool { issues.contains { $0.isFailure } }

  /// Cases run in any order, or side by side: what they tell stands in the order in which they are declared,
  /// so that the same failures read the same each time.
  private var orderedIssues: [EventStreamIssue] {
    guard isParameterized, issues.count > 1 else { return issues }
    let last = arguments.count
    let keyed = issues.enumerated().map { index, issue in
      let own = issue.argument.map { argumentIndices[$0.key] ?? last }
      return (
        case: own.map { $0 < declaredCount ? $0 : last } ?? last + 1, name: issue.argument?.name ?? "",
        index: index
      )
    }
    return keyed.sorted { $0 < $1 }.map { issues[$0.index] }
  }

  var outcome: TestOutcome {
    if hasEnded || isSkipped {
      if hasFailed || saysItFailed { return .failed }
      if isSkipped { return .skipped }
      if !arguments.isEmpty, unlistedCount == 0, arguments.allSatisfy({ $0.outcome == .skipped }) {
        return .skipped
      }
      return issues.contains { $0.isKnown } ? .expectedFailure : .passed
    }
    // A condition that throws keeps its test from ever beginning.
    return hasFailed && !hasBegun ? .failed : .notRun
  }

  func testCase(_ sources: SourceMap) -> TestCase {
    var test = TestCase(
      id: testID, library: .swiftTesting, target: place?.module ?? id.module, suite: id.suite, name: id.name,
      outcome: outcome)
    test.displayName = displayName
    test.tags = tags
    test.begun = outcome == .notRun && hasBegun ? true : nil
    test.seconds = outcome == .notRun ? nil : seconds
    // Of the end of one that was canceled nothing is told.
    let ended = ended ?? (isSkipped ? began : nil)
    if outcome != .notRun, let began, let ended { test.span = TestSpan(from: began, to: max(ended, began)) }
    test.file = place.flatMap { $0.path(sources) }
    test.line = test.file == nil ? nil : place?.line
    if outcome == .skipped { test.skipReason = skipReason }
    test.arguments = arguments.map {
      TestArgument(name: $0.name, outcome: $0.isOpen && $0.hasFailed ? .failed : $0.outcome)
    }
    test.attachments = attachments
    test.failures = orderedIssues.map { $0.failure(sources) }
    if left > 0 {
      test.failures.append(.left(left))
    }
    if outcome == .failed, !hasFailed {
      test.failures.append(
        TestFailure(message: "failed without a message", file: test.file, line: test.line, kind: .other))
    }
    return test
  }
}

extension EventStreamTest {
  mutating func beginCase(_ payload: [String: Any]) {
    guard let argument = EventStreamArgument(of: payload), let index = index(of: argument) else { return }
    arguments[index].isOpen = true
  }

  /// Where asterisks stand in the place of a secret, what spells asterisks: in whole groups, because the
  /// signs beside them have parts of its letters.
  private static func unmasked(_ base64: String) -> String {
    guard base64.contains("*") else { return base64 }
    var signs = Array(base64.utf8)
    let stars = Array("Kioq".utf8)
    for start in stride(from: 0, to: signs.count - 3, by: 4)
    where signs[start..<(start + 4)].contains(UInt8(ascii: "*")) {
      signs.replaceSubrange(start..<(start + 4), with: stars)
    }
    return String(decoding: signs, as: UTF8.self)
  }

  mutating func attach(_ payload: [String: Any], _ keep: EventStream.KeepAttachment) {
    guard let attachment = payload["attachment"] as? [String: Any] else { return }
    let text = attachments.count < Self.attachmentLimit ? attachment["_bytes"] as? String : nil
    let bytes = text.map(Self.unmasked).flatMap { Data(base64Encoded: $0) }.map { Array($0) }
    let name = attachment["_preferredName"] as? String ?? ""
    if let path = keep(name, bytes) { attachments.append(path) }
  }

  mutating func endCase(_ payload: [String: Any]) {
    guard let record = EventStreamArgument(of: payload) else { return }
    guard let index = index(of: record) else {
      unlistedCount += 1
      return
    }
    arguments[index].isOpen = false
    let argument = arguments[index]
    if argument.hasFailed {
      arguments[index].outcome = .failed
    } else if argument.isSkipped {
      arguments[index].outcome = .skipped
    } else {
      arguments[index].outcome = argument.hasKnown ? .expectedFailure : .passed
    }
  }

  mutating func cancelCase(_ payload: [String: Any]) {
    guard let record = EventStreamArgument(of: payload) else {
      if !isParameterized { skip(reason: Self.comments(payload)) }
      return
    }
    if let index = index(of: record) { arguments[index].isSkipped = true }
    if skipReason == nil { skipReason = Self.comments(payload) }
  }

  /// Nil where there are too many to list each.
  private mutating func index(of argument: EventStreamArgument, hasFailed: Bool = false) -> Int? {
    if let index = argumentIndices[argument.key] { return index }
    guard arguments.count < (hasFailed ? Self.failedArgumentLimit : Self.argumentLimit),
      argumentBytes < Self.argumentByteLimit
    else { return nil }
    argumentBytes += argument.key.utf8.count + argument.name.utf8.count
    argumentIndices[argument.key] = arguments.count
    arguments.append(Argument(name: argument.name))
    return arguments.count - 1
  }

  static func comments(_ payload: [String: Any]) -> String? {
    let comments = (payload["comments"] ?? payload["_comments"]) as? [String] ?? []
    if !comments.isEmpty { return comments.joined(separator: "\n") }
    // Without the experimental fields: `Test disabled() skipped: "not today"`.
    let text = (payload["messages"] as? [[String: Any]])?.first?["text"] as? String ?? ""
    guard let quote = text.range(of: ": \""), text.hasSuffix("\""), quote.upperBound < text.endIndex else {
      return nil
    }
    return String(text[quote.upperBound...].dropLast())
  }

  static func moment(_ payload: [String: Any]) -> Double? { instant("absolute", payload) }
  /// In seconds since 1970.
  private static func wallMoment(_ payload: [String: Any]) -> Double? { instant("since1970", payload) }

  private static func instant(_ clock: String, _ payload: [String: Any]) -> Double? {
    ((payload["instant"] as? [String: Any])?[clock] as? NSNumber)?.doubleValue
  }
}
