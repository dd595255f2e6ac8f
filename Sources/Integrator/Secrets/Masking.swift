import Coverage
import Formats
import Model
import Words

/// Puts asterisks in the place of secrets. What a reader does not see, such as colours, may stand between
/// their letters: it is taken out of what is shown.
struct Masking: Sendable {
  private struct Secret: Sendable {
    var bytes: [UInt8]
    /// As which lines it may stand, because a tool broke it.
    var lines = Lines.one
    let holdsSpelledMark: Bool

    init(bytes: [UInt8], lines: Lines = .one) {
      (self.bytes, self.lines) = (bytes, lines)
      holdsSpelledMark = bytes.firstRange(of: SpelledSecret.percents(SpelledSecret.mark)) != nil
    }
  }

  private enum Lines { case one, base64, plain }

  private let secrets: [Secret]
  private let isFirst: [Bool]
  private let places: SparedPlaces

  static let none = Masking([])

  /// - Parameters:
  ///   - wrapped: in base64, what is found over several lines, too.
  ///   - folded: the same of letters as they are.
  init(
    _ secrets: [[UInt8]], wrapped: [[UInt8]] = [], folded: [[UInt8]] = [], besides places: [String] = []
  ) {
    self.places = SparedPlaces(places, holding: secrets)
    self.secrets =
      (secrets.map { Secret(bytes: $0) } + wrapped.map { Secret(bytes: $0, lines: .base64) }
      + folded.map { Secret(bytes: $0, lines: .plain) })
      .filter { !$0.bytes.isEmpty }
    isFirst = self.secrets.reduce(into: Array(repeating: false, count: 256)) { first, secret in
      for byte in [secret.bytes[0], SpelledSecret.mark] { first[Int(byte)] = true }
      if secret.bytes[0] == UInt8(ascii: " ") { first[Int(UInt8(ascii: "+"))] = true }
    }
  }

  var isIdle: Bool { secrets.isEmpty }

  func masked(_ text: String) -> String {
    isIdle ? text : String(decoding: masked(Array(text.utf8)), as: UTF8.self)
  }

  /// As many bytes, with an asterisk for each of a secret.
  func masked(_ bytes: [UInt8], isJSON: Bool = false) -> [UInt8] {
    guard !isIdle else { return bytes }
    var result = bytes
    for place in find(in: bytes, isWhole: true, isJSON: isJSON).places { result[place] = Self.asterisk }
    return result
  }

  static let asterisk = UInt8(ascii: "*")

  /// The places of their bytes, and from where on a secret may go on in what comes later.
  /// - Parameter run: how many signs of base64 stand right before.
  func find(
    in bytes: [UInt8], after before: [UInt8] = [], isWhole: Bool, isJSON: Bool, run: Int = 0
  ) -> (places: [Int], held: Int) {
    var run = run
    var matches: [[Int]] = []
    var held = bytes.count
    var start = 0
    while start < min(bytes.count, held) {
      if isFirst[Int(bytes[start])] {
        for secret in secrets where SpelledSecret.end(of: secret.bytes[0], in: bytes, start) != nil {
          switch matchEither(secret, bytes, start, run) {
          case .no: break
          case .whole(let places):
            switch self.places.hold(places, of: bytes, after: before, isWhole: isWhole) {
            case .yes: break
            case .cut: held = min(held, start)
            case .no: if !isJSON || !Self.isInNumber(bytes, places) { matches.append(places) }
            }
          case .cut: if !isWhole { held = min(held, start) }
          }
        }
      }
      run = SpelledSecret.isBase64[Int(bytes[start])] ? run + 1 : 0
      // A sign that JSON escapes is one, whatever letters it is spelled with.
      start += isJSON && bytes[start] == UInt8(ascii: "\\") ? 2 : 1
    }
    // One that goes over into what is held is found again with it.
    for match in matches.reversed() {
      if let first = match.first, let last = match.last, last >= held { held = min(held, first) }
    }
    return (matches.lazy.filter { ($0.last ?? 0) < held }.flatMap { $0 }, held)
  }

  /// From now on they stay as they are, whatever of a secret they hold.
  func spare(_ names: some Sequence<String>) { places.add(names) }

  /// The last of what came, as long as is needed to know a path.
  func kept(_ before: [UInt8], _ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let longest = places.longest
    return longest == 0 ? [] : Array((before + bytes.suffix(longest)).suffix(longest))
  }

  /// Within a number of JSON, as a time has many digits: asterisks would leave no JSON.
  private static func isInNumber(_ bytes: [UInt8], _ places: [Int]) -> Bool {
    guard let first = places.first, let last = places.last, last - first + 1 == places.count else {
      return false
    }
    func isOfNumber(_ byte: UInt8) -> Bool { 48...57 ~= byte || [43, 45, 46, 69, 101].contains(byte) }
    guard places.allSatisfy({ isOfNumber(bytes[$0]) }) else { return false }
    let before = bytes[..<first].lastIndex { !isOfNumber($0) } ?? -1
    let after = bytes[last...].dropFirst().first { !isOfNumber($0) }
    // `"since":1796037495.47,`; in a text its quotes are escaped.
    guard before > 1, bytes[before] == UInt8(ascii: ":"), bytes[before - 1] == UInt8(ascii: "\""),
      bytes[before - 2] != UInt8(ascii: "\\")
    else { return false }
    return after == UInt8(ascii: ",") || after == UInt8(ascii: "}")
  }

  private enum Match {
    case no, cut
    case whole([Int])
  }

  /// Whether a line may end behind so many letters and be gone on with: what is shorter could be anything.
  /// A line of base64 is as long as `line` says, with what it holds before the secret.
  private static func mayEnd(
    _ lines: Lines, isFirst: Bool, isWhole: Bool, letters: Int, line: Int
  ) -> Bool {
    switch lines {
    case .one: false
    case .base64: line >= 8
    // What follows is not waited for where a line only ends with its first letter.
    case .plain: letters >= (isFirst && !isWhole ? 2 : 1)
    }
  }

  /// What looks like a sign that addresses spell may be the secret's own.
  private func matchEither(_ secret: Secret, _ bytes: [UInt8], _ start: Int, _ run: Int) -> Match {
    let spelled = match(secret, bytes, start, run)
    if case .whole = spelled { return spelled }
    guard secret.holdsSpelledMark else { return spelled }
    let plain = match(secret, bytes, start, run, isPlain: true)
    if case .no = plain { return spelled }
    return plain
  }

  private func match(
    _ secret: Secret, _ bytes: [UInt8], _ start: Int, _ run: Int, isPlain: Bool = false
  ) -> Match {
    var places: [Int] = []
    var at = start
    var line = run
    var before = 0
    // How many of its letters were found.
    var found = 0
    while found < secret.bytes.count {
      guard at < bytes.count else { return .cut }
      if let end = SpelledSecret.end(of: secret.bytes[found], in: bytes, at, isPlain: isPlain) {
        guard end <= bytes.count else { return .cut }
        places += at..<end
        line += end - at
        (at, found) = (end, found + 1)
      } else {
        var end = Unseen.end(bytes, at)
        let isFirst = before == 0
        let letters = found - before
        if end == at,
          Self.mayEnd(
            secret.lines, isFirst: isFirst, isWhole: isFirst && Self.beginsLine(bytes, start),
            letters: letters, line: line)
        {
          end = Self.endOfBreak(bytes, at, before: secret.bytes[found])
          (line, before) = (0, found)
        }
        guard end > at else { return .no }
        guard end <= bytes.count else { return .cut }
        at = end
      }
    }
    return .whole(places)
  }
}

extension Masking {
  /// Whether nothing but blanks stands before it in its line, as far as that is known.
  private static func beginsLine(_ bytes: [UInt8], _ start: Int) -> Bool {
    let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    guard let last = bytes[..<start].lastIndex(where: { !blanks.contains($0) }) else { return true }
    return bytes[last] == UInt8(ascii: "\n")
      || bytes[last] == UInt8(ascii: "n") && last > 0 && bytes[last - 1] == UInt8(ascii: "\\")
  }

  /// The end of a line, also as JSON spells it, with what the next is indented by; the same place where there
  /// is none. What stands before a line feed is not seen anyway. `next`: what is to come, may be a blank.
  private static func endOfBreak(_ bytes: [UInt8], _ at: Int, before next: UInt8) -> Int {
    let isSpelled =
      bytes[at] == UInt8(ascii: "\\") && at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "n")
    guard isSpelled || bytes[at] == UInt8(ascii: "\n") else { return at }
    let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    let end = at + (isSpelled ? 2 : 1)
    if blanks.contains(next), end < bytes.count, bytes[end] == next { return end }
    return bytes[end...].firstIndex { !blanks.contains($0) } ?? bytes.count
  }
}

/// What stands in bytes without being seen as a letter.
private enum Unseen {
  /// Where one ends that begins here: at the same place where none does, behind the last byte where its end
  /// has not come.
  static func end(_ bytes: [UInt8], _ at: Int) -> Int {
    let (value, end) = scalar(bytes, at)
    guard end <= bytes.count, let value else { return end }
    guard value != "\n", UnseenCharacter.isOne(value) || isJoiner(value) else { return at }
    guard value == "\u{1B}" else { return end }
    guard end < bytes.count else { return bytes.count + 1 }
    guard bytes[end] == UInt8(ascii: "[") else { return end }
    let letter = bytes[(end + 1)...].firstIndex { !(0x20..<0x40 ~= $0) } ?? bytes.count
    return letter + 1
  }

  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200C}" || scalar == "\u{200D}" || 0xFE00...0xFE0F ~= scalar.value
  }

  /// Nil, and the same place, where it is none that may be unseen.
  private static func scalar(
    _ bytes: [UInt8], _ at: Int
  ) -> (value: Unicode.Scalar?, end: Int) {
    let first = bytes[at]
    if first == UInt8(ascii: "\\") { return escaped(bytes, at) }
    if first < 0x80 { return (Unicode.Scalar(first), at + 1) }
    guard 0xC2...0xF4 ~= first else { return (nil, at) }
    let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (0x7F >> UInt32(count))
    for place in at + 1..<at + count {
      guard place < bytes.count else { return (nil, bytes.count + 1) }
      guard bytes[place] & 0xC0 == 0x80 else { return (nil, at) }
      value = value << 6 | UInt32(bytes[place] & 0x3F)
    }
    return Unicode.Scalar(value).map { ($0, at + count) } ?? (nil, at)
  }

  /// As JSON spells it.
  private static func escaped(
    _ bytes: [UInt8], _ at: Int
  ) -> (value: Unicode.Scalar?, end: Int) {
    guard at + 1 < bytes.count else { return (nil, bytes.count + 1) }
    switch bytes[at + 1] {
    case UInt8(ascii: "t"): return ("\t", at + 2)
    case UInt8(ascii: "r"): return ("\r", at + 2)
    case UInt8(ascii: "b"): return ("\u{8}", at + 2)
    case UInt8(ascii: "f"): return ("\u{C}", at + 2)
    case UInt8(ascii: "u"):
      guard at + 6 <= bytes.count else { return (nil, bytes.count + 1) }
      let digits = String(decoding: bytes[(at + 2)..<(at + 6)], as: UTF8.self)
      return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }.map { ($0, at + 6) } ?? (nil, at)
    default: return (nil, at)
    }
  }
}

// MARK: What is published

extension Masking {
  /// The last thing before it is shown or written: whoever found it out need not know of secrets.
  func masked(_ report: Report) -> Report {
    guard !isIdle else { return report }
    let bytes = ReportJSON.encode(report)
    for sparesWords in [false, true] {
      let masked = self.masked(json: bytes, sparesWords: sparesWords)
      if masked == bytes { return report }
      // A secret may be like a word of Bothy's own.
      guard var one = try? ReportJSON.decode(masked), ReportJSON.encode(one) == masked else { continue }
      (one.bot, one.integration, one.toolchain) = (report.bot, report.integration, report.toolchain)
      if let commit = report.commit { one.commit = self.masked(commit, one.commit) }
      one.commits = zip(report.commits, one.commits).map { self.masked($0, $1) }
      return one
    }
    return report
  }

  /// What its author wrote, and what tells which it is.
  private func masked(_ commit: Commit, _ soFar: Commit?) -> Commit {
    var one = soFar ?? commit
    (one.id, one.branch, one.integratedAs) = (commit.id, commit.branch, commit.integratedAs)
    (one.subject, one.body) = (masked(commit.subject), commit.body.map { masked($0) })
    (one.author, one.email) = (masked(commit.author), masked(commit.email))
    return one
  }

  /// With its texts masked, but not the names of its members. Spared is what has no other signs than names of
  /// cases, numbers and times have.
  func masked(json bytes: [UInt8], sparesWords: Bool) -> [UInt8] {
    guard !isIdle else { return bytes }
    var result = bytes
    let quote = UInt8(ascii: "\"")
    var at = 0
    while let start = bytes[at...].firstIndex(of: quote) {
      var end = start + 1
      while end < bytes.count, bytes[end] != quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
      guard end < bytes.count else { break }
      at = end + 1
      let text = bytes[(start + 1)..<end]
      let next = bytes[at...].first { !Self.space.contains($0) }
      if next == UInt8(ascii: ":") || sparesWords && text.allSatisfy(Self.word.contains) { continue }
      for place in find(in: Array(text), isWhole: true, isJSON: true).places {
        result[start + 1 + place] = Self.asterisk
      }
    }
    return result
  }

  private static let space = Set(" \n\t\r".utf8)
  private static let word = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-:.".utf8)
}

extension Masking {
  /// Files and functions may be called like a secret.
  func masked(_ detail: CoverageDetail) -> CoverageDetail {
    CoverageDetail(
      files: detail.files.map { file in
        var file = file
        file.path = PackagePath(masked(file.path.rawValue))
        for index in file.functions.indices {
          file.functions[index].name = masked(file.functions[index].name)
        }
        return file
      })
  }
}
