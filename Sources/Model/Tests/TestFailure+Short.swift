public import Words

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

  /// What differs, in one line: of two values both, of a difference told as text its first lines. What is
  /// unequal never looks alike.
  public var inShort: String {
    if let values {
      let comment = values.behind
      if let line = DifferentLine(values.first.value, values.second.value).flatMap(words(of:)) {
        return Self.oneLine(line + comment)
      }
      guard let pair = differing?.inLines.cut(to: Self.mostInShort) else {
        return Self.oneLine("unequal, though both read \(values.first.value)\(comment)")
      }
      return Self.oneLine("\(visible(pair.first)) ≠ \(visible(pair.second))\(comment)")
    }
    let plain = plainMessage
    guard let pair = ToldDifference(message: plain)?.firstPair else { return Self.oneLine(plain) }
    guard let removed = pair.removed, let added = pair.added, let seen = SeenPair(removed, added) else {
      return [pair.removed.map { "– " + Self.oneLine($0) }, pair.added.map { "+ " + Self.oneLine($0) }]
        .compactMap { $0 }.joined(separator: "  ")
    }
    let short = seen.collapsed.cut(to: Self.mostInShort)
    return "– \(visible(short.first))  + \(visible(short.second))"
  }

  /// "line 3: b ≠ B", "only the second has line 6: - Changed"; nil where nobody sees it in the line.
  private func words(of line: DifferentLine) -> String? {
    guard let first = line.first, let second = line.second else {
      guard let more = line.first ?? line.second,
        let pair = SeenPair("", more)?.collapsed.cut(to: Self.mostInShort), !pair.second.isEmpty
      else { return nil }
      return "only the \(line.first == nil ? "second" : "first") has line \(line.number): \(pair.second)"
    }
    guard let pair = SeenPair(first, second)?.collapsed.cut(to: Self.mostInShort) else { return nil }
    return "line \(line.number): \(visible(pair.first)) ≠ \(visible(pair.second))"
  }

  /// Nothing at all reads as if something was cut off.
  private func visible(_ value: String) -> String { value.isEmpty ? "\"\"" : value }

  /// What a line of a list or of a summary has room for.
  private static let mostInShort = 140

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

  /// The two values that were compared, of long texts the first lines that differ; nil where both read alike.
  public var differing: SeenPair? {
    values.flatMap { SeenPair(linesOf: $0.first.value, $0.second.value) }
  }

  private static func oneLine(_ text: String) -> String {
    // Blanks in a line may be of a value.
    Shown.withoutColors(String(text.prefix(2000))).split(whereSeparator: \.isNewline)
      .map { $0.replacing("\t", with: " ").withoutOuterBlanks }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Substring {
  fileprivate var withoutOuterBlanks: Substring {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}

extension TestCase {
  /// "; 2 more failures" to stand behind the first, where it is not a crash that is told.
  public var moreFailures: String {
    let left = outcome == .crashed ? 0 : failures.filter { !$0.isKnown }.failureCount - 1
    return left > 0 ? "; \(Figures.count(left, "more failure"))" : ""
  }
}
