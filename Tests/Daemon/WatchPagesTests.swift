import Foundation
import Model
import State
import StateKit
import Testing

@testable import Daemon
@testable import Watcher

@Suite("The pages that a watcher makes")
struct WatchPagesTests {
  @Test("what could not be shown is shown as soon as it can, although nothing else is new")
  func again() async throws {
    let scratch = try StateScratch()
    let templates = scratch.path + "/mine"
    let state = StateFolder(path: scratch.path)
    let pages = WatchPages(
      state: state, progress: WatchProgress(state: state), templates: templates, removed: { _, _ in },
      failed: { _ in })
    var overview = BotOverview(settings: Bot(name: "a", repository: "/a"))
    #expect(await pages.show(["a": overview]) != nil)
    let request = PendingRequest(
      bot: "a", branch: "main", commit: CommitID(String(repeating: "c", count: 40)), source: .commit,
      reason: "", queued: Date())
    overview.now.waiting = [
      QueuePlace(Pending(turn: 1, request: request, attempt: 0), waitsFor: "waits for nothing in particular")
    ]
    #expect(await pages.show(["a": overview]) != nil)
    try FileManager.default.createDirectory(atPath: templates, withIntermediateDirectories: true)
    #expect(await pages.show(["a": overview]) == nil)
    let page = try String(contentsOfFile: scratch.path + "/site/bots/a/index.html", encoding: .utf8)
    #expect(page.contains("cccccccc of main: waits for nothing in particular"))
  }
}
