import Foundation
import Model
import Words

/// The days or weeks that a report by mail tells of: they end at seven in the morning.
struct DigestPeriod: Equatable {
  private(set) var from: Date
  let to: Date
  /// The day on which it ends, as 2026-11-21.
  let day: String
  private let isWeekly: Bool
  private let calendar: Calendar
  private var days: Int

  private static let hour = 7
  /// What was before is no news by mail: its pages tell it.
  private static let mostDays = 14

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
    (days, isWeekly, self.calendar) = (kind == .weekly ? 7 : 1, kind == .weekly, calendar)
    guard let start = calendar.date(byAdding: .day, value: -days, to: end) else { return nil }
    (from, to) = (start, end)
    let parts = calendar.dateComponents([.year, .month, .day], from: end)
    func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
    day = "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
  }

  /// When the next one of any kind may end.
  static func next(after now: Date, in zone: TimeZone) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar.nextDate(
      after: now, matching: DateComponents(hour: hour, minute: 0, second: 0), matchingPolicy: .nextTime)
  }

  /// With what nobody was told because nothing ran when it ended. `told`: the day on which the last one ended
  /// that was told.
  func following(_ told: String?) -> DigestPeriod {
    let parts = (told ?? "").split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return self }
    var last = DateComponents(year: parts[0], month: parts[1], day: parts[2])
    last.hour = Self.hour
    guard let end = calendar.date(from: last),
      let passed = calendar.dateComponents([.day], from: end, to: to).day, passed > 0
    else { return self }
    var period = self
    period.days = min(passed, Self.mostDays)
    period.from = calendar.date(byAdding: .day, value: -period.days, to: to) ?? from
    return period
  }

  /// "the day to 2026-11-21", "the 3 days to 2026-11-23"
  var words: String {
    let isWhole = isWeekly && days.isMultiple(of: 7)
    let (count, unit) = isWhole ? (days / 7, "week") : (days, "day")
    return "the \(count == 1 ? unit : Figures.count(count, unit)) to \(day)"
  }
}
