import Foundation
import Model
import Ordering
import Store

/// What is silenced for a bot, by command and by its file, and what of that holds still.
struct KnownSilences {
  let byHand: [Silence]
  let all: [Silence]
  private let ended: [Silence]
  private let today: String

  init(_ bot: BotID, in store: SQLiteStore, _ bots: BotLookup, now: Date) throws {
    let settings = try? bots.settings(of: bot)
    byHand = try store.silences(of: bot)
    all = byHand + (settings?.silence ?? [])
    ended = try store.endedSilences(ofFileOf: bot)
    today = OrderMaking.day(now, settings?.schedule.timeZone)
  }

  func isOver(_ silence: Silence) -> Bool {
    silence.until.isOver(on: today)
      || silence.origin == .botFile && ended.contains(where: silence.isOver)
  }
}
