import Foundation
import Kit
import Model
import Testing

@testable import Store
@testable import Watcher

/// What only looks back is integrated when there is nothing else to do, and gives way to everything else.
@Suite("Looking back when idle")
final class SearchingTests {
  private final class Wishes: Searcher {
    var commits: [BotID: CommitID] = [:]
    var asked = 0
    var takes: () -> Void = {}

    func next(of bot: BotID, _ settings: Bot, at now: Date) -> PendingRequest? {
      asked += 1
      takes()
      guard let commit = commits[bot] else { return nil }
      var request = PendingRequest(
        bot: bot, branch: "main", commit: commit, source: .search,
        reason: CommitSearchStep.reason(commits: 12, tests: ["T.A/test"]), queued: now, isRepeat: true)
      request.search = CommitSearchStep(of: 1, tests: ["T.A/test"], filters: ["^T"])
      return request
    }
  }

  private let scratch: ScratchFolder
  private let clock = FakeClock()
  private let memory: FaultyMemory
  private let launcher: FakeLauncher
  private let machine = FakeMachine()
  private let wishes = Wishes()
  private var rounds: Rounds
  private let older = CommitID(String(repeating: "e", count: 40))
  private var files: [BotID: BotReading] = [
    "a": .good(Bot(name: "a", repository: "/a")), "b": .good(Bot(name: "b", repository: "/b")),
  ]

  init() throws {
    scratch = try ScratchFolder("looking-back")
    memory = FaultyMemory(try SQLiteStore(folder: scratch.path))
    launcher = FakeLauncher(clock: clock, random: SeededRandom(seed: 1))
    rounds = Self.rounds(memory, launcher, machine, clock, wishes)
    try rounds.begin(files)
  }

  private static func rounds(
    _ memory: FaultyMemory, _ launcher: FakeLauncher, _ machine: FakeMachine, _ clock: FakeClock,
    _ wishes: Wishes
  ) -> Rounds {
    Rounds(
      memory: memory, launcher: launcher, machine: machine, clock: clock,
      settings: WatchSettings(workers: 1, processID: 1), searcher: wishes
    ) { _, _, _ in }
  }

  private func settleAll() throws {
    for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
  }

  /// All that is due is integrated, and a search begins.
  private func begin(rounds count: Int = 4) throws {
    for _ in 0..<count {
      for question in try rounds.round().questions {
        try rounds.take(
          Sighting(question: question, outcome: FakeRepository(question.bot.rawValue).look(question)))
      }
      clock.advance(100)
      try settleAll()
    }
    wishes.commits["a"] = older
    rounds.heedTests(of: "a")
    clock.advance(61)
    _ = try rounds.round()
  }

  private func push(of bot: BotID) throws {
    try memory.apply(
      [
        .queue(
          PendingRequest(
            bot: bot, branch: "main", commit: CommitID(String(repeating: "f", count: 40)), source: .commit,
            reason: "1 new commit on main", queued: clock.now))
      ], at: clock.now)
  }

  private func running() throws -> OpenIntegration? {
    try memory.openIntegrations().first(where: \.isRunning)
  }

  @Test("questions that take long are shared out over rounds: what people ask for is heard between them")
  func slow() throws {
    for name in (0..<20).map({ "slow\($0)" }) {
      files[BotID(name)] = .good(Bot(name: name, repository: "/\(name)"))
    }
    try rounds.reload(files)
    try begin(rounds: 40)
    // What it wants is over at once.
    wishes.commits = [:]
    clock.advance(100)
    try settleAll()
    for bot in files.keys { rounds.heedTests(of: bot) }
    wishes.asked = 0
    wishes.takes = { [clock] in clock.advance(2) }
    clock.advance(61)
    var number = 0
    while wishes.asked < files.count, number < 40 {
      let (began, asked) = (clock.uptime, wishes.asked)
      let work = try rounds.round()
      #expect(wishes.asked > asked && clock.uptime - began < 4)
      #expect(wishes.asked == files.count || work.wakeAfterSeconds <= 0)
      number += 1
    }
    #expect(wishes.asked == files.count)
  }

  @Test("it begins after a minute without anything else, says what for, and the next one follows at once")
  func idle() throws {
    try begin()
    let first = try #require(try running())
    #expect(first.commit == older && first.pending.request.search?.of == 1)
    let now = try rounds.now()["a"]?.running.first
    #expect(now?.search == "to find which of 12 commits broke T.A/test" && now?.expectedEnd == nil)
    // The branch still shows its own newest integration.
    #expect(try memory.newestIntegration(bot: "a", branch: "main")?.commit != older)
    clock.advance(100)
    try settleAll()
    _ = try rounds.round()
    #expect(try running().map { $0.number > first.number } == true)
    wishes.commits = [:]
    clock.advance(100)
    try settleAll()
    _ = try rounds.round()
    #expect(try running() == nil && memory.pendingIntegrations().isEmpty)
  }

  @Test("whatever else is to be integrated ends it, of its own bot and of another that waits for the worker")
  func givesWay() throws {
    for bot in ["a", "b"] as [BotID] {
      let tests = try SearchingTests()
      try tests.begin()
      let search = try #require(try tests.running())
      try tests.push(of: bot)
      _ = try tests.rounds.round()
      #expect(try tests.memory.openIntegrations().first?.canceling != nil)
      tests.clock.advance(5)
      try tests.settleAll()
      _ = try tests.rounds.round()
      let next = try #require(try tests.running())
      #expect(next.bot == bot && next.commit != tests.older)
      #expect(try tests.memory.openIntegrations().allSatisfy { $0.pending.turn != search.pending.turn })
      #expect(try tests.memory.pendingIntegrations().isEmpty)
      // It is asked for again when there is time.
      tests.clock.advance(100)
      try tests.settleAll()
      _ = try tests.rounds.round()
      #expect(try tests.running() == nil)
      tests.clock.advance(61)
      _ = try tests.rounds.round()
      #expect(try tests.running()?.commit == tests.older)
    }
  }

  @Test("after a watcher that was killed it is asked for anew")
  func killed() throws {
    try begin()
    let search = try #require(try running())
    launcher.endSoon(.init(bot: "a", number: search.number))
    rounds = Self.rounds(memory, launcher, machine, clock, wishes)
    try rounds.begin(files)
    clock.advance(10)
    try settleAll()
    #expect(try memory.pendingIntegrations().isEmpty)
    clock.advance(61)
    _ = try rounds.round()
    #expect(try running().map { $0.commit == older && $0.number != search.number } == true)
  }

  @Test("a bot that does not want it has none")
  func never() throws {
    var settings = Bot(name: "a", repository: "/a")
    settings.culprit = .never
    files["a"] = .good(settings)
    try rounds.reload(files)
    try begin()
    #expect(try running() == nil)
  }
}
