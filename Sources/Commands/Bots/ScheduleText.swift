import Foundation
import Model

/// When a bot is due, in a few words.
enum ScheduleText {
  static func text(_ schedule: Bot.Schedule) -> String {
    switch schedule.on {
    case .commit: return "on commit"
    case .manual: return "by hand"
    case .periodic: return "periodic"
    }
  }

  /// `Sat 21 Nov 02:30`, by the clock of this machine.
  static func moment(_ date: Date, in zone: TimeZone) -> String {
    let english = Locale(identifier: "en_GB")
    var day = Date.FormatStyle(locale: english, timeZone: zone)
    day = day.weekday(.abbreviated).day().month(.abbreviated)
    let seconds = Int(date.timeIntervalSince1970.rounded()) + zone.secondsFromGMT(for: date)
    let minute = ((seconds / 60) % 1440 + 1440) % 1440
    let time = [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return date.formatted(day).replacing(",", with: "") + " " + time
  }
}
