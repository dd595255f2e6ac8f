import Foundation
import Model
import State
import StateKit
import Testing

@testable import Daemon
@testable import Watcher

@Suite("How far an integration is, on the pages") struct WatchPageProgressTests {
  private let scratch: StateScratch
  private var overview: [BotID: BotOverview] = ["parser": BotOverview(), "other": BotOverview()]

  init() throws {
    scratch = try StateScratch()
    let request = PendingRequest(
      bot: "parser", branch: "main", commit: CommitID(String(repeating: "a", count: 40)), source: .commit,
      reason: "", queued: Date())
    let open = OpenIntegration(
      pending: Pending(turn: 1, request: request, attempt: 1), number: 3, started: Date())
    overview["parser"]?.running = [open]
  }

  private func leave(_ progress: [Model.Progress]) throws {
    let lines = try progress.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }
    try scratch.leave("parser", 3, file: "progress.jsonl", lines.joined())
  }

  @Test("a bot is told of again only when what it runs has moved on")
  func moves() throws {
    var overview = overview
    var progress = WatchPageProgress(state: StateFolder(path: scratch.path))
    try leave([.phaseStarted(.build, expectedSeconds: nil), .step(done: 34, total: 120, what: "")])
    #expect(progress.read(overview) == ["parser"])
    let told = progress.activity(of: "parser", overview["parser"])
    #expect(told.running.map(\.progress) == ["build, 34 of 120 steps"] && told.moment != nil)
    #expect(progress.read(overview) == [])
    let quiet = progress.activity(of: "other", overview["other"])
    #expect(quiet.running.isEmpty && quiet.moment == nil)
    overview["parser"]?.running = []
    var ended = progress
    #expect(ended.read(overview) == ["parser"])
  }
}
