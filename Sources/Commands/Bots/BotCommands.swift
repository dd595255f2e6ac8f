import Control
import Daemon
import Explaining
import Files
import Foundation
import Model
import Processes
import State
import Store
import Terminal

/// `bothy cancel`, `pause` and `resume`: asked of the watcher, else written where it will read it.
struct BotCommands {
  let state: StateFolder
  let bots: BotLookup
  var output = Output.standard
  var now = Date()

  private static let nobody = "No watcher is running"

  func cancel(_ address: IntegrationAddress) throws -> Int32 {
    let running = try? SQLiteStore(folder: state.path, readOnly: true)
      .past(bot: address.bot, limit: Self.mostLooked)
      .filter { $0.isRunning && (address.number == nil || $0.number == address.number) }
    let numbers = running?.map(\.number) ?? []
    let beside = beside(running ?? [], of: address.bot)
    if let (count, searches) = try askWatcher(address, isBeside: !beside.isEmpty) {
      end(beside)
      return try tell(canceled: count + beside.count, searches, numbers, address, "")
    }
    let store = try SQLiteStore(folder: state.path)
    var count = 0
    if address.number == nil {
      let waiting = try store.pendingIntegrations().filter { $0.bot == address.bot }
      try store.apply(waiting.map { .unqueue(turn: $0.turn, .canceled, "Canceled by hand") }, at: now)
      count += waiting.count
    }
    let cutOff = try cancelCutOff(address, store)
    let others = beside.filter { !cutOff.contains($0.number) }
    end(others)
    count += cutOff.count + others.count
    return try tell(
      canceled: count, 0, numbers.filter { !cutOff.contains($0) }, address, "\(Self.nobody). ")
  }

  /// What a watcher was killed at is due again when one comes: who cancels it wants that no more.
  private func cancelCutOff(_ address: IntegrationAddress, _ store: SQLiteStore) throws -> [IntegrationNumber]
  {
    let cutOff = try store.openIntegrations().filter {
      $0.bot == address.bot && (address.number == nil || $0.number == address.number)
        && ($0.isRunning || $0.result == .canceled || $0.result == .internalError && !$0.hasReport)
    }
    try store.apply(
      cutOff.map { .cancel(address.bot, $0.number, .byHand("Canceled by hand")) }, at: now)
    return cutOff.map(\.number)
  }

  /// Nil where no watcher runs. It refuses what is no bot of its: a local checkout is canceled without it.
  private func askWatcher(
    _ address: IntegrationAddress, isBeside: Bool
  ) throws -> (count: Int, searches: Int)? {
    do {
      let reply = try client.ask(.cancel(address.bot, address.number))
      guard case .canceled(let count, let searches)? = reply else { return nil }
      return (count, searches ?? 0)
    } catch let refusal as Explanation where isBeside && refusal.status == 2 { return (0, 0) }
  }

  /// What a command integrates, as a rerun does beside a watcher.
  private func beside(_ running: [PastIntegration], of bot: BotID) -> [PastIntegration] {
    let (isAtWork, watcher) = (AtWork(state: state), FileLock.holder(of: state.watchLock))
    return running.filter {
      $0.processID != watcher && ProcessLife.isOtherRunning($0.processID) && isAtWork(bot, $0)
    }
  }

  /// Each ends what it started, and writes its report.
  private func end(_ beside: [PastIntegration]) {
    for one in beside { kill(one.processID, SIGTERM) }
  }

  func pause(_ bot: BotID?) throws -> Int32 {
    try change(
      bot, .pause(bot), .pause(bot, reason: "by hand"),
      done: "\(bot == nil ? "are" : "is") paused: what runs goes on, nothing else is begun",
      later: "will be paused")
  }

  func resume(_ bot: BotID?) throws -> Int32 {
    try change(
      bot, .resume(bot), .resume(bot), done: "\(bot == nil ? "go" : "goes") on", later: "will not be paused")
  }

  private func change(
    _ bot: BotID?, _ request: ControlRequest, _ change: WatchChange, done: String, later: String
  ) throws -> Int32 {
    let name = bot.map { "`\($0)`" } ?? "All bots"
    if try client.ask(request) != nil {
      output.write("\(name) \(done).\n")
      return 0
    }
    let store = try SQLiteStore(folder: state.path)
    var changes = [change]
    if let bot, !(try store.watchedBots().contains { $0.bot == bot }) {
      changes.insert(.watch(bot, settings: try bots.settings(of: bot)), at: 0)
    }
    try store.apply(changes, at: now)
    output.write("\(Self.nobody). \(name) \(later) when one does.\n")
    return 0
  }

  private var client: WatcherClient { WatcherClient(state: state) }

  private static let mostLooked = 20
  private static let secondsToEnd = 20.0

  /// What runs may end by itself before it hears of it.
  private func tell(
    canceled count: Int, _ searches: Int, _ running: [IntegrationNumber], _ address: IntegrationAddress,
    _ before: String
  ) throws -> Int32 {
    guard count > 0 else {
      let known = try? SQLiteStore(folder: state.path, readOnly: true)
        .integration(bot: address.bot, number: address.number)
      throw Explanation(
        doing: "canceling \(address)",
        wrong: (before.isEmpty ? "" : "no watcher is running, and ")
          + (known == nil ? "there is no such integration" : "nothing of it runs or waits"),
        advice: "`bothy bots` tells what there is", status: 2)
    }
    let ends = ends(of: running, in: address.bot)
    let others = ends.filter { $0.result != .canceled }
    let canceled = max(0, count - others.count)
    var sentences: [String] = []
    if canceled > 0 || others.isEmpty {
      sentences.append(CancelText.sentence(integrations: max(0, canceled - searches), searches: searches))
    }
    sentences += others.map { number, result in
      result.map { "\(address.bot)\(number) had its result before it was canceled: \($0.rawValue)." }
        ?? "\(address.bot)\(number) was asked to end, and has not ended yet."
    }
    output.write(before + sentences.joined(separator: " ") + "\n")
    return 0
  }

  /// Without a result: those that have not ended in time.
  private func ends(
    of running: [IntegrationNumber], in bot: BotID
  ) -> [(number: IntegrationNumber, result: IntegrationResult?)] {
    guard let store = try? SQLiteStore(folder: state.path, readOnly: true) else { return [] }
    let deadline = Date() + Self.secondsToEnd
    return running.map { number in
      var result: IntegrationResult?
      repeat {
        result = (try? store.integration(bot: bot, number: number))?.result
        if result == nil { Thread.sleep(forTimeInterval: 0.05) }
      } while result == nil && Date() < deadline
      return (number, result)
    }
  }
}
