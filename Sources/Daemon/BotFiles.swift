import Explaining
import Files
import Foundation
import Model
import State
import Watcher

/// The bot files, as the watcher reads them.
struct BotFiles: Sendable {
  let path: String
  let state: StateFolder

  func read() throws -> [BotID: BotReading] {
    do {
      var readings: [BotID: BotReading] = [:]
      for entry in try BotFolder(path: path, state: state).read() {
        if let bot = entry.bot {
          readings[entry.id] = .good(bot)
        } else if readings[entry.id] == nil {
          readings[entry.id] = .bad(entry.problems.map { "\($0)" })
        }
      }
      return readings
    } catch let error as Explanation {
      throw Explanation(
        doing: "reading the bot files in \(path)", wrong: error.wrong,
        advice: "name the folder with --bots DIR, or write a first bot file with `bothy create`", status: 2)
    }
  }

  /// Changes whenever a bot file does; cheap enough to be asked for often.
  func mark() -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    return names.filter(BotFolder.isBotFile).map { name in
      let facts = FileFacts(path + "/" + name)
      return "\(name) \(facts?.stamp ?? "")"
    }.joined(separator: "\n")
  }
}
