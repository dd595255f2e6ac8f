import Control
import Explaining
import Foundation
import Kit
import Model
import Processes
import Sockets
import State
import StateKit
import Store
import Testing
import Watcher

@testable import Daemon

@Suite("What commands hear from the watcher", .timeLimit(.minutes(5)))
struct WatcherServerTests {
  private final class NothingStarts: Launcher {
    func page(_ bot: BotID, _ number: IntegrationNumber) -> String { "" }
    func start(_ pending: Pending, as number: IntegrationNumber, _ settings: Bot) throws -> ProcessMark {
      throw LaunchError("nothing starts here")
    }
    func limitMinutes(_ bot: BotID, _ number: IntegrationNumber) -> Double? { nil }
    func cancel(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?, why: String?) {}
    func kill(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?) {}
    func isAlive(_ bot: BotID, _ number: IntegrationNumber, _ process: ProcessMark?) -> Bool { false }
    func report(_ bot: BotID, _ number: IntegrationNumber) throws -> Report? { nil }
    func lastSign(_ bot: BotID, _ number: IntegrationNumber) -> Date? { nil }
    func ending(_ bot: BotID, _ number: IntegrationNumber) -> String? { nil }
    func tidy(_ bot: BotID, _ number: IntegrationNumber) {}
  }

  private final class RoomyMachine: Machine {
    func freeBytes() -> Int? { nil }
    func toolchain(of bot: BotID, _ settings: Bot) -> String? { nil }
  }

  private struct NoPages: PageMaker {
    func makePages(_ bot: BotID, _ number: IntegrationNumber, settings: Bot?) {}
    func tell(_ bot: BotID, _ number: IntegrationNumber) {}
    func show(_ overview: [BotID: BotOverview]) -> Double? { nil }
  }

  private let scratch: StateScratch
  private let desk: WatcherServer
  private let commit: CommitID

  init() throws {
    scratch = try StateScratch()
    let path = scratch.path
    let git = try ToolRunner(cancellation: .init()).run(
      ToolOrder(
        executable: "/bin/sh",
        arguments: [
          "-ec",
          "git init -q -b main r; cd r; git -c user.name=a -c user.email=b commit -q --allow-empty -m x;"
            + "git rev-parse HEAD",
        ], environment: ["PATH": "/usr/bin:/bin", "HOME": path], folder: path, seconds: 30))
    commit = CommitID(git.output.trimmingCharacters(in: .whitespacesAndNewlines))
    let core = WatchCore {
      let rounds = Rounds(
        memory: try SQLiteStore(folder: path), launcher: NothingStarts(), machine: RoomyMachine(),
        clock: MachineClock(), settings: WatchSettings(workers: 1, processID: getpid())
      ) { _, _, _ in }
      try rounds.begin([
        "p": .good(Bot(name: "p", repository: path + "/r")), "q": .bad(["q.yaml:1:1: unknown key `x`"]),
      ])
      return rounds
    }
    let watch = Watch(
      core: core, refs: WatchRefs(), pages: NoPages(), signal: WakeSignal(), graceSeconds: 0, tell: { _ in },
      failed: { _ in })
    desk = WatcherServer(
      watch: watch, server: try LineServer(path: path + "/watch.socket"), processID: 7,
      progress: WatchProgress(state: StateFolder(path: path)),
      files: BotFiles(path: "/none", state: StateFolder(path: path)))
  }

  private func ask(_ request: ControlRequest) async -> ControlReply {
    await desk.reply(to: ControlWire.line(request))
  }

  @Test("a bot is paused, integrated by hand, told of with a reason, and canceled")
  func life() async throws {
    #expect(await ask(.pause(nil)) == .done)
    guard case .queued(let places) = await ask(.integrate("p", revision: nil)) else {
      Testing.Issue.record("it was not queued")
      return
    }
    #expect(places.map(\.pending.commit) == [commit])
    #expect(places.first?.pending.branch == "main")
    #expect(places.first?.waitsFor?.hasPrefix("all bots are paused since") == true)
    guard case .status(let status) = await ask(.status) else {
      Testing.Issue.record("there is no status")
      return
    }
    #expect(status.process == 7)
    #expect(status.bots["p"]?.waiting == places)
    #expect(status.bots.filter { !$0.value.problems.isEmpty }.map(\.key) == ["q"])
    #expect(await ask(.cancel("p", nil)) == .canceled(count: 1))
    #expect(await ask(.cancel("p", nil)) == .canceled(count: 0))
    #expect(await ask(.resume(nil)) == .done)
  }

  @Test("what is queued by hand is named even when it begins before the answer is out")
  func beginsAtOnce() async throws {
    let watch = desk.watch
    let running = Task { try await watch.run() }
    for _ in 0..<20 {
      guard case .queued(let places) = await ask(.integrate("p", revision: nil)) else {
        Testing.Issue.record("it was not queued")
        return
      }
      #expect(places.map(\.pending.commit) == [commit])
      #expect(await ask(.cancel("p", nil)) != .done)
    }
    running.cancel()
    try await running.value
  }

  @Test("the tips moved while they were read: they are read again, and nothing is lost")
  func moved() async throws {
    let bot: BotID = "p"
    let stale = try await desk.watch.ask { rounds -> Sighting in
      let question = try rounds.manualQuestion(bot, revision: nil, reason: "by hand")
      return Sighting(question: question, outcome: .seen(Sighting.Seen(branches: [])))
    }
    guard case .queued = await ask(.integrate(bot, revision: nil)) else {
      Testing.Issue.record("it was not queued")
      return
    }
    let places = try await desk.watch.ask { try $0.takeManual(stale) }
    #expect(places == nil)
  }

  @Test("an integration by hand of no branch is refused, not forgotten")
  func nothingToDo() async throws {
    let sighting = try await desk.watch.ask { rounds -> Sighting in
      let question = try rounds.manualQuestion("p", revision: nil, reason: "by hand")
      return Sighting(question: question, outcome: .seen(Sighting.Seen(branches: [])))
    }
    await #expect(throws: Explanation.self) { try await desk.watch.ask { try $0.takeManual(sighting) } }
  }

  @Test("what cannot be done is refused with the status that the command ends with")
  func refused() async throws {
    guard case .refused(let unknown) = await ask(.pause("pp")) else {
      Testing.Issue.record("an unknown bot was paused")
      return
    }
    #expect(unknown.status == 2 && unknown.advice == "did you mean `p`?")
    guard case .refused(let revision) = await ask(.integrate("p", revision: "nowhere")) else {
      Testing.Issue.record("an unknown revision was queued")
      return
    }
    #expect(revision.status == 5 && revision.wrong.contains("nowhere"))
    guard case .refused = await desk.reply(to: "hello") else {
      Testing.Issue.record("nonsense was understood")
      return
    }
  }

  @Test("the way over the socket: answered while the desk is there, nil when nobody is")
  func socket() async throws {
    let desk = self.desk
    let running = Task { await desk.run() }
    let client = WatcherClient(state: StateFolder(path: scratch.path))
    let reply = try await aside { try client.ask(.pause("p")) }
    #expect(reply == .done)
    let error = await #expect(throws: Explanation.self) {
      try await aside { try client.ask(.resume("nobody")) }
    }
    #expect(error?.status == 2)
    running.cancel()
    await running.value
    while client.isThere { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await aside { try client.ask(.status) } == nil)
  }

  @Test("one that has its state directory and does not listen yet is waited for")
  func beginning() async throws {
    let state = StateFolder(path: scratch.path + "/beginning")
    try state.open()
    var lock = try FileLock(taking: state.watchLock)
    let client = WatcherClient(state: state)
    async let reply = aside { try client.ask(.status) }
    try await Task.sleep(for: .milliseconds(300))
    let server = try LineServer(path: state.watchSocket)
    let question = await server.next()
    question?.answer(ControlWire.line(ControlReply.done))
    #expect(try await reply == .done)
    server.end()
    var hasty = client
    hasty.patience = 0.1
    let refusal = await #expect(throws: Explanation.self) {
      try await aside { [hasty] in try hasty.ask(.status) }
    }
    #expect(refusal?.wrong == "it is there, but cannot be asked")
    lock = nil
    let nobody = try await aside { try client.ask(.status) }
    #expect(nobody == nil && lock == nil)
  }
}
