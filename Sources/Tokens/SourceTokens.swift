/// Cuts source into tokens. A lexer, no parser: what makes no sense is cut somehow, and nothing is lost.
///
/// Where a slash begins a pattern, and what ends a text, is as the compiler has it; what it rejects ends with
/// its line.
public struct SourceTokens: Sequence, IteratorProtocol {
  /// A text that code is interpolated in.
  private struct Frame {
    var hashes: Int
    var isLong: Bool
    /// How many are open in the code, with the one that began it.
    var parentheses = 1
  }

  private let bytes: [UInt8]
  private let isSwift: Bool
  private let keywords: Keywords
  private var at = 0
  private var frames: [Frame] = []
  /// What stands before, blanks and comments passed over.
  private var last = SourceToken(.newline, 0, 0)
  /// No pattern ends between here and there, so that none is looked for twice.
  private var deadEnd = 0
  /// So many hashes or more end no pattern in the rest of the file.
  private var deadHashes = Int.max

  public init(_ bytes: [UInt8], _ language: SourceLanguage = .swift) {
    self.bytes = bytes
    isSwift = language == .swift
    keywords = .of(language)
  }

  public mutating func next() -> SourceToken? {
    let start = at
    guard start < bytes.count else { return nil }
    let kind = read(bytes[start])
    at = Swift.min(at, bytes.count)
    let token = SourceToken(kind, start, at)
    if kind != .space, kind != .comment { last = token }
    return token
  }

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func read(_ first: UInt8) -> SourceToken.Kind {
    switch first {
    case 0x20, 0x09, 0x0B, 0x0C, 0x00: return readSpace()
    case 0x0A, 0x0D: return readNewline(first)
    case UInt8(ascii: "/"): return readSlash()
    case UInt8(ascii: "\""): return beginText(hashes: 0)
    case UInt8(ascii: "#"): return readHash()
    case UInt8(ascii: "("), UInt8(ascii: ")"): return readParenthesis(first)
    case UInt8(ascii: "@"):
      at += 1
      passWord()
      return .attribute
    case UInt8(ascii: "`") where isSwift: return readQuotedName()
    case UInt8(ascii: "$") where isSwift && Self.isWord(byte(at + 1)):
      at += 1
      passWord()
      return .identifier
    case UInt8(ascii: "'") where !isSwift: return readCharacter()
    case 0x30...0x39: return readNumber()
    case 0xEF where at == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]):
      // A byte order mark is no letter.
      at = 3
      return .space
    default:
      guard Self.isWord(first) else {
        at += 1
        return .punctuation
      }
      return readWord()
    }
  }

  private mutating func readSpace() -> SourceToken.Kind {
    repeat { at += 1 } while at < bytes.count && Self.isBlank(bytes[at])
    return .space
  }

  private mutating func readNewline(_ first: UInt8) -> SourceToken.Kind {
    at += first == 0x0D && byte(at + 1) == 0x0A ? 2 : 1
    // A text of one line ends with it, even where code stands in it.
    while let frame = frames.last, !frame.isLong { frames.removeLast() }
    return .newline
  }

  // MARK: - Words and numbers

  /// Letters of other scripts count as letters.
  @inline(__always) private static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x80 || isDigit(byte) || byte == 0x5F
  }

  @inline(__always) private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always) private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C || byte == 0x00
  }

  @inline(__always) private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  @inline(__always) private mutating func passWord() {
    while at < bytes.count, Self.isWord(bytes[at]) { at += 1 }
  }

  private mutating func readWord() -> SourceToken.Kind {
    let start = at
    passWord()
    return !isMember(start) && keywords.contains(bytes, start, at) ? .keyword : .identifier
  }

  /// What follows a point is a name; `0...self` names no member.
  @inline(__always) private func isMember(_ start: Int) -> Bool {
    start > 0 && bytes[start - 1] == UInt8(ascii: ".")
      && !(start > 1 && bytes[start - 2] == UInt8(ascii: "."))
  }

  /// A name in backticks; one without an end is none.
  private mutating func readQuotedName() -> SourceToken.Kind {
    var end = at + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "`"), !Self.isNewline(bytes[end]) { end += 1 }
    guard end > at + 1, byte(end) == UInt8(ascii: "`") else {
      at += 1
      return .punctuation
    }
    at = end + 1
    return .identifier
  }

  private mutating func readNumber() -> SourceToken.Kind {
    let start = at
    let isHexadecimal = bytes[at] == UInt8(ascii: "0") && byte(at + 1) | 0x20 == UInt8(ascii: "x")
    let exponent = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
    passWord()
    // `tuple.0.1` is no fraction.
    if !isMember(start), byte(at) == UInt8(ascii: "."), Self.isDigit(byte(at + 1)) {
      at += 1
      passWord()
    }
    let sign = byte(at)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"), bytes[at - 1] | 0x20 == exponent,
      Self.isDigit(byte(at + 1))
    {
      at += 1
      passWord()
    }
    return .number
  }

  // MARK: - Comments

  private mutating func readSlash() -> SourceToken.Kind {
    switch byte(at + 1) {
    case UInt8(ascii: "/"): return readLineComment()
    case UInt8(ascii: "*"): return readBlockComment()
    default:
      guard isSwift, mayBeginPattern, let end = patternEnd() else {
        at += 1
        return .punctuation
      }
      at = end
      return .pattern
    }
  }

  private mutating func readLineComment() -> SourceToken.Kind {
    while at < bytes.count, !Self.isNewline(bytes[at]) { at += 1 }
    return .comment
  }

  private mutating func readBlockComment() -> SourceToken.Kind {
    var depth = 1
    at += 2
    while at < bytes.count, depth > 0 {
      switch (bytes[at], byte(at + 1)) {
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        at += 2
      case (UInt8(ascii: "/"), UInt8(ascii: "*")) where isSwift:
        depth += 1
        at += 2
      default: at += 1
      }
    }
    return .comment
  }

  // MARK: - Texts

  private mutating func readParenthesis(_ first: UInt8) -> SourceToken.Kind {
    at += 1
    guard let index = frames.indices.last else { return .punctuation }
    frames[index].parentheses += first == UInt8(ascii: "(") ? 1 : -1
    guard frames[index].parentheses == 0 else { return .punctuation }
    // It belongs to the text again.
    let frame = frames.removeLast()
    return readText(frame) ? .textMiddle : .textEnd
  }

  private mutating func beginText(hashes: Int) -> SourceToken.Kind {
    at += hashes
    let isLong = isSwift && isLongText(hashes: hashes)
    at += isLong ? 3 : 1
    return readText(Frame(hashes: hashes, isLong: isLong)) ? .textBegin : .text
  }

  /// `#"""#` is a text of one quote.
  private func isLongText(hashes: Int) -> Bool {
    guard byte(at + 1) == UInt8(ascii: "\""), byte(at + 2) == UInt8(ascii: "\"") else { return false }
    guard hashes > 0 else { return true }
    var index = at + 1
    while index < bytes.count, !Self.isNewline(bytes[index]) {
      if bytes[index] == UInt8(ascii: "\""), hasHashes(hashes, index + 1) { return false }
      index += 1
    }
    return true
  }

  /// Goes on to the end of a text, or to the next code in it: then true.
  private mutating func readText(_ frame: Frame) -> Bool {
    while at < bytes.count {
      let next = bytes[at]
      if next == UInt8(ascii: "\""), endsText(frame) {
        at += (frame.isLong ? 3 : 1) + frame.hashes
        return false
      }
      if !frame.isLong, Self.isNewline(next) { return false }
      guard next == UInt8(ascii: "\\"), hasHashes(frame.hashes, at + 1) else {
        at += 1
        continue
      }
      at += 1 + frame.hashes
      guard at < bytes.count, !Self.isNewline(bytes[at]) else { continue }
      at += 1
      if bytes[at - 1] == UInt8(ascii: "("), isSwift {
        frames.append(Frame(hashes: frame.hashes, isLong: frame.isLong))
        return true
      }
    }
    return false
  }

  private func endsText(_ frame: Frame) -> Bool {
    guard frame.isLong else { return hasHashes(frame.hashes, at + 1) }
    return byte(at + 1) == UInt8(ascii: "\"") && byte(at + 2) == UInt8(ascii: "\"")
      && hasHashes(frame.hashes, at + 3)
  }

  private func hasHashes(_ count: Int, _ index: Int) -> Bool {
    var offset = 0
    while offset < count {
      guard byte(index + offset) == UInt8(ascii: "#") else { return false }
      offset += 1
    }
    return true
  }

  /// `'a'`, in C.
  private mutating func readCharacter() -> SourceToken.Kind {
    at += 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "'"), !Self.isNewline(bytes[at]) {
      at += bytes[at] == UInt8(ascii: "\\") && !Self.isNewline(byte(at + 1)) ? 2 : 1
    }
    if byte(at) == UInt8(ascii: "'") { at += 1 }
    return .text
  }

  // MARK: - What begins with a hash

  private mutating func readHash() -> SourceToken.Kind {
    if at == 0, isSwift, byte(1) == UInt8(ascii: "!") { return readLineComment() }
    var end = at
    while byte(end) == UInt8(ascii: "#") { end += 1 }
    let hashes = end - at
    if isSwift, byte(end) == UInt8(ascii: "\"") { return beginText(hashes: hashes) }
    if isSwift, byte(end) == UInt8(ascii: "/"), let close = patternEnd(from: end + 1, hashes: hashes) {
      at = close
      return .pattern
    }
    at = end
    passWord()
    if at > end { return .directive }
    // All at once, or a million of them are counted a million times.
    return .punctuation
  }

  // MARK: - Patterns

  /// A slash begins one where a value may begin, and never as a part of another operator.
  private var mayBeginPattern: Bool {
    let next = byte(at + 1)
    guard at >= deadEnd, !Self.isBlank(next), !Self.isNewline(next) else { return false }
    switch last.kind {
    case .newline, .textBegin, .textMiddle: return true
    case .keyword: return keywords.precedesValue(bytes, last.start, last.end)
    case .punctuation:
      let before = bytes[last.end - 1]
      if "(,[{;:".utf8.contains(before) { return true }
      return last.end < at && "=!&|?~^<>+-*%".utf8.contains(before)
    case .space, .comment, .text, .textEnd, .pattern, .number, .identifier, .attribute, .directive:
      return false
    }
  }

  /// Behind the slash that ends the pattern, on the same line; parentheses that close none are code.
  private mutating func patternEnd() -> Int? {
    var index = at + 1
    var depth = 0
    var isInSet = false
    while index < bytes.count, !Self.isNewline(bytes[index]) {
      switch bytes[index] {
      case UInt8(ascii: "/"): return Self.isBlank(bytes[index - 1]) ? nil : index + 1
      case UInt8(ascii: "\\") where !Self.isNewline(byte(index + 1)): index += 1
      case UInt8(ascii: "["): isInSet = true
      case UInt8(ascii: "]"): isInSet = false
      case UInt8(ascii: "(") where !isInSet: depth += 1
      case UInt8(ascii: ")") where !isInSet:
        depth -= 1
        if depth < 0 { return nil }
      default: break
      }
      index += 1
    }
    deadEnd = index
    return nil
  }

  /// `#/pattern/#`, over several lines when the first one is empty.
  private mutating func patternEnd(from start: Int, hashes: Int) -> Int? {
    guard hashes < deadHashes else { return nil }
    var index = start
    while Self.isBlank(byte(index)), index < bytes.count { index += 1 }
    let isLong = Self.isNewline(byte(index))
    index = start
    while index < bytes.count {
      let next = bytes[index]
      if next == UInt8(ascii: "/"), hasHashes(hashes, index + 1) { return index + 1 + hashes }
      if !isLong, Self.isNewline(next) { return nil }
      index += next == UInt8(ascii: "\\") && !Self.isNewline(byte(index + 1)) ? 2 : 1
    }
    deadHashes = hashes
    return nil
  }
}
