public import Foundation

/// Moments as people read them: in UTC, the same for every reader.
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

  /// `2026-11-20`.
  public static func day(_ date: Date) -> String { String(iso(date).dropLast(10)) }
}
