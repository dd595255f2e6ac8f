import Model
import Store

/// What the store knows, for `show` and `log`.
struct StoreMemory: IntegrationMemory {
  let store: SQLiteStore

  func botIDs() throws -> [BotID] { try store.knownBots().map(\.id) }

  func integration(bot: BotID, number: IntegrationNumber?) throws -> RememberedIntegration? {
    try store.integration(bot: bot, number: number).map {
      RememberedIntegration(
        bot: $0.bot, number: $0.number, result: $0.result, reason: $0.reason, processID: $0.processID,
        isPinned: $0.isPinned)
    }
  }
}
