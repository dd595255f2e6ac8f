import Explaining
import Foundation
import Model
import State
import StateKit
import Store
import Terminal
import Testing

@testable import Commands

@Suite("Commands about bots where no watcher runs")
struct BotCommandsTests {
  private let scratch: StateScratch
  private let captured: Captured

  init() throws {
    scratch = try StateScratch()
    captured = try Captured()
    try FileManager.default.createDirectory(atPath: scratch.path + "/bots", withIntermediateDirectories: true)
    try Data("repository: /srv/p.git\n".utf8).write(to: URL(fileURLWithPath: scratch.path + "/bots/p.yaml"))
    try Data("nme: x\n".utf8).write(to: URL(fileURLWithPath: scratch.path + "/bots/broken.yaml"))
  }

  private var commands: BotCommands {
    BotCommands(
      state: StateFolder(path: scratch.path + "/state"), bots: BotLookup(folder: scratch.path + "/bots"),
      output: captured.output)
  }

  private var store: SQLiteStore { get throws { try SQLiteStore(folder: scratch.path + "/state") } }

  @Test("a pause is kept for the watcher that comes, and says that none runs")
  func pause() throws {
    #expect(try commands.pause("p") == 0)
    #expect(try store.watchedBots().first?.pause != nil)
    #expect(try captured.text().contains("No watcher is running"))
    #expect(try commands.resume("p") == 0)
    #expect(try store.watchedBots().first?.pause == nil)
    #expect(try commands.pause(nil) == 0)
    #expect(try store.pauseOfAll() != nil)
    #expect(try commands.resume(nil) == 0)
    #expect(try store.pauseOfAll() == nil)
  }

  @Test("what waits is taken out of the queue for good")
  func cancel() throws {
    let settings = Bot(name: "p", repository: "/srv/p.git")
    let commit = CommitID(String(repeating: "a", count: 40))
    try store.apply(
      [
        .watch("p", settings: settings),
        .queue(
          PendingRequest(
            bot: "p", branch: "main", commit: commit, source: .commit, reason: "new", queued: Date())),
      ], at: Date())
    #expect(try commands.cancel(IntegrationAddress(bot: "p")) == 0)
    #expect(try store.pendingIntegrations() == [])
    #expect(
      try store.fates(of: [commit], bot: "p", branch: "main")[commit] == .left(.canceled, "Canceled by hand"))
    let error = #expect(throws: Explanation.self) { try commands.cancel(IntegrationAddress(bot: "p")) }
    #expect(error?.status == 2)
  }

  @Test("what a watcher was killed at is not begun again once it is canceled", arguments: [false, true])
  func cutOff(_ wasRecovered: Bool) throws {
    let store = try store
    try store.apply(
      [
        .watch("p", settings: Bot(name: "p", repository: "/srv/p.git")),
        .queue(
          PendingRequest(
            bot: "p", branch: "main", commit: CommitID(String(repeating: "a", count: 40)), source: .commit,
            reason: "new", queued: Date())),
      ], at: Date())
    let turn = try #require(try store.pendingIntegrations().first?.turn)
    let number = try store.begin(turn: turn, at: Date(), processID: 1 << 22 - 1)
    if wasRecovered {
      try store.abandon(bot: "p", integration: number, result: .canceled, reason: "cut off", at: Date())
    }
    let began = Date()
    #expect(try commands.cancel(IntegrationAddress(bot: "p", number: number)) == 0)
    #expect(Date().timeIntervalSince(began) < 10, "nothing ends it")
    #expect(try captured.text().contains("Canceled: 1 integration."))
    #expect(try store.openIntegrations().first?.canceling == .byHand("Canceled by hand"))
  }

  @Test("an unknown bot and one whose file has mistakes are told as such")
  func unknown() throws {
    let error = #expect(throws: Explanation.self) { try commands.pause("pp") }
    #expect(error?.advice == "did you mean `p`?")
    #expect(error?.status == 2)
    let mistakes = #expect(throws: BotFileError.self) { try commands.pause("broken") }
    #expect(mistakes?.lines.contains { $0.contains("broken.yaml:1:1") } == true)
  }

  @Test("a place in the queue is followed from waiting to its end, also when it is cut off")
  func turns() throws {
    let store = try store
    let commit = CommitID(String(repeating: "b", count: 40))
    try store.apply(
      [
        .watch("p", settings: Bot(name: "p", repository: "/srv/p.git")),
        .queue(
          PendingRequest(
            bot: "p", branch: "main", commit: commit, source: .manual, reason: "", queued: Date())),
      ], at: Date())
    let turn = try #require(try store.pendingIntegrations().first?.turn)
    #expect(try store.state(ofTurn: turn) == .waiting)
    let first = try store.begin(turn: turn, at: Date(), processID: 1)
    #expect(try store.state(ofTurn: turn) == .running(first))
    try store.abandon(bot: "p", integration: first, result: .canceled, reason: "", at: Date())
    #expect(try store.state(ofTurn: turn) == .running(first))
    try store.apply([.settle("p", first, .again("cut off", attempt: 1))], at: Date())
    #expect(try store.state(ofTurn: turn) == .waiting)
    #expect(try store.pendingIntegrations().first?.again == "cut off")
    let second = try store.begin(turn: turn, at: Date(), processID: 1)
    try store.abandon(bot: "p", integration: second, result: .internalError, reason: "", at: Date())
    try store.apply([.settle("p", second, .done)], at: Date())
    #expect(try store.state(ofTurn: turn) == .ended(second, .internalError))
    #expect(try store.state(ofTurn: turn + 1) == .gone)
  }

  @Test("the unit names the program and the folders, quoted where they need it")
  func unit() {
    let plain = SystemdUnit(program: "/opt/bothy/bin/bothy", bots: "/etc/bothy/bots", path: "/usr/bin").text
    #expect(plain.contains("ExecStart=/opt/bothy/bin/bothy watch --bots /etc/bothy/bots --state"))
    let odd = SystemdUnit(program: "/opt/my bothy/100%/b", bots: "/b\"$x", path: "/usr/bin").text
    #expect(odd.contains(#"ExecStart="/opt/my bothy/100%%/b" watch --bots "/b\"$$x" --state"#))
    for line in ["Type=notify", "WatchdogSec=60", "User=bothy", "NoNewPrivileges=yes", "KillMode=mixed"] {
      #expect(plain.split(separator: "\n").contains { $0 == line })
    }
  }
}

@Suite("What several integrations end with")
struct IntegrateCommandTests {
  @Test("the newest commit of each branch decides, however those before it went")
  func status() {
    #expect(IntegrateCommand.status(of: [("main", 3), ("main", 1), ("main", 0)]) == 0)
    #expect(IntegrateCommand.status(of: [("main", 0), ("a", 3), ("a", 1), ("b", 4)]) == 1)
    #expect(IntegrateCommand.status(of: [(nil, 4)]) == 4 && IntegrateCommand.status(of: []) == 0)
  }

  @Test("who waits for a bot that is paused is told what lets it go on")
  func paused() {
    func told(_ reason: String?) -> [String]? {
      let request = PendingRequest(
        bot: "p", branch: "main", commit: "a", source: .manual, reason: "asked for", queued: Date())
      let pending = Pending(turn: 1, request: request, attempt: 1)
      return IntegrateCommand.untilResumed([QueuePlace(pending, waitsFor: reason)], of: "p")
    }
    #expect(told("paused since 10:00: by hand") == ["resume", "p"])
    #expect(told("all bots are paused since 10:00") == ["resume", "--all"])
    #expect(told("the only worker is busy") == nil && told(nil) == nil)
  }
}
