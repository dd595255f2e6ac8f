import Daemon
import Model

extension BotFolder {
  private static let narrowing: [TravellingSetting] = [.filter, .skip, .measured]

  /// What an integration was ordered with, with the tests and the coverage that its bot file asks for by now:
  /// what asked for less is limited when it is run again.
  static func askedNow(_ order: Order) -> Bot {
    guard let now = order.botFile.flatMap({ BotFolder.read($0).bot }) else { return order.settings }
    var whole = order.settings
    for setting in narrowing {
      let key = setting.rawValue
      // What the package or somebody by hand asked for stays, where the file says nothing.
      let wasOfFile = order.settings.origins[key] ?? .botFile == .botFile
      if wasOfFile || now.origins[key] != nil { setting.copy(from: now, to: &whole) }
    }
    return whole
  }
}
