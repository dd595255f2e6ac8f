internal import Foundation
import Model
import Words

struct EventStreamPlace: Equatable {
  let file: String
  let fileID: String?
  let line: Int
  let column: Int

  init?(_ value: Any?) {
    guard let record = value as? [String: Any] else { return nil }
    guard let file = (record["filePath"] ?? record["_filePath"] ?? record["fileID"]) as? String else {
      return nil
    }
    self.file = file
    fileID = record["fileID"] as? String
    line = (record["line"] as? NSNumber)?.intValue ?? 0
    column = (record["column"] as? NSNumber)?.intValue ?? 0
  }

  /// Of the file, which may extend types of other modules.
  var module: String? {
    fileID.flatMap { id in id.firstIndex(of: "/").map { String(id[..<$0]) } }
  }

  func path(_ sources: SourceMap) -> PackagePath? {
    sources.place(file) ?? fileID.flatMap { sources.place($0) }
  }
}

/// Which case of a parameterized test an event is about.
struct EventStreamArgument: Sendable {
  let key: String
  let name: String

  init?(_ record: [String: Any]) {
    guard let name = record["displayName"] as? String else { return nil }
    self.name = name
    let whole = record["id"] as? String ?? name
    key = RecordThinner.mark(of: whole).map(String.init) ?? whole
  }

  init?(of payload: [String: Any]) {
    guard let record = (payload["testCase"] ?? payload["_testCase"]) as? [String: Any] else { return nil }
    self.init(record)
  }
}

/// Something a test recorded, in the stream's words.
struct EventStreamIssue {
  let isKnown: Bool
  let isWarning: Bool
  let argument: EventStreamArgument?
  private let moment: Double?
  private let place: EventStreamPlace?
  private let hasError: Bool
  private let lead: String
  private let rest: [String]

  init(_ payload: [String: Any]) {
    let issue = payload["issue"] as? [String: Any] ?? [:]
    isKnown = issue["isKnown"] as? Bool ?? false
    let severity = (issue["severity"] ?? issue["_severity"]) as? String
    isWarning = severity != nil && severity != "error"
    hasError = issue["error"] != nil || issue["_error"] != nil
    place = EventStreamPlace(issue["sourceLocation"])
    argument = EventStreamArgument(of: payload)
    moment = EventStreamTest.moment(payload)
    let texts = (payload["messages"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
    lead = Self.withoutIntroduction(texts.first ?? "an issue without a message", place)
    rest = Array(texts.dropFirst())
  }

  var isFailure: Bool { !isKnown && !isWarning }

  func isEcho(of other: Self) -> Bool {
    place == other.place && lead == other.lead && rest == other.rest && isClose(to: other)
  }

  private func isClose(to other: Self) -> Bool {
    guard let moment, let before = other.moment else { return true }
    return abs(moment - before) < 0.001
  }

  func failure(_ sources: SourceMap) -> TestFailure {
    let path = place.flatMap { $0.path(sources) }
    var message = text
    if let argument { message += "\nwith arguments: \(SeenPair.line(of: argument.name))" }
    if path == nil, let place { message += " (at \(place.file):\(place.line))" }
    var failure = TestFailure(
      message: message, file: path, line: path == nil ? nil : place?.line,
      column: path == nil ? nil : place?.column, kind: kind, isKnown: !isFailure)
    if isWarning, !isKnown { failure.isWarning = true }
    return failure.withValues
  }

  private var text: String {
    // "Issue recorded" says nothing where a comment follows.
    if lead == "Issue recorded", !rest.isEmpty { return rest.joined(separator: "\n") }
    return ([lead] + rest).joined(separator: "\n")
  }

  private var kind: TestFailure.Kind {
    if hasError || lead.hasPrefix("Caught error") { return .thrownError }
    if lead.hasPrefix("Expectation failed") || lead.hasPrefix("Known issue was not") { return .assertion }
    if lead.hasPrefix("Confirmation was") { return .unfulfilledExpectation }
    return lead.hasPrefix("Time limit was exceeded") ? .timeout : .other
  }

  /// Before 6.3: `Test x() recorded an issue at File.swift:12:3: Expectation failed: …`.
  private static func withoutIntroduction(_ text: String, _ place: EventStreamPlace?) -> String {
    guard let place, text.hasPrefix("Test "), text.contains(" recorded a") else { return text }
    let name = place.file.split(separator: "/").last ?? ""
    guard let end = text.range(of: " at \(name):\(place.line):\(place.column): ") else { return text }
    return String(text[end.upperBound...])
  }
}
