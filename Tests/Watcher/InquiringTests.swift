import Foundation
import Kit
import Model
import Testing

@testable import Store
@testable import Watcher

/// A search is begun when there is nothing else to do, and gives way to everything else.
@Suite("Finding out when idle")
final class InquiringTests {
  private final class FakeInquirer: Inquirer {
    var questions: [BotID: TestID] = [:]
    var begun: [Inquiry] = []
    var cancels: [Bool] = []
    var isRunning = false
    var wasKilled = false
    var asked: [BotID] = []
    var words: String?
    var maps: Set<BotID> = []

    func map(of bot: BotID) -> Inquiry? {
      maps.remove(bot).map { Inquiry($0, 1, nil, since: Date(timeIntervalSince1970: 0)) }
    }
    func question(of bot: BotID) -> Inquiry? {
      asked.append(bot)
      return questions[bot].map { Inquiry(bot, 1, $0, since: Date(timeIntervalSince1970: 0)) }
    }
    func begin(_ inquiry: Inquiry) {
      begun.append(inquiry)
      isRunning = true
    }
    func cancel(forGood: Bool) { cancels.append(forGood) }
    func kill() { wasKilled = true }
    func finish() -> String? {
      defer { words = nil }
      return words
    }
    func end(_ words: String?) { (self.words, isRunning) = (words, false) }
  }

  private let scratch: ScratchFolder
  private let clock = FakeClock()
  private let memory: FaultyMemory
  private let launcher: FakeLauncher
  private let machine = FakeMachine()
  private let inquirer = FakeInquirer()
  private let rounds: Rounds

  init() throws {
    scratch = try ScratchFolder("inquiring")
    memory = FaultyMemory(try SQLiteStore(folder: scratch.path))
    launcher = FakeLauncher(clock: clock, random: SeededRandom(seed: 1))
    rounds = Rounds(
      memory: memory, launcher: launcher, machine: machine, clock: clock,
      settings: WatchSettings(workers: 2, processID: 1), inquirer: inquirer
    ) { _, _, _ in }
    try rounds.begin([
      "a": .good(Bot(name: "a", repository: "/a")), "b": .good(Bot(name: "b", repository: "/b")),
    ])
  }

  /// All that is due is integrated and settled.
  private func integrateAll() throws {
    for question in try rounds.round().questions {
      try rounds.take(
        Sighting(question: question, outcome: FakeRepository(question.bot.rawValue).look(question)))
    }
    _ = try rounds.round()
    clock.advance(100)
    for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
  }

  private func pushOf(_ bot: BotID) throws {
    try memory.apply(
      [
        .queue(
          PendingRequest(
            bot: bot, branch: "main", commit: CommitID(String(repeating: "f", count: 40)), source: .manual,
            reason: "asked for by hand", queued: clock.now))
      ], at: clock.now)
  }

  /// Begun for the bot `a`.
  private func begin() throws {
    try integrateAll()
    inquirer.questions["a"] = "T.A/test"
    clock.advance(61)
    _ = try rounds.round()
  }

  @Test("nothing is begun while something is to be integrated, nor in the first minute after it")
  func rest() throws {
    inquirer.questions["a"] = "T.A/test"
    for question in try rounds.round().questions {
      try rounds.take(
        Sighting(question: question, outcome: FakeRepository(question.bot.rawValue).look(question)))
    }
    clock.advance(90)
    _ = try rounds.round()
    #expect(try memory.openIntegrations().count == 2 && inquirer.begun.isEmpty)
    clock.advance(100)
    for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
    let work = try rounds.round()
    #expect(inquirer.begun.isEmpty && work.wakeAfterSeconds <= 60)
    clock.advance(61)
    _ = try rounds.round()
    #expect(inquirer.begun.map(\.bot) == ["a"])
    #expect(try rounds.now()["a"]?.inquiry?.test == "T.A/test" && rounds.now()["b"]?.inquiry == nil)
  }

  @Test("one at a time, each bot is asked once, and again after it integrated")
  func once() throws {
    try integrateAll()
    inquirer.questions = ["a": "T.A/test", "b": "T.B/test"]
    clock.advance(61)
    for _ in 0..<3 { _ = try rounds.round() }
    #expect(inquirer.begun.count == 1)
    inquirer.end("found")
    _ = try rounds.round()
    #expect(inquirer.begun.count == 2 && Set(inquirer.begun.map(\.bot)) == ["a", "b"])
    inquirer.end("found")
    for _ in 0..<3 {
      clock.advance(1000)
      _ = try rounds.round()
    }
    #expect(inquirer.begun.count == 2 && inquirer.asked.count == 2)
    try pushOf("a")
    _ = try rounds.round()
    clock.advance(100)
    for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
    clock.advance(61)
    _ = try rounds.round()
    #expect(inquirer.begun.count == 3 && inquirer.asked.last == "a")
  }

  @Test("whatever is to be integrated ends it; its own bot waits for that end, another does not")
  func givesWay() throws {
    for bot in ["a", "b"] as [BotID] {
      let tests = try InquiringTests()
      try tests.begin()
      #expect(tests.inquirer.begun.map(\.bot) == ["a"])
      try tests.pushOf(bot)
      _ = try tests.rounds.round()
      #expect(tests.inquirer.cancels == [false])
      #expect(try tests.memory.openIntegrations().map(\.bot) == (bot == "a" ? [] : ["b"]))
      tests.inquirer.end(nil)
      _ = try tests.rounds.round()
      #expect(try tests.memory.openIntegrations().map(\.bot) == [bot])
      tests.clock.advance(100)
      for one in try tests.rounds.round().ended { try tests.rounds.settle(one.bot, one.number) }
      tests.clock.advance(61)
      _ = try tests.rounds.round()
      #expect(tests.inquirer.begun.count == 2, "what was cut off is begun again")
    }
  }

  @Test("which test executes what is found out at once, first, and only where the bot file says so")
  func map() throws {
    var settings = Bot(name: "a", repository: "/a")
    settings.whoTestsWhat = .idle
    try rounds.reload(["a": .good(settings), "b": .good(Bot(name: "b", repository: "/b"))])
    for question in try rounds.round().questions {
      try rounds.take(
        Sighting(question: question, outcome: FakeRepository(question.bot.rawValue).look(question)))
    }
    inquirer.maps = ["a", "b"]
    inquirer.questions["a"] = "T.A/test"
    _ = try rounds.round()
    #expect(inquirer.begun.isEmpty, "something runs")
    clock.advance(100)
    for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
    _ = try rounds.round()
    #expect(inquirer.begun.map(\.bot) == ["a"] && inquirer.begun[0].isMap)
    try pushOf("b")
    _ = try rounds.round()
    #expect(inquirer.cancels == [false])
    #expect(try memory.openIntegrations().map(\.bot) == ["b"], "it waits for nobody")
    inquirer.end(nil)
    inquirer.maps.insert("a")
    _ = try rounds.round()
    #expect(inquirer.begun.count == 1)
    clock.advance(100)
    for one in try rounds.round().ended { try rounds.settle(one.bot, one.number) }
    _ = try rounds.round()
    #expect(inquirer.begun.count == 2 && inquirer.begun[1].isMap, "what was cut off goes on")
    inquirer.end("found")
    clock.advance(61)
    _ = try rounds.round()
    #expect(inquirer.begun.count == 3 && inquirer.begun[2].test == "T.A/test")
    #expect(!inquirer.begun.contains { $0.bot == "b" })
  }

  @Test("one that does not end when it is asked to is killed")
  func stubborn() throws {
    try begin()
    try pushOf("a")
    _ = try rounds.round()
    #expect(try rounds.round().wakeAfterSeconds <= 5 && !inquirer.wasKilled)
    clock.advance(31)
    _ = try rounds.round()
    #expect(inquirer.wasKilled && inquirer.cancels == [false])
  }

  @Test("canceled by hand it is not begun again; paused, ending or without its file it ends")
  func byHand() throws {
    try begin()
    #expect(try rounds.cancel("a", nil, reason: "by hand") == 1)
    #expect(inquirer.cancels == [true])
    inquirer.end("it was ended by hand")
    for _ in 0..<3 {
      clock.advance(100)
      _ = try rounds.round()
    }
    #expect(inquirer.begun.count == 1)
    for act in [
      { try $0.pause("a", reason: nil) }, { try $0.pause(nil, reason: nil) }, { $0.beginEnding() },
      { try $0.reload(["b": .good(Bot(name: "b", repository: "/b"))]) },
    ] as [(Rounds) throws -> Void] {
      let tests = try InquiringTests()
      try tests.begin()
      try act(tests.rounds)
      #expect(tests.inquirer.cancels == [false] && tests.rounds.isInquiring)
      tests.inquirer.end(nil)
      tests.clock.advance(100)
      _ = try tests.rounds.round()
      #expect(tests.inquirer.begun.count == 1 && !tests.rounds.isInquiring)
    }
  }

  @Test("a full disk and a bot that is paused begin nothing")
  func obstacles() throws {
    try integrateAll()
    inquirer.questions["a"] = "T.A/test"
    try rounds.pause("a", reason: nil)
    clock.advance(61)
    _ = try rounds.round()
    #expect(inquirer.begun.isEmpty)
    try rounds.resume("a")
    machine.free = 1
    _ = try rounds.round()
    #expect(inquirer.begun.isEmpty)
    machine.free = 50 << 30
    _ = try rounds.round()
    #expect(inquirer.begun.count == 1)
  }

  @Test("when there is time")
  func leisure() {
    func answer(_ change: (inout Leisure) -> Void) -> Leisure.Answer {
      var leisure = Leisure()
      leisure.secondsOfRest = 60
      change(&leisure)
      return leisure.answer
    }
    let pending = Pending(
      turn: 1,
      request: PendingRequest(
        bot: "a", branch: nil, commit: "f", source: .commit, reason: "", queued: Date()), attempt: 0)
    #expect(answer { _ in } == .now)
    #expect(answer { $0.secondsOfRest = 20 } == .later(seconds: 40))
    #expect(answer { $0.open = 1 } == .no)
    #expect(answer { $0.isEnding = true } == .no)
    #expect(answer { $0.isPaused = true } == .no)
    #expect(answer { $0.hasRoom = false } == .no)
    #expect(answer { $0.secondsToTick = 300 } == .no)
    #expect(answer { $0.secondsToTick = 301 } == .now)
    #expect(answer { $0.places = [QueuePlace(pending, waitsFor: nil)] } == .no)
    #expect(answer { $0.places = [QueuePlace(pending, waitsFor: "paused")] } == .now)
  }
}
