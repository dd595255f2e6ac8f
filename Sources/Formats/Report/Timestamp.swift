import Foundation

/// Times as report.json and order.json have them: ISO 8601 in UTC with milliseconds.
enum Timestamp {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  static func write(_ date: Date) -> String {
    let seconds = (date.timeIntervalSince1970 * 1000).rounded() / 1000
    // Years 1 to 9999, beyond which the format has no room. What follows the milliseconds is cut off.
    let bounded = seconds.isFinite ? min(max(seconds, -62_135_596_800), 253_402_300_799.999) : 0
    return Date(timeIntervalSince1970: bounded + 0.0002).formatted(style)
  }

  /// Takes a fraction or none, and UTC or an offset. Foundation alone would take an hour 25 too.
  static func read(_ text: String) -> Date? {
    guard text.utf8.count >= 20, text.utf8.allSatisfy({ $0 < 0x80 }),
      let hour = Int(text.dropFirst(11).prefix(2)),
      let minute = Int(text.dropFirst(14).prefix(2)), (0..<24).contains(hour), (0..<60).contains(minute)
    else { return nil }
    let zone = text.dropFirst(19).drop { $0 == "." || $0.isNumber }
    let isWhole = zone == "Z" || zone == "z" || zone.dropFirst().filter(\.isNumber).count == 4
    return isWhole ? try? style.parse(text) : nil
  }
}
