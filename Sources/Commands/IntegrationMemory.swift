package import Model

/// What `show` and `log` ask the store.
package protocol IntegrationMemory {
  /// The ids of all bots, in the order in which people read them.
  func botIDs() throws -> [BotID]
  /// Absent when there is no such integration; without a number, the bot's latest.
  func integration(bot: BotID, number: IntegrationNumber?) throws -> RememberedIntegration?
}

package struct RememberedIntegration: Equatable {
  var bot: BotID
  var number: IntegrationNumber
  /// Absent while it runs.
  var result: IntegrationResult?
  var reason: String?
  /// The process that performs it, or performed it.
  var processID: Int32
  /// Kept for good.
  var isPinned = false
}
