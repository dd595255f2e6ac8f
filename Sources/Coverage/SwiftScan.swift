/// Finds, in Swift source, the arguments that are the message of an assertion: `precondition(x > 0, "here")`.
///
/// A lexer and a stack of brackets, no parser: what it can't make sense of, it passes over.
public struct SwiftScan {
  /// Offsets of bytes: where the name of the called function begins, and where its message does.
  public struct Message: Equatable, Sendable {
    public var callee: Int
    public var start: Int

    public init(callee: Int, start: Int) {
      self.callee = callee
      self.start = start
    }
  }

  /// How many unlabelled arguments stand before the message.
  private static let messageIndex: [String: Int] = {
    let first = ["fatalError", "preconditionFailure", "assertionFailure"]
    let second = [
      "assert", "precondition", "XCTAssert", "XCTAssertTrue", "XCTAssertFalse", "XCTAssertNil",
      "XCTAssertNotNil", "XCTAssertNoThrow", "XCTAssertThrowsError", "XCTUnwrap", "XCTSkipIf",
      "XCTSkipUnless",
      "#expect", "#require",
    ]
    let third = [
      "XCTAssertEqual", "XCTAssertNotEqual", "XCTAssertIdentical", "XCTAssertNotIdentical",
      "XCTAssertGreaterThan", "XCTAssertGreaterThanOrEqual", "XCTAssertLessThan", "XCTAssertLessThanOrEqual",
    ]
    let all = first.map { ($0, 0) } + second.map { ($0, 1) } + third.map { ($0, 2) }
    return Dictionary(all) { a, _ in a }
  }()
  private static let longestName = 32
  /// What these names are members of when they are still the ones meant here.
  private static let modules: Set<String> = ["Swift", "XCTest", "Testing"]
  /// Words after which a slash begins a regular expression and a bracket is no call.
  private static let words: Set<String> = [
    "return", "case", "in", "if", "guard", "while", "try", "await", "func",
  ]

  private struct Call {
    var callee: Int
    var messageIndex: Int
    var arguments = 0
  }

  private enum Bracket {
    /// A call of an assertion, or any other list in parentheses.
    case parenthesis(Call?)
    case square
    case brace
    /// Inside of a text: when it closes, the text goes on.
    case interpolation(hashes: Int, isMultiline: Bool)
  }

  private struct Word {
    var range: Range<Int>
    var isMember: Bool
    var qualifier: String?
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0
  private var brackets: [Bracket] = []
  private var found: [Message] = []
  /// The word just before, when nothing but spaces of its line stands between.
  private var lastWord: Word?
  private var wordBefore: Word?
  /// The last byte that is neither white space nor comment.
  private var lastByte: UInt8 = 0
  private var isArgumentStart = false

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Every message, by its place in the file.
  public static func messages(in source: [UInt8]) -> [Message] {
    source.withUnsafeBufferPointer { bytes in
      var scan = SwiftScan(bytes)
      while scan.at < bytes.count { scan.step() }
      return scan.found
    }
  }

  private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private mutating func step() {
    let next = bytes[at]
    switch next {
    case 0x0A, 0x0D:
      lastWord = nil
      at += 1
    case 0x20, 0x09, 0x0B, 0x0C, 0x00: at += 1
    case UInt8(ascii: "/") where byte(at + 1) == UInt8(ascii: "/"): passLineComment()
    case UInt8(ascii: "/") where byte(at + 1) == UInt8(ascii: "*"): passBlockComment()
    default:
      if isArgumentStart { beginArgument() }
      token(bytes[at])
    }
  }

  private mutating func token(_ next: UInt8) {
    switch next {
    case UInt8(ascii: "\""): beginText(hashes: 0)
    case UInt8(ascii: "#"): hash()
    case UInt8(ascii: "/") where isRegexStart: passRegex()
    case UInt8(ascii: "("): open(.parenthesis(call()))
    case UInt8(ascii: "["): open(.square)
    case UInt8(ascii: "{"): open(.brace)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(next)
    case UInt8(ascii: ","):
      isArgumentStart = true
      punctuation()
    default: Self.isWord(next) ? word(from: at) : punctuation()
    }
  }

  private mutating func punctuation() {
    lastByte = bytes[at]
    if lastByte != UInt8(ascii: ".") { wordBefore = nil } else { wordBefore = lastWord }
    lastWord = nil
    at += 1
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (byte >= 0x61 && byte <= 0x7A) || (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x30 && byte <= 0x39)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "`") || byte >= 0x80
  }

  /// A name or a number; `start` may be a hash before it.
  private mutating func word(from start: Int) {
    while at < bytes.count, Self.isWord(bytes[at]) { at += 1 }
    let isMember = lastByte == UInt8(ascii: ".")
    let before = lastWord
    var word = Word(range: start..<at, isMember: isMember, qualifier: nil)
    if isMember, let wordBefore, !wordBefore.isMember { word.qualifier = text(wordBefore.range) }
    if let before, !isMember, text(before.range) == "func" { word.isMember = true }
    lastWord = word
    wordBefore = nil
    lastByte = bytes[at - 1]
  }

  private func text(_ range: Range<Int>) -> String {
    guard range.count <= Self.longestName else { return "" }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The call that a parenthesis opens, when it is one of an assertion.
  private func call() -> Call? {
    guard let lastWord, let index = Self.messageIndex[text(lastWord.range)] else { return nil }
    if lastWord.isMember, !(lastWord.qualifier.map(Self.modules.contains) ?? false) { return nil }
    return Call(callee: lastWord.range.lowerBound, messageIndex: index)
  }

  private mutating func open(_ bracket: Bracket) {
    brackets.append(bracket)
    if case .parenthesis(let call?) = bracket {
      _ = call
      isArgumentStart = true
    } else {
      isArgumentStart = false
    }
    punctuation()
  }

  private mutating func close(_ byte: UInt8) {
    isArgumentStart = false
    switch (brackets.last, byte) {
    case (.interpolation(let hashes, let isMultiline), UInt8(ascii: ")")):
      brackets.removeLast()
      at += 1
      passText(hashes: hashes, isMultiline: isMultiline)
    case (.parenthesis, UInt8(ascii: ")")), (.square, UInt8(ascii: "]")), (.brace, UInt8(ascii: "}")):
      brackets.removeLast()
      punctuation()
    default: punctuation()
    }
  }

  /// The first byte of an argument has been reached: passes its label, and notes it when it is the message.
  private mutating func beginArgument() {
    isArgumentStart = false
    guard case .parenthesis(var call?)? = brackets.last else { return }
    if passLabel() { return }
    // More commas than arguments come from `Dictionary<Int, String>`: nothing behind the condition is one.
    if call.arguments >= call.messageIndex, byte(at) != UInt8(ascii: ")") {
      found.append(Message(callee: call.callee, start: at))
    }
    call.arguments += 1
    brackets[brackets.count - 1] = .parenthesis(call)
  }

  private mutating func passLabel() -> Bool {
    var end = at
    while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
    guard end > at else { return false }
    while byte(end) == 0x20 || byte(end) == 0x09 { end += 1 }
    guard byte(end) == UInt8(ascii: ":") else { return false }
    at = end
    return true
  }

  private mutating func passLineComment() {
    while at < bytes.count, bytes[at] != 0x0A { at += 1 }
  }

  private mutating func passBlockComment() {
    var depth = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "/"), byte(at + 1) == UInt8(ascii: "*") {
        depth += 1
        at += 2
      } else if bytes[at] == UInt8(ascii: "*"), byte(at + 1) == UInt8(ascii: "/") {
        depth -= 1
        at += 2
        if depth == 0 { return }
      } else {
        at += 1
      }
    }
  }

  /// `#"text"#`, `#/regex/#`, or a word such as `#expect`.
  private mutating func hash() {
    let start = at
    while byte(at) == UInt8(ascii: "#") { at += 1 }
    let hashes = at - start
    switch byte(at) {
    case UInt8(ascii: "\""): beginText(hashes: hashes)
    case UInt8(ascii: "/"): passExtendedRegex(hashes: hashes)
    default:
      guard Self.isWord(byte(at)) else { return }
      lastByte = 0
      word(from: start)
    }
  }
}

extension SwiftScan {
  private mutating func beginText(hashes: Int) {
    let isMultiline = byte(at + 1) == UInt8(ascii: "\"") && byte(at + 2) == UInt8(ascii: "\"")
    at += isMultiline ? 3 : 1
    passText(hashes: hashes, isMultiline: isMultiline)
  }

  /// Passes a text from inside of it to its end, or to an interpolation.
  private mutating func passText(hashes: Int, isMultiline: Bool) {
    lastWord = nil
    lastByte = UInt8(ascii: "\"")
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\") where hasHashes(hashes, at + 1):
        let escaped = byte(at + 1 + hashes)
        at = min(at + 2 + hashes, bytes.count)
        if escaped == UInt8(ascii: "(") {
          brackets.append(.interpolation(hashes: hashes, isMultiline: isMultiline))
          isArgumentStart = false
          lastByte = escaped
          return
        }
      case UInt8(ascii: "\"") where endsText(hashes: hashes, isMultiline: isMultiline):
        at += (isMultiline ? 3 : 1) + hashes
        return
      case 0x0A where !isMultiline: return
      default: at += 1
      }
    }
  }

  private func endsText(hashes: Int, isMultiline: Bool) -> Bool {
    guard isMultiline else { return hasHashes(hashes, at + 1) }
    return byte(at + 1) == UInt8(ascii: "\"") && byte(at + 2) == UInt8(ascii: "\"")
      && hasHashes(hashes, at + 3)
  }

  private func hasHashes(_ count: Int, _ offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
  }

  private mutating func passExtendedRegex(hashes: Int) {
    let start = at
    at += 1
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "/"), hasHashes(hashes, at + 1) {
        at += 1 + hashes
        lastByte = UInt8(ascii: "/")
        lastWord = nil
        return
      }
      at += 1
    }
    // It has no end, so it was none.
    at = start + 1
  }

  /// A slash begins a regular expression where an operand may stand, and when it ends on its line.
  private var isRegexStart: Bool {
    let next = byte(at + 1)
    guard next != 0x20, next != 0x09, next != 0x0A, next != 0x0D else { return false }
    if let lastWord {
      guard Self.words.contains(text(lastWord.range)) else { return false }
    } else {
      guard lastByte == 0 || "(,=:[{;!&|?~^<>+-*%".utf8.contains(lastByte) else { return false }
    }
    return regexEnd != nil
  }

  private var regexEnd: Int? {
    var offset = at + 1
    var isInSet = false
    while offset < bytes.count, bytes[offset] != 0x0A {
      switch bytes[offset] {
      case UInt8(ascii: "\\"): offset += 1
      case UInt8(ascii: "["): isInSet = true
      case UInt8(ascii: "]"): isInSet = false
      case UInt8(ascii: "/") where !isInSet: return offset + 1
      default: break
      }
      offset += 1
    }
    return nil
  }

  private mutating func passRegex() {
    at = regexEnd ?? at + 1
    lastByte = UInt8(ascii: "/")
    lastWord = nil
  }
}
