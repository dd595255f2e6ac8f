import Explaining
import Foundation
import Kit
import Model
import Testing

@testable import Formats

@Suite struct ReportJSONTests {
  /// What Foundation makes of the same value.
  private func reference(_ report: Report) throws -> NSDictionary {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Timestamp.write(date))
    }
    return try object([UInt8](encoder.encode(report)))
  }

  private func object(_ bytes: [UInt8]) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
  }

  @Test("every member of the model is written, with the same value and the same key")
  func complete() throws {
    for report in [SampleReport.full, SampleReport.empty] {
      #expect(try object(ReportJSON.encode(report)) == reference(report))
    }
  }

  @Test("the sample leaves nothing absent or empty, so that no member escapes the comparison")
  func sampleIsFull() throws {
    func holes(_ value: Any, _ path: String) -> [String] {
      switch value {
      case let members as [String: Any]: members.flatMap { holes($0.value, "\(path).\($0.key)") }
      case let list as [Any]: list.isEmpty ? [path] : holes(list[0], path + "[]")
      case is NSNull: [path]
      default: []
      }
    }
    #expect(holes(try object(ReportJSON.encode(SampleReport.full)), "").isEmpty)
  }

  @Test("what was written is read back as it was")
  func roundTrip() throws {
    for report in [SampleReport.full, SampleReport.empty] {
      let back = try ReportJSON.decode(ReportJSON.encode(report))
      #expect(ReportJSON.encode(back) == ReportJSON.encode(report))
      #expect(back.tests == report.tests && back.coverage == report.coverage && back.issues == report.issues)
    }
  }

  @Test("members stand in the order of the model, slashes are not escaped, numbers stand in one line")
  func layout() throws {
    let text = String(decoding: ReportJSON.encode(SampleReport.full), as: UTF8.self)
    let top = text.split(separator: "\n").filter { $0.hasPrefix("  \"") }
    #expect(top.prefix(3) == ["  \"schema\": 1,", "  \"bot\": \"parser\",", "  \"integration\": 42,"])
    #expect(text.contains("\"path\": \"Sources/P/A b+é.swift\""))
    #expect(text.contains("\"missedLines\": [[9, 10], [12, 12]]"))
    let counts = #"{"executable": 30, "executed": 20, "partial": 2, "notKnown": 0, "unreachable": 0}"#
    #expect(text.contains("\"lines\": \(counts)"))
    #expect(text.contains("\"started\": \"2026-11-20T07:06:48.250Z\""))
    #expect(text.hasSuffix("}\n") && !text.contains("\\/"))
    for line in text.split(separator: "\n") { #expect(line.last != " ") }
  }

  @Test("what is no number is written as zero or as absent, and stays JSON")
  func notFinite() throws {
    var report = SampleReport.full
    report.seconds = .nan
    report.usage?.cpuSeconds = .infinity
    report.phases[0].seconds = -.infinity
    report.tests.cases[0].seconds = .nan
    report.tests.cases[0].measurements[0].values = [.nan, 1e300, -0.0]
    report.ended = Date(timeIntervalSince1970: .infinity)
    report.queued = .distantFuture
    let back = try ReportJSON.decode(ReportJSON.encode(report))
    #expect(back.seconds == 0 && back.usage?.cpuSeconds == 0 && back.phases[0].seconds == 0)
    #expect(back.tests.cases[0].seconds == nil)
    #expect(back.tests.cases[0].measurements[0].values == [0, 1e300, 0])
  }

  @Test("seconds are told to the microsecond")
  func seconds() {
    var report = SampleReport.empty
    report.seconds = 0.1 + 0.2
    #expect(String(decoding: ReportJSON.encode(report), as: UTF8.self).contains("\"seconds\": 0.3,"))
    report.seconds = 3
    #expect(String(decoding: ReportJSON.encode(report), as: UTF8.self).contains("\"seconds\": 3,"))
  }

  @Test("a report of an older Bothy lacks members, one of a newer has more; both are read")
  func otherVersions() throws {
    var members = try #require(try object(ReportJSON.encode(SampleReport.full)) as? [String: Any])
    members["invented"] = ["x": 1]
    for key in ["notes", "usage", "selection", "artifacts", "coverageNote", "commits"] { members[key] = nil }
    var tests = try #require(members["tests"] as? [String: Any])
    var cases = try #require(tests["cases"] as? [[String: Any]])
    for key in ["measurements", "arguments", "tags", "crash", "output"] { cases[0][key] = nil }
    tests["cases"] = cases
    members["tests"] = tests
    members["started"] = "2026-11-20T08:06:48+01:00"
    let report = try ReportJSON.decode([UInt8](JSONSerialization.data(withJSONObject: members)))
    #expect(report.notes.isEmpty && report.usage == nil && report.selection == nil)
    #expect(report.started == SampleReport.at(0))
    #expect(report.tests.cases[0].tags.isEmpty && report.tests.cases[0].failures.count == 2)
  }

  @Test(
    "what is no report is told in a sentence that names the place",
    arguments: [
      ("", "it is not whole JSON"), ("{\"schema\": 1", "it is not whole JSON"), ("{}", "`schema` is missing"),
      ("[]", "the top of the file has a value of another kind"),
      ("{\"schema\": \"x\"}", "`schema` has a value of another kind"),
    ])
  func wrong(text: String, sentence: String) {
    let error = #expect(throws: Explanation.self) { try ReportJSON.decode(Array(text.utf8)) }
    #expect(error?.wrong == sentence)
  }

  @Test("a time that is none is told with its place")
  func wrongTime() throws {
    let text = String(decoding: ReportJSON.encode(SampleReport.full), as: UTF8.self)
      .replacing("2026-11-20T07:06:48.250Z", with: "yesterday")
    let error = #expect(throws: Explanation.self) { try ReportJSON.decode(Array(text.utf8)) }
    #expect(error?.wrong == "`started` cannot be understood (`yesterday` is no time)")
  }

  @Test(
    "a value that this version does not know is told with its place, and never by the name of a type",
    arguments: [
      (["result"], "glorious"), (["configuration"], "fast"), (["phases", "0", "name"], "bake"),
      (["phases", "0", "status"], "odd"), (["tests", "cases", "0", "outcome"], "melted"),
      (["tests", "cases", "0", "library"], "nimble"), (["issues", "new", "0", "kind"], "sadness"),
    ])
  func unknownValue(path: [String], value: String) throws {
    let report = try object(ReportJSON.encode(SampleReport.full))
    let changed = try #require(replaced(report, at: path[...], by: value) as? [String: Any])
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: changed))
    let error = #expect(throws: Explanation.self) { try ReportJSON.decode(bytes) }
    let place = path.joined(separator: ".")
    #expect(error?.wrong == "`\(place)` is `\(value)`, which this version of Bothy does not know")
  }

  private func replaced(_ json: Any, at path: ArraySlice<String>, by value: String) -> Any? {
    guard let key = path.first else { return value }
    if var members = json as? [String: Any] {
      members[key] = members[key].flatMap { replaced($0, at: path.dropFirst(), by: value) }
      return members
    }
    guard var list = json as? [Any], let index = Int(key), list.indices.contains(index),
      let element = replaced(list[index], at: path.dropFirst(), by: value)
    else { return nil }
    list[index] = element
    return list
  }

  @Test("ten times as many tests and files take no hundred times as long to write")
  func large() throws {
    let sample = SampleReport.full
    let file = try #require(sample.coverage?.targets.first?.files.first)
    func report(_ size: Int) -> Report {
      var report = sample
      report.tests.cases = (0..<10 * size).map {
        var test = sample.tests.cases[1]
        test.id = TestID("T.S/test\($0)")
        return test
      }
      report.coverage = CoverageReport(
        targets: [TargetCoverage(name: "P", files: Array(repeating: file, count: size))], notMeasured: [],
        excluded: [])
      return report
    }
    let (few, many) = (report(100), report(1000))
    let growth = Work.growth(
      below: 80, from: { _ = ReportJSON.encode(few) }, to: { _ = ReportJSON.encode(many) })
    // Each step through all that was written before would make it a hundred; new memory costs a few times.
    #expect(growth < 80, "\(growth) times as long")
  }
}

@Suite struct TimestampTests {
  @Test(
    "times are written in UTC with milliseconds",
    arguments: [
      (0.0, "1970-01-01T00:00:00.000Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
      (951_782_400.0, "2000-02-29T00:00:00.000Z"), (1_795_158_408.9104, "2026-11-20T07:06:48.910Z"),
      (1_709_251_199.9996, "2024-03-01T00:00:00.000Z"), (-11_644_473_600.0, "1601-01-01T00:00:00.000Z"),
      (1e15, "9999-12-31T23:59:59.999Z"), (.nan, "1970-01-01T00:00:00.000Z"),
    ])
  func written(seconds: Double, text: String) {
    #expect(Timestamp.write(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test("every day of four centuries is read back as it was written")
  func days() {
    for day in stride(from: -50_000, to: 100_000, by: 1) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 12_345.678)
      let back = Timestamp.read(Timestamp.write(date))
      #expect(abs((back ?? .distantPast).timeIntervalSince(date)) < 0.001)
    }
  }

  @Test(
    "fractions and offsets are read",
    arguments: [
      ("1970-01-01T00:00:01Z", 1.0), ("1970-01-01T01:00:01.5+01:00", 1.5), ("1969-12-31T23:30:00-0030", 0),
      ("1970-01-01T00:00:00.123456789z", 0.123456789),
    ])
  func read(text: String, seconds: Double) {
    // Dates count from 2001 in binary fractions, so that a tenth of a microsecond is lost.
    #expect(abs((Timestamp.read(text)?.timeIntervalSince1970 ?? .nan) - seconds) < 1e-6)
  }

  @Test(
    "what is no time is refused",
    arguments: [
      "", "1970", "1970-01-01", "1970-01-01T00:00:00", "1970-13-01T00:00:00Z", "1970-01-01T25:00:00Z",
      "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00Zx", "+970-01-01T00:00:00Z", "1970-01-01T00:00:00+1",
      "１９７０-01-01T00:00:00Z",
    ])
  func refused(text: String) {
    #expect(Timestamp.read(text) == nil)
  }
}

@Suite struct OrderJSONTests {
  private var order: Order {
    var settings = Bot(name: "Parser", repository: "/srv/parser.git")
    settings.triggers = [
      Bot.Trigger(act: .email(to: ["a@b.org"], report: .newIssues, committers: true), when: [.succeeded])
    ]
    settings.environment = ["KEY": "v\"/"]
    return Order(
      bot: "parser", integration: 3, settings: settings, repository: "/srv/parser.git",
      source: .commit(CommitID(String(repeating: "b", count: 40))), branch: "main", checkoutFolder: "/s/c",
      buildFolder: "/s/b", toolchainFolder: "/s/t", clean: true, jobs: 4, queued: SampleReport.at(0.5),
      baseline: Baseline(
        integration: 2, commit: nil, openIssues: SampleReport.full.issues.new,
        coverage: SampleReport.full.comparedWith?.coverage, testCount: 9, phaseSeconds: ["build": 1.5]))
  }

  @Test("an order is read back as it was written")
  func roundTrip() throws {
    #expect(try OrderJSON.decode(OrderJSON.encode(order)) == order)
  }

  @Test("its time is written as in a report")
  func time() throws {
    let text = String(decoding: try OrderJSON.encode(order), as: UTF8.self)
    #expect(text.contains("\"queued\" : \"2026-11-20T07:06:48.500Z\"") && text.contains("\"/s/c\""))
  }

  @Test("an order of a version that knew no complete report is read")
  func former() throws {
    var order = order
    order.completeReport = "/s/integrations/b/3/report.json"
    let text = String(decoding: try OrderJSON.encode(order), as: UTF8.self)
    #expect(try OrderJSON.decode(Array(text.utf8)).completeReport == order.completeReport)
    let lines = text.split(separator: "\n").filter { !$0.contains("\"completeReport\"") }
    order.completeReport = nil
    #expect(try OrderJSON.decode(Array(lines.joined(separator: "\n").utf8)) == order)
  }

  @Test("an order that is cut off or lacks something is told in a sentence")
  func wrong() throws {
    let error = #expect(throws: Explanation.self) { try OrderJSON.decode(Array("{}".utf8)) }
    #expect(error?.description.hasPrefix("reading order.json: `bot` is missing: ") == true)
    #expect(throws: Explanation.self) {
      try OrderJSON.decode(Array(OrderJSON.encode(order).dropLast(9)))
    }
  }

  @Test("a number that cannot be written is told in a sentence")
  func notFinite() {
    var order = order
    order.settings.limits.minutes = .infinity
    let error = #expect(throws: Explanation.self) { try OrderJSON.encode(order) }
    #expect(error?.wrong == "`inf` is no number that can be written")
  }

  @Test("what came and went is read with its base, and as an older Bothy kept it")
  func changesShown() throws {
    let file = FileChange(
      ChangedFiles.File(path: "a", kind: .added, added: 1), path: "a",
      hunks: [.init(old: 0, new: 1, lines: ["+a"])])
    let shown = ChangesShown(
      base: .init("main", 3, "abc"), lines: [ChangedFile(path: "a", lines: [[1, 1]])], files: [file])
    #expect(ChangesJSON.decode(try ChangesJSON.encode(shown)) == shown)
    let older = try JSONEncoder().encode([file])
    #expect(ChangesJSON.decode([UInt8](older)) == ChangesShown(files: [file]))
    #expect(ChangesJSON.decode([]) == nil)
  }
}
