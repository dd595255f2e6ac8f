import Foundation
import Kit
import Model

@testable import Store

/// A bot in a scratch folder, and verbs for what happens to it.
struct BotLife {
  let scratch: ScratchFolder
  let store: SQLiteStore
  let bot: BotID = "parser"

  init() throws {
    scratch = try ScratchFolder("store")
    store = try SQLiteStore(folder: scratch.path + "/state")
  }

  func begin(_ branch: BranchName? = "main") throws -> IntegrationNumber {
    try store.begin(bot: bot, branch: branch, commit: nil, queued: at(0), started: at(1), processID: 41)
  }

  func report(_ number: IntegrationNumber, _ result: IntegrationResult) -> Report {
    var report = Report(
      bot: bot, integration: number, result: result, reason: "because", commit: nil,
      toolchain: "Swift 6.3.1", configuration: .debug, queued: at(0), started: at(1))
    report.ended = at(5)
    report.seconds = 4
    return report
  }

  @discardableResult
  func integrate(
    _ branch: BranchName? = "main", _ result: IntegrationResult = .succeeded,
    _ change: (inout Report) -> Void = { _ in }
  ) throws -> IntegrationNumber {
    let number = try begin(branch)
    var report = report(number, result)
    change(&report)
    try store.finish(report)
    return number
  }

  func baseline(_ branch: BranchName? = "main", _ selection: TestSelection? = nil) throws -> Baseline? {
    try store.baseline(bot: bot, branch: branch, selection: selection)
  }

  /// A folder with a few integrations in it, closed again.
  static func fill(_ folder: String) throws {
    let store = try SQLiteStore(folder: folder)
    for _ in 0..<3 {
      _ = try store.begin(
        bot: "parser", branch: "main", commit: nil, queued: at(0), started: at(0), processID: 1)
    }
  }
}

/// What an integration left, for what nothing but the tests asks by itself.
extension SQLiteStore {
  func outcomes(_ number: IntegrationNumber, of bot: BotID = "parser") throws -> [TestID: TestOutcome] {
    let rows = try database.all(
      """
      SELECT test.name AS name, outcome FROM outcome JOIN test ON test.id = outcome.test
      WHERE outcome.integration = ?
      """, row(of: number, bot: bot)
    ) { (TestID($0.text("name")), $0.word("outcome") ?? TestOutcome.notRun) }
    return Dictionary(rows) { first, _ in first }
  }

  func issues(of number: IntegrationNumber) throws -> IssueLists {
    try issues(at: row(of: number, bot: "parser"))
  }
}
