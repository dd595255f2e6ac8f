import Foundation
import Integrator
package import Model
import Processes
package import State
package import Store

/// Closes what a `bothy run` or `bothy integrate` that was killed left open.
package struct Recovery {
  let state: StateFolder
  let store: SQLiteStore

  package init(state: StateFolder, store: SQLiteStore) { (self.state, self.store) = (state, store) }

  /// Its integration ends by itself then, and writes what it came to.
  private static let endingSeconds = 15.0

  /// Those of which the pages may be wanting: what was cut off, and the last one of this bot.
  package func perform(_ bot: BotID) throws -> [(bot: BotID, number: IntegrationNumber)] {
    Leftovers(state: state).remove(of: [bot])
    let last = try store.past(bot: bot, limit: 1).map { (bot, $0.number) }
    for (bot, _) in last { waitForEnd(bot) }
    let gone = try store.cutOff { ProcessLife.isOtherRunning($0) }
      .filter { try $0.bot == bot || !isHeldElsewhere($0.bot, $0.number) }
    // Those of other bots write what they came to as well.
    for other in Set(gone.map(\.bot)) where other != bot { waitForEnd(other) }
    if !gone.isEmpty { endOrphans() }
    let cutOff = try close(gone.filter { !isHeld($0.bot) })
    return cutOff + last.filter { one in !cutOff.contains { $0 == one } }
  }

  /// Those of all bots that no watcher began, which looks after its own.
  package func performOthers() throws -> [(bot: BotID, number: IntegrationNumber)] {
    let gone = try store.cutOff(isByHand: true) { ProcessLife.isOtherRunning($0) }
      .filter { try !isHeldElsewhere($0.bot, $0.number) }
    for bot in Set(gone.map(\.bot)) { waitForEnd(bot) }
    return try close(gone.filter { !isHeld($0.bot) })
  }

  private func close(
    _ gone: [(bot: BotID, number: IntegrationNumber)]
  ) throws -> [(bot: BotID, number: IntegrationNumber)] {
    var cutOff: [(bot: BotID, number: IntegrationNumber)] = []
    for (bot, number) in gone {
      let folder = state.integration(bot, number)
      let ended = min(folder.lastSign ?? Date(), Date())
      Leftovers(state: state).remove(of: folder)
      // What cannot be read now stays open: whoever comes next may read it.
      let report: Report?
      do { report = try state.endedReport(of: bot, number) } catch { continue }
      if let report {
        try store.finish(report)
      } else {
        try store.abandon(
          bot: bot, integration: number, result: .canceled, reason: "Bothy was ended while it ran", at: ended
        )
      }
      cutOff.append((bot, number))
    }
    return cutOff
  }

  /// Two containers that share a state directory may each have a first process, which have one number.
  private func isHeldElsewhere(_ bot: BotID, _ number: IntegrationNumber) throws -> Bool {
    try store.integration(bot: bot, number: number)?.processID == ProcessInfo.processInfo.processIdentifier
      && isHeld(bot)
  }

  /// By somebody who was waited for in vain: in a container numbers of processes say nothing here.
  private func isHeld(_ bot: BotID) -> Bool { FileLock.holder(of: state.performLock(bot)) != nil }

  private func waitForEnd(_ bot: BotID) {
    let end = Date() + Self.endingSeconds
    _ = try? FileLock.wait(for: state.performLock(bot)) { Date() < end }
  }
}
