import Control
import Daemon
import Explaining
import Files
import Foundation
import Git
import Integrator
import Model
import Processes
import Publishing
import State
import Store
import Terminal
import Threads
import Watcher
import Words

/// `bothy bots`: every bot that is known or has a file, with its last result.
struct BotsCommand {
  let state: StateFolder
  /// Nil: the usual folder, which need not be there.
  let bots: String?
  let usualBots: String
  let capabilities: TerminalCapabilities
  var output = Output.standard
  var now = Date()
  var zone = TimeZone.current
  /// Nil: as the processes and locks say.
  var isAtWork: ((BotID, PastIntegration) -> Bool)?

  /// All that is known, and what the watcher said of it.
  func rows() throws -> (rows: [Row], status: ControlStatus?) {
    // Asked first: what it says is then at least as old as what the store says.
    let status = watcher()
    let isAtWork = isAtWork ?? AtWork(state: state).callAsFunction
    let entries = entries()
    let rows = Self.rows(
      try known(isAtWork), try entries.value.get(), status, now: now, zone: zone, isAtWork: isAtWork)
    return (rows, status)
  }

  static func json(_ rows: [Row]) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return [UInt8](try encoder.encode(rows)) + [UInt8(ascii: "\n")]
  }

  func perform(json: Bool) throws -> Int32 {
    let (rows, status) = try rows()
    if json {
      output.write(try Self.json(rows))
    } else if rows.isEmpty {
      output.write(
        state.typed.completing(
          "No bot is known here yet: `bothy run` in a package makes the first, "
            + "`bothy create` writes a bot file.\n"))
    } else {
      let problems = rows.flatMap(\.problems).map(\.description)
      output.write(
        BotsText.text(
          rows.flatMap { $0.lines(at: now) }, problems: problems,
          waiting: Self.waiting(status) { Self.told($0, rows) },
          troubles: rows.flatMap { row in row.troubles.map { "\(row.id): \($0)" } },
          last: last(rows, status),
          now: now, capabilities: capabilities))
    }
    // What is kept is told all the same.
    if let bots, FileFacts(bots) == nil {
      throw Explanation(
        doing: "reading the bot files in \(bots)", wrong: "there is no such folder",
        advice: "name the folder of the bot files with --bots", status: 2)
    }
    return 0
  }

  /// Nil when no watcher runs, or it cannot tell: what is stored is told all the same.
  private func watcher() -> ControlStatus? {
    guard case .status(let status)? = try? WatcherClient(state: state).ask(.status) else { return nil }
    return status
  }

  /// A line for all that wait of a branch.
  static func waiting(_ status: ControlStatus?, told: (Pending) -> QueuePlace.Told?) -> [String] {
    QueueLine.all(status?.bots.values.flatMap(\.waiting) ?? []).map { line in
      "\(line.bot): \(line.telling(told(line.newest.pending)).words)"
    }
  }

  /// As its repository has it, where that can be read now.
  private static func told(_ pending: Pending, _ rows: [Row]) -> QueuePlace.Told? {
    // One that is in trouble may never answer.
    guard let row = rows.first(where: { $0.id == pending.bot }), row.now.trouble == nil,
      let repository = row.entry?.bot?.repository,
      let place = try? Repository.find(from: repository),
      let record = try? Repository(at: place).commit(pending.commit.rawValue)
    else { return nil }
    return QueuePlace.Told(subject: record.subject, author: record.author)
  }

  /// Only where something would happen by itself if one ran.
  private func last(_ rows: [Row], _ status: ControlStatus?) -> String? {
    guard status == nil else { return nil }
    if FileLock.holder(of: state.watchLock) != nil {
      return "A watcher is running, but does not tell what it does: see what it wrote last, or restart it."
    }
    let isWaited = rows.contains { row in
      row.waiting != nil || row.entry?.bot.map { $0.schedule.on != .manual } ?? false
    }
    return isWaited
      ? state.typed.completing(
        "No watcher is running: nothing is integrated by itself until `bothy watch` does.") : nil
  }

  /// What the store tells of all bots.
  struct Known {
    var bots: [KnownBot] = []
    /// The newest that ended of each branch beside the base branch.
    var beside: [BotID: [PastIntegration]] = [:]
    var merged: [BotID: Set<BranchName>] = [:]
    var pending: [Pending] = []
    var paused: [BotID: Pause] = [:]
    var pauseOfAll: Pause?
    var canceledTips: [BotID: [CanceledTip]] = [:]
  }

  /// Where nothing was ever integrated there is nothing to read.
  private func known(_ isAtWork: (BotID, PastIntegration) -> Bool) throws -> Known {
    do {
      let store = try SQLiteStore(folder: state.path, readOnly: true)
      var bots = try store.knownBots()
      for (index, bot) in bots.enumerated() {
        // What a killed Bothy had begun ends by itself, and leaves its report for the next one to keep.
        guard let latest = bot.latest, latest.isRunning, !isAtWork(bot.id, latest),
          let report = state.integration(bot.id, latest.number).report(of: bot.id, latest.number)
        else { continue }
        bots[index].latest?.result = report.result
        bots[index].latest?.reason = Sentence.outcome(report).ended
      }
      let merging = MergedBranches(state: state, store: store)
      var (beside, merged): ([BotID: [PastIntegration]], [BotID: Set<BranchName>]) = ([:], [:])
      for bot in bots where bot.base != nil {
        let others = try store.besideBase(bot: bot.id)
        beside[bot.id] = others
        merged[bot.id] = try merging.of(bot.id, base: bot.base, others)
      }
      return Known(
        bots: bots, beside: beside, merged: merged, pending: try store.pendingIntegrations(),
        paused: try store.pausedBots(), pauseOfAll: try store.pauseOfAll(),
        canceledTips: try store.canceledTips())
    } catch let error as StoreError where error.kind == .missing {
      return Known()
    }
  }

  /// Read beside what the store tells.
  private func entries() -> Later<Result<[BotFolder.Entry], any Error>> {
    let (folder, state) = (bots ?? usualBots, state)
    return Later {
      Result { FileFacts(folder) == nil ? [] : try BotFolder(path: folder, state: state).read() }
    }
  }

  /// In the order of their ids; of two files with one id the one that counts.
  static func rows(
    _ store: Known, _ entries: [BotFolder.Entry], _ status: ControlStatus? = nil, now: Date, zone: TimeZone,
    isAtWork: (BotID, PastIntegration) -> Bool
  ) -> [Row] {
    let known = Dictionary(store.bots.map { ($0.id, $0) }) { first, _ in first }
    let pending = Dictionary(grouping: store.pending) { $0.bot }
    let files = Dictionary(grouping: entries) { $0.id }
    // Local checkouts stand below the bots.
    let locals = Set(store.bots.filter { $0.path != nil }.map { $0.id })
    let ids = (store.bots.map { $0.id } + files.keys.filter { known[$0] == nil }).sorted()
    return (ids.filter { !locals.contains($0) } + ids.filter(locals.contains)).map { id in
      let bot = known[id]
      let files = files[id] ?? []
      let integration = bot?.latest
      let doing = status?.bots[id] ?? BotNow()
      let entry = files.first { $0.bot != nil } ?? files.first
      let due = entry?.bot.flatMap { Ticks($0.schedule, machineZone: zone)?.next(after: now) }
      let running = doing.running.first { $0.number == integration?.number }
      return Row(
        id: id, path: bot?.path, entry: entry, problems: files.flatMap { $0.problems }, latest: integration,
        base: bot?.base, beside: store.beside[id] ?? [], merged: store.merged[id] ?? [],
        isRunning: integration.map {
          $0.isRunning && (running != nil || isAtWork(id, $0))
        } ?? false,
        waiting: pending[id]?.first?.request,
        pause: store.paused[id] ?? (entry == nil ? nil : store.pauseOfAll), due: due,
        dueText: due.map { ScheduleText.moment($0, in: zone) }, watcher: status?.process,
        isWatched: status?.bots[id] != nil,
        now: doing, bytes: bot?.diskBytes, isOnlyLimited: bot?.isOnlyLimited ?? false,
        canceledTips: store.canceledTips[id] ?? [])
    }
  }
}
