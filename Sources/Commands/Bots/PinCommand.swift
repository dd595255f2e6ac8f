import Daemon
import Explaining
import Files
import Model
import Publishing
import State
import Store
import Terminal

/// `bothy pin` and `unpin`: whether an integration outlasts what its bot keeps.
struct PinCommand {
  let state: StateFolder
  let templates: String?
  var output = Output.standard

  func pin(_ address: IntegrationAddress) throws -> Int32 {
    let doing = "pinning \(address)"
    let number = try mark(try ended(address, doing: doing), isPinned: true, doing: doing)
    output.write(
      "\(address.bot)\(number) is pinned: it is kept until "
        + "`\(state.typed.line(["unpin", "\(address.bot)\(number)"]))`.\n")
    return 0
  }

  func unpin(_ address: IntegrationAddress) throws -> Int32 {
    let doing = "unpinning \(address)"
    let number = try mark(try pinned(address, doing: doing), isPinned: false, doing: doing)
    output.write("\(address.bot)\(number) is not pinned any more: it is kept as long as others of its bot.\n")
    return 0
  }

  /// A bot alone means the newest that has ended: nobody knows yet what one that runs will be worth.
  private func ended(_ address: IntegrationAddress, doing: String) throws -> IntegrationAddress {
    guard address.number == nil else { return address }
    let store = try SQLiteStore(folder: state.path, readOnly: true)
    let found = try FoundIntegration.find(address, in: store, state: state, doing: doing)
    guard found.known.result == nil else {
      return IntegrationAddress(bot: address.bot, number: found.known.number)
    }
    let before = try store.past(bot: address.bot, limit: Self.mostLookedAt, before: found.known.number)
    guard let newest = before.first(where: { $0.result != nil && $0.branch == found.known.branch }) else {
      throw Explanation(
        doing: doing, wrong: "its \(found.known.number) still runs, and none before it has ended",
        advice: "name one with its number, or wait for its end", status: 2)
    }
    return IntegrationAddress(bot: address.bot, number: newest.number)
  }

  private static let mostLookedAt = 100

  /// A bot alone means the one that is pinned.
  private func pinned(_ address: IntegrationAddress, doing: String) throws -> IntegrationAddress {
    guard address.number == nil else { return address }
    let pinned = try SQLiteStore(folder: state.path, readOnly: true).pinned(bot: address.bot).sorted()
    if pinned.count > 1 {
      throw Explanation(
        doing: doing, wrong: "\(pinned.count) of its integrations are pinned",
        advice: "name one of them: "
          + pinned.suffix(10).reversed().map { "\(address.bot)\($0)" }.joined(separator: ", "),
        status: 2)
    }
    return pinned.first.map { IntegrationAddress(bot: address.bot, number: $0) } ?? address
  }

  private func mark(
    _ address: IntegrationAddress, isPinned: Bool, doing: String
  ) throws -> IntegrationNumber {
    let found = try FoundIntegration.find(
      address, in: try SQLiteStore(folder: state.path, readOnly: true), state: state, doing: doing)
    let (bot, number) = (found.bot, found.known.number)
    let store = try SQLiteStore(folder: state.path)
    try store.pin(bot: bot, integration: number, isPinned)
    // One that runs gets its pages when it has ended.
    guard found.known.result != nil else { return number }
    // The watcher knows more of what stands on the pages above.
    if try WatcherClient(state: state).ask(.showAgain(bot, number)) == nil {
      try HistoryPublishing(state: state, templates: templates, store: store).publish([(bot, number)])
    }
    return number
  }
}
