import Foundation
import Model

/// Where things lie in the state directory.
struct StateFolder {
  let path: String

  func bot(_ id: BotID) -> String { "\(path)/bots/\(id)" }
  func checkout(_ id: BotID) -> String { bot(id) + "/checkout" }
  func build(_ id: BotID) -> String { bot(id) + "/build" }
  func lock(_ id: BotID) -> String { bot(id) + "/lock" }
  func integrations(_ id: BotID) -> String { "\(path)/integrations/\(id)" }
  func integration(_ id: BotID, _ number: IntegrationNumber) -> String {
    "\(integrations(id))/\(number.value)"
  }
  var toolchains: String { path + "/toolchains" }
  func secrets(_ id: String) -> String { "\(path)/secrets/\(id).env" }
}
