/// What a message says, without what differs from run to run: numbers, addresses, durations, absolute paths,
/// and the order in which the values of sets and the keys of dictionaries are told.
public struct MessageWords {
  /// So much of a message is compared, in Unicode scalars.
  public static let most = 1000

  private var words: [String]
  private let isCut: Bool

  /// Whether two messages say the same, as far as both were kept.
  public static func areAlike(_ one: String, _ other: String) -> Bool {
    let (one, other) = (MessageWords(one), MessageWords(other))
    guard one.isCut || other.isCut else { return one.words == other.words }
    let count = min(one.words.count, other.words.count)
    return one.words.prefix(count) == other.words.prefix(count)
  }

  init(_ message: String) {
    let kept = String(String.UnicodeScalarView(message.unicodeScalars.prefix(Self.most)))
    isCut = kept.unicodeScalars.count == Self.most
    var reader = WordReader(Array(SteadyText.of(kept).utf8), isCut: isCut)
    words = Self.source(of: kept) + reader.words()
    // Of the last one nobody knows how it went on.
    if isCut { words = words.dropLast() }
  }

  /// `(number → ) != 3` of `Expectation failed: (number → 5) != 3`: what stands in the source has no numbers
  /// that differ from run to run.
  private static func source(of message: String) -> [String] {
    let first = message.prefix { !$0.isNewline }
    guard first.hasPrefix("Expectation failed: "), first.contains("→ ") else { return [] }
    var source = ""
    // How many parentheses are open inside of a value; nil outside of one.
    var depth: Int?
    var (isQuoted, isEscaped) = (false, false)
    for character in first {
      guard let open = depth else {
        source.append(character)
        if character == "→" { depth = 0 }
        continue
      }
      if isQuoted {
        (isQuoted, isEscaped) = (character != "\"" || isEscaped, character == "\\" && !isEscaped)
        continue
      }
      switch character {
      case "\"": isQuoted = true
      case "(": depth = open + 1
      case ")" where open > 0: depth = open - 1
      case ")":
        depth = nil
        source.append(character)
      default: break
      }
    }
    return [source]
  }
}

/// Reads the words of a message once from left to right.
private struct WordReader {
  let bytes: [UInt8]
  private let isCut: Bool
  /// Where the group ends that begins here.
  private var ends: [Int: Int] = [:]
  private var index = 0

  init(_ bytes: [UInt8], isCut: Bool) {
    (self.bytes, self.isCut) = (bytes, isCut)
    var open: [Int] = []
    for (place, byte) in bytes.enumerated() {
      if "[{".utf8.contains(byte) { open.append(place) }
      if "]}".utf8.contains(byte), let start = open.popLast() { ends[start] = place }
    }
  }

  mutating func words() -> [String] { elements(upTo: bytes.count).flatMap(\.self) }

  /// The words between commas.
  private mutating func elements(upTo end: Int) -> [[String]] {
    var elements: [[String]] = [[]]
    while index < end {
      let byte = bytes[index]
      var words: [String] = []
      if "[{".utf8.contains(byte) {
        words = group(upTo: end)
      } else if byte == UInt8(ascii: ",") {
        elements.append([])
        index += 1
      } else if Self.parts(byte) {
        index += 1
      } else if Self.isWord(byte) {
        words = word(upTo: end)
      } else {
        words = signs(upTo: end)
      }
      elements[elements.count - 1] += words
    }
    return elements
  }

  /// Sets and dictionaries are told in another order each time.
  private mutating func group(upTo end: Int) -> [String] {
    guard let close = ends[index] else {
      index = isCut ? end : index + 1
      return []
    }
    index += 1
    let words = elements(upTo: close).sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
    index = close + 1
    return words
  }

  private mutating func word(upTo end: Int) -> [String] {
    if isMark(index) {
      index += Self.mark.count
      return skipUnit(upTo: end) ? [] : ["…"]
    }
    let start = index
    let next = run(from: start, upTo: end, Self.isWord)
    // Letters and numbers by turns are nothing that anybody wrote.
    let isOdd = bytes[start..<next].split { !Self.isDigit($0) }.count > 1
    let id = run(from: start, upTo: end) { Self.isWord($0) || $0 == UInt8(ascii: "-") }
    let number = Self.isDigit(bytes[start]) ? endOfNumber(upTo: end) : start
    index = max(number, isOdd ? next : start, Self.isHexadecimal(bytes[start..<id]) ? id : start)
    if index > start {
      _ = skipUnit(upTo: end)
      return []
    }
    index = next
    return [String(decoding: bytes[start..<next].filter { !Self.isDigit($0) }, as: UTF8.self)]
  }

  /// `==`, `→`; what stands before a number as its sign goes with it.
  private mutating func signs(upTo end: Int) -> [String] {
    let start = index
    index = run(from: index, upTo: end) {
      !Self.isWord($0) && !Self.parts($0) && !"[{,".utf8.contains($0)
    }
    var signs = bytes[start..<index]
    if index < end, Self.isDigit(bytes[index]), let last = signs.last, "+-".utf8.contains(last) {
      signs = signs.dropLast()
    }
    return signs.isEmpty ? [] : [String(decoding: signs, as: UTF8.self)]
  }

  private func run(from start: Int, upTo end: Int, _ belongs: (UInt8) -> Bool) -> Int {
    var place = start
    while place < end, belongs(bytes[place]), place == start || !isMark(place) { place += 1 }
    return place
  }

  private func endOfNumber(upTo end: Int) -> Int {
    var place = index
    while place < end {
      let isJoint = ".:/-".utf8.contains(bytes[place]) && place + 1 < end && Self.isDigit(bytes[place + 1])
      guard isJoint || Self.isDigit(bytes[place]) else { break }
      place += 1
    }
    guard place < end, bytes[place] | 0x20 == UInt8(ascii: "e") else { return place }
    let isSigned = place + 1 < end && "+-".utf8.contains(bytes[place + 1])
    let exponent = run(from: place + (isSigned ? 2 : 1), upTo: end, Self.isDigit)
    return exponent > place + (isSigned ? 2 : 1) ? exponent : place
  }

  /// What took seconds may take milliseconds the next time.
  private mutating func skipUnit(upTo end: Int) -> Bool {
    let start = index < end && bytes[index] == 0x20 ? index + 1 : index
    let unit = run(from: start, upTo: end, Self.isWord)
    guard unit > start, SteadyText.units.contains(Array(bytes[start..<unit])) else { return false }
    index = unit
    return true
  }

  private static let mark = Array("…".utf8)

  private func isMark(_ place: Int) -> Bool { bytes[place...].starts(with: Self.mark) }

  private static func parts(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"'`()]}".utf8.contains(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80 || (0x61...0x7a).contains(byte | 0x20)
  }

  /// A mark of bytes, or a date: not `add-3`, and not `a1`.
  private static func isHexadecimal(_ run: ArraySlice<UInt8>) -> Bool {
    let isDigital = { (byte: UInt8) in isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
    guard let first = run.first, run.contains(where: isDigit),
      run.allSatisfy({ isDigital($0) || $0 == UInt8(ascii: "-") })
    else { return false }
    return isDigit(first) || run.count >= 20
      || run.count >= 6 && run.prefix { $0 != UInt8(ascii: "-") }.contains(where: isDigit)
  }
}
