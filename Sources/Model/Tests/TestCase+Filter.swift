import Words

extension TestCase {
  /// The regular expression for `--filter`, which both libraries match against a test's whole id, that means
  /// this test and no other.
  public var filterPattern: String { pattern(isHere: true) }

  /// The same for another commit, where it may stand in another line: of several with one name it means all.
  public var patternAnywhere: String { pattern(isHere: false) }

  private func pattern(isHere: Bool) -> String {
    // Swift Testing's own ids go on with the place: `/File.swift:8:10`.
    let stem = library == .swiftTesting ? id.stem : (text: id.rawValue, end: "$")
    let line = isHere && stem.end == ":" ? self.line.map { "\($0):" } ?? "" : ""
    // What can't be shown as it is matches anything.
    return "^\(PatternText.matching(stem.text, isAny: UnseenCharacter.isOne))\(stem.end)\(line)"
  }
}
