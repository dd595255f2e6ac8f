import Foundation
import Model
import Store
import Terminal

/// `bothy bots`: every bot that is known, with its last result.
struct BotsCommand {
  let store: SQLiteStore
  let output: Output

  func perform(json: Bool) throws -> Int32 {
    let bots = try store.knownBots()
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      output.write([UInt8](try encoder.encode(bots.map(Row.init))) + [UInt8(ascii: "\n")])
    } else if bots.isEmpty {
      output.write("No bot is known here yet: `bothy run` in a package makes the first.\n")
    } else {
      output.write(text(bots.map(Row.init)))
    }
    return 0
  }

  private func text(_ rows: [Row]) -> String {
    let width = rows.map(\.bot.count).max() ?? 0
    return rows.map { row in
      let name = row.bot.padding(toLength: width, withPad: " ", startingAt: 0)
      let last = row.integration.map { "#\($0)" } ?? "-"
      let number = last.padding(toLength: max(5, last.count), withPad: " ", startingAt: 0)
      return "\(name)  \(number)  \(row.result ?? "runs")  \(row.reason ?? "")\n"
    }.joined()
  }

  private struct Row: Encodable {
    var bot: String
    @Nullable var path: String?
    @Nullable var integration: Int?
    @Nullable var result: String?
    @Nullable var reason: String?

    init(_ bot: StoredBot) {
      self.bot = bot.id.rawValue
      path = bot.path
      integration = bot.latest?.number.value
      result = bot.latest?.result?.rawValue
      reason = bot.latest?.reason
    }
  }
}
