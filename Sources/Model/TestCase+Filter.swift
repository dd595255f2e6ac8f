import Words

extension TestCase {
  /// The regular expression for `--filter`, which both libraries match against a test's whole id, that means
  /// this test and no other.
  public var filterPattern: String {
    // Swift Testing's own ids go on with the place: `/File.swift:8:10`.
    let stem = library == .swiftTesting ? id.stem : (text: id.rawValue, end: "$")
    let line = stem.end == ":" ? self.line.map { "\($0):" } ?? "" : ""
    // What can't be shown as it is matches anything.
    return "^\(PatternText.matching(stem.text, isAny: UnseenCharacter.isOne))\(stem.end)\(line)"
  }
}
