import Foundation
import Kit
import Model
import SQLite

@testable import Store
@testable import Watcher

/// Repositories, a machine, a store on real SQLite, and a watcher over them; everything by one seed.
final class WatchedWorld {
  let seed: UInt64
  var random: SeededRandom
  let store: SQLiteStore
  let memory: FaultyMemory
  let clock = FakeClock()
  let machine = FakeMachine()
  let launcher: FakeLauncher
  let searcher: FakeSearcher
  var rounds: Rounds
  var repositories: [BotID: FakeRepository] = [:]
  var files: [BotID: BotReading] = [:]
  /// What a look has shown: bot, branch, commit.
  var seen: Set<String> = []
  var story: [String] = []
  var violations: [String] = []
  var isAllPaused = false
  /// Which bots somebody asked to integrate.
  var asked: Set<BotID> = []
  /// Nobody commits by himself.
  var isQuiet = false
  var sabotage: Sabotage?
  /// Looks whose answers are late, as from a disk over a network.
  private var late: [Sighting] = []

  private static let isTold = ProcessInfo.processInfo.environment["BOTHY_SEED"] != nil

  init(seed: UInt64, store: SQLiteStore, sabotage: Sabotage? = nil) throws {
    self.seed = seed
    self.store = store
    self.sabotage = sabotage
    random = SeededRandom(seed: seed)
    memory = FaultyMemory(sabotage.map { SabotagedMemory(store, $0) } ?? store)
    launcher = FakeLauncher(clock: clock, random: SeededRandom(seed: seed ^ 0x55))
    searcher = FakeSearcher(store: store)
    rounds = Self.watcher(memory, launcher, machine, clock, searcher)
    for name in ["a", "b", "c"].prefix(Int.random(in: 1...3, using: &random)) {
      let bot = BotID(name)
      repositories[bot] = FakeRepository(name)
      files[bot] = .good(settings(of: bot))
    }
    searcher.repositories = repositories
    try rounds.begin(files)
    launcher.forbidsSearch = { [unowned self] in self.hindrance($0) }
    launcher.forbids = { [unowned self] in self.prohibition($0) }
  }

  private func prohibition(_ bot: BotID) -> String? {
    if machine.free < 1 << 30 { return "the disk is full" }
    let paused =
      """
      SELECT 1 FROM pause UNION ALL
      SELECT 1 FROM watched JOIN bot ON bot.id = watched.bot WHERE name = ? AND pausedSince IS NOT NULL
      """
    let isPaused = (try? store.database.first(paused, bot.rawValue) { _ in true }) ?? nil
    if isPaused == true { return "it is paused" }
    return repositories[bot].map { $0.isThere || rounds.bots[bot]?.trouble == nil } == false
      ? "its repository is gone" : nil
  }

  /// What only looks back begins when there is nothing else.
  private func hindrance(_ bot: BotID) -> String? {
    guard let queue = try? rounds.queue() else { return nil }
    if queue.open.count > 1 { return "something else is under way" }
    if queue.pending.contains(where: { $0.bot == bot }) { return "its bot has something else to do" }
    if case .good(let settings)? = files[bot], settings.culprit == .never { return "it is not wanted" }
    return nil
  }

  private static func watcher(
    _ memory: FaultyMemory, _ launcher: FakeLauncher, _ machine: FakeMachine, _ clock: FakeClock,
    _ searcher: FakeSearcher
  ) -> Rounds {
    var settings = WatchSettings(workers: 2, processID: 1)
    settings.mostCommits = 4
    return Rounds(
      memory: memory, launcher: launcher, machine: machine, clock: clock, settings: settings,
      searcher: searcher, zone: .gmt,
      log: { if Self.isTold { print("    ", $0, $1 ?? "", $2) } })
  }

  func settings(of bot: BotID) -> Bot {
    var settings = Bot(name: bot.rawValue, repository: "/" + bot.rawValue)
    settings.branches = [[], ["main"], ["*"], ["main", "topic*"]].randomElement(using: &random)!
    settings.integrate = Bool.random(using: &random) ? .latest : .every
    settings.culprit = chance(3) ? .never : .idle
    settings.paths = chance(3) ? ["Sources/**"] : []
    settings.schedule.on = chance(4) ? .periodic : chance(8) ? .manual : .commit
    settings.schedule.every = .hour
    settings.schedule.onlyIfChanged = Bool.random(using: &random)
    return settings
  }

  func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

  func pick<C: Collection>(_ from: C) -> C.Element? where C.Index == Int {
    from.isEmpty ? nil : from[Int.random(in: 0..<from.count, using: &random)]
  }

  var anyBot: BotID { pick(repositories.keys.sorted()) ?? "a" }

  /// Rounds until nothing more follows from what is there.
  func pump() throws {
    let answered = late.filter { _ in isQuiet || chance(2) }
    late.removeAll { answered.contains($0) }
    try each(answered, take)
    for _ in 0..<6 {
      let work = try rounds.round()
      if let crash = work.failures.first(where: { $0 is Crash }) { throw crash }
      try each(work.questions, look)
      for one in work.ended { try rounds.settle(one.bot, one.number) }
      if let full = work.failures.first { throw full }
      if work.questions.isEmpty, work.ended.isEmpty { return }
    }
  }

  /// What cannot be kept of one does not keep the others from being asked.
  private func each<T>(_ all: [T], _ body: (T) throws -> Void) throws {
    var full: Full?
    for one in all {
      do { try body(one) } catch let error as Full { full = error }
    }
    if let full { throw full }
  }

  private func look(_ question: LookQuestion) throws {
    rounds.beginLook(question)
    guard let repository = repositories[question.bot] else { return }
    let sighting = Sighting(question: question, outcome: repository.look(question))
    // Somebody commits between the look and its answer.
    if !isQuiet, chance(10), !repository.isFull, let tip = repository.branches["main"] {
      repository.branches["main"] = repository.commit(on: [tip], paths: ["Sources/B.swift"])
    }
    if !isQuiet, chance(12) {
      story.append("\(question.bot): its look is not answered for a while")
      late.append(sighting)
    } else {
      try take(sighting)
    }
  }

  private func take(_ sighting: Sighting) throws {
    // Killed within, it may have kept a part.
    defer { note(sighting) }
    try rounds.take(sighting)
  }

  /// What the sighting showed counts as seen from when its tips are remembered.
  func note(_ sighting: Sighting) {
    guard case .seen(let what) = sighting.outcome,
      let tips = try? store.tips(of: sighting.question.bot)
    else { return }
    for branch in what.branches
    where tips.contains(where: { $0.branch == branch.name && $0.commit == branch.tip && !$0.isGone }) {
      for commit in branch.commits.map(\.id) + [branch.tip] {
        seen.insert("\(sighting.question.bot) \(branch.name) \(commit)")
      }
    }
  }

  /// Killed: all that it had in memory is gone, and what it started is told to end.
  func restart() throws {
    memory.crashIn = nil
    launcher.crash = nil
    for bot in repositories.keys { launcher.giveBack(bot) }
    for key in launcher.performed.keys.sorted(by: { ($0.bot, $0.number) < ($1.bot, $1.number) }) {
      launcher.endSoon(key)
    }
    late = []
    rounds = Self.watcher(memory, launcher, machine, clock, searcher)
    try rounds.begin(files)
  }
}
