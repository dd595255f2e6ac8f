import Files
import Formats
import Foundation
import Integrator
import Model
import Processes
import Reports
import Store
import Watcher

/// Makes pages, on a thread of its own.
actor WatchPages: PageMaker {
  private let thread = OwnThread(name: "bothy-pages")
  private let state: StateFolder
  private let templates: String?
  private let removed: @Sendable (BotID, String) -> Void
  private let failed: @Sendable (any Error) -> Void
  private var overview: [BotID: BotOverview] = [:]
  private var store: SQLiteStore?

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(
    state: StateFolder, templates: String?, removed: @escaping @Sendable (BotID, String) -> Void,
    failed: @escaping @Sendable (any Error) -> Void
  ) {
    self.state = state
    self.templates = templates
    self.removed = removed
    self.failed = failed
  }

  func makePages(_ bot: BotID, _ number: IntegrationNumber, settings: Bot?) throws {
    defer { rest() }
    let aftermath = try aftermath(failed: failed)
    let folder = IntegrationFolder(state.integration(bot, number))
    if let order = contents(of: folder.order), let report = contents(of: folder.report) {
      _ = aftermath.publish(try ReportJSON.decode(report), try OrderJSON.decode(order), folder)
    }
    aftermath.settle([(bot, number)], settings.map { [bot: $0] } ?? [:])
    aftermath.measure(bot)
  }

  /// Only the pages of bots that do something else than before are made again.
  func show(_ overview: [BotID: BotOverview]) -> Bool {
    let before = self.overview
    self.overview = overview
    var touched = Set(overview.keys.filter { overview[$0] != before[$0] })
    touched.formUnion(before.keys.filter { overview[$0] == nil })
    if before.isEmpty {
      // What a watcher that was killed showed as running or waiting is shown no longer.
      touched = Set(overview.keys.filter { !isQuiet($0) })
      touched.formUnion(active.split(separator: "\n").map { BotID(String($0)) })
    }
    defer { rest() }
    var isShown = true
    func fail(_ error: any Error) {
      isShown = false
      failed(error)
    }
    do {
      let settings = overview.filter { touched.contains($0.key) }.compactMapValues(\.settings)
      try aftermath(failed: fail).settle([], touched: touched, settings)
      let names = overview.keys.filter { !isQuiet($0) }.map(\.rawValue).sorted()
      try publish(Array(names.joined(separator: "\n").utf8), as: state.path + "/active")
    } catch {
      fail(error)
    }
    // What was to be shown differs from that still.
    if !isShown { self.overview = before }
    return isShown
  }

  /// Between two pages there may be hours: nothing is held for the next one.
  private func rest() {
    store = nil
    giveBackMemory()
  }

  private func isQuiet(_ bot: BotID) -> Bool { overview[bot]?.isQuiet ?? true }

  private var active: String {
    contents(of: state.path + "/active").map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func aftermath(failed: @escaping (any Error) -> Void) throws -> Aftermath {
    let store = try self.store ?? SQLiteStore(folder: state.path)
    self.store = store
    let overview = self.overview
    return Aftermath(
      state: state, templates: templates, store: store, activity: { Self.activity(overview[$0]) },
      known: overview.map { KnownBot(id: $0, name: $1.settings?.name ?? $0.rawValue, path: nil) },
      failed: failed, removed: removed)
  }

  private static func activity(_ overview: BotOverview?) -> BotActivity {
    var activity = BotActivity()
    guard let overview else { return activity }
    activity.running = overview.running.map {
      BotActivity.Running(number: $0.number, branch: $0.branch, since: $0.started)
    }
    activity.waiting = overview.waiting
    activity.problems = overview.problems
    activity.due = overview.due
    return activity
  }
}
