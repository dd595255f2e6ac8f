/// Durations as people write and read them.
enum SpokenDuration {
  /// `90`, `90s`, `10m`, `1h30m`, `1.5h`, `500ms`; nil for anything else.
  static func seconds(_ text: String) -> Double? {
    var rest = text[...]
    var sum = 0.0
    var smallest = Double.infinity
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let number = Double(digits), digits.first != "." else { return nil }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let unit = name.isEmpty && smallest == .infinity && rest.isEmpty ? 1 : units[String(name)],
        unit < smallest
      else { return nil }
      smallest = unit
      sum += number * unit
    }
    return smallest == .infinity ? nil : sum
  }

  private static let units: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3600]

  /// `0.3 s`, `12 s`, `1 min 05 s`, `2 h 07 min`: as precise as anyone needs at that length.
  static func text(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds > 0 else { return "0.0 s" }
    let tenths = (seconds * 10).rounded()
    if tenths < 100 { return "\(Int(tenths) / 10).\(Int(tenths) % 10) s" }
    return wholeText(seconds)
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
