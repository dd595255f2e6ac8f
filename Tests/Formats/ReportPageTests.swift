import Foundation
import Model
import Testing

@testable import Formats

/// docs/report-json.md is made from the comments of the types in Sources/Model.
/// `BOTHY_WRITE_DOCS=1 bin/test formats` writes it again.
@Suite("docs/report-json.md")
struct ReportPageTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let file = root.appendingPathComponent("docs/report-json.md")

  @Test("the page says what the comments of the types say")
  func page() throws {
    let types = try ReportTypes(folder: Self.root.appendingPathComponent("Sources/Model"))
    let page = ReportPage(types: types)
    let text = page.text()
    #expect(page.undocumented == [])
    if ProcessInfo.processInfo.environment["BOTHY_WRITE_DOCS"] != nil {
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let isCurrent = try String(contentsOf: Self.file, encoding: .utf8) == text
    #expect(isCurrent, "write it again: BOTHY_WRITE_DOCS=1 bin/test formats")
  }

  @Test("every key of a report is on the page")
  func keys() throws {
    let report = Report(
      bot: "parser", integration: 1, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: Date(), started: Date())
    let json = try JSONSerialization.jsonObject(with: Data(ReportJSON.encode(report))) as? [String: Any]
    let tests = json?["tests"] as? [String: Any]
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    for key in Array((json ?? [:]).keys) + Array((tests ?? [:]).keys) {
      #expect(text.contains("\n- `\(key)` ("), "\(key)")
    }
  }
}

private final class ReportPage {
  private let types: ReportTypes
  private(set) var undocumented: [String] = []

  init(types: ReportTypes) { self.types = types }

  func text() -> String {
    var sections: [String] = []
    var seen: Set = ["Report"]
    var waiting = ["Report"]
    while !waiting.isEmpty {
      let name = waiting.removeFirst()
      let inner = types.members(of: name).flatMap { types(in: $0, of: name) }
      for type in inner where seen.insert(type).inserted { waiting.append(type) }
      sections.append(section(name))
    }
    return Self.head + sections.joined(separator: "\n")
  }

  private static let head = """
    # report.json

    Bothy writes `report.json` for every integration, whatever its result. `schema` grows when a field
    changes its meaning. New fields can appear at any time. Times are ISO 8601 in UTC, durations are
    seconds, and paths are relative to the package.

    This page is made from the comments of the types in `Sources/Model`.
    `BOTHY_WRITE_DOCS=1 bin/test formats` writes it again.


    """

  private func section(_ name: String) -> String {
    guard let type = types.types[name] else { return "" }
    if type.summary.isEmpty { undocumented.append(name) }
    let lines = types.members(of: name).map { field -> String in
      guard !type.isEnum else {
        return "- `\(field.name)`" + (field.summary.isEmpty ? "" : ": \(field.summary)")
      }
      if field.summary.isEmpty { undocumented.append("\(name).\(field.name)") }
      return "- `\(field.name)` (\(words(field, in: name))): \(field.summary)"
    }
    let isText = type.isEnum && !type.conformances.hasPrefix(": String")
    let isPlain = type.isEnum && types.members(of: name).allSatisfy(\.summary.isEmpty)
    let values = types.members(of: name).map { "`\($0.name)`" }.joined(separator: ", ")
    let paragraphs = [type.summary] + (isText ? [] : isPlain ? ["- \(values)"] : lines)
    let wrapped = paragraphs.map { Self.wrapped($0, indent: $0.hasPrefix("- ") ? "  " : "") }
    return "## \(name)\n\n\(wrapped[0])\n"
      + (wrapped.count > 1 ? "\n" + wrapped.dropFirst().joined(separator: "\n") + "\n" : "")
  }

  /// `list of TestCase`, `number or null`, `text, can be absent`
  private func words(_ field: ReportTypes.Field, in outer: String) -> String {
    var type = Substring(field.type)
    let isOptional = type.hasSuffix("?")
    if isOptional { type.removeLast() }
    var lists = 0
    while type.hasPrefix("["), type.hasSuffix("]") {
      type = type.dropFirst().dropLast()
      lists += 1
    }
    let words = String(repeating: "list of ", count: lists) + word(type, in: outer)
    return words + (field.isNullable ? " or null" : isOptional ? ", can be absent" : "")
  }

  private func word(_ type: Substring, in outer: String) -> String {
    switch type {
    case "String": return "text"
    case "Int", "Double", "UInt64", "IntegrationNumber", "0", "0.0", "Report.currentSchema": return "number"
    case "Bool", "false", "true": return "true or false"
    case "Date": return "time"
    default:
      guard let name = types.resolve(type.prefix { $0 != "(" }, in: outer), isSection(name) else {
        return "text"
      }
      return "[\(name)](#\(name.lowercased().filter { $0 != "." }))"
    }
  }

  private func types(in field: ReportTypes.Field, of outer: String) -> [String] {
    field.type.matches(of: /[A-Z][\w.]*/).compactMap { types.resolve($0.output, in: outer) }.filter(isSection)
  }

  /// Names are texts with a type of their own.
  private func isSection(_ name: String) -> Bool {
    let conformances = types.types[name]?.conformances ?? ""
    return !conformances.hasPrefix(": Name") && !conformances.hasPrefix(": RawRepresentable")
      && name != "IntegrationNumber"
  }

  private static func wrapped(_ text: String, indent: String) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 118 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append((lines.isEmpty ? "" : indent) + word)
      }
    }
    return lines.joined(separator: "\n")
  }
}
