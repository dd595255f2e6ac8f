import Foundation
import Kit
import Model
import SQLite
import Testing

@testable import Store
@testable import Watcher

/// A state directory as the first version left it, opened by the Bothy of today.
@Suite("The state of the version before")
final class CapturedStateTests {
  private let folder = NSTemporaryDirectory() + "bothy-captured-" + UUID().uuidString
  private let clock = FakeClock()
  private let log = Log()

  private final class Log {
    var lines: [String] = []
  }

  init() throws {
    let dump = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/StateBefore/state.sql")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let database = try Database(path: folder + "/bothy.sqlite")
    try database.script("PRAGMA journal_mode = WAL")
    try database.script(String(contentsOf: dump, encoding: .utf8))
    // An hour after it was captured.
    clock.now = Date(timeIntervalSince1970: 1_795_215_000)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func open() throws -> SQLiteStore { try SQLiteStore(folder: folder) }

  private func rounds(_ store: SQLiteStore, _ readings: [BotID: BotReading]) throws -> (Rounds, FakeLauncher)
  {
    let launcher = FakeLauncher(clock: clock, random: SeededRandom(seed: 1))
    let machine = FakeMachine()
    machine.swift = "Swift 6.3.1 (swift-6.3.1-RELEASE)"
    let rounds = Rounds(
      memory: store, launcher: launcher, machine: machine, clock: clock,
      settings: WatchSettings(workers: 2, processID: 1)
    ) { [log] in log.lines.append($2) }
    try rounds.begin(readings)
    return (rounds, launcher)
  }

  private func good(_ store: SQLiteStore) throws -> [BotID: BotReading] {
    Dictionary(
      uniqueKeysWithValues: try store.watchedBots().compactMap { bot in
        bot.settings.map { (bot.bot, BotReading.good($0)) }
      })
  }

  private func store(_ text: String, of bot: String) throws {
    let database = try Database(path: folder + "/bothy.sqlite")
    try database.run(
      "UPDATE watched SET settings = ? WHERE bot = (SELECT id FROM bot WHERE name = ?)", text, bot)
  }

  private func stored(_ bot: String) throws -> String? {
    try Database(path: folder + "/bothy.sqlite").first(
      "SELECT settings FROM watched JOIN bot ON bot.id = watched.bot WHERE name = ?", bot
    ) { $0.text(0) }
  }

  @Test("nothing of it is lost: settings, pauses, the queue, the history")
  func whole() throws {
    let store = try open()
    let bots = try store.watchedBots()
    #expect(bots.map(\.bot) == ["full", "plain"] && bots.allSatisfy { $0.unreadable == nil })
    let full = try #require(bots[0].settings)
    #expect(full.schedule.every == .week && full.limits.logMegabytes == 64 && full.triggers.count == 4)
    #expect(bots[1].pause?.reason == "by hand" && bots[1].settings?.keep.integrations == 7)
    #expect(try store.pendingIntegrations().map(\.turn) == [3, 4])
    #expect(try store.past(bot: "full", limit: 9).map(\.number) == [IntegrationNumber(1)])
    #expect(try store.past(bot: "plain", limit: 9).first?.sentence == "1 test passed. Every line ran.")
    let (rounds, launcher) = try rounds(store, good(store))
    #expect(log.lines.isEmpty && launcher.performed.isEmpty)
    #expect(try rounds.queue().pending.count == 2)
  }

  @Test("why something waited again is told as before, and is the reason no more")
  func again() throws {
    let database = try Database(path: folder + "/bothy.sqlite")
    let words = "By hand; again, because #1 was cut off: the watcher was ended"
    try database.run("UPDATE pending SET reason = ?, attempt = 1 WHERE turn = 3", words)
    try database.run("UPDATE integration SET queueReason = ?, settled = 0 WHERE id = 1", words)
    let store = try open()
    let waiting = try store.pendingIntegrations()
    #expect(waiting[0].request.reason == "By hand" && waiting[0].reason == words && waiting[0].attempt == 1)
    #expect(waiting[0].again == "#1 was cut off: the watcher was ended" && waiting[1].again == nil)
    let open = try #require(try store.openIntegrations().first?.pending)
    #expect(open.request.reason == "By hand" && open.reason == words)
    // Cut off once more, it tells of the last time only.
    let number = try store.begin(turn: 3, at: clock.now, processID: 1)
    #expect(try store.openIntegrations().last?.pending.reason == words)
    try store.abandon(
      bot: waiting[0].bot, integration: number, result: .canceled, reason: "", at: clock.now)
    try store.apply([.settle(waiting[0].bot, number, .again("of the rain", attempt: 2))], at: clock.now)
    let again = try #require(try store.pendingIntegrations().first)
    #expect(again.reason == "By hand; again, because of the rain" && again.turn == 3 && again.attempt == 2)
  }

  @Test("what fell due while the watcher was down is integrated")
  func due() throws {
    let store = try open()
    clock.advance(8 * 86_400)
    let (rounds, _) = try rounds(store, good(store))
    let causes = try rounds.round().questions.map { [$0.bot.rawValue: $0.cause] }
    #expect(causes.contains(["full": .tick]))
  }

  @Test("a bot whose file has a mistake keeps its last good settings")
  func mistaken() throws {
    let store = try open()
    let before = try store.watchedBots()
    let (rounds, _) = try rounds(store, ["full": .bad(["full.yaml:1:1: no"]), "plain": .bad(["no"])])
    #expect(rounds.settings(of: "full") == before[0].settings)
    #expect(log.lines.allSatisfy { $0.contains("its last good settings are kept") } && log.lines.count == 2)
    #expect(try store.pendingIntegrations().count == 2)
  }

  @Test("a bot that is gone is retired, and what it had waiting is dropped with its reason")
  func removed() throws {
    let store = try open()
    var readings = try good(store)
    readings["plain"] = nil
    _ = try rounds(store, readings)
    #expect(try store.watchedBots()[1].retired != nil)
    #expect(try store.pendingIntegrations().isEmpty)
    let waited = CommitID("9700541ccb2fc6dd32edea0b2d1509728bafce81")
    let fate = try store.fates(of: [waited], bot: "plain", branch: "main")[waited]
    #expect(fate == .left(.dropped, "The bot file was removed before it was integrated"))
  }

  @Test("settings with a key less keep what fell due, what waits and what is paused")
  func keyLess() throws {
    for bot in ["full", "plain"] {
      let text = try #require(try stored(bot))
      try store(
        text.replacing(/"limits":\{[^}]*\},/, with: "").replacing(/"onlyIfChanged":\w+,?/, with: ""), of: bot)
    }
    clock.advance(8 * 86_400)
    let store = try open()
    let bots = try store.watchedBots()
    #expect(bots.allSatisfy { $0.unreadable == nil && $0.settings?.limits == Bot.Limits() })
    let (rounds, _) = try rounds(store, good(store))
    #expect(try rounds.round().questions.contains { $0.cause == .tick && $0.bot == "full" })
    #expect(try rounds.queue().pending.count == 2 && rounds.roster[1].pause != nil)
  }

  @Test("settings that cannot be read are told and kept, and what waits stays until the bot file is right")
  func unreadable() throws {
    let odd = try #require(try stored("plain")).replacing(#""minutes":60"#, with: #""minutes":"many""#)
    try store(odd, of: "plain")
    try store("nonsense", of: "full")
    clock.advance(8 * 86_400)
    let store = try open()
    let plain = try #require(try store.watchedBots().first { $0.bot == "plain" })
    #expect(plain.settings == nil && plain.unreadable == "`limits.minutes` has a value of another kind")
    let (rounds, _) = try rounds(store, ["full": .bad(["a mistake"]), "plain": .bad(["a mistake"])])
    let words = "The settings that are stored of it cannot be read: \(plain.unreadable ?? "")"
    #expect(log.lines.contains(words))
    #expect(try rounds.now()["plain"]?.problems == [words, "a mistake"])
    #expect(try rounds.now()["plain"]?.pause != nil)
    #expect(try stored("plain") == odd && stored("full") == "nonsense")
    #expect(try rounds.queue().pending.count == 2)

    // Its file is mended: it goes on where it was, and what fell due meanwhile is due.
    var full = Bot(name: "Example", repository: "/captured/full")
    full.schedule.on = .periodic
    full.schedule.every = .week
    try rounds.reload([
      "full": .good(full), "plain": .good(Bot(name: "plain", repository: "/captured/plain")),
    ])
    #expect(rounds.roster.allSatisfy { $0.problems.isEmpty })
    #expect(rounds.roster[1].pause?.reason == "by hand")
    #expect(try rounds.round().questions.contains { $0.cause == .tick && $0.bot == "full" })
    #expect(try store.pendingIntegrations().map(\.turn) == [3, 4])
  }

  @Test("newer commits of a branch take the place of those that waited, and the time")
  func place() throws {
    let store = try open()
    let first = try #require(try store.pendingIntegrations().last)
    try store.apply(
      [
        .queue(
          PendingRequest(
            bot: "full", branch: "other", commit: "o", source: .commit, reason: "r", queued: clock.now))
      ],
      at: clock.now)
    let newer = CommitID(String(repeating: "e", count: 40))
    let sighted = SightedBranch(
      name: "main", tip: newer, relation: .forward, commits: [SightedCommit(id: newer)])
    let plan = BranchPlan(
      bot: "plain", settings: Bot(name: "plain", repository: "/x"), cause: .watching, mostCommits: 9,
      now: clock.now, branch: sighted, known: Tip(branch: "main", commit: first.commit, isGone: false),
      fates: [:], pending: try store.pendingIntegrations().filter { $0.bot == "plain" })
    try store.apply(plan.changes(), at: clock.now)
    let waiting = try store.pendingIntegrations()
    #expect(waiting.map(\.turn) == [3, 4, 5] && waiting[1].commit == newer)
    #expect(waiting[1].request.queued == first.request.queued)
    let fates = try store.fates(of: [first.commit, newer], bot: "plain", branch: "main")
    #expect(fates == [first.commit: .passedOver(byTurn: 4), newer: .pending(turn: 4)])
  }
}
