import Explaining
import Foundation
import Model
import State
import StateKit
import Store
import Testing

@testable import Publishing

@Suite("Keeping")
struct ForgettingTests {
  private let scratch: StateScratch
  private let store: SQLiteStore
  private var state: StateFolder { StateFolder(path: scratch.path) }

  init() throws {
    scratch = try StateScratch()
    store = try SQLiteStore(folder: scratch.path)
  }

  private func integrate(_ count: Int) throws {
    for _ in 0..<count {
      let now = Date()
      let number = try store.begin(
        bot: "b", branch: "main", commit: nil, queued: now, started: now, processID: 1)
      try store.abandon(bot: "b", integration: number, result: .canceled, reason: "so", at: now)
      try scratch.leave("b", number.value, file: "log.txt", "")
      try FileManager.default.createDirectory(
        atPath: state.pages("b") + "/\(number.value)", withIntermediateDirectories: true)
    }
  }

  private func present(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private func keep(_ count: Int) -> Bot.Keep {
    var keep = Bot.Keep()
    keep.integrations = count
    return keep
  }

  @Test("what cannot be removed is told, and keeps nothing else from going")
  func stuck() throws {
    try integrate(4)
    var told: [String] = []
    var forgetting = Forgetting(state: state, store: store)
    forgetting.failed = { told.append(Explanation($0).sentence) }
    forgetting.removing = { path in
      guard path.hasSuffix("integrations/b/2") else {
        return try FileManager.default.removeItem(atPath: path)
      }
      throw Explanation(doing: "removing \(path)", wrong: "no", advice: "")
    }
    _ = try forgetting.forget("b", keep(1))
    try forgetting.sweep("b")
    #expect(present(state.integrations("b")) == ["2", "4"] && present(state.pages("b")) == ["4"])
    let folder = state.integration("b", 2).path
    #expect(told == ["removing \(folder): no: remove it by hand, or it takes up room for good"])
  }

  @Test("what is too much is forgotten and said, and its files go")
  func removed() throws {
    try integrate(5)
    var told: [String] = []
    var forgetting = Forgetting(state: state, store: store)
    forgetting.tell = { told.append($0) }
    #expect(try forgetting.forget("b", keep(2)).map(\.value) == [3, 2, 1])
    #expect(told.first == "#3 was removed: 2 newer integrations are kept")
    // Not before no page leads there.
    #expect(present(state.integrations("b")).count == 5)
    try forgetting.sweep("b")
    #expect(present(state.integrations("b")) == ["4", "5"])
    #expect(present(state.pages("b")) == ["4", "5"])
    #expect(try forgetting.forget("b", keep(2)).isEmpty)
    #expect(
      try store.begin(bot: "b", branch: nil, commit: nil, queued: Date(), started: Date(), processID: 1) == 6)
  }

  @Test("what is no integration's, or of one that the store never gave a number, is left alone")
  func others() throws {
    try integrate(1)
    for name in ["history", "007", "9", "-1", "latest"] {
      try FileManager.default.createDirectory(
        atPath: state.pages("b") + "/" + name, withIntermediateDirectories: true)
    }
    try Forgetting(state: state, store: store).sweep("b")
    #expect(present(state.pages("b")) == ["-1", "007", "1", "9", "history", "latest"])
    try Forgetting(state: state, store: store).sweep("unknown")
  }

  @Test("a pinned one stays until it is unpinned")
  func pinned() throws {
    try integrate(4)
    try store.pin(bot: "b", integration: 1, true)
    let forgetting = Forgetting(state: state, store: store)
    #expect(try forgetting.forget("b", keep(1)).map(\.value) == [3, 2])
    try store.pin(bot: "b", integration: 1, false)
    #expect(try forgetting.forget("b", keep(1)).map(\.value) == [1])
  }

  @Test("only the newest archives stay, and those that are pinned")
  func archives() throws {
    try integrate(4)
    for number in 1...4 { try scratch.leave("b", number, file: "archive/tool", "") }
    try FileManager.default.createDirectory(
      atPath: state.pages("b", 2) + "/archive", withIntermediateDirectories: true)
    var keep = keep(9)
    keep.archives = 2
    let forgetting = Forgetting(state: state, store: store)
    try store.pin(bot: "b", integration: 1, true)
    #expect(try forgetting.dueArchives("b", keep) == [2])
    forgetting.letArchiveGo("b", 2)
    #expect(try forgetting.dueArchives("b", keep).isEmpty)
    #expect(present(state.integration("b", 2).path) == ["log.txt"] && present(state.pages("b", 2)).isEmpty)
    #expect(present(state.integration("b", 3).path) == ["archive", "log.txt"])
  }

  @Test("a branch that went and of which nothing is kept is forgotten after a while, and no other")
  func branches() throws {
    let world = try HistoryWorld()
    let commit = CommitID(String(repeating: "a", count: 40))
    let bot = Bot(name: "parser", repository: "/srv/parser")
    let long = Date() - 40 * 86400
    try world.store.apply([.watch("parser", settings: bot)], at: long)
    for branch in ["main", "kept", "gone", "late"] as [BranchName] {
      try world.store.apply(
        [
          .sawTip("parser", branch, commit),
          .passOver("parser", branch, [commit], .left(.uninteresting, "so")),
        ], at: long)
    }
    try world.integrate("parser", branch: "kept", publish: false)
    for branch in ["kept", "gone"] as [BranchName] {
      try world.store.apply([.lostTip("parser", branch)], at: long)
    }
    try world.store.apply([.lostTip("parser", "late")], at: Date())
    _ = try Forgetting(state: world.state, store: world.store).forget("parser", Bot.Keep())
    #expect(try world.store.tips(of: "parser").map(\.branch) == ["kept", "late", "main"])
    for (branch, isKnown) in [("main", true), ("kept", true), ("gone", false), ("late", true)] {
      let fates = try world.store.fates(of: [commit], bot: "parser", branch: BranchName(branch))
      #expect(!fates.isEmpty == isKnown, "\(branch)")
    }
  }
}
