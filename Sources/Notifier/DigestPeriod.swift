import Foundation
import Model

/// The day or week that a report by mail tells of: it ends at seven in the morning.
struct DigestPeriod: Equatable {
  var from: Date
  var to: Date
  /// The day on which it ends, as 2026-11-21.
  var day: String
  var words: String

  private static let hour = 7

  /// The last one that has ended; weeks end on Mondays.
  init?(_ kind: Bot.Trigger.MailReport, at now: Date, in zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    guard let today = calendar.date(bySettingHour: Self.hour, minute: 0, second: 0, of: now) else {
      return nil
    }
    var end = today
    // At most a week back.
    for _ in 0..<8 where end > now || kind == .weekly && calendar.component(.weekday, from: end) != 2 {
      guard let earlier = calendar.date(byAdding: .day, value: -1, to: end) else { return nil }
      end = earlier
    }
    let days = kind == .weekly ? 7 : 1
    guard let start = calendar.date(byAdding: .day, value: -days, to: end) else { return nil }
    (from, to) = (start, end)
    let parts = calendar.dateComponents([.year, .month, .day], from: end)
    func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
    day = "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
    words = kind == .weekly ? "the week to \(day)" : "the day to \(day)"
  }
}
