import Files
import Foundation
import Model
import Processes
import Publishing
import State
import Store
import Watcher

/// Makes pages, on a thread of its own.
actor WatchPages: PageMaker {
  private let thread = OwnThread(name: "bothy-pages")
  private let state: StateFolder
  private let templates: String?
  private let messages: WatchMessages
  private let removed: @Sendable (BotID, String) -> Void
  private let failed: @Sendable (any Error) -> Void
  private let progress: WatchProgress
  private var overview: [BotID: BotOverview] = [:]
  /// When that was so.
  private var moment = Date()
  private var store: SQLiteStore?

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(
    state: StateFolder, progress: WatchProgress, templates: String?, messages: WatchMessages,
    removed: @escaping @Sendable (BotID, String) -> Void, failed: @escaping @Sendable (any Error) -> Void
  ) {
    (self.state, self.templates, self.removed, self.failed) = (state, templates, removed, failed)
    (self.progress, self.messages) = (progress, messages)
  }

  private static let secondsBetweenLooks = 15.0

  func makePages(_ bot: BotID, _ number: IntegrationNumber, settings: Bot?) throws {
    // Whoever follows it makes them for its scripts, and all are made again at its end.
    if FileFacts(state.integration(bot, number).pagesAsked) != nil, settings == nil { return }
    defer { rest() }
    let after = try afterIntegration(failed: failed)
    try after.publishAgain(bot, number, settings)
    let page = state.page(bot, number)
    // Again, because something is told of it: that is no news.
    if settings != nil, FileFacts(page) != nil {
      WatchLog.write(.notice, bot, "\(number) is shown in \(page)")
    }
    try tellSearch(bot, number, settings, after)
    after.settle([(bot, number)], settings.map { [bot: $0] } ?? [:])
    after.measure(bot)
  }

  func tell(_ bot: BotID, _ number: IntegrationNumber) throws {
    defer { rest() }
    try messages.end(bot, number, afterIntegration(failed: failed).store)
  }

  /// What a search comes to with this one is told where it began.
  private func tellSearch(
    _ bot: BotID, _ number: IntegrationNumber, _ settings: Bot?, _ after: AfterIntegration
  ) throws {
    guard let step = try after.store.search(bot: bot, of: number) else { return }
    let told = try CommitSearching(state: state, store: after.store).conclude(bot, step.of)
    guard !told.isEmpty else { return }
    // Before its page, which says who was told.
    try messages.found(bot, step.of, settings, after.store)
    try after.publishAgain(bot, step.of)
    for one in told where step.tests.contains(one.test) {
      WatchLog.write(.notice, bot, "\(step.of): \(one.test) \(one.culprit.sentence)")
    }
  }

  /// Only the pages of bots that do something else than before are made again.
  func show(_ bots: [BotID: BotOverview]) async -> Double? {
    var overview = bots
    for (bot, now) in await progress.added(to: bots.mapValues(\.now)) { overview[bot]?.now = now }
    let (before, momentBefore) = (self.overview, moment)
    (self.overview, moment) = (overview, Date())
    var touched = Set(overview.keys.filter { overview[$0] != before[$0] })
    touched.formUnion(before.keys.filter { overview[$0] == nil })
    if before.isEmpty {
      // What a watcher that was killed showed as running or waiting is shown no longer.
      touched = Set(overview.keys.filter { !isQuiet($0) || overview[$0]?.movedBranches ?? 0 > 0 })
      touched.formUnion(active.split(separator: "\n").map { BotID(String($0)) })
    }
    let seconds = overview.values.contains { !$0.now.running.isEmpty } ? Self.secondsBetweenLooks : nil
    defer { rest() }
    // What runs without a word is heard of all the same.
    for bot in overview.keys where overview[bot]?.now.running.isEmpty == false && !touched.contains(bot) {
      try? afterIntegration(failed: failed).history.publishRunning(bot)
    }
    if touched.isEmpty, !before.isEmpty, before == overview { return seconds }
    var isShown = true
    func fail(_ error: any Error) {
      isShown = false
      failed(error)
    }
    do {
      let settings = overview.filter { touched.contains($0.key) }.compactMapValues(\.settings)
      try afterIntegration(failed: fail).settle([], touched: touched, settings)
      let names = overview.keys.filter { !isQuiet($0) }.map(\.rawValue).sorted()
      try publish(Array(names.joined(separator: "\n").utf8), as: state.active)
    } catch { fail(error) }
    // What was to be shown differs from that still.
    if !isShown { (self.overview, moment) = (before, momentBefore) }
    return isShown ? seconds : Self.secondsBetweenLooks
  }

  /// Between two pages there may be hours: nothing is held for the next one.
  private func rest() {
    store = nil
    giveBackMemory()
  }

  private func isQuiet(_ bot: BotID) -> Bool { overview[bot]?.now.isQuiet ?? true }

  private var active: String { contents(of: state.active).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  private func afterIntegration(failed: @escaping (any Error) -> Void) throws -> AfterIntegration {
    let store = try self.store ?? SQLiteStore(folder: state.path)
    self.store = store
    let (overview, moment) = (self.overview, self.moment)
    var after = AfterIntegration(state: state, templates: templates, store: store, failed: failed)
    after.history.activity = { bot in
      var now = overview[bot]?.now ?? BotNow()
      if !now.isQuiet { now.moment = moment }
      return QueueTelling.told(now, in: overview[bot]?.settings?.repository)
    }
    after.history.known = overview.map { KnownBot(id: $0, name: $1.settings?.name ?? $0.rawValue, path: nil) }
    (after.removed, after.history.lacking) = (removed, self.failed)
    return after
  }
}
