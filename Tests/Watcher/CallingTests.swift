import Kit
import Model
import Testing

@testable import Store
@testable import Watcher

/// When a repository of another machine is fetched, and what a server that is down leads to.
@Suite("Calling another machine")
final class CallingTests {
  private let scratch: ScratchFolder
  private let clock = FakeClock()
  private let rounds: Rounds
  private let log = Log()

  private final class Log {
    var lines: [String] = []
  }

  private static func bot(_ address: String = "https://example.org/a") -> Bot {
    var bot = Bot(name: "a", repository: "/mirror")
    bot.remote = RemoteAddress(address)
    return bot
  }

  init() throws {
    scratch = try ScratchFolder("calling")
    rounds = Rounds(
      memory: try SQLiteStore(folder: scratch.path),
      launcher: FakeLauncher(clock: clock, random: SeededRandom(seed: 1)), machine: FakeMachine(),
      clock: clock,
      settings: WatchSettings(workers: 1, processID: 1)
    ) { [log] in log.lines.append($2) }
    try rounds.begin(["a": .good(Self.bot())])
  }

  deinit { scratch.remove() }

  private static let nothing = Sighting.Outcome.seen(.init(branches: []))

  private func down(at time: String) -> Sighting.Outcome {
    .unreachable(.init(sentence: "it cannot be fetched since noon", tried: "tried last at \(time)"))
  }

  /// Seconds until it is fetched next.
  private func wait(for outcome: Sighting.Outcome) throws -> Double {
    let question = try #require(try rounds.round().questions.first)
    rounds.beginLook(question)
    try rounds.take(Sighting(question: question, outcome: outcome))
    let seconds = try rounds.round().wakeAfterSeconds
    clock.advance(seconds)
    return seconds
  }

  @Test("it is fetched every minute, ten seconds sooner or later")
  func minutes() throws {
    _ = try wait(for: Self.nothing)
    let waits = try (0..<20).map { _ in try wait(for: Self.nothing) }
    #expect(waits.allSatisfy { (50...70).contains($0) }, "\(waits)")
    #expect(Set(waits).count > 10)
  }

  @Test("a server that is down is asked less and less often, told once, and as before when it is back")
  func backing() throws {
    let waits = try (0..<8).map { try wait(for: down(at: "\($0)")) / 60 }
    for (waited, minutes) in zip(waits, [1, 2, 4, 8, 16, 30, 30, 30]) {
      #expect(abs(waited - Double(minutes)) <= 0.17, "\(waits)")
    }
    #expect(log.lines.count { $0.contains("cannot be fetched since noon") } == 1)
    #expect(try rounds.now()["a"]?.trouble == "it cannot be fetched since noon; tried last at 7")
    #expect(try wait(for: Self.nothing) <= 70)
    #expect(try rounds.now()["a"]?.trouble == nil)
    #expect(log.lines.last == "The repository can be read again")
    #expect(try wait(for: down(at: "8")) <= 70)
  }

  @Test("who says that there is something new is heeded at once, also while it is being fetched")
  func called() throws {
    _ = try wait(for: Self.nothing)
    let question = try #require(try rounds.round().questions.first)
    rounds.beginLook(question)
    rounds.lookNow("a")
    try rounds.take(Sighting(question: question, outcome: down(at: "1")))
    #expect(try !rounds.round().questions.isEmpty)
  }

  @Test("what was fetched from a former address is not heeded")
  func moved() throws {
    let question = try #require(try rounds.round().questions.first)
    rounds.beginLook(question)
    try rounds.reload(["a": .good(Self.bot("https://example.org/b"))])
    try rounds.take(Sighting(question: question, outcome: down(at: "1")))
    #expect(try rounds.now()["a"]?.trouble == nil)
    #expect(try rounds.round().questions.first?.remote?.text == "https://example.org/b")
  }
}
