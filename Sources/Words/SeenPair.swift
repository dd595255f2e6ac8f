/// Two texts that differ, each in a line in which one sees that they do: as they are where that is enough,
/// else with signs for blanks, line ends and what hides, or spelled as Swift spells them.
public struct SeenPair: Equatable, Sendable {
  public let first: String
  public let second: String

  /// Nil where both are the same text.
  public init?(_ first: String, _ second: String) { self.init(first, second, areDrawn: false) }

  private init?(_ first: String, _ second: String, areDrawn: Bool) {
    guard !Self.isSame(first, second) else { return nil }
    let seen = [first, second].map { Self.seen(Shown.withoutColors($0)) }
    if !areDrawn, seen[0] != seen[1] {
      (self.first, self.second) = (first, second)
      return
    }
    let signs = [first, second].map(Self.withSigns)
    // Where the texts have such signs of their own, these may stand for anything.
    let isClear = seen.allSatisfy { text in !text.contains { "·→↵␍".contains($0) } && !text.contains("\\u{") }
    let drawn = isClear && signs[0] != signs[1] ? signs : [first, second].map(Self.spelled)
    (self.first, self.second) = (drawn[0], drawn[1])
  }

  /// One text in a line in which each blank counts: as it is where it has none but between words.
  public static func line(of text: String) -> String {
    guard !isSame(text, collapsed(text)) else { return text }
    let isClear = !text.contains { "·→↵␍".contains($0) } && !text.contains("\\u{")
    return isClear ? withSigns(text) : spelled(text)
  }

  /// Of texts of several lines the first lines that differ, where one sees it in these.
  public init?(linesOf first: String, _ second: String) {
    guard !Self.isSame(first, second) else { return nil }
    // One line beside several: the first of them alone would tell of a text that is not there.
    if first.utf8.contains(0x0A) != second.utf8.contains(0x0A), first.count + second.count <= Self.fewLetters
    {
      self.init(first, second, areDrawn: true)
      return
    }
    let sides = [first, second].map {
      $0.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
    }
    let place = zip(sides[0], sides[1]).enumerated().first { !$0.element.0.elementsEqual($0.element.1) }?
      .offset
    let line = place ?? min(sides[0].count, sides[1].count)
    let told = sides.map { line < $0.count ? String($0[line]) : Self.noMore }
    let hasBoth = sides.allSatisfy { line < $0.count }
    guard hasBoth || told.map(Self.seen).allSatisfy({ !$0.isEmpty }), let pair = SeenPair(told[0], told[1])
    else {
      self.init(first, second)
      return
    }
    self = pair
  }

  private static let fewLetters = 80

  /// In the place of a line that one of them lacks.
  private static let noMore = "(no more)"

  /// Both, cut to `most` letters in all; what they begin with alike is cut first.
  public func cut(to most: Int) -> SeenPair {
    guard first.count + second.count > most else { return self }
    var sides = [first[...], second[...]]
    let common = zip(first, second).prefix { $0 == $1 }.count
    if common > Self.keptInCommon + 1 {
      sides = sides.map { "…" + $0.dropFirst(common - Self.keptInCommon) }
    }
    let least = sides.map(\.count).min() ?? 0
    let part = max(most / 2, most - least)
    let cut = sides.map { $0.count > part ? String($0.prefix(part)) + "…" : String($0) }
    return SeenPair(shown: cut[0], cut[1])
  }

  private static let keptInCommon = 12

  /// Without colours, and without the blanks that one does not count.
  public var collapsed: SeenPair { SeenPair(shown: Self.collapsed(first), Self.collapsed(second)) }

  /// Each in one line: of one line as it is, with signs where blanks stand that nobody would see; of several
  /// collapsed.
  public var inLines: SeenPair {
    let sides = [first, second].map { text in
      text.utf8.contains(0x0A) ? Self.collapsed(text) : Self.line(of: Shown.withoutColors(text))
    }
    return SeenPair(shown: sides[0], sides[1])
  }

  private init(shown first: String, _ second: String) { (self.first, self.second) = (first, second) }

  private static func collapsed(_ text: String) -> String {
    Shown.withoutColors(text).unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }.joined(
      separator: " ")
  }

  private static func isSame(_ first: String, _ second: String) -> Bool {
    first.unicodeScalars.elementsEqual(second.unicodeScalars)
  }

  /// What of a text nobody overlooks.
  private static func seen(_ text: some StringProtocol) -> String {
    var seen = String.UnicodeScalarView()
    seen.append(contentsOf: text.unicodeScalars.lazy.filter { !isUnseen($0) })
    return String(seen)
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    if 0x21..<0x7F ~= scalar.value { return false }
    let properties = scalar.properties
    return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || UnseenCharacter.isOne(scalar)
      || scalar == "\u{2800}"
  }

  private static func withSigns(_ text: String) -> String {
    drawn(text) { scalar, isBetweenWords in
      switch scalar {
      case " ": isBetweenWords ? " " : "·"
      case "\t": "→"
      case "\n": "↵"
      case "\r": "␍"
      default: isUnseen(scalar) ? spelling(of: scalar) : nil
      }
    }
  }

  private static func spelled(_ text: String) -> String {
    drawn(text) { scalar, isBetweenWords in
      switch scalar {
      case " ": isBetweenWords ? " " : spelling(of: " ")
      case "\t": "\\t"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\\": "\\\\"
      default: scalar.isASCII && !isUnseen(scalar) ? nil : spelling(of: scalar)
      }
    }
  }

  private static func spelling(of scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// - Parameter sign: what stands for a scalar, told whether it is all that stands between two words.
  private static func drawn(_ text: String, sign: (Unicode.Scalar, Bool) -> String?) -> String {
    let scalars = Array(text.unicodeScalars)
    var drawn = String.UnicodeScalarView()
    for (place, scalar) in scalars.enumerated() {
      let beside = [place - 1, place + 1]
      let isBetweenWords = beside.allSatisfy { scalars.indices.contains($0) && !isUnseen(scalars[$0]) }
      if let sign = sign(scalar, isBetweenWords) {
        drawn.append(contentsOf: sign.unicodeScalars)
      } else {
        drawn.append(scalar)
      }
    }
    return String(drawn)
  }
}
