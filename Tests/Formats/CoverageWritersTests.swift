import Coverage
import Formats
import Foundation
import Model
import Testing
import TrapsPackage

@Suite("Coverage for other tools")
struct CoverageWritersTests {
  private let report: CoverageReport
  private let detail: CoverageDetail

  init() throws { (report, detail) = try CapturedTraps.measure() }

  private func records(_ text: String) -> [String: [String]] {
    let parts = text.components(separatedBy: "end_of_record\n").dropLast()
    let pairs = parts.map { part in
      let lines = part.split(separator: "\n").map(String.init)
      return (lines.first { $0.hasPrefix("SF:") }.map { String($0.dropFirst(3)) } ?? "", lines)
    }
    return Dictionary(pairs) { a, _ in a }
  }

  @Test("LCOV names every file by its path in the package, with the report's own counts")
  func lcovCounts() throws {
    let records = records(String(decoding: LCOV.write(report, detail), as: UTF8.self))
    let files = report.targets.flatMap(\.files)
    #expect(Set(records.keys) == Set(files.map(\.path.rawValue)))
    for file in files {
      let lines = try #require(records[file.path.rawValue])
      #expect(lines.contains("LF:\(file.lines.executable)") && lines.contains("LH:\(file.lines.executed)"))
      #expect(
        lines.contains("FNF:\(file.functions.count)") && lines.contains("FNH:\(file.functions.executed)"))
      let hits = lines.filter { $0.hasPrefix("DA:") }.compactMap { $0.split(separator: ",").last }
      #expect(hits.count == file.lines.executable)
      #expect(hits.count { $0 != "0" } == file.lines.executed)
      let names = lines.filter { $0.hasPrefix("FN:") }.map { $0.split(separator: ",", maxSplits: 1)[1] }
      #expect(Set(names).count == names.count)
    }
  }

  @Test("in LCOV a partly executed line was reached, and has a branch that was taken and one that was not")
  func lcovPartial() throws {
    let lines = try #require(
      records(String(decoding: LCOV.write(report, detail), as: UTF8.self))["Sources/Core/Traps.swift"])
    #expect(lines.contains("DA:14,1") && lines.contains("BRDA:14,0,0,1") && lines.contains("BRDA:14,0,1,0"))
    #expect(lines.contains("DA:73,0") && lines.contains("BRDA:73,0,0,-"))
    for line in try #require(detail.file("Sources/Core/Traps.swift")).lines
    where line.state == .partlyExecuted {
      let branches = lines.filter { $0.hasPrefix("BRDA:\(line.number),") }.compactMap {
        $0.split(separator: ",").last
      }
      #expect(branches.contains("0") && branches.contains { $0 != "0" && $0 != "-" })
    }
  }

  @Test("Cobertura is well formed, names packages by target and files by path, with the report's own counts")
  func cobertura() throws {
    let bytes = Cobertura.write(report, detail, timestamp: 1_700_000_000)
    let seen = try CoberturaReader.read(bytes)
    #expect(seen.packages == report.targets.map(\.name))
    #expect(seen.files == report.targets.flatMap(\.files).map(\.path.rawValue))
    #expect(seen.lines == report.lines.executable)
    #expect(seen.hit == report.lines.executed)
    #expect(seen.root["lines-valid"] == "\(report.lines.executable)")
    #expect(seen.root["lines-covered"] == "\(report.lines.executed)")
    #expect(seen.root["timestamp"] == "1700000000")
    #expect(seen.partial >= report.lines.partial)
  }

  @Test("in Cobertura a partly executed line is a condition that was met in part")
  func coberturaPartial() {
    let text = String(decoding: Cobertura.write(report, detail, timestamp: 0), as: UTF8.self)
    #expect(text.contains(#"<line number="14" hits="1" branch="true" condition-coverage="50% (1/2)">"#))
  }

  @Test("names with anything in them neither break XML nor a record of LCOV")
  func escaping() throws {
    let path = PackagePath("a <b> & \"c'\n\u{1}é😀.swift")
    let file = FileCoverage(
      path: path, lines: LineCounts(executable: 1, executed: 1), regions: PlaceCounts(),
      functions: PlaceCounts(count: 2),
      llvm: LLVMTotals(), missedLines: [], partialLines: [], unusedMessageLines: [])
    let report = CoverageReport(
      targets: [TargetCoverage(name: "T\"<", files: [file])], notMeasured: [], excluded: [])
    let line = LineCoverage(number: 1, state: .executed, count: 1)
    let functions = [1, 2].map { FunctionCoverage(name: "<\n>&, f", line: 1, column: $0, count: 0) }
    let detail = CoverageDetail(files: [
      CoverageDetail.File(path: path, target: "T", lines: [line], functions: functions)
    ])
    let seen = try CoberturaReader.read(Cobertura.write(report, detail, timestamp: 0))
    #expect(seen.packages == ["T\"<"])
    #expect(seen.files == ["a <b> & \"c'\n\u{FFFD}é😀.swift"])
    let text = String(decoding: LCOV.write(report, detail), as: UTF8.self)
    #expect(text.hasPrefix("TN:\nSF:a <b> & \"c'  é😀.swift\nFN:1,< >&, f at 1:1\nFN:1,< >&, f at 1:2\n"))
  }

  @Test("nothing measured gives files that can be read")
  func empty() throws {
    let report = CoverageReport(targets: [], notMeasured: [], excluded: [])
    #expect(LCOV.write(report, CoverageDetail(files: [])).isEmpty)
    #expect(
      try CoberturaReader.read(Cobertura.write(report, CoverageDetail(files: []), timestamp: 0)).lines == 0)
  }
}

/// As much of Cobertura's XML as the tests ask for, strict about where each element may stand.
private struct CoberturaReader {
  var packages: [String] = []
  var files: [String] = []
  var root: [String: String] = [:]
  var lines = 0
  var hit = 0
  var partial = 0

  struct Malformed: Error { var what: String }

  static func read(_ bytes: [UInt8]) throws -> CoberturaReader {
    var reader = CoberturaReader()
    var stack: [String] = []
    let text = String(decoding: bytes, as: UTF8.self)
    for tag in text.matches(of: #/<(\/?)([A-Za-z?!]+)([^<>]*?)(\/?)>/#) {
      let name = String(tag.output.2)
      guard !name.hasPrefix("?"), !name.hasPrefix("!") else { continue }
      if !tag.output.1.isEmpty {
        guard stack.popLast() == name else { throw Malformed(what: name) }
        continue
      }
      try reader.see(name, attributes(tag.output.3), in: stack)
      if tag.output.4.isEmpty { stack.append(name) }
    }
    let rest = text.replacing(#/<[^<>]*>/#, with: "")
    guard stack.isEmpty, !rest.contains("<") else { throw Malformed(what: "the end") }
    return reader
  }

  private static let parents = [
    "coverage": "", "sources": "coverage", "source": "sources", "packages": "coverage", "package": "packages",
    "classes": "package", "class": "classes", "methods": "class", "method": "methods", "conditions": "line",
    "condition": "conditions",
  ]

  private mutating func see(_ name: String, _ attributes: [String: String], in stack: [String]) throws {
    let parent = stack.last ?? ""
    let isPlaced =
      ["line": ["lines"], "lines": ["class", "method"]][name]?.contains(parent)
      ?? (Self.parents[name] == parent)
    guard isPlaced else { throw Malformed(what: "\(name) in \(parent)") }
    switch name {
    case "coverage": root = attributes
    case "package": packages.append(attributes["name"] ?? "")
    case "class": files.append(attributes["filename"] ?? "")
    case "line" where stack.suffix(2) == ["class", "lines"]:
      lines += 1
      if attributes["hits"] != "0" { hit += 1 }
      if let share = attributes["condition-coverage"], !share.hasPrefix("100%"), !share.hasPrefix("0%") {
        partial += 1
      }
    default: break
    }
  }

  private static func attributes(_ text: Substring) -> [String: String] {
    text.matches(of: #/([A-Za-z-]+)="([^"<]*)"/#).reduce(into: [:]) { attributes, match in
      let value = match.output.2.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&quot;", with: "\"").replacing("&#10;", with: "\n")
        .replacing("&amp;", with: "&")
      attributes[String(match.output.1)] = String(value)
    }
  }
}
