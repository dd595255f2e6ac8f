package import Model
import Store

/// What the store knows, for `show` and `log`.
package struct StoreMemory: IntegrationMemory {
  let store: SQLiteStore

  package func botIDs() throws -> [BotID] { try store.knownBots().map(\.id) }

  package func integration(bot: BotID, number: IntegrationNumber?) throws -> RememberedIntegration? {
    try store.integration(bot: bot, number: number).map {
      RememberedIntegration(
        bot: $0.bot, number: $0.number, result: $0.result, reason: $0.reason, processID: $0.processID,
        isPinned: $0.isPinned)
    }
  }
}
