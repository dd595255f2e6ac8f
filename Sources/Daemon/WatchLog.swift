import Files
import Foundation
import Model
import Watcher
import Words

/// A line per event on standard error, in the priorities of journald where it listens.
enum WatchLog {
  private static let isJournal = ProcessInfo.processInfo.environment["JOURNAL_STREAM"] != nil

  static func write(_ weight: Weight, _ bot: BotID?, _ text: String) {
    let level =
      switch weight {
      case .notice: "<5>"
      case .warning: "<4>"
      case .error: "<3>"
      }
    let time = isJournal ? level : Moment.local(Date()) + " "
    let line = text.replacingSigns { $0 == "\n" || $0 == "\r" ? " " : nil }
    Output.error.write(time + (bot.map { "\($0): " } ?? "") + line + "\n")
  }

  static func tell(_ text: String) { write(.error, nil, text) }
}
