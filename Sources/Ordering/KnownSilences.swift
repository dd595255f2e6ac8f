package import Foundation
package import Model
package import Store

/// What is silenced for a bot, by command and by its file, and what of that holds still.
package struct KnownSilences {
  package let byHand: [Silence]
  package let all: [Silence]
  private let ended: [Silence]
  private let today: String

  /// `settings`: nil where there are none that hold.
  package init(_ bot: BotID, in store: SQLiteStore, _ settings: Bot?, now: Date) throws {
    byHand = try store.silences(of: bot)
    let own = settings?.silence ?? []
    let tests = own.isEmpty ? [] : try store.standingTests(bot: bot)
    all = byHand + own.map { $0.named(among: tests, isKnown: tests.contains) }
    ended = try store.endedSilences(ofFileOf: bot)
    today = OrderMaking.day(now, settings?.schedule.timeZone)
  }

  package func isOver(_ silence: Silence) -> Bool {
    silence.until.isOver(on: today)
      || silence.origin == .botFile && ended.contains(where: silence.isOver)
  }

  package var held: [Silence] { all.filter { $0.subject != .allNow && !isOver($0) } }
}
