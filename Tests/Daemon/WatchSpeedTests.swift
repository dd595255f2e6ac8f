import Foundation
import Model
import StateKit
import Store
import Testing

@testable import Daemon

/// Makes the state that `bin/bench watch` measures with: 1,000 bots and 100 integrations of each.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["BOTHY_BENCH"] == "watch", "bin/bench watch runs it"))
struct WatchSpeedTests {
  private let environment = ProcessInfo.processInfo.environment

  @Test("a store with the bots and the tips of a made-up world")
  func fill() throws {
    let world = try #require(environment["WORLD"])
    let tip = CommitID(try #require(environment["TIP"]))
    let count = Int(environment["INTEGRATIONS"] ?? "") ?? 100
    let store = try SQLiteStore(folder: world + "/state")
    let began = Date().addingTimeInterval(-Double(count) * 3600)
    for entry in try BotFolder(path: world + "/bots").read() {
      let settings = try #require(entry.bot)
      for hour in 0..<count {
        try integrate(entry.id, tip, at: began.addingTimeInterval(Double(hour) * 3600), store)
      }
      try store.apply(
        [
          .watch(entry.id, settings: settings), .sawTip(entry.id, "main", tip),
          .passOver(entry.id, "main", [tip], .integrated(IntegrationNumber(count))),
        ], at: Date())
    }
  }

  private func integrate(_ bot: BotID, _ tip: CommitID, at date: Date, _ store: SQLiteStore) throws {
    let number = try store.begin(
      bot: bot, branch: "main", commit: tip, queued: date, started: date, processID: 1)
    let commit = Commit(
      id: tip, branch: "main", author: "Ada", email: "ada@example.org", date: date,
      subject: "Read the value of an option that may be missing")
    var report = Report(
      bot: bot, integration: number, result: .succeeded, reason: "", commit: commit,
      toolchain: "Swift 6.3.1", configuration: .debug, queued: date, started: date)
    report.tests = MadeUp.tests(count: 3)
    report.reason = Sentence.tests(report.tests)
    report.coverage = MadeUp.coverage(executable: 4800, executed: 4100 + number.value % 40, partial: 260)
    report.seconds = 30
    report.ended = date.addingTimeInterval(30)
    try store.finish(report)
  }
}
