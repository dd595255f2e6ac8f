import Daemon
import Explaining
import Model
import Words

/// The settings of a bot by its id.
struct BotLookup {
  /// The folder of the bot files.
  let folder: String

  func file(of bot: BotID) throws -> (path: String, settings: Bot) {
    let doing = "looking for the bot \(bot)"
    let entries = try BotFolder(path: folder).read()
    let mine = entries.filter { $0.id == bot }
    if let good = mine.first(where: { $0.bot != nil }), let settings = good.bot {
      return (good.file, settings)
    }
    if !mine.isEmpty { throw BotFileError(lines: mine.flatMap(\.problems).map { "\($0)" }) }
    let near = Nearest.meant(by: bot.rawValue, among: entries.map(\.id.rawValue))
    throw Explanation(
      doing: doing, wrong: "there is no file for it in \(folder)",
      advice: near.map { "did you mean `\($0)`?" } ?? "`bothy bots` lists them, `bothy create` writes one",
      status: 2, namesOthers: near != nil)
  }

  func settings(of bot: BotID) throws -> Bot { try file(of: bot).settings }
}
