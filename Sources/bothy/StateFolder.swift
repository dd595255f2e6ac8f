import Files
import Foundation
import Integrator
import Model

/// Where things lie in the state directory.
struct StateFolder {
  let path: String

  func bot(_ id: BotID) -> String { "\(path)/bots/\(id)" }
  /// Where the clone is now.
  func checkout(_ id: BotID) -> String { "\(bot(id))/\(CheckoutName.held(in: bot(id)))" }
  /// Where the clone is to be.
  func checkout(_ id: BotID, of settings: Bot) -> String {
    "\(bot(id))/\(CheckoutName.chosen(repository: settings.repository, package: settings.package))"
  }
  func build(_ id: BotID) -> String { bot(id) + "/build" }
  func lock(_ id: BotID) -> String { bot(id) + "/lock" }
  func integrations(_ id: BotID) -> String { "\(path)/integrations/\(id)" }
  func integration(_ id: BotID, _ number: IntegrationNumber) -> String {
    "\(integrations(id))/\(number.value)"
  }

  /// The latest one before that left coverage: much of it may still be as it was.
  func earlierIntegration(than number: IntegrationNumber, of bot: BotID) -> String? {
    let numbers = stride(from: number.value - 1, to: max(0, number.value - 20), by: -1)
    return numbers.lazy.map { integration(bot, IntegrationNumber($0)) }
      .first { FileFacts(IntegrationFolder($0).exports) != nil }
  }

  /// Where commands reach the watcher.
  var watchSocket: String { path + "/watch.socket" }
  var watchLock: String { path + "/watch-lock" }
  var toolchains: String { path + "/toolchains" }
  func secrets(_ id: String) -> String { "\(path)/secrets/\(id).env" }
}
