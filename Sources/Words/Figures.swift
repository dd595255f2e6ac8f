/// Numbers as pages, terminal, mails and logs write them: the same value always the same.
public enum Figures {
  /// 1234567 as "1,234,567".
  public static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// "1 test", "549 tests", "1,234 tests".
  public static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
  }

  /// One decimal: "100.0 %" only when nothing is missing, "0.0 %" only when there is nothing.
  public static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    let exact = Int((Double(part) / Double(whole) * 1000).rounded())
    let tenths = part >= whole ? 1000 : part <= 0 ? 0 : min(999, max(1, exact))
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// "12", "12.3": for drawings, and where there is little room.
  public static func tenth(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }

  /// "999 bytes", "1.5 kB", "12.3 GB": a thousand of one are one of the next.
  public static func bytes(_ count: Int) -> String {
    if count < 1000 { return Self.count(max(0, count), "byte") }
    var value = Double(count) / 1000
    var units = ["kB", "MB", "GB", "TB"][...]
    while value >= 999.95, units.count > 1 {
      value /= 1000
      units.removeFirst()
    }
    let tenths = Int((value * 10).rounded())
    return "\(grouped(tenths / 10)).\(tenths % 10) \(units.first ?? "")"
  }

  /// "12 ms", "1.2 s", "12 s", "1 min 05 s", "2 h 07 min".
  public static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0 else { return "0 s" }
    if seconds < 0.0005 { return "< 1 ms" }
    if seconds < 0.9995 { return "\(Int((seconds * 1000).rounded())) ms" }
    let tenths = Int((min(seconds, 1e9) * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) s" : whole(Int(min(seconds, 1e9).rounded()))
  }

  /// Without fractions and never ahead, for a time that is moving.
  public static func movingDuration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds > 0 else { return "0 s" }
    return whole(Int(min(seconds, 1e9)))
  }

  private static func whole(_ seconds: Int) -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(padded(seconds % 60)) s" }
    return "\(seconds / 3600) h \(padded(seconds / 60 % 60)) min"
  }
}
