import Files
import Foundation
import Kit
import Model
import State
import StateKit
import Synchronization
import Testing

@testable import Daemon
@testable import Watcher

@Suite("The pages that a watcher makes")
struct WatchPagesTests {
  @Test("pages that are made again never show what another commit has in its place")
  func pinned() async throws {
    let world = try HistoryWorld()
    let number = try world.integrate("parser")
    try world.leaveOrder("parser", number)
    let source = world.state.path + "/checkout/Sources/Parser/Parser.swift"
    try makeFolder((source as NSString).deletingLastPathComponent)
    try publish(Array("let later = 1\n".utf8), as: source)
    let failures = Mutex(0)
    let pages = WatchPages(
      state: world.state, progress: WatchProgress(state: world.state), templates: nil,
      messages: WatchMessages(state: world.state, templates: nil, failed: { _ in }), removed: { _, _ in },
      failed: { _ in failures.withLock { $0 += 1 } })
    try await pages.makePages("parser", number, settings: nil)
    #expect(failures.withLock { $0 } == 0)
    let page = "bots/parser/\(number.value)/coverage/Sources/Parser/Parser.swift.html"
    #expect(world.read(page)?.contains("later") != true)
    #expect(world.read("bots/parser/\(number.value)/coverage.html")?.contains("shown any more") == true)
  }

  @Test("a branch that went while nobody watched is told as gone with the first pages")
  func gone() async throws {
    let world = try HistoryWorld()
    let issue = Model.Issue(
      kind: .warning, message: "never used", target: "P", file: nil, line: nil, test: nil, since: 1)
    try world.integrate("parser", branch: "topic") { $0.issues.new = [issue] }
    let commit = CommitID(String(repeating: "b", count: 40))
    try world.store.apply([.sawTip("parser", "topic", commit)], at: HistoryWorld.began)
    try world.store.apply([.lostTip("parser", "topic")], at: HistoryWorld.began + 3600)
    let pages = WatchPages(
      state: world.state, progress: WatchProgress(state: world.state), templates: nil,
      messages: WatchMessages(state: world.state, templates: nil, failed: { _ in }), removed: { _, _ in },
      failed: { Testing.Issue.record($0) })
    var overview = BotOverview(settings: Bot(name: "parser", repository: "/srv/parser"))
    overview.movedBranches = 1
    _ = await pages.show(["parser": overview])
    let name = try FileTree.entries(of: world.state.site + "/bots/parser/issues").first ?? ""
    let page = world.read("bots/parser/issues/" + name)
    #expect(page?.contains("until that branch was deleted.") == true)
  }

  @Test("what could not be shown is shown as soon as it can, although nothing else is new")
  func again() async throws {
    let scratch = try StateScratch()
    let templates = scratch.path + "/mine"
    let state = StateFolder(path: scratch.path)
    let pages = WatchPages(
      state: state, progress: WatchProgress(state: state), templates: templates,
      messages: WatchMessages(state: state, templates: nil, failed: { _ in }), removed: { _, _ in },
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

  @Test("the newest commit of each branch that waits is told as its repository has it, if that can be read")
  func told() throws {
    let scratch = try ScratchFolder("queue-telling")
    defer { scratch.remove() }
    let tree = try Worktree.make(at: scratch.path + "/tree")
    let (one, two) = (try tree.commit("Begin"), try tree.commit("Mend it"))
    var now = BotNow()
    now.waiting = [one, two].enumerated().map { turn, commit in
      let request = PendingRequest(
        bot: "a", branch: "main", commit: CommitID(commit), source: .commit, reason: "", queued: Date())
      return QueuePlace(Pending(turn: turn, request: request, attempt: 0), waitsFor: nil)
    }
    let told = QueueTelling.told(now, in: tree.path).waiting.map { $0.told?.subject }
    #expect(told == [nil, "Mend it"])
    #expect(QueueTelling.told(now, in: scratch.path + "/none") == now)
    now.trouble = "it never answers"
    #expect(QueueTelling.told(now, in: tree.path) == now)
  }
}
