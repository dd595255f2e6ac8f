/// Finds what is coloured in a source file: enough for reading, no parser.
struct SourceLexer {
  /// What is around the place: code, or a string that code is interpolated in.
  private enum Frame {
    case code(parentheses: Int)
    case string(hashes: Int, isLong: Bool)
  }

  private let bytes: [UInt8]
  private let language: SourceLanguage
  private var at = 0
  private var frames: [Frame] = [.code(parentheses: 0)]
  private var tokens: [SourceToken] = []

  private init(_ bytes: [UInt8], _ language: SourceLanguage) {
    self.bytes = bytes
    self.language = language
  }

  /// In order, without overlaps.
  static func tokens(of bytes: [UInt8], language: SourceLanguage) -> [SourceToken] {
    guard language != .plain else { return [] }
    var lexer = SourceLexer(bytes, language)
    lexer.tokens.reserveCapacity(bytes.count / 12)
    // A byte order mark is no letter.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lexer.at = 3 }
    while lexer.at < bytes.count {
      switch lexer.frames[lexer.frames.count - 1] {
      case .code: lexer.readCode()
      case .string(let hashes, let isLong): lexer.readString(from: lexer.at, hashes: hashes, isLong: isLong)
      }
    }
    return lexer.tokens
  }

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func add(_ kind: SourceToken.Kind, from start: Int) {
    if at > start { tokens.append(SourceToken(start: start, end: at, kind: kind)) }
  }

  private mutating func readCode() {
    let start = at
    switch bytes[at] {
    case UInt8(ascii: "/") where byte(at + 1) == UInt8(ascii: "/"):
      while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      add(.comment, from: start)
    case UInt8(ascii: "/") where byte(at + 1) == UInt8(ascii: "*"):
      readBlockComment()
    case UInt8(ascii: "\""):
      beginString(hashes: 0)
    case UInt8(ascii: "'") where language == .c:
      readCharacter()
    case UInt8(ascii: "#"):
      readHash()
    case UInt8(ascii: "@"):
      at += 1
      while Self.isWord(byte(at)) { at += 1 }
      add(.attribute, from: start)
    case UInt8(ascii: "`"):
      at += 1
      while at < bytes.count, bytes[at] != UInt8(ascii: "`"), bytes[at] != 0x0A { at += 1 }
      at += 1
    case UInt8(ascii: "("), UInt8(ascii: ")"):
      readParenthesis()
    case 0x30...0x39:
      readNumber()
    case let first where Self.isWord(first):
      readWord()
    default:
      at += 1
    }
  }

  private mutating func readWord() {
    let start = at
    while Self.isWord(byte(at)) { at += 1 }
    guard at - start <= 15, start == 0 || bytes[start - 1] != UInt8(ascii: ".") || isRange(before: start)
    else { return }
    let word = String(decoding: bytes[start..<at], as: UTF8.self)
    let keywords = language == .swift ? SourceLanguage.swiftKeywords : SourceLanguage.cKeywords
    if keywords.contains(word) { add(.keyword, from: start) }
  }

  /// `0...self` names no member.
  private func isRange(before index: Int) -> Bool {
    index > 1 && bytes[index - 2] == UInt8(ascii: ".")
  }

  private mutating func readNumber() {
    let start = at
    while Self.isWord(byte(at)) || (byte(at) == UInt8(ascii: ".") && (0x30...0x39).contains(byte(at + 1))) {
      at += 1
    }
    add(.number, from: start)
  }

  private mutating func readParenthesis() {
    guard case .code(let depth) = frames[frames.count - 1], frames.count > 1 else {
      at += 1
      return
    }
    if bytes[at] == UInt8(ascii: "(") {
      frames[frames.count - 1] = .code(parentheses: depth + 1)
      at += 1
    } else if depth > 1 {
      frames[frames.count - 1] = .code(parentheses: depth - 1)
      at += 1
    } else {
      // The closing parenthesis belongs to the string again.
      frames.removeLast()
      if case .string(let hashes, let isLong) = frames[frames.count - 1] {
        let start = at
        at += 1
        readString(from: start, hashes: hashes, isLong: isLong)
      }
    }
  }

  private mutating func readHash() {
    let start = at
    var end = at
    while byte(end) == UInt8(ascii: "#") { end += 1 }
    if byte(end) == UInt8(ascii: "\""), language == .swift { return beginString(hashes: end - start) }
    at = end
    while Self.isWord(byte(at)) { at += 1 }
    if at > end { add(.attribute, from: start) }
  }

  private mutating func readBlockComment() {
    let start = at
    var depth = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "/"), byte(at + 1) == UInt8(ascii: "*"), depth == 0 || language == .swift {
        depth += 1
        at += 2
      } else if bytes[at] == UInt8(ascii: "*"), byte(at + 1) == UInt8(ascii: "/") {
        depth -= 1
        at += 2
        if depth == 0 { break }
      } else {
        at += 1
      }
    }
    at = min(at, bytes.count)
    add(.comment, from: start)
  }

  private mutating func readCharacter() {
    let start = at
    at += 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "'"), bytes[at] != 0x0A {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    at = min(at + 1, bytes.count)
    add(.string, from: start)
  }

  private mutating func beginString(hashes: Int) {
    let start = at
    at += hashes
    let isLong =
      language == .swift && byte(at + 1) == UInt8(ascii: "\"") && byte(at + 2) == UInt8(ascii: "\"")
    at += isLong ? 3 : 1
    frames.append(.string(hashes: hashes, isLong: isLong))
    readString(from: start, hashes: hashes, isLong: isLong)
  }

  /// Goes on to the end of the string, or to the next code in it.
  private mutating func readString(from start: Int, hashes: Int, isLong: Bool) {
    while at < bytes.count {
      let next = bytes[at]
      if next == 0x0A, !isLong { break }
      if next == UInt8(ascii: "\""), closes(hashes: hashes, isLong: isLong) {
        at += (isLong ? 3 : 1) + hashes
        break
      }
      guard next == UInt8(ascii: "\\"), hasHashes(hashes, at: at + 1) else {
        at += 1
        continue
      }
      at += 1 + hashes
      if byte(at) == UInt8(ascii: "("), language == .swift {
        at += 1
        add(.string, from: start)
        frames.append(.code(parentheses: 1))
        return
      }
      if byte(at) != 0x0A { at += 1 }
    }
    at = min(at, bytes.count)
    frames.removeLast()
    add(.string, from: start)
  }

  private func closes(hashes: Int, isLong: Bool) -> Bool {
    guard isLong else { return hasHashes(hashes, at: at + 1) }
    return byte(at + 1) == UInt8(ascii: "\"") && byte(at + 2) == UInt8(ascii: "\"")
      && hasHashes(hashes, at: at + 3)
  }

  private func hasHashes(_ count: Int, at index: Int) -> Bool {
    (0..<count).allSatisfy { byte(index + $0) == UInt8(ascii: "#") }
  }

  /// Letters of other scripts count as letters.
  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == 0x5F || byte >= 0x80
  }
}
