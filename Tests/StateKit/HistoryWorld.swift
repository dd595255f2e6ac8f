import Formats
package import Foundation
package import Model
import Publishing
package import State
package import Store

/// A state directory with integrations of made-up packages: remembered through the store, published as
/// `bothy run` does.
package final class HistoryWorld {
  package let scratch: StateScratch
  package let store: SQLiteStore
  package let state: StateFolder
  package var templates: String?
  /// Of the processes that count as running.
  package var alive: Set<Int32> = []
  private let keepsFolder: Bool

  package static let began = Date(timeIntervalSince1970: 1_794_000_000)

  /// - Parameter path: a folder that stays; nil for one that goes away.
  package init(at path: String? = nil) throws {
    scratch = try StateScratch()
    keepsFolder = path != nil
    state = StateFolder(path: path ?? scratch.path)
    store = try SQLiteStore(folder: state.path)
  }

  package func begin(_ bot: BotID, branch: BranchName? = "main", process: Int32 = 1, hour: Int = 0) throws
    -> IntegrationNumber
  {
    let at = Self.began.addingTimeInterval(Double(hour) * 3600)
    return try store.begin(
      bot: bot, branch: branch, commit: CommitID(String(repeating: "a", count: 40)), queued: at, started: at,
      processID: process)
  }

  /// As `bothy run` does it, from its beginning to all of its pages.
  @discardableResult
  package func integrate(
    _ bot: BotID, branch: BranchName? = "main", hour: Int = 0, pages: Bool = true, publish: Bool = true,
    _ change: (inout Report) -> Void = { _ in }
  ) throws -> IntegrationNumber {
    let number = try begin(bot, branch: branch, hour: hour)
    var report = MadeUp.report(bot, number, branch: branch, hour: hour)
    change(&report)
    try store.finish(report)
    if pages { try lay(report) }
    if publish { try self.publish([(bot, number)]) }
    return number
  }

  package func lay(_ report: Report) throws {
    let folder = state.integration(report.bot, report.integration)
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try Data(ReportJSON.encode(report)).write(to: URL(fileURLWithPath: folder.report))
    try Data("==> build\nfine\n".utf8).write(to: URL(fileURLWithPath: folder.log))
    var publishing = PagePublishing(state: state, templates: templates)
    publishing.earlier = try .init(before: report, branch: report.commit?.branch, store: store, state: state)
    _ = try publishing.publish(report, order(report.bot, report.integration), from: folder, output: nil)
  }

  package func order(_ bot: BotID, _ number: IntegrationNumber) -> Order {
    Order(
      bot: bot, integration: number, settings: Bot(name: bot.rawValue, repository: "/srv/\(bot)"),
      repository: "/srv/\(bot)", source: .workingTree, branch: nil, checkoutFolder: state.path + "/checkout",
      buildFolder: "", toolchainFolder: "", clean: false, jobs: nil, queued: Self.began, baseline: nil)
  }

  package func leaveOrder(
    _ bot: BotID, _ number: IntegrationNumber, _ change: (inout Order) -> Void = { _ in }
  ) throws {
    var order = order(bot, number)
    change(&order)
    try Data(OrderJSON.encode(order)).write(to: URL(fileURLWithPath: state.integration(bot, number).order))
  }

  package func publish(_ changed: [(BotID, IntegrationNumber)], settings: [BotID: Bot] = [:]) throws {
    var publishing = HistoryPublishing(state: state, templates: templates, store: store)
    publishing.isAlive = { [alive] in alive.contains($0) }
    try publishing.publish(changed.map { (bot: $0.0, number: $0.1) }, settings: settings)
  }

  package func read(_ path: String) -> String? {
    try? String(contentsOfFile: "\(state.site)/\(path)", encoding: .utf8)
  }

  package func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(state.site)/\(path)")
  }

  /// What distinguishes a file that was written again from one that was left.
  package func mark(_ path: String) -> UInt64? {
    var status = stat()
    guard stat("\(state.site)/\(path)", &status) == 0 else { return nil }
    return UInt64(status.st_ino)
  }
}

/// Reports that nobody measured.
package enum MadeUp {
  package static func report(_ bot: BotID, _ number: IntegrationNumber, branch: BranchName?, hour: Int)
    -> Report
  {
    let started = HistoryWorld.began.addingTimeInterval(Double(hour) * 3600)
    var report = Report(
      bot: bot, integration: number, result: .succeeded, reason: "", toolchain: "Swift 6.3.1",
      queued: started, branch: branch)
    report.tests = tests(count: 12)
    report.reason = Sentence.tests(report.tests)
    report.coverage = coverage(executable: 4800, executed: 4100 + number.value % 40, partial: 260)
    report.phases = [
      Phase(name: .checkout, status: .passed, seconds: 0.4),
      Phase(name: .build, status: .passed, seconds: 20 + Double(number.value * 7 % 13)),
      Phase(name: .test, status: .passed, seconds: 9),
    ]
    report.seconds = report.phases.reduce(0) { $0 + $1.seconds }
    report.ended = started.addingTimeInterval(report.seconds)
    return report
  }

  package static func tests(count: Int, failing: [TestOutcome] = []) -> TestReport {
    TestReport(
      cases: (0..<count).map { index in
        var test = TestCase(
          id: TestID("ParserTests.HelpTests/testCase\(index)_isRight"), library: .xctest,
          target: "ParserTests", suite: "HelpTests", name: "testCase\(index)_isRight",
          outcome: index < failing.count ? failing[index] : .passed)
        test.seconds = 0.01 * Double(index + 1)
        return test
      })
  }

  package static func coverage(executable: Int, executed: Int, partial: Int) -> CoverageReport {
    let file = FileCoverage(
      path: "Sources/Parser/Parser.swift",
      lines: LineCounts(executable: executable, executed: executed, partial: partial),
      regions: PlaceCounts(), functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [], partialLines: [],
      unusedMessageLines: [])
    return CoverageReport(
      targets: [TargetCoverage(name: "Parser", files: [file])], notMeasured: [], excluded: [])
  }
}

extension Report {
  fileprivate init(
    bot: BotID, integration: IntegrationNumber, result: IntegrationResult, reason: String, toolchain: String,
    queued: Date, branch: BranchName?
  ) {
    let commit = Commit(
      id: CommitID(String(repeating: "a", count: 40)), branch: branch, author: "Ada",
      email: "ada@example.org",
      date: queued, subject: "Read the value of an option that may be missing")
    self.init(
      bot: bot, integration: integration, result: result, reason: reason, commit: commit,
      toolchain: toolchain, configuration: .debug, queued: queued, started: queued)
  }

  /// As after these tests.
  package mutating func fail(_ outcomes: [TestOutcome], of count: Int = 12) {
    tests = MadeUp.tests(count: count, failing: outcomes)
    result = .testFailures
    reason = Sentence.tests(tests)
  }
}
