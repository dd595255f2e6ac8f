import Foundation
import Kit
import Model
import Testing

@testable import Store
@testable import Watcher

/// What happened while no watcher was there, and what a watcher does about it that comes later.
@Suite("What happened while no watcher was there")
final class MeanwhileTests {
  private let scratch: ScratchFolder
  private let clock = FakeClock()
  private let store: SQLiteStore
  private let machine = FakeMachine()
  private let launcher: FakeLauncher
  private let rounds: Rounds
  private var settings = Bot(name: "a", repository: "/a")

  init() throws {
    settings.integrate = .latest
    scratch = try ScratchFolder("by-hand")
    store = try SQLiteStore(folder: scratch.path)
    launcher = FakeLauncher(clock: clock, random: SeededRandom(seed: 1))
    rounds = Rounds(
      memory: store, launcher: launcher, machine: machine, clock: clock,
      settings: WatchSettings(workers: 1, processID: 1)
    ) { _, _, _ in }
    settings.schedule.onToolchainUpgrade = true
    settings.paths = ["Sources/**"]
    try rounds.begin(["a": .good(settings)])
  }

  private func see(_ tip: CommitID, touching path: String = "Sources/a") throws {
    clock.advance(60)
    try answer(rounds.round(), tip, path)
    _ = try rounds.round()
  }

  private func answer(_ work: Rounds.Work, _ tip: CommitID, _ path: String = "Sources/a") throws {
    for question in work.questions {
      let known = question.known["main"]
      let branch = SightedBranch(
        name: "main", tip: tip, relation: known == nil ? .new : known == tip ? .same : .forward,
        commits: known == tip ? [] : [SightedCommit(id: tip, paths: [path])])
      try rounds.take(Sighting(question: question, outcome: .seen(Sighting.Seen(branches: [branch]))))
    }
  }

  private func endAll(at tip: CommitID = "a") throws {
    clock.advance(100)
    let work = try rounds.round()
    try answer(work, tip)
    for one in work.ended { try rounds.settle(one.bot, one.number) }
  }

  private func integrateByHand(_ commit: CommitID, _ result: IntegrationResult = .succeeded) throws {
    let number = try store.begin(
      bot: "a", branch: "main", commit: commit, queued: clock.now, started: clock.now, processID: 7)
    var report = Report(
      bot: "a", integration: number, result: result, reason: "because", commit: nil, toolchain: "Swift 6.3.1",
      configuration: .debug, queued: clock.now, started: clock.now)
    report.ended = clock.now
    try store.finish(report)
    let past = try #require(try store.past(bot: "a", limit: 1).first)
    try store.rememberByHand(past, of: "a")
  }

  @Test("a commit that waits is taken by who integrates it, with what it had passed over")
  func takenByHand() throws {
    try see("a")
    try see("b")
    #expect(try store.pendingIntegrations().map(\.commit) == ["b"])
    try store.apply([.passOver("a", "main", ["x"], .passedOver(byTurn: turn("b")))], at: clock.now)
    try integrateByHand("b")
    #expect(try store.pendingIntegrations().isEmpty)
    let fates = try store.fates(of: ["b", "x"], bot: "a", branch: "main")
    #expect(fates == ["b": .integrated(2), "x": .passedOverBy(2)])
  }

  private func turn(_ commit: CommitID) throws -> Int {
    try #require(try store.pendingIntegrations().first { $0.commit == commit }).turn
  }

  @Test("one that was cut off is not begun again where somebody has integrated its commit since")
  func cutOff() throws {
    launcher.nextCrashes = true
    try see("a")
    try integrateByHand("a")
    try endAll()
    #expect(try store.pendingIntegrations().isEmpty && store.openIntegrations().isEmpty)
  }

  @Test("nor where somebody has integrated a newer one, and only the latest is wanted")
  func cutOffBehind() throws {
    launcher.nextCrashes = true
    try see("a")
    try integrateByHand("b", .testFailures)
    try endAll(at: "b")
    #expect(try store.pendingIntegrations().isEmpty && store.openIntegrations().isEmpty)
  }

  @Test("it is begun again where what was begun by hand came to no verdict")
  func cutOffWithoutVerdict() throws {
    launcher.nextCrashes = true
    try see("a")
    try integrateByHand("a", .checkoutError)
    try endAll()
    #expect(try store.pendingIntegrations().map(\.commit) == ["a"])
  }

  @Test("when swift changed, what a branch shows is integrated again, whatever came after it")
  func upgrades() throws {
    try see("a")
    try endAll()
    try see("b", touching: "docs/b")
    #expect(try store.pendingIntegrations().isEmpty)
    machine.swift = "Swift 6.4"
    try see("b")
    let open = try store.openIntegrations().map(\.pending)
    let waiting = try store.pendingIntegrations()
    #expect(open.map(\.commit) == ["a"], "\(open) \(waiting)")
    #expect(open.allSatisfy { $0.request.source == .upgrade })
  }
}
