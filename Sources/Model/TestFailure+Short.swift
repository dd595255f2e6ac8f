import Words

extension TestFailure {
  /// Without what a library says before every failure of its kind.
  public var plainMessage: String { Self.plain(message) }

  private static func plain(_ message: String) -> String {
    for lead in ["failed - ", "Issue recorded: "] where message.hasPrefix(lead) && message.count > lead.count
    {
      return String(message.dropFirst(lead.count))
    }
    return message
  }

  /// What differs, in one line: of two values both, of a difference told as text its first lines.
  public var inShort: String {
    if let values, let (first, second) = differing {
      let comment = values.comment.isEmpty ? "" : ": \(values.comment)"
      return Self.oneLine("\(first) ≠ \(second)\(comment)")
    }
    let plain = plainMessage
    guard let pair = ToldDifference(message: plain)?.firstPair else { return Self.oneLine(plain) }
    return [pair.removed.map { "– " + Self.oneLine($0) }, pair.added.map { "+ " + Self.oneLine($0) }]
      .compactMap { $0 }.joined(separator: "  ")
  }

  /// `inShort` without what the framework says before it in every test, where something follows.
  public var inFewWords: String {
    let short = inShort
    var leads = ["Expectation failed: ", "Caught error: ", "Fatal error: ", "Timed out: ", "threw error "]
    let word = short.prefix { $0.isASCII && $0.isLetter }
    if word.hasPrefix("XCT") { leads += ["\(word) failed: ", "\(word) failed - "] }
    guard let lead = leads.first(where: { short.hasPrefix($0) && short.count > $0.count }) else {
      return short
    }
    return String(short.dropFirst(lead.count))
  }

  /// The two values that were compared, of long texts the first lines that differ.
  public var differing: (first: String, second: String)? {
    values.map { Self.firstPair($0.first.value, $0.second.value) }
  }

  /// The first lines in which two texts differ.
  private static func firstPair(_ first: String, _ second: String) -> (String, String) {
    guard first.utf8.contains(0x0A) || second.utf8.contains(0x0A) else { return (first, second) }
    let sides = [first, second].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let place = zip(sides[0], sides[1]).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let line = place ?? min(sides[0].count, sides[1].count)
    func told(_ side: [Substring]) -> String { line < side.count ? String(side[line]) : "(no more)" }
    return (told(sides[0]), told(sides[1]))
  }

  private static func oneLine(_ text: String) -> String {
    Shown.withoutColors(String(text.prefix(2000))).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}
