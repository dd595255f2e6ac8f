public import Foundation
public import Model

/// The moments of a periodic schedule.
public struct Ticks: Equatable, Sendable {
  private let every: Bot.Schedule.Every
  private let minute: Int
  private let weekday: Int
  private let zone: TimeZone

  private static let day = 86_400

  /// nil when the schedule is not periodic.
  public init?(_ schedule: Bot.Schedule, machineZone: TimeZone) {
    guard schedule.on == .periodic else { return nil }
    every = schedule.every ?? .day
    minute = schedule.atMinute ?? 0
    weekday = schedule.weekday.flatMap { Bot.Weekday.allCases.firstIndex(of: $0) } ?? 0
    zone = schedule.timeZone.flatMap { TimeZone(identifier: $0) } ?? machineZone
  }

  /// The last moment at or before `time`.
  public func last(upTo time: Date) -> Date {
    every == .hour ? lastHour(upTo: time) : first(from: localDay(time) + 1, by: -1) { $0 <= time }
  }

  /// The first moment after `time`.
  public func next(after time: Date) -> Date {
    every == .hour ? nextHour(after: time) : first(from: localDay(time) - 1, by: 1) { $0 > time }
  }

  private func first(from day: Int, by step: Int, where isMeant: (Date) -> Bool) -> Date {
    var day = day
    while true {
      if every == .day || Self.weekday(day) == weekday {
        let tick = moment(day: day)
        if isMeant(tick) { return tick }
      }
      day += step
    }
  }

  /// How far apart they are at most; more than a clock that was only put right.
  public var period: Double {
    switch every {
    case .hour: 2 * 3600
    case .day: 2 * 86_400
    case .week: 8 * 86_400
    }
  }

  /// A time of day that comes twice counts the first time; one that is left out counts as though the clock
  /// had not been put forward.
  private func moment(day: Int) -> Date {
    let local = Double(day * Self.day + minute * 60)
    let before = offset(local - Double(Self.day))
    let after = offset(local + Double(Self.day))
    let early = local - Double(max(before, after))
    let late = local - Double(min(before, after))
    for candidate in [early, late] where Double(offset(candidate)) == local - candidate {
      return Date(timeIntervalSince1970: candidate)
    }
    return Date(timeIntervalSince1970: local - Double(before))
  }

  private func lastHour(upTo time: Date) -> Date {
    let seconds = time.timeIntervalSince1970
    let shift = Double(minute % 60 * 60 - offset(seconds))
    return Date(timeIntervalSince1970: ((seconds - shift) / 3600).rounded(.down) * 3600 + shift)
  }

  private func nextHour(after time: Date) -> Date {
    var next = lastHour(upTo: time).addingTimeInterval(3600)
    // Some zones are put forward by half an hour.
    while next <= time { next = next.addingTimeInterval(60) }
    return lastHour(upTo: next) > time ? lastHour(upTo: next) : next
  }

  private func offset(_ seconds: Double) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
  }

  private func localDay(_ time: Date) -> Int {
    let local = time.timeIntervalSince1970 + Double(offset(time.timeIntervalSince1970))
    return Int((local / Double(Self.day)).rounded(.down))
  }

  /// 1 January 1970 was a Thursday; Monday is 0.
  private static func weekday(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }
}
