import Explaining
import Files
import Foundation
import Model
import State
import Store
import Terminal

/// `bothy history BOT`: all its integrations as numbers.
struct HistoryCommand {
  enum Form { case table, csv, json }

  let store: SQLiteStore
  let capabilities: TerminalCapabilities
  var output = Output.standard
  var isAtWork: ((BotID, PastIntegration) -> Bool)?

  private static let rows = 30

  func perform(_ bot: BotID, _ form: Form) throws -> Int32 {
    let known = try store.knownBots()
    guard let found = known.first(where: { $0.id == bot }) else {
      let names = known.map(\.id.rawValue).prefix(10).joined(separator: ", ")
      throw Explanation(
        doing: "bothy history \(bot)", wrong: "nothing was ever integrated for a bot `\(bot)`",
        advice: names.isEmpty ? FoundIntegration.nothingYet : "there are integrations of \(names)",
        status: 2, namesOthers: true)
    }
    let past = try store.past(bot: bot, limit: form == .table ? Self.rows : Int.max)
    let phases = try store.phases(bot: bot, numbers: past.map(\.number))
    let figures = past.map { HistoryFigures($0, phases: phases[$0.number] ?? []) }
    switch form {
    case .table:
      let kept = try store.knownNumbers(bot: bot).known
      let redness = try found.base.map {
        try store.past(bot: bot, branch: $0, limit: Self.mostRed, isWhole: true).redness(among: kept)
      }
      let left = past.count < Self.rows ? 0 : try store.past(bot: bot, limit: Int.max).count - past.count
      let isAtWork = isAtWork ?? AtWork(state: StateFolder(path: store.folder)).callAsFunction
      // Only what is shown is looked at: one that was killed has no end until somebody looks after it.
      let cutOff = past.filter { $0.result == nil && !isAtWork(bot, $0) }.map(\.number)
      output.write(
        HistoryText.table(
          figures, left: left, cutOff: Set(cutOff), redness?.words(of: found.base), capabilities: capabilities
        ))
    case .csv: output.write(Self.csv(figures.reversed()))
    case .json: output.write(try Self.json(found, figures.reversed()))
    }
    return 0
  }

  /// As many as the page of a bot looks at.
  private static let mostRed = 200

  /// The oldest first.
  static func csv(_ figures: [HistoryFigures]) -> String {
    let heads = HistoryFigures(PastIntegration(number: 1, started: Date(), processID: 0)).columns.map(\.name)
    return CSV.line(heads) + figures.map { CSV.line($0.columns.map { CSV.field($0.value) }) }.joined()
  }

  private struct History: Encodable {
    var bot: String
    @Nullable var base: BranchName? = nil
    var integrations: [[String: HistoryValue]]
    /// What `bothy bots --json` tells of it, where that was asked for too.
    var now: BotsCommand.Row?
  }

  static func json(
    _ bot: KnownBot, _ figures: [HistoryFigures], now: BotsCommand.Row? = nil
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var history = History(
      bot: bot.id.rawValue,
      integrations: figures.map { Dictionary($0.columns.map { ($0.name, $0.value) }) { first, _ in first } })
    history.base = bot.base
    history.now = now
    return String(decoding: try encoder.encode(history), as: UTF8.self) + "\n"
  }
}
