import Foundation
import Model
import Reports

@testable import SamplePages

/// What the rich site is not: all green, nothing built, nothing there yet, and 10,000 tests.
enum Kinds {
  static func all(below folder: URL) throws -> [SiteOnDisk] {
    try [
      site(green(), history: pages(past: 3, result: .succeeded), below: folder, named: "green"),
      site(broken(), history: pages(past: 1, result: .buildErrors), below: folder, named: "broken"),
      site(empty(), history: pages(past: 0, result: .succeeded), below: folder, named: "empty"),
    ]
  }

  /// 100 suites of 100 tests: `failing` of them failed.
  static func many(failing: Int, below folder: URL) throws -> SiteOnDisk {
    var report = Sample.report()
    report.tests.cases = (0..<10_000).map { number in
      var test = Sample.make("testDrawing\(number)_ofAShape_isRight", number < failing ? .failed : .passed)
      test.id = TestID("ShapesTests.Shape\(number / 100)Tests/\(test.name)")
      (test.target, test.suite) = ("ShapesTests", "Shape\(number / 100)Tests")
      (test.seconds, test.line) = (Double(number % 150) / 1000, 4)
      if number % 1000 == 7 { test.tags = [".slow"] }
      guard number < failing else { return test }
      let message = "XCTAssertEqual failed: (\"\(number)\") is not equal to (\"\(number + 1)\") - its height"
      test.failures = [
        TestFailure(
          message: message, file: "Tests/StackTests/StackTests.swift", line: 5, kind: .assertion
        ).withValues
      ]
      return test
    }
    report.issues = IssueLists(
      new: report.tests.cases.prefix(failing).map { test in
        Issue(
          kind: .testFailure, message: test.failures[0].message, target: test.target, file: test.file,
          line: 5,
          test: test.id, since: report.integration, identity: IssueIdentity(test.id.rawValue))
      })
    let log = report.tests.cases.map { test in
      let (name, told) = ("\(test.suite).\(test.name)", test.failures.first?.message)
      let line = test.outcome == .failed ? test.line ?? 0 : nil
      return "Test Case '\(name)' started at 2026-11-21 22:40:36.855\n"
        + (line.map { "/w/Tests/StackTests/StackTests.swift:\($0): error: \(name) : \(told ?? "")\n" } ?? "")
        + "Test Case '\(name)' \(line == nil ? "passed" : "failed") (0.001 seconds)\n"
    }
    return try site(
      report, history: [:], log: "==> test\n" + log.joined(), below: folder, named: "many-\(failing)")
  }

  private static func site(
    _ report: Report, history: [String: String], log: String = Sample.log, below folder: URL,
    named name: String
  ) throws -> SiteOnDisk {
    var report = report
    report.integration = 104
    var input = Sample.input(report, log: report.tests.cases.isEmpty ? "" : log)
    if report.changes == nil { input.changes = [] }
    input.assets = Rich.assets
    (input.earlier.outcomes, input.earlier.pages) = ([:], [])
    return try SiteOnDisk.write(input, history: history, below: folder, named: name)
  }

  private static func green() -> Report {
    var report = Sample.report()
    (report.result, report.reason) = (.succeeded, "72 tests passed")
    report.tests = TestReport(cases: (0..<72).map { Sample.make("testMoving\($0)", .passed) })
    (report.issues, report.notes, report.artifacts) = (IssueLists(), [], [])
    report.phases = report.phases.map { Phase(name: $0.name, status: .passed, seconds: $0.seconds) }
    return report
  }

  private static func broken() -> Report {
    var report = Sample.report()
    (report.result, report.reason) = (.buildErrors, "The package did not build: 1 error")
    (report.tests, report.coverage) = (TestReport(cases: []), nil)
    report.coverageNote = "the package did not build"
    let identity = IssueIdentity("no")
    report.issues = IssueLists(
      new: [
        Issue(
          kind: .buildError, message: "cannot find 'x' in scope", target: "Stack",
          file: "Sources/Stack/Stack.swift", line: 3, test: nil, since: 104, identity: identity)
      ])
    return report
  }

  /// A test run without a test, of a folder that no commit has.
  private static func empty() -> Report {
    var report = Sample.report()
    (report.result, report.reason) = (.inconclusive, "No test ran")
    (report.tests, report.coverage, report.commit) = (TestReport(cases: []), nil, nil)
    (report.commits, report.issues, report.comparedWith, report.changes) = ([], IssueLists(), nil, nil)
    (report.notes, report.artifacts, report.phases) = ([], [], [])
    return report
  }

  /// As people call them.
  private static func branches(_ past: [PastIntegration]) -> [BranchLine] {
    (1...39).map { number in
      let name = "feature/very-long-name-\(number)/of-a-branch-that-nobody-shortened/and-of-its-own-fix"
      var line = BranchLine(BranchName(number % 3 == 0 ? "fix/\(number)" : name), past: past)
      line.distance = (ahead: number, behind: 2)
      line.isMerged = number == 0
      return line
    }
  }

  private static func pages(past count: Int, result: IntegrationResult) throws -> [String: String] {
    let past = (0..<count).map { place -> PastIntegration in
      var past = HistorySample.past(104 - place)
      (past.result, past.changes) = (result, false)
      let tests = result == .buildErrors ? OutcomeCounts() : HistorySample.past(102).tests
      (past.tests, past.sentence) = (tests, "549 tests passed.")
      return past
    }
    let bot = KnownBot(id: "stack", name: "Stack", path: HistorySample.path)
    let input = BotInput(bot: bot, past: past, withPages: count > 0 ? [104] : [])
    var detail = BotDetail()
    if count > 0 {
      var line = BranchLine("main", past: past)
      line.isBase = true
      (detail.branches, detail.blocks) = ([line], [HistoryBlock(index: 1)])
      if result == .succeeded { detail.branches += branches(past) }
    }
    if result == .succeeded, count > 0 { detail.green = 104 }
    var pages = try HistorySample.pages(input, detail, assets: Rich.assets)
    // Before the first bot there is nothing to show.
    if count == 0 {
      let site = HistorySite(templates: Sample.library(), assets: Rich.assets)
      pages["index.html"] = String(decoding: try site.allBots([])[0].bytes(), as: UTF8.self)
    }
    for name in ["latest", "latest-green"] { pages["bots/stack/\(name)/report.json"] = "{}\n" }
    return pages
  }
}
