import Foundation
import Model

/// Numbers, times and sizes as the pages write them.
enum Figures {
  /// One decimal; never rounded up to 100 or down to 0.
  static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    var tenths = Int((Double(part) * 1000 / Double(whole)).rounded())
    if part < whole { tenths = min(tenths, 999) }
    if part > 0 { tenths = max(tenths, 1) }
    return tenths == 1000 ? "100%" : "\(tenths / 10).\(tenths % 10)%"
  }

  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0 else { return "0 s" }
    if seconds < 0.0005 { return "< 1 ms" }
    if seconds < 0.9995 { return "\(Int((seconds * 1000).rounded())) ms" }
    let tenths = Int((min(seconds, 1e9) * 10).rounded())
    if tenths < 100 { return "\(tenths / 10).\(tenths % 10) s" }
    let whole = Int(min(seconds, 1e9).rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(padded(whole % 60)) s" }
    return "\(whole / 3600) h \(padded(whole / 60 % 60)) min"
  }

  static func bytes(_ bytes: Int) -> String {
    if bytes < 1000 { return Sentence.count(bytes, "byte") }
    var value = Double(bytes)
    for unit in ["kB", "MB", "GB"] {
      value /= 1000
      if value < 999.95 || unit == "GB" { return "\(Int(value * 10) / 10).\(Int(value * 10) % 10) \(unit)" }
    }
    return ""
  }

  /// `2026-11-20 10:49 UTC`: the same for every reader.
  static func moment(_ date: Date) -> String {
    let iso = isoText(date)
    return iso.prefix(10) + " " + iso.dropFirst(11).prefix(5) + " UTC"
  }

  /// For `<time datetime>`, without fractions.
  static func isoText(_ date: Date) -> String {
    date.formatted(.iso8601)
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
