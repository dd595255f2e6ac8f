import Files
import Formats
import Foundation
import Model
import Store
import Terminal

/// `bothy bots`: every bot that is known or has a file, with its last result.
struct BotsCommand {
  let state: StateFolder
  /// Nil: the usual folder, which need not be there.
  let bots: String?
  let usualBots: String
  let capabilities: TerminalCapabilities
  var output = Output.standard
  var now = Date()
  var isRunning: (Int32) -> Bool = ProcessLife.isRunning

  func perform(json: Bool) throws -> Int32 {
    let rows = Self.rows(try stored(), try entries(), isRunning: isRunning)
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .iso8601
      output.write([UInt8](try encoder.encode(rows.map(JSONRow.init))) + [UInt8(ascii: "\n")])
    } else if rows.isEmpty {
      output.write(
        "No bot is known here yet: `bothy run` in a package makes the first, "
          + "`bothy create` writes a bot file.\n"
      )
    } else {
      let problems = rows.flatMap(\.problems).map(\.description)
      output.write(
        BotsText.text(rows.map(\.line), problems: problems, now: now, capabilities: capabilities))
    }
    return 0
  }

  /// Where nothing was ever integrated there is nothing to read.
  private func stored() throws -> [StoredBot] {
    do {
      return try SQLiteStore(folder: state.path, readOnly: true).knownBots()
    } catch let error as StoreError where error.kind == .missing {
      return []
    }
  }

  private func entries() throws -> [BotFolder.Entry] {
    let folder = bots ?? usualBots
    guard bots != nil || FileFacts(folder) != nil else { return [] }
    do {
      return try BotFolder(path: folder).read()
    } catch let error as FileError {
      throw CommandError(
        doing: error.doing, wrong: error.wrong, advice: "name the folder of the bot files with --bots",
        status: 2)
    }
  }

  /// In the order of their ids; of two files with one id the one that counts.
  static func rows(
    _ stored: [StoredBot], _ entries: [BotFolder.Entry], isRunning: (Int32) -> Bool
  ) -> [Row] {
    let known = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
    let files = Dictionary(grouping: entries, by: \.id)
    return Set(known.keys).union(files.keys).sorted().map { id in
      let files = files[id] ?? []
      let integration = known[id]?.latest
      return Row(
        id: id, path: known[id]?.path, entry: files.first { $0.bot != nil } ?? files.first,
        problems: files.flatMap(\.problems), latest: integration,
        isRunning: integration.map { $0.isRunning && isRunning($0.processID) } ?? false)
    }
  }

  struct Row {
    var id: BotID
    /// The package's folder of a bot without a file.
    var path: String?
    var entry: BotFolder.Entry?
    var problems: [BotFile.Problem]
    var latest: StoredIntegration?
    var isRunning: Bool

    var line: BotLine {
      BotLine(
        id: id, number: latest?.number, state: lineState, sentence: sentence, branch: latest?.branch,
        commit: latest?.commit, when: latest.map { $0.ended ?? $0.started }, next: next)
    }

    private var lineState: BotLine.State {
      guard let latest else { return entry?.bot == nil && !problems.isEmpty ? .broken : .never }
      if let result = latest.result { return .ended(result) }
      return isRunning ? .running : .ended(.canceled)
    }

    private var sentence: String {
      guard let latest else {
        return problems.isEmpty ? "nothing was integrated yet" : "its file has mistakes"
      }
      if let reason = latest.reason { return reason }
      return isRunning ? latest.subject ?? "" : "Bothy was ended while it ran"
    }

    var next: String { entry?.bot.map { ScheduleText.text($0.schedule) } ?? "" }
  }

  private struct JSONRow: Encodable {
    var bot: String
    @Nullable var name: String?
    @Nullable var path: String?
    @Nullable var file: String?
    @Nullable var repository: String?
    var problems: [String]
    @Nullable var integration: Int?
    @Nullable var result: String?
    @Nullable var reason: String?
    var running: Bool
    @Nullable var branch: String?
    @Nullable var commit: String?
    @Nullable var subject: String?
    @Nullable var started: Date?
    @Nullable var ended: Date?
    @Nullable var seconds: Double?
    @Nullable var next: String?

    init(_ row: Row) {
      bot = row.id.rawValue
      name = row.entry?.bot?.name
      path = row.path
      file = row.entry?.file
      repository = row.entry?.bot?.repository
      problems = row.problems.map(\.description)
      integration = row.latest?.number.value
      result = row.latest?.result?.rawValue
      reason = row.latest?.reason
      running = row.isRunning
      branch = row.latest?.branch?.rawValue
      commit = row.latest?.commit?.rawValue
      subject = row.latest?.subject
      started = row.latest?.started
      ended = row.latest?.ended
      seconds = row.latest?.seconds
      next = row.next.isEmpty ? nil : row.next
    }
  }
}

/// When a bot is due, in a few words.
enum ScheduleText {
  static func text(_ schedule: Bot.Schedule) -> String {
    switch schedule.on {
    case .commit: return "on commit"
    case .manual: return "by hand"
    case .periodic:
      let minute = schedule.atMinute ?? 0
      let time = String(format: "%02d:%02d", minute / 60, minute % 60)
      switch schedule.every {
      case .hour: return "every hour"
      case .day, nil: return "daily \(time)"
      case .week: return "\((schedule.weekday ?? .monday).rawValue) \(time)"
      }
    }
  }
}
