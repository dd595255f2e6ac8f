import Foundation
import Model
import Terminal

/// Where one integration's files are: `<state>/integrations/<id>/<n>/`.
struct IntegrationFolder {
  let path: String
  let integration: RememberedIntegration

  var report: String { path + "/report.json" }
  var log: String { path + "/log.txt" }

  /// What an address means, or an error that says what there is instead.
  static func find(
    _ address: IntegrationAddress, in memory: some IntegrationMemory, state: String, doing: String
  ) throws -> IntegrationFolder {
    if let found = try memory.integration(bot: address.bot, number: address.number) {
      let path = "\(state)/integrations/\(found.bot.rawValue)/\(found.number.value)"
      return IntegrationFolder(path: path, integration: found)
    }
    if let latest = try memory.integration(bot: address.bot, number: nil) {
      throw CommandError(
        doing: doing, wrong: "\(address.bot) has no integration \(address.number?.description ?? "")",
        advice: "its latest is \(latest.number)", exitStatus: 2)
    }
    let bots = try memory.botIDs().map(\.rawValue)
    let advice =
      CommandLineParser.nearest(to: address.bot.rawValue, among: bots).map { "did you mean `\($0)`?" }
      ?? (bots.isEmpty
        ? "nothing was integrated yet: `bothy run` does"
        : "there are " + bots.prefix(10).joined(separator: ", "))
    throw CommandError(
      doing: doing, wrong: "nothing is known of a bot `\(address.bot)`", advice: advice, exitStatus: 2)
  }

  /// Published whole or not at all: once it is there, the integration has ended.
  func reportBytes() throws -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: report) else { return nil }
    guard let data = FileManager.default.contents(atPath: report) else {
      throw CommandError(
        doing: "reading \(report)", wrong: String(cString: strerror(errno)),
        advice: "make it readable for this user")
    }
    return Array(data)
  }

  /// A process that is gone without having said how it ended has ended all the same.
  func hasEnded(in memory: some IntegrationMemory) throws -> Bool {
    if FileManager.default.fileExists(atPath: report) { return true }
    let now = try memory.integration(bot: integration.bot, number: integration.number)
    guard let now, now.result == nil else { return true }
    return kill(now.processID, 0) != 0 && errno == ESRCH
  }
}
