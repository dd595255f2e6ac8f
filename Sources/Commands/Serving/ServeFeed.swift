import Control
import Daemon
import Files
import Foundation
import Model
import Publishing
import State
import Store
import Synchronization
import Web

/// Looks at what happens for as long as somebody listens, and tells it. It asks the watcher, the store and
/// the files that grow; of nothing that it sees it keeps more than it needs to see what is new.
// What it saw is touched by its own thread alone.
final class ServeFeed: @unchecked Sendable {
  private let state: StateFolder
  private let hub: EventHub
  private let isEnded = Atomic<Bool>(false)
  /// Nil while nobody listens.
  private var before: [BotID: BotNow]?
  private var tails: [String: LiveTail] = [:]
  private var folders: [String: Double] = [:]
  private var locals: (mark: Double, running: [BotID: BotNow.Running]) = (0, [:])

  private static let seconds = 0.5

  init(state: StateFolder, hub: EventHub) { (self.state, self.hub) = (state, hub) }

  func begin() {
    let thread = Thread { self.run() }
    thread.name = "bothy-events"
    thread.start()
  }

  func end() { isEnded.store(true, ordering: .releasing) }

  private func run() {
    while !isEnded.load(ordering: .acquiring) {
      hub.tell(look())
      hub.beat()
      Thread.sleep(forTimeInterval: Self.seconds)
    }
  }

  private func look() -> [LiveEvent] {
    guard hub.count > 0 else {
      if before != nil { hub.forget() }
      (before, tails, folders) = (nil, [:], [:])
      return []
    }
    let now = doing()
    var events = ends(before: now) + changes(to: now) + progress(of: now)
    // Last, because pages tell of what was seen before they were made.
    events += pages()
    before = now
    return events
  }

  // MARK: What everybody does

  private func doing() -> [BotID: BotNow] {
    var now: [BotID: BotNow] = [:]
    if case .status(let status)? = try? WatcherClient(state: state).ask(.status) { now = status.bots }
    for (bot, one) in localRunning()
    where now[bot]?.running.contains(where: { $0.number == one.number }) != true {
      now[bot, default: BotNow()].running.append(one)
    }
    return now
  }

  /// What runs without a watcher; the store is read again only where something was written into it, or runs.
  private func localRunning() -> [BotID: BotNow.Running] {
    let mark =
      ["/bothy.sqlite", "/bothy.sqlite-wal"].map { FoundFile(at: state.path + $0).changed }.max() ?? 0
    guard mark != locals.mark || !locals.running.isEmpty else { return [:] }
    guard let bots = try? SQLiteStore(folder: state.path, readOnly: true).knownBots() else { return [:] }
    let isAtWork = AtWork(state: state)
    var running: [BotID: BotNow.Running] = [:]
    for bot in bots {
      guard let latest = bot.latest, latest.isRunning, isAtWork(bot.id, latest) else { continue }
      running[bot.id] = BotNow.Running(number: latest.number, branch: latest.branch, since: latest.started)
    }
    locals = (mark, running)
    return running
  }

  private func changes(to now: [BotID: BotNow]) -> [LiveEvent] {
    guard let before else { return [] }
    return Set(now.keys).union(before.keys).sorted().flatMap { bot -> [LiveEvent] in
      let (old, new) = (before[bot] ?? BotNow(), now[bot] ?? BotNow())
      let ended = old.running.filter { one in !new.running.contains { $0.number == one.number } }
      var events = ended.map { LiveEvent(.settled, bot, LiveWords.json(LiveWords.Ended(bot, $0.number))) }
      if LiveWords.queue(bot, old) != LiveWords.queue(bot, new) {
        events.append(LiveEvent(.queue, bot, LiveWords.json(LiveWords.queue(bot, new))))
      }
      return events
    }
  }

  // MARK: What runs

  /// What came since the last look at those that have ended, before it is told that they have.
  private func ends(before now: [BotID: BotNow]) -> [LiveEvent] {
    guard let before else { return [] }
    let close = hub.bots
    return before.sorted { $0.key < $1.key }.flatMap { bot, old in
      old.running.flatMap { one -> [LiveEvent] in
        let isRunning = now[bot]?.running.contains { $0.number == one.number } == true
        guard !isRunning, let tail = tails["\(bot)\(one.number)"] else { return [] }
        return tail.look(running: one, isClose: close.contains(bot), hasEnded: true)
      }
    }
  }

  private func progress(of now: [BotID: BotNow]) -> [LiveEvent] {
    let close = hub.bots
    // Who has only just come has heard nothing.
    let arrived = hub.takeArrivals()
    var present: [String: LiveTail] = [:]
    var events: [LiveEvent] = []
    for (bot, doing) in now.sorted(by: { $0.key < $1.key }) {
      for one in doing.running {
        let key = "\(bot)\(one.number)"
        let tail = tails[key] ?? LiveTail(bot, one.number, state.integration(bot, one.number))
        present[key] = tail
        events += tail.look(
          running: one, isClose: close.contains(bot), isNew: arrived.contains(bot),
          isNewToAll: arrived.contains(nil))
      }
    }
    tails = present
    return events
  }

  // MARK: Pages

  /// Each is renamed into its folder, which then has changed.
  private func pages() -> [LiveEvent] {
    var now: [String: Double] = ["": FoundFile(at: state.site).changed]
    for name in (try? FileTree.entries(of: state.allPages)) ?? [] {
      now[name] = FoundFile(at: state.allPages + "/" + name).changed
    }
    let old = folders
    folders = now
    guard !old.isEmpty else { return [] }
    return now.keys.sorted().filter { now[$0] != old[$0] }.map { name in
      LiveEvent(
        .site, name.isEmpty ? nil : BotID(name),
        LiveWords.json(LiveWords.Pages(bot: name.isEmpty ? nil : name)))
    }
  }
}
