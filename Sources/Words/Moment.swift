public import Foundation

/// Moments as people read them: in UTC, the same for every reader, or by the clock of the one who reads.
public enum Moment {
  /// `2026-11-20T10:49:07Z`.
  public static func iso(_ date: Date) -> String { date.formatted(.iso8601) }

  /// `2026-11-20 10:49:07 UTC`.
  public static func second(_ date: Date) -> String {
    day(date) + " " + iso(date).dropFirst(11).dropLast() + " UTC"
  }

  /// `2026-11-20 10:49 UTC`.
  public static func minute(_ date: Date) -> String {
    day(date) + " " + iso(date).dropFirst(11).dropLast(4) + " UTC"
  }

  /// `2026-11-20 11:49:07 +01:00`, as the clock on the wall has it.
  public static func local(_ date: Date, in zone: TimeZone = .current) -> String {
    let offset = zone.secondsFromGMT(for: date)
    guard offset != 0 else { return second(date) }
    let shown = second(date + TimeInterval(offset)).dropLast(4)
    let minutes = [abs(offset) / 3600, abs(offset) / 60 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(shown) \(offset < 0 ? "-" : "+")\(minutes.joined(separator: ":"))"
  }

  /// `2026-11-20`.
  public static func day(_ date: Date) -> String { String(iso(date).dropLast(10)) }
}
