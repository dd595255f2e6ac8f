import Foundation
import Model
import StateKit
import Testing

@testable import Publishing

/// Makes a site with a history of everything, to be looked at: `BOTHY_LOOK=FOLDER`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["BOTHY_LOOK"] != nil, "BOTHY_LOOK is not set"))
struct HistoryLookTests {
  @Test("a site to be looked at")
  func look() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["BOTHY_LOOK"])
    try? FileManager.default.removeItem(atPath: folder)
    let world = try HistoryWorld(at: folder)
    _ = try world.store.localBot(path: "/home/ada/argument-parser", folderName: "argument-parser")
    try world.store.keep(base: "main", of: "local-argument-parser")
    for number in 1...140 { try step(world, "local-argument-parser", number) }
    for number in 1...9 { try world.integrate("collections", branch: nil, hour: number * 5) }
    try world.integrate("yams", hour: 3) { report in
      report.result = .buildErrors
      report.tests = TestReport(cases: [])
      report.coverage = nil
      report.reason = "The package did not build: 3 errors"
    }
    world.alive = [77]
    let running = try world.begin("collections", process: 77, hour: 60)
    var settings = Bot(name: "Argument Parser", repository: "/home/ada/argument-parser")
    settings.tests.skips = ["Slow"]
    try world.publish(
      [("collections", running), ("local-argument-parser", 140)],
      settings: ["local-argument-parser": settings])
  }

  private func step(_ world: HistoryWorld, _ bot: BotID, _ number: Int) throws {
    if [97, 123].contains(number) {
      let number = try world.begin(bot, hour: number * 3)
      let end = HistoryWorld.began.addingTimeInterval(Double(number.value) * 3 * 3600 + 40)
      try world.store.abandon(
        bot: bot, integration: number, result: .internalError,
        reason: "its process was killed before its report was written", at: end)
      return try world.publish([(bot, number)])
    }
    let branch: BranchName =
      number.isMultiple(of: 11)
      ? "release/1.5" : number % 7 == 5 ? "feature/points" : number % 16 == 3 ? "fix/hang" : "main"
    try world.integrate(bot, branch: branch, hour: number * 3, publish: number > 135) { report in
      report.coverage = MadeUp.coverage(
        executable: 4700 + number, executed: 3950 + number + number % 7 * 9, partial: 262)
      report.commit?.id = CommitID(
        String(format: "%08x", number * 2_654_435_761 % 4_294_967_296) + String(repeating: "0", count: 32))
      report.commit?.author = ["Ada Lovelace", "Grace Hopper", "Barbara Liskov"][number % 3]
      report.commit?.subject =
        ["Parse options that follow their value", "Tell what was not understood", "Mend the help"][number % 3]
      report.clean = number == 120
      report.toolchain =
        number < 118 ? "Swift 6.3.0 (x86_64-unknown-linux-gnu)" : "Swift 6.3.1 (x86_64-unknown-linux-gnu)"
      report.tests = MadeUp.tests(count: 300 + number)
      report.reason = Sentence.tests(report.tests)
      if number.isMultiple(of: 9) { report.fail([.failed, .crashed], of: 300 + number) }
      if number > 137 { report.fail([.passed, .failed, .failed, .timedOut], of: 300 + number) }
      if number.isMultiple(of: 13) {
        report.result = .buildErrors
        report.tests = TestReport(cases: [])
        report.coverage = nil
        report.reason = "The package did not build: 2 errors"
        report.phases = Array(report.phases.prefix(2))
      }
      if number.isMultiple(of: 17) {
        report.result = .warnings
        report.reason += ", 2 warnings"
      }
      if number.isMultiple(of: 10) {
        report.phases[1].seconds = 96
        report.commit?.changes = true
      }
      report.comparedWith = Comparison(
        integration: IntegrationNumber(max(number - 1, 1)),
        coverage: Comparison.Coverage(
          integration: IntegrationNumber(max(number - 1, 1)),
          lines: LineCounts(executable: 4700, executed: 3960 + number, partial: 200), toolchain: nil))
      compare(&report, number, branch)
    }
  }

  private func compare(_ report: inout Report, _ number: Int, _ branch: BranchName) {
    if number.isMultiple(of: 6) {
      var changes = TestChanges(since: IntegrationNumber(number - 1))
      changes.added = (0..<number % 5).map { TestID("ParserTests.HelpTests/testNew\($0)") }
      changes.gone = number.isMultiple(of: 12) ? ["ParserTests.HelpTests/testOld"] : []
      report.comparedWith?.tests = changes
    }
    for index in report.tests.cases.indices where report.tests.cases[index].outcome.wentWrong {
      report.tests.cases[index].failures = [
        TestFailure(
          message: "XCTAssertEqual failed: (\"\(number)\") is not equal to (\"12\")",
          file: "Tests/ParserTests/HelpTests.swift", line: 12, kind: .assertion)
      ]
    }
    if branch != "main" {
      var base = BaseComparison(
        branch: "main", integration: 100, commit: CommitID(String(repeating: "a", count: 40)))
      base.tests = .init(
        total: 400, added: number % 9, gone: number % 2,
        newlyFailing: report.tests.cases.filter(\.outcome.isFailure).map(\.id), mended: [])
      base.coverage = Comparison.Coverage(
        integration: 100, lines: LineCounts(executable: 4840, executed: 4090, partial: 200), toolchain: nil)
      report.comparedWith?.base = base
    }
  }
}
