import Control
import Explaining
import Foundation
import Model
import State
import StateKit
import Store
import Terminal
import Testing

@testable import Commands

@Suite struct BotsCommandTests {
  private let scratch: StateScratch
  private var folder: String { scratch.path + "/bots" }
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws {
    scratch = try StateScratch()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
  }

  private func begin(_ store: SQLiteStore, _ bot: BotID) throws -> IntegrationNumber {
    try store.begin(
      bot: bot, branch: "main", commit: CommitID(String(repeating: "c", count: 40)), queued: now,
      started: now,
      processID: 4711)
  }

  private func bots(_ folder: String? = nil, json: Bool = false) throws -> String {
    let captured = try Captured()
    let command = BotsCommand(
      state: StateFolder(path: scratch.path + "/state"), bots: folder ?? self.folder, usualBots: "bots",
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false),
      output: captured.output,
      now: now, zone: .gmt, isAtWork: { $1.processID == 4711 })
    #expect(try command.perform(json: json) == 0)
    return try captured.text()
  }

  @Test("where nothing is known, what makes the first bot is told")
  func nothing() throws {
    #expect(try bots().hasPrefix("No bot is known here yet: `bothy run`"))
    #expect(try bots(json: true) == "[\n\n]\n")
  }

  @Test("a tip whose integration was canceled is told, until it is integrated all the same")
  func canceledTip() throws {
    let store = try SQLiteStore(folder: scratch.path + "/state")
    try write("p.yaml", "repository: /r\n")
    let commit = CommitID(String(repeating: "c", count: 40))
    let request = PendingRequest(
      bot: "p", branch: "main", commit: commit, source: .commit, reason: "r", queued: now)
    try store.apply(
      [
        .watch("p", settings: Bot(name: "p", repository: "/r")), .sawTip("p", "main", commit),
        .queue(request),
      ],
      at: now)
    let told = "p: the tip cccccccc of main was not integrated: canceled by hand"
    #expect(try !bots().contains(told))
    let turn = try #require(try store.pendingIntegrations().first?.turn)
    try store.apply([.unqueue(turn: turn, .canceled, "Canceled by hand")], at: now)
    #expect(try bots().contains(told) && bots(json: true).contains("the tip cccccccc of main"))
    try store.apply([.lostTip("p", "main")], at: now)
    #expect(try !bots().contains(told))
  }

  @Test("bots that integrated, bots that never did and broken files stand together")
  func together() throws {
    let store = try SQLiteStore(folder: scratch.path + "/state")
    for _ in 1...3 {
      let number = try begin(store, "old")
      try store.abandon(
        bot: "old", integration: number, result: .canceled, reason: "It was ended by hand", at: now)
    }
    _ = try begin(store, "busy")
    try write(
      "old.yaml", "repository: /r\nschedule: {on: periodic, every: week, weekday: friday, at: \"02:30\"}\n")
    try write("new.yaml", "repository: /r\n")
    try write("bad.yaml", "repo: /r\n")
    try write("busy.yaml", "nonsense\n")
    try write("new.yml", "repository: /r\n")
    let lines = try bots().split(separator: "\n").map(String.init)
    func line(_ bot: String) -> String { lines.first { $0.hasPrefix(bot + " ") } ?? "" }
    #expect(line("old").contains("#3  ■ canceled     main    cccccccc  just now  Fri 22 Jan 02:30"))
    #expect(line("old").hasSuffix("  It was ended by hand."))
    #expect(line("new").contains("◌ not yet ") && line("new").hasSuffix("  nothing was integrated yet"))
    #expect(line("bad").contains("✗ broken file ") && line("bad").hasSuffix("  its file has mistakes"))
    #expect(line("busy").contains("▸ running"))
    #expect(lines.filter { $0.contains("bad.yaml:1:1: ") }.count == 2)
    #expect(lines.contains { $0.contains("busy.yaml:1:1: ") })
    #expect(lines.contains { $0.contains("new.yml:1:1: the bot `new` is described by new.yaml too") })
    #expect(lines.count { $0.hasPrefix("new ") } == 1)
  }

  @Test("the base branch is the line of a bot, and the others stand below it")
  func branches() throws {
    let store = try SQLiteStore(folder: scratch.path + "/state")
    for (branch, result) in [("main", IntegrationResult.succeeded), ("feature", .testFailures)] {
      let number = try store.begin(
        bot: "a", branch: BranchName(branch), commit: nil, queued: now, started: now, processID: 1)
      try store.finish(
        Report(
          bot: "a", integration: number, result: result, reason: "on \(branch)", commit: nil, toolchain: "",
          configuration: .debug, queued: now, started: now))
    }
    try store.keep(base: "main", of: "a")
    let lines = try bots().split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines[1].hasPrefix("a ") && lines[1].contains("✓ succeeded"))
    #expect(lines[2].hasPrefix("  on feature") && lines[2].contains("✗ test failures"))
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(try bots(json: true).utf8)) as? [[String: Any]])
    #expect(rows[0]["result"] as? String == "succeeded" && rows[0]["base"] as? String == "main")
    let beside = try #require(rows[0]["branches"] as? [[String: Any]])
    #expect(beside.map { $0["branch"] as? String } == ["feature"])
    #expect(beside[0]["result"] as? String == "test-failures" && beside[0]["integration"] as? Int == 2)
  }

  @Test("programs get all of it as JSON")
  func json() throws {
    let store = try SQLiteStore(folder: scratch.path + "/state")
    let number = try begin(store, "a")
    try store.abandon(bot: "a", integration: number, result: .canceled, reason: "so", at: now)
    try write("a.yaml", "repository: /r\nname: A\n")
    try write("b.yaml", "repository: [\n")
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(try bots(json: true).utf8)) as? [[String: Any]])
    #expect(rows.map { $0["bot"] as? String } == ["a", "b"])
    #expect(rows[0]["result"] as? String == "canceled" && rows[0]["integration"] as? Int == 1)
    #expect(rows[0]["name"] as? String == "A" && rows[0]["next"] as? String == "on commit")
    #expect((rows[0]["ended"] as? String)?.hasSuffix("Z") == true)
    #expect(rows[1]["result"] is NSNull && (rows[1]["problems"] as? [String])?.isEmpty == false)
  }

  @Test("an integration whose process is gone does not count as running")
  func gone() throws {
    let store = try SQLiteStore(folder: scratch.path + "/state")
    _ = try store.begin(bot: "a", branch: nil, commit: nil, queued: now, started: now, processID: 1)
    let text = try bots()
    #expect(text.contains("■ canceled"))
    #expect(text.contains("  Bothy was killed while it ran; a watcher or the next integration takes in how"))
  }

  @Test("a folder that was named and is not there is wrong usage")
  func missingFolder() throws {
    let store = try SQLiteStore(folder: scratch.path + "/state")
    _ = try store.begin(bot: "a", branch: nil, commit: nil, queued: now, started: now, processID: 1)
    #expect(throws: Explanation.self) { try bots(scratch.path + "/none") }
  }

  @Test("a bot that is paused or waits says so, and why")
  func waiting() throws {
    let store = try SQLiteStore(folder: scratch.path + "/state")
    let request = PendingRequest(
      bot: "a", branch: "main", commit: CommitID(String(repeating: "a", count: 40)), source: .commit,
      reason: "b is being integrated", queued: now)
    try store.apply(
      [
        .watch("a", settings: Bot(name: "A", repository: "/r")), .queue(request),
        .watch("b", settings: Bot(name: "B", repository: "/r")), .pause("b", reason: "moving"),
      ], at: now)
    let text = try bots()
    #expect(text.contains("waiting: b is being integrated") && text.contains("paused: moving"))
  }

  @Test("what waits of one branch is one line, with the newest commit's subject and author")
  func queue() {
    func place(_ turn: Int, _ letter: String, _ branch: BranchName?, _ why: String?) -> QueuePlace {
      let request = PendingRequest(
        bot: "p", branch: branch, commit: CommitID(String(repeating: letter, count: 40)), source: .commit,
        reason: "3 new commits on main", queued: now)
      return QueuePlace(Pending(turn: turn, request: request, attempt: 0), waitsFor: why)
    }
    var doing = BotNow()
    doing.waiting = [
      place(2, "b", "main", "waits for aaaaaaaa of main"), place(1, "a", "main", "waits for #4 of this bot"),
      place(3, "c", "main", "waits"), place(4, "d", "other", nil), place(5, "e", nil, nil),
      place(6, "f", nil, nil),
    ]
    let status = ControlStatus(process: 1, bots: ["p": doing])
    let lines = BotsCommand.waiting(status) {
      $0.commit.short == "cccccccc" ? QueuePlace.Told(subject: "Mend it", author: "Ada") : nil
    }
    #expect(
      lines == [
        "p: 3 commits of main, aaaaaaaa … cccccccc (Mend it, by Ada): waits for #4 of this bot",
        "p: dddddddd of other: begins now", "p: eeeeeeee: begins now", "p: ffffffff: begins now",
      ])
  }

  @Test("one whose file is in no folder here is not called gone: the watcher may read another one")
  func elsewhere() {
    var known = BotsCommand.Known()
    known.bots = [KnownBot(id: "p", name: "p", path: nil)]
    func next(_ status: ControlStatus?) -> [String] {
      BotsCommand.rows(known, [], status, now: now, zone: .gmt) { _, _ in false }.map(\.next)
    }
    #expect(
      next(ControlStatus(process: 1, bots: ["p": BotNow()])) == ["no bot file here; as the watcher read it"])
    #expect(next(ControlStatus(process: 1, bots: [:])) == ["no bot file here"])
    #expect(next(nil) == ["no bot file here"])
  }

  @Test("schedules in a few words")
  func schedules() {
    var schedule = Bot.Schedule()
    #expect(ScheduleText.text(schedule) == "on commit")
    schedule.on = .periodic
    #expect(ScheduleText.text(schedule) == "periodic")
    #expect(ScheduleText.moment(now, in: .gmt) == "Fri 15 Jan 08:00")
    schedule.on = .manual
    #expect(ScheduleText.text(schedule) == "by hand")
  }
}
