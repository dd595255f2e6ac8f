import Explaining
import Formats
import Foundation
import Integrator
import Model
import State
import Store
import Terminal
import Words

/// An integration that an address means, and where its files are.
struct FoundIntegration {
  let bot: BotID
  let known: PastIntegration
  let folder: IntegrationFolder

  static let nothingYet =
    "nothing was integrated yet: `bothy watch` integrates what bot files name, `bothy run` a package"

  /// What an address means, or an error that says what there is instead.
  static func find(
    _ address: IntegrationAddress, in store: SQLiteStore, state: StateFolder, doing: String
  ) throws -> FoundIntegration {
    if let found = try store.integration(bot: address.bot, number: address.number) {
      return FoundIntegration(
        bot: address.bot, known: found, folder: state.integration(address.bot, found.number))
    }
    if let number = address.number, let newest = try store.past(bot: address.bot, limit: 1).first {
      let (known, last) = try store.knownNumbers(bot: address.bot)
      let wasThere = number.value <= last && !known.contains(number.value)
      throw Explanation(
        doing: doing,
        wrong: wasThere
          ? "\(address.bot) \(number) is kept no longer (see `keep` in its bot file)"
          : "\(address.bot) has no integration \(number)",
        advice: "its latest is \(newest.number)" + (newest.branch.map { ", on \($0)" } ?? ""), status: 2)
    }
    let known = try store.knownBots()
    let bots = known.map(\.id.rawValue)
    if let bot = known.first(where: { $0.id == address.bot }) {
      if let base = bot.base, let other = try store.past(bot: bot.id, limit: 1).first {
        throw Explanation(
          doing: doing, wrong: "nothing was integrated for \(address.bot) on \(base) yet",
          advice: "its latest on any branch is \(other.number)"
            + (other.branch.map { ", on \($0)" } ?? ""), status: 2)
      }
      throw Explanation(
        doing: doing, wrong: "nothing was integrated for \(address.bot) yet",
        advice: bot.path == nil
          ? "`bothy bots` says what it waits for"
          : "`bothy run` integrates it: a round of `run --watch` is no integration that is kept", status: 2)
    }
    let advice =
      Nearest.meant(by: address.bot.rawValue, among: bots).map { "did you mean `\($0)`?" }
      ?? (bots.isEmpty
        ? Self.nothingYet
        : "there are integrations of \(bots.prefix(10).joined(separator: ", "))")
    throw Explanation(
      doing: doing, wrong: "nothing was ever integrated for a bot `\(address.bot)`", advice: advice,
      status: 2, namesOthers: true)
  }

  /// Published whole or not at all: once it is there, the integration has ended.
  func report(_ decode: ([UInt8]) throws -> Report = ReportJSON.decode) throws(Explanation) -> LeftReport? {
    try LeftReport(of: bot, known.number, in: folder, decode: decode)
  }

  /// A process that is gone without having said how it ended has ended all the same.
  func hasEnded(in store: SQLiteStore, isAtWork: (BotID, PastIntegration) -> Bool) throws -> Bool {
    if FileManager.default.fileExists(atPath: folder.report) { return true }
    let now = try store.integration(bot: bot, number: known.number)
    guard let now, now.isRunning else { return true }
    return !isAtWork(bot, now)
  }
}
