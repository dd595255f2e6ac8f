import Explaining
import Files
import Foundation
import Model
import State
import Store
import Terminal
import Web

/// What commands tell, for who asks over HTTP: the same code, with its words collected.
struct ServedWords: Sendable {
  let state: StateFolder
  let bots: String?
  let usualBots: String

  var answers: CommandAnswers { CommandAnswers(words: { try words($0) }, log: { try log($0, $1) }) }

  private var store: SQLiteStore {
    get throws { try SQLiteStore(folder: state.path, readOnly: true) }
  }

  private func words(_ telling: Telling) throws -> ToldWords {
    let (output, collected) = Output.collecting()
    let status = try perform(telling, output)
    guard telling.form != .json else { return ToldWords(bytes: Array(collected.text.utf8), status: status) }
    // Where pages lie here is of no use elsewhere.
    let text = collected.text.replacing(state.site + "/", with: telling.base)
    return ToldWords(bytes: Array(text.utf8), status: status)
  }

  private func perform(_ telling: Telling, _ output: Output) throws -> Int32 {
    let capabilities = TerminalCapabilities(
      isTerminal: false, width: telling.width, colors: telling.hasColors, unicode: !telling.isASCII)
    let isJSON = telling.form == .json
    guard let bot = telling.bot else {
      return try BotsCommand(
        state: state, bots: bots.flatMap { FileFacts($0) == nil ? nil : $0 }, usualBots: usualBots,
        capabilities: capabilities, output: output
      ).perform(json: isJSON)
    }
    switch telling.what {
    case .bots, .show:
      return try ShowCommand(store: store, state: state, capabilities: capabilities, output: output).perform(
        IntegrationAddress(bot: bot, number: telling.number),
        as: isJSON ? .json : telling.form == .markdown ? .markdown : telling.isFull ? .full : .words)
    case .history:
      return try HistoryCommand(store: store, capabilities: capabilities, output: output)
        .perform(bot, isJSON ? .json : telling.form == .csv ? .csv : .table)
    case .tests:
      return try TestsCommand(store: store, state: state, capabilities: capabilities, output: output)
        .perform(bot, telling.test, json: isJSON)
    case .issues:
      return try IssuesCommand(
        store: store, state: state, bots: BotLookup(folder: usualBots), capabilities: capabilities,
        output: output
      ).perform(bot, json: isJSON)
    case .silences:
      return try SilenceCommand(
        state: state, bots: BotLookup(folder: usualBots), capabilities: capabilities, output: output
      ).list(bot)
    }
  }

  private func log(_ bot: BotID, _ number: IntegrationNumber?) throws -> ToldLog {
    let address = IntegrationAddress(bot: bot, number: number)
    let found = try FoundIntegration.find(address, in: store, state: state, doing: "bothy log \(address)")
    return ToldLog(
      number: found.known.number, folder: found.folder.path,
      isGrowing: AtWork(state: state)(bot, found.known))
  }
}
