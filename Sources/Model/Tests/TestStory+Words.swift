import Words

// What pages and terminals say in the same words.

extension TestStory {
  /// What it worked last, and the median of what is told; nil where less than two are.
  public var durations: (last: Entry, seconds: Double, median: Double)? {
    let timed = whole.filter { $0.seconds != nil }
    let seconds = timed.compactMap(\.seconds)
    guard timed.count > 1, let last = timed.first, let newest = seconds.first, let median = seconds.median
    else { return nil }
    return (last, newest, median)
  }

  /// "of a median of 12 ms", and "as in the median" where both read alike.
  public static func words(_ seconds: Double, of median: Double) -> String {
    let words = Figures.duration(median)
    return Figures.duration(seconds) == words ? "as in the median" : "of a median of \(words)"
  }

  /// "How long it took in #7 is not known. …"; nil where it is, or something else kept it from being so.
  public var untimed: String? {
    untimedIn.map { "How long it took in \($0) is not known. \(KnownTimes.reason)" }
  }

  /// The same where it stands beside such words.
  public var untimedWords: String? { untimedIn.map { "not known in \($0): \(KnownTimes.reason)" } }

  private var untimedIn: IntegrationNumber? {
    guard let newest = whole.first, newest.seconds == nil, newest.outcome == .passed,
      test.library == .swiftTesting
    else { return nil }
    return newest.integration
  }
}

extension TestStory.Cause {
  public var times: String {
    count == 1 ? "once" : Figures.count(count, "time") + (varies ? ", told a little otherwise too" : "")
  }
}

extension TestStory.Message {
  /// Its first line, without colours.
  public var firstLine: String {
    String(Shown.withColorsSpelled(text).split(whereSeparator: \.isNewline).first ?? "")
  }
}

extension TestStory.Series {
  /// Four figures: "0.001234", "12.34", "1,234,567".
  public static func figure(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let size = abs(value)
    if size >= 1000 { return Figures.grouped(Int(value.rounded().clamped)) }
    if size == 0 { return "0" }
    var digits = 3
    var unit = size
    while unit < 1, digits < 12 {
      unit *= 10
      digits += 1
    }
    var whole = size
    while whole >= 10, digits > 0 {
      whole /= 10
      digits -= 1
    }
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let rounded = Int((size * scale).rounded())
    var fraction = String(rounded % Int(scale))
    fraction = String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
    let text = "\(rounded / Int(scale))" + (digits == 0 ? "" : "." + fraction)
    return (value < 0 ? "-" : "") + text
  }

  /// "12 % more than 0.001234, the median of the 9 before"; nil where there is nothing to compare with.
  public var changeWords: String? {
    guard let baseline, let change else { return nil }
    let tenths = Int((change * 1000).rounded().clamped)
    let before = min(points.count - 1, Self.mostBefore)
    let median = before == 1 ? "the one before" : "the median of the \(before) before"
    if tenths == 0 { return "as much as \(median)" }
    let size = Figures.tenth(Double(abs(tenths)) / 10)
    return "\(size) % \(tenths > 0 ? "more" : "less") than \(Self.figure(baseline)), \(median)"
  }
}

extension TestStory.Series.Point {
  public var figure: String { TestStory.Series.figure(average) }
  public var deviation: String { "±\(Figures.tenth(relativeStandardDeviation)) %" }
}

extension Double {
  fileprivate var clamped: Double { Swift.max(-1e15, Swift.min(1e15, self)) }
}
