import Explaining
import Files
import Foundation
package import Model
package import State
package import Store

/// Forgets integrations that were kept for long enough: first what is remembered of them, then, when no page
/// leads there any more, their files.
package struct Forgetting {
  let state: StateFolder
  let store: SQLiteStore
  var now = Date()
  var tell: (String) -> Void = { _ in }
  /// Told of each folder that could not be removed.
  var failed: (any Error) -> Void = { _ in }
  var removing: (String) throws -> Void = { try FileManager.default.removeItem(atPath: $0) }

  package init(state: StateFolder, store: SQLiteStore) { (self.state, self.store) = (state, store) }

  /// A branch may come back for so long, and what became of its commits is known then.
  private static let daysOfBranches = 30.0

  /// Those that are no longer known; their files go with `sweep`.
  package func forget(_ bot: BotID, _ keep: Bot.Keep) throws -> [IntegrationNumber] {
    let gone = Set(try store.tips(of: bot).filter(\.isGone).map(\.branch))
    let due = Retention.removable(
      try store.kept(bot: bot, keep: keep, now: now), keep: keep, base: try store.base(of: bot), gone: gone,
      now: now)
    for removal in due {
      try store.forget(bot: bot, integration: removal.number)
      tell("\(removal.number) was removed: \(removal.why)")
    }
    if !gone.isEmpty { try store.forgetBranches(of: bot, goneBefore: now - Self.daysOfBranches * 86400) }
    return due.map { $0.number }
  }

  /// Whatever belongs to no integration that is known, also what was left when this was cut off.
  package func sweep(_ bot: BotID) throws {
    try removeCompared(bot)
    for folder in [state.integrations(bot), state.pages(bot)] {
      for number in try left(in: folder, of: bot) { remove("\(folder)/\(number.value)") }
    }
  }

  /// Pages of two integrations of which one is known no longer, before the pages that they lead to.
  private func removeCompared(_ bot: BotID) throws {
    let pages = state.comparedPages(of: bot)
    guard !pages.isEmpty else { return }
    let known = try store.knownNumbers(bot: bot).known
    for page in pages where !(known.contains(page.before.value) && known.contains(page.now.value)) {
      remove(state.pages(bot) + "/" + page.page)
    }
  }

  /// Those with pages that are known no longer: pages may lead there still.
  package func left(of bot: BotID) throws -> [IntegrationNumber] { try left(in: state.pages(bot), of: bot) }

  private func left(in folder: String, of bot: BotID) throws -> [IntegrationNumber] {
    let (known, last) = try store.knownNumbers(bot: bot)
    return Self.numbers(in: folder).filter { $0 <= last && !known.contains($0) }.map { IntegrationNumber($0) }
  }

  /// What cannot be removed keeps nothing else from going.
  private func remove(_ path: String) {
    do { try removing(path) } catch {
      var told = Explanation(error, doing: "removing \(path)")
      if FileFacts(path) == nil { return }
      told.advice = "remove it by hand, or it takes up room for good"
      failed(told)
    }
  }

  /// Whose archives go; their pages are made again before.
  package func dueArchives(_ bot: BotID, _ keep: Bot.Keep) throws -> [IntegrationNumber] {
    let archived = Self.numbers(in: state.integrations(bot)).map { IntegrationNumber($0) }
      .filter { FileFacts(state.integration(bot, $0).archive) != nil }
    guard archived.count > keep.archives else { return [] }
    return Retention.archives(
      of: archived, keep: keep, pinned: try store.pinned(bot: bot), green: try store.latestGreen(bot: bot))
  }

  package func letArchiveGo(_ bot: BotID, _ number: IntegrationNumber) {
    remove(state.integration(bot, number).archive)
    // Its pages have it no more, unless they could not be made again.
    let beside = state.pages(bot, number) + "/archive"
    if FileFacts(beside) != nil { remove(beside) }
  }

  private static func numbers(in folder: String) -> [Int] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name in
      Int(name).flatMap { String($0) == name && $0 > 0 ? $0 : nil }
    }
  }
}
