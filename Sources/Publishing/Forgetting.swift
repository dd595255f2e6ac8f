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

  package init(state: StateFolder, store: SQLiteStore) { (self.state, self.store) = (state, store) }

  /// Those that are no longer known; their files go with `sweep`.
  package func forget(_ bot: BotID, _ keep: Bot.Keep) throws -> [IntegrationNumber] {
    let due = Retention.removable(try store.kept(bot: bot, keep: keep, now: now), keep: keep, now: now)
    for removal in due {
      try store.forget(bot: bot, integration: removal.number)
      tell("\(removal.number) was removed: \(removal.why)")
    }
    try removeArchives(bot, keep)
    return due.map { $0.number }
  }

  /// Whatever belongs to no integration that is known, also what was left when this was cut off.
  package func sweep(_ bot: BotID) throws {
    let (known, last) = try store.knownNumbers(bot: bot)
    for folder in [state.integrations(bot), state.pages(bot)] {
      for number in Self.numbers(in: folder) where number <= last && !known.contains(number) {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(number)")
      }
    }
  }

  private func removeArchives(_ bot: BotID, _ keep: Bot.Keep) throws {
    let archives = Self.numbers(in: state.integrations(bot)).sorted(by: >)
      .map { state.integration(bot, IntegrationNumber($0)).archive }
      .filter { FileFacts($0) != nil }
    for archive in archives.dropFirst(max(1, keep.archives)) {
      try? FileManager.default.removeItem(atPath: archive)
    }
  }

  private static func numbers(in folder: String) -> [Int] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name in
      Int(name).flatMap { String($0) == name && $0 > 0 ? $0 : nil }
    }
  }
}
