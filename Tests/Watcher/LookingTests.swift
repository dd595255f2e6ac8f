import Foundation
import Kit
import Model
import Testing

@testable import Store
@testable import Watcher

/// When a repository is looked at, and what a look that goes wrong leads to.
@Suite("Looking")
final class LookingTests {
  private let scratch: ScratchFolder
  private let clock = FakeClock()
  private let memory: FaultyMemory
  private let launcher: FakeLauncher
  private let repository = FakeRepository("a")
  private let rounds: Rounds
  private var said: [String] { log.lines }
  private let log = Log()

  private final class Log {
    var lines: [String] = []
  }

  init() throws {
    scratch = try ScratchFolder("looking")
    memory = FaultyMemory(try SQLiteStore(folder: scratch.path))
    launcher = FakeLauncher(clock: clock, random: SeededRandom(seed: 1))
    rounds = Rounds(
      memory: memory, launcher: launcher, machine: FakeMachine(), clock: clock,
      settings: WatchSettings(workers: 1, processID: 1)
    ) { [log] in log.lines.append($2) }
    try rounds.begin(["a": .good(Bot(name: "a", repository: "/a"))])
  }

  private func isAsked() throws -> LookQuestion? { try rounds.round().questions.first }

  private func answer(_ question: LookQuestion, _ outcome: Sighting.Outcome? = nil) throws {
    try rounds.take(Sighting(question: question, outcome: outcome ?? repository.look(question)))
  }

  @Test("a repository is not looked at twice at once, and again after the answer when something happened")
  func once() throws {
    let question = try #require(try isAsked())
    rounds.beginLook(question)
    rounds.lookNow("a")
    #expect(try isAsked() == nil)
    try answer(question)
    #expect(try isAsked() != nil)
  }

  @Test("one that does not answer is trouble after 30 seconds, and none any more when it answers")
  func silent() throws {
    let question = try #require(try isAsked())
    rounds.beginLook(question)
    let work = try rounds.round()
    #expect(work.silent == 0 && work.wakeAfterSeconds <= 30)
    clock.advance(30)
    #expect(try rounds.round().silent == 1)
    #expect(rounds.roster[0].trouble == "it has not answered for 30 s")
    clock.advance(1000)
    #expect(try isAsked() == nil)
    #expect(said.count { $0.contains("has not answered") } == 1)
    try answer(question)
    #expect(rounds.roster[0].trouble == nil)
    #expect(try rounds.round().silent == 0)
    #expect(try memory.openIntegrations().count == 1)
  }

  @Test("the look at another repository does not wait for the one before it")
  func moved() throws {
    rounds.beginLook(try #require(try isAsked()))
    try rounds.reload(["a": .good(Bot(name: "a", repository: "/b"))])
    #expect(try isAsked()?.repository == "/b")
  }

  @Test("a look that hangs is counted although its bot has another repository or is gone")
  func orphaned() throws {
    let first = try #require(try isAsked())
    #expect(rounds.beginLook(first))
    try rounds.reload(["a": .good(Bot(name: "a", repository: "/b"))])
    let second = try #require(try isAsked())
    #expect(rounds.beginLook(second))
    try rounds.reload([:])
    #expect(try rounds.round().wakeAfterSeconds <= 30)
    clock.advance(30)
    #expect(try rounds.round().silent == 2)
    try answer(first)
    try answer(second)
    #expect(try rounds.round().silent == 0)
  }

  @Test("the answer of a former repository does not end the look at the present one")
  func formerAnswer() throws {
    let former = try #require(try isAsked())
    rounds.beginLook(former)
    try rounds.reload(["a": .good(Bot(name: "a", repository: "/b"))])
    let present = try #require(try isAsked())
    #expect(!rounds.beginLook(former))
    rounds.beginLook(present)
    try answer(former)
    rounds.lookNow("a")
    #expect(try isAsked() == nil)
  }

  @Test("what must be done before the round that is planned asks for one")
  func early() throws {
    var question = try #require(try isAsked())
    #expect(!rounds.isRoundLate(for: "a"))
    // Nothing but the round would notice that it never answers.
    rounds.beginLook(question)
    #expect(rounds.isRoundLate(for: "a"))
    #expect(try isAsked() == nil)
    #expect(!rounds.isRoundLate(for: "a"))
    rounds.lookNow("a")
    try answer(question)
    #expect(rounds.isRoundLate(for: "a"))
    question = try #require(try isAsked())
    rounds.beginLook(question)
    try answer(question)
    #expect(!rounds.isRoundLate(for: "b"))
  }

  @Test("trouble is looked at again after 1, 2, 4 … and at most 60 seconds")
  func retries() throws {
    // The first interval of each bot is shorter.
    try answer(try #require(try isAsked()))
    rounds.lookNow("a")
    var question = try #require(try isAsked())
    var waits: [Double] = []
    for _ in 0..<8 {
      let told = clock.uptime
      try answer(question, .trouble("it is locked"))
      question = try #require(try nextQuestion())
      waits.append(clock.uptime - told)
    }
    #expect(waits.prefix(6) == [1, 2, 4, 8, 16, 32])
    #expect(waits.suffix(2).allSatisfy { (59...60).contains($0) })
    try answer(question)
    #expect(rounds.roster[0].trouble == nil)
  }

  @Test("what comes with a queued commit is told as what became of it, and each commit of a new branch comes")
  func toldAsItIs() throws {
    var settings = Bot(name: "a", repository: "/a")
    (settings.branches, settings.integrate) = (["main", "topic"], .every)
    func look() throws {
      rounds.lookNow("a")
      try answer(try #require(try isAsked()))
    }
    try rounds.reload(["a": .good(settings)])
    try look()
    let base = try #require(repository.branches["main"])
    let first = repository.commit(on: [base], paths: [])
    repository.branches["topic"] = repository.commit(on: [first], paths: [])
    try look()
    #expect(
      said.contains { $0.hasPrefix("2 commits are queued, ") && $0.hasSuffix(": The branch topic is new") })
    // A pattern that is new means branches that may be old.
    let old = repository.commit(on: [base], paths: [])
    repository.branches["old"] = repository.commit(on: [old], paths: [])
    settings.branches.append("old")
    try rounds.reload(["a": .good(settings)])
    try look()
    #expect(said.contains { $0.hasSuffix(" is queued: The branch old is new") })
    // Another commit takes the place of one that waits.
    settings.integrate = .latest
    try rounds.reload(["a": .good(settings)])
    let tip = try #require(repository.branches["old"])
    repository.branches["old"] = repository.commit(on: [repository.commit(on: [tip], paths: [])], paths: [])
    try look()
    let short = repository.nodes[tip].id.short
    let words = ": 2 new commits on old, instead of \(short) that waited, 1 commit passed over"
    #expect(said.contains { $0.hasSuffix(words) })
    // What came with a merge is passed over by none.
    let before = try #require(repository.branches["old"])
    let mine = repository.commit(on: [before], paths: [])
    repository.branches["old"] = repository.commit(on: [mine], paths: [])
    rounds.lookNow("a")
    let question = try #require(try isAsked())
    guard case .seen(var seen) = repository.look(question) else { throw CancellationError() }
    for place in seen.branches.indices where seen.branches[place].name == "old" {
      seen.branches[place].commits[0].merged = [seen.branches[place].commits[1].id]
    }
    try answer(question, .seen(seen))
    #expect(said.contains { $0.contains(": 2 new commits on old, instead of ") })
  }

  @Test("pages are to tell of a branch otherwise when it goes, and when it is back at a commit that is known")
  func branchesThatMove() throws {
    var settings = Bot(name: "a", repository: "/a")
    settings.branches = ["main", "topic"]
    try rounds.reload(["a": .good(settings)])
    func moved() throws -> Int? {
      rounds.lookNow("a")
      try answer(try #require(try isAsked()))
      return try rounds.overview()["a"]?.movedBranches
    }
    let topic = repository.commit(on: [try #require(repository.branches["main"])], paths: [])
    repository.branches["topic"] = topic
    #expect(try moved() == 0)
    // As whoever gives an order does.
    try memory.apply([.face("a", "main")], at: clock.now)
    repository.branches["topic"] = nil
    #expect(try moved() == 1)
    #expect(try moved() == 1)
    repository.branches["topic"] = topic
    #expect(try moved() == 2)
    #expect(try moved() == 2)
  }

  @Test(
    "a commit that a rewritten history has no more is named when it waits no longer, and why is kept",
    arguments: [Bot.Selection.latest, .every])
  func rewrittenBeforeItsTurn(integrate: Bot.Selection) throws {
    var settings = Bot(name: "a", repository: "/a")
    settings.integrate = integrate
    try rounds.reload(["a": .good(settings)])
    func look() throws {
      rounds.lookNow("a")
      try answer(try #require(try isAsked()))
    }
    try look()
    _ = try rounds.round()
    let base = try #require(repository.branches["main"])
    let lost = repository.commit(on: [base], paths: [])
    repository.branches["main"] = lost
    try look()
    repository.branches["main"] = repository.commit(on: [base], paths: [])
    try look()
    let id = repository.nodes[lost].id
    let why = "The history of main was rewritten before it was integrated"
    #expect(said.contains { $0.contains(id.short) && $0.hasSuffix(why) }, "\(said)")
    #expect(try memory.fates(of: [id], bot: "a", branch: "main") == [id: .left(.dropped, why)])
    let tip = repository.nodes[try #require(repository.branches["main"])].id
    #expect(try memory.pendingIntegrations().map(\.commit) == [tip])
  }

  @Test("a branch that HEAD names no more is told as watched no more, and one that was deleted as gone")
  func lost() throws {
    func look() throws {
      rounds.lookNow("a")
      try answer(try #require(try isAsked()))
    }
    try look()
    (repository.branches["topic"], repository.head) = (repository.branches["main"], "topic")
    try look()
    #expect(said.contains("main is watched no more") && !said.contains("main is gone"), "\(said)")
    (repository.branches["topic"], repository.head) = (nil, "main")
    try look()
    #expect(said.contains("topic is gone"), "\(said)")
  }

  @Test("once HEAD names another branch, that one stands for the bot as soon as it was integrated")
  func face() throws {
    func look() throws {
      rounds.lookNow("a")
      try answer(try #require(try isAsked()))
    }
    try look()
    #expect(try memory.base(of: "a") == nil)
    _ = try rounds.round()
    #expect(try memory.knows("main", of: "a"))
    try memory.apply([.face("a", "topic")], at: clock.now)
    try look()
    try look()
    #expect(try memory.base(of: "a") == "main")
    #expect(said.count { $0.hasPrefix("main stands for the bot from now on") } == 1, "\(said)")
    (repository.branches["other"], repository.head) = (repository.branches["main"], "other")
    rounds.lookNow("a")
    let question = try #require(try nextQuestion())
    try answer(question)
    #expect(try memory.base(of: "a") == "main", "of the other nothing is known")
  }

  @Test("a branch that cannot be read is told once, stays told with its bot, and is told when it can be")
  func unread() throws {
    func look() throws {
      rounds.lookNow("a")
      try answer(try #require(try isAsked()))
    }
    try look()
    repository.unread = ["topic": "topic names what cannot be read"]
    try look()
    try look()
    let told = "topic names what cannot be read: nothing new of it is integrated until it can be"
    #expect(said.count { $0.contains(told) } == 1, "\(said)")
    #expect(try rounds.now()["a"]?.unread == ["topic names what cannot be read"])
    repository.unread = [:]
    try look()
    #expect(said.contains { $0.contains("topic can be read again") }, "\(said)")
    #expect(try rounds.now()["a"]?.unread == nil)
  }

  private func nextQuestion() throws -> LookQuestion? {
    for _ in 0..<100 {
      let work = try rounds.round()
      if let question = work.questions.first { return question }
      clock.advance(work.wakeAfterSeconds)
    }
    return nil
  }

  @Test("a round that fails leaves nothing unasked")
  func failure() throws {
    try answer(try #require(try isAsked()))
    rounds.lookNow("a")
    memory.isFull = true
    // The integration of the first look cannot be begun.
    #expect(throws: Full.self) { try rounds.round() }
    memory.isFull = false
    #expect(try isAsked() != nil)
  }

  @Test("what was seen and could not be kept is seen again two seconds later")
  func unkept() throws {
    let question = try #require(try isAsked())
    memory.isFull = true
    #expect(throws: Full.self) { try answer(question) }
    memory.isFull = false
    #expect(try isAsked() == nil)
    clock.advance(2)
    #expect(try isAsked() != nil)
  }
}
