/// The words and signs of a test's source, each with its line; and what is only said beside them.
public struct TestCode: Sendable {
  public let bytes: [UInt8]
  public private(set) var tokens: [SourceToken] = []
  public private(set) var lines: [Int] = []
  /// Each with the index of the first word behind it.
  public private(set) var comments: [(text: String, line: Int, next: Int)] = []

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var line = 1
    for token in SourceTokens(bytes) {
      if !token.kind.isBlank {
        tokens.append(token)
        lines.append(line)
      } else if token.kind == .comment {
        comments.append((String(decoding: bytes[token.range], as: UTF8.self), line, tokens.count))
      }
      guard token.kind != .identifier, token.kind != .keyword, token.kind != .space else { continue }
      line += bytes[token.range].count { $0 == UInt8(ascii: "\n") }
    }
  }

  /// Without backticks; empty behind the end.
  public func text(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    let word = bytes[tokens[index].range]
    guard word.contains(UInt8(ascii: "`")) else { return String(decoding: word, as: UTF8.self) }
    return String(decoding: word.filter { $0 != UInt8(ascii: "`") }, as: UTF8.self)
  }

  /// How often each name stands there, declared or used.
  public var names: [String: Int] {
    tokens.indices.reduce(into: [:]) { found, index in
      if tokens[index].kind == .identifier { found[text(index), default: 0] += 1 }
    }
  }

  public var all: Range<Int> { tokens.indices }

  /// In bytes, from 1.
  public func column(of index: Int) -> Int {
    let start = tokens[index].range.lowerBound
    return start - (bytes[..<start].lastIndex(of: UInt8(ascii: "\n")) ?? -1)
  }

  /// Of the names, directives and attributes there each once, the last without their sign.
  public func names(in range: Range<Int>) -> Set<String> {
    var found: Set<String> = []
    for index in range where tokens.indices.contains(index) {
      switch tokens[index].kind {
      case .identifier, .directive: found.insert(text(index))
      case .attribute: found.insert(String(text(index).trimmingPrefix("@")))
      case .keyword, .number, .pattern, .punctuation, .space, .newline, .comment, .text, .textBegin,
        .textMiddle, .textEnd:
        continue
      }
    }
    return found
  }

  /// Where a word stands that is no part of a text.
  public func indices(of word: StaticString) -> [Int] {
    let count = word.utf8CodeUnitCount
    return tokens.indices.filter { index in
      guard !isOfText(index) else { return false }
      return bytes[tokens[index].start] == UInt8(ascii: "`")
        ? text(index) == "\(word)" : tokens[index].range.count == count && startsWord(index, with: word)
    }
  }

  /// Texts, and what stands between what is put into one.
  public var texts: [Int] { tokens.indices.filter(isOfText) }

  private func isOfText(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text, .textBegin, .textMiddle, .textEnd: true
    case .keyword, .identifier, .attribute, .directive, .number, .pattern, .punctuation, .space, .newline,
      .comment:
      false
    }
  }

  public var attributes: Set<String> {
    Set(tokens.indices.filter { tokens[$0].kind == .attribute }.map(text))
  }

  /// As it is written.
  public func source(_ range: Range<Int>) -> String {
    guard let first = range.first, range.upperBound <= tokens.count else { return "" }
    return String(decoding: bytes[tokens[first].start..<tokens[range.upperBound - 1].end], as: UTF8.self)
  }

  /// Without the blanks by which a long text is indented.
  public func append(_ index: Int, to text: inout [UInt8]) {
    let token = tokens[index]
    switch token.kind {
    case .text, .textBegin, .textMiddle, .textEnd:
      var isIndented = false
      for byte in bytes[token.range] {
        if isIndented, byte == 0x20 || byte == 0x09 { continue }
        isIndented = byte == 0x0A
        text.append(byte)
      }
    case .keyword, .identifier, .attribute, .directive, .number, .pattern, .punctuation, .space, .newline,
      .comment:
      text += bytes[token.range]
    }
  }

  public func kind(_ index: Int) -> SourceToken.Kind? {
    tokens.indices.contains(index) ? tokens[index].kind : nil
  }

  /// Whether this sign stands there; a word never is one.
  public func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .punctuation
      && sign.value == UInt32(bytes[tokens[index].start])
  }

  public func isSign(_ index: Int, among signs: StaticString) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .punctuation
      && signs.withUTF8Buffer { $0.contains(bytes[tokens[index].start]) }
  }

  public func startsWord(_ index: Int, with start: StaticString) -> Bool {
    let range = tokens[index].range
    return range.count >= start.utf8CodeUnitCount
      && start.withUTF8Buffer { bytes[range.prefix(start.utf8CodeUnitCount)].elementsEqual($0) }
  }

  /// Whether no blank stands between it and the one behind it.
  public func touchesNext(_ index: Int) -> Bool {
    tokens.indices.contains(index + 1) && tokens[index].end == tokens[index + 1].start
  }

  /// Whether one of the words in it begins so.
  public func mentions(_ start: StaticString, in range: Range<Int>) -> Bool {
    range.contains { kind($0) != .punctuation && startsWord($0, with: start) }
  }

  /// `Outer.Inner` and the index behind it; nil where no name stands.
  public func name(from start: Int) -> (name: [String], end: Int)? {
    guard kind(start) == .identifier else { return nil }
    var parts = [text(start)]
    var last = start
    while isSign(last + 1, "."), kind(last + 2) == .identifier || kind(last + 2) == .keyword {
      last += 2
      parts.append(text(last))
    }
    return (parts, last + 1)
  }

  /// The index of the bracket that closes the one at `start`; the last index where none does.
  public func closing(_ start: Int, _ open: Unicode.Scalar, _ close: Unicode.Scalar) -> Int {
    var depth = 0
    for index in tokens.indices[start...] {
      if isSign(index, open) { depth += 1 }
      // An arrow's point closes nothing.
      if isSign(index, close), !(close == ">" && isSign(index - 1, "-")) { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count - 1
  }
}
