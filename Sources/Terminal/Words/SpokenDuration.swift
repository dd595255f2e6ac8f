/// Durations as people read them.
enum SpokenDuration {
  /// `0.3 s`, `12 s`, `1 min 05 s`, `2 h 07 min`: as precise as anyone needs at that length.
  static func text(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds > 0 else { return "0.0 s" }
    let tenths = (seconds * 10).rounded()
    if tenths < 100 { return "\(Int(tenths) / 10).\(Int(tenths) % 10) s" }
    return wholeText(max(seconds, 10))
  }

  /// The same without fractions, for a time that is moving.
  static func wholeText(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds > 0 else { return "0 s" }
    let whole = Int(min(seconds, 1e9).rounded(.down))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(padded(whole % 60)) s" }
    return "\(whole / 3600) h \(padded(whole / 60 % 60)) min"
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
