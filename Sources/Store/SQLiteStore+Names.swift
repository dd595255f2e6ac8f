public import Model
import SQLite

extension SQLiteStore {
  /// How people call a bot, for the pages that show it beside others. Nothing happens for a bot that never
  /// integrated.
  public func show(_ bot: BotID, as name: String) throws {
    try named("naming \(bot)") {
      let known = try database.first("SELECT shownName FROM bot WHERE name = ?", bot.rawValue) {
        $0.maybeText(0)
      }
      guard let known, known != name else { return }
      try database.run("UPDATE bot SET shownName = ? WHERE name = ?", name.bounded, bot.rawValue)
    }
  }

  /// Every bot that ever integrated, by its id.
  public func allBots() throws -> [KnownBot] {
    try named("reading the bots") {
      try database.all("SELECT name, coalesce(shownName, name), path FROM bot ORDER BY name") {
        KnownBot(id: BotID($0.text(0)), name: $0.text(1), path: $0.maybeText(2))
      }
    }
  }
}
