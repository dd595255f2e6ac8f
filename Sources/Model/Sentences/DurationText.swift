/// A span of time as people write it: `60s`, `2m`, `1h30m`, `500ms`, `1.5h`; a plain number is seconds.
public enum DurationText {
  /// In words, for messages and help.
  public static let words = "a duration such as 90s, 10m, 1h30m or 500ms"
  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86400),
  ]
  /// Ten years: beyond it nobody waits, and sums of times would lose their fractions.
  private static let longest = 3650 * 86400.0

  /// In seconds; absent when the text is none, negative or beyond all bounds.
  public static func read(_ text: String) -> Double? {
    var rest = text[...]
    var total = 0.0
    var smallest = Double.infinity
    repeat {
      let number = rest.prefix { $0 == "." || ("0"..."9").contains($0) && $0.isASCII }
      guard let amount = read(number: number) else { return nil }
      rest = rest.dropFirst(number.count)
      if rest.isEmpty, smallest == .infinity { return bounded(amount) }
      let name = rest.prefix { $0.isLetter }
      // Each unit once and the larger first: 1h30m, never 30m1h or 1m1m.
      guard let unit = units.first(where: { $0.name == name }), unit.seconds < smallest else { return nil }
      smallest = unit.seconds
      total += amount * unit.seconds
      rest = rest.dropFirst(name.count)
    } while !rest.isEmpty
    return bounded(total)
  }

  private static func read(number: Substring) -> Double? {
    guard number.first != ".", number.last != ".", number.count <= 20 else { return nil }
    return Double(number)
  }

  private static func bounded(_ seconds: Double) -> Double? {
    seconds.isFinite && seconds <= longest ? seconds : nil
  }
}
