/// Bytes of a template into tokens. Goes on after a mistake, so that all are told at once.
struct TagScanner {
  let source: [UInt8]
  private(set) var tokens: [Token] = []
  private(set) var mistakes: [Mistake] = []

  private var position = 0
  private var open = Array("{{".utf8)
  private var close = Array("}}".utf8)
  private var isAtLineStart = true

  init(_ source: [UInt8]) {
    self.source = source
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while let start = find(open, from: position) {
      takeText(position..<start)
      guard takeTag(at: start) else {
        position = source.count
        return
      }
    }
    takeText(position..<source.count)
  }

  private mutating func takeText(_ range: Range<Int>) {
    var start = range.lowerBound
    while true {
      if isAtLineStart {
        let end = source[start..<range.upperBound].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? range.upperBound
        tokens.append(Token(.lead, start..<end))
        start = end
        isAtLineStart = false
      }
      guard start < range.upperBound else { return }
      guard let newline = source[start..<range.upperBound].firstIndex(of: 0x0A) else {
        tokens.append(Token(.text, start..<range.upperBound))
        return
      }
      let lineEnd = newline > start && source[newline - 1] == 0x0D ? newline - 1 : newline
      if start < lineEnd { tokens.append(Token(.text, start..<lineEnd)) }
      tokens.append(Token(.lineEnd, lineEnd..<newline + 1))
      start = newline + 1
      isAtLineStart = true
    }
  }

  /// False when nothing behind it can be understood.
  private mutating func takeTag(at start: Int) -> Bool {
    let inner = start + open.count
    let sigil = inner < source.count ? source[inner] : 0
    let ending =
      switch sigil {
      case UInt8(ascii: "="): [sigil] + close
      case UInt8(ascii: "{"): [UInt8(ascii: "}")] + close
      default: close
      }
    let kind = Self.kind(of: sigil)
    let contents = kind == .value ? inner : inner + 1
    guard let end = contents <= source.count ? find(ending, from: contents) : nil else {
      mistakes.append(Mistake(offset: start, message: unclosed(start, ending)))
      return false
    }
    let range = start..<end + ending.count
    position = range.upperBound
    switch kind {
    case .comment: tokens.append(Token(.comment, range))
    case .delimiters: takeDelimiters(contents..<end, range)
    case .lead, .text, .lineEnd, .value, .raw, .section, .inverted, .end, .partial, .parent, .block:
      if let next = find(open, from: contents), next < end, open != close {
        mistakes.append(Mistake(offset: start, message: unclosed(start, ending)))
        position = next
      } else {
        takeName(contents..<end, Token(kind, range))
      }
    }
    return true
  }

  private static func kind(of sigil: UInt8) -> Token.Kind {
    switch sigil {
    case UInt8(ascii: "!"): .comment
    case UInt8(ascii: "="): .delimiters
    case UInt8(ascii: "{"), UInt8(ascii: "&"): .raw
    case UInt8(ascii: "#"): .section
    case UInt8(ascii: "^"): .inverted
    case UInt8(ascii: "/"): .end
    case UInt8(ascii: ">"): .partial
    case UInt8(ascii: "<"): .parent
    case UInt8(ascii: "$"): .block
    default: .value
    }
  }

  private mutating func takeDelimiters(_ contents: Range<Int>, _ range: Range<Int>) {
    let words = source[contents].split(whereSeparator: Self.isWhite)
    guard words.count == 2, !words.joined().contains(UInt8(ascii: "=")) else {
      let message = "wrong delimiters: two are needed, without `=` in them, as in `{{=<% %>=}}`"
      mistakes.append(Mistake(offset: range.lowerBound, message: message))
      return
    }
    open = Array(words[0])
    close = Array(words[1])
    tokens.append(Token(.delimiters, range))
  }

  private mutating func takeName(_ contents: Range<Int>, _ tag: Token) {
    var tag = tag
    var word = Self.trimmed(source[contents])
    let mayBeDynamic = tag.kind == .partial || tag.kind == .parent || tag.kind == .end
    if mayBeDynamic, word.first == UInt8(ascii: "*") {
      tag.isDynamic = true
      word = Self.trimmed(word.dropFirst())
    }
    tag.name = String(decoding: word, as: UTF8.self)
    if let objection = objection(word, tag) {
      mistakes.append(Mistake(offset: tag.range.lowerBound, message: objection))
    }
    tokens.append(tag)
  }

  private func objection(_ word: ArraySlice<UInt8>, _ tag: Token) -> String? {
    if word.isEmpty {
      return "`\(PartialPath.shown(String(decoding: source[tag.range], as: UTF8.self)))` names nothing"
    }
    if word.contains(where: Self.isWhite) {
      return "`\(PartialPath.shown(tag.name))` is no name: names have no white space, and there is no `if`"
    }
    switch tag.kind {
    case .end, .block: return nil
    case .partial, .parent:
      if !tag.isDynamic { return PartialPath.objection(to: tag.name) }
    case .lead, .text, .lineEnd, .value, .raw, .section, .inverted, .comment, .delimiters: break
    }
    let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return tag.name != "." && parts.contains(where: \.isEmpty)
      ? "`\(PartialPath.shown(tag.name))` is no name: a part of it is empty" : nil
  }

  private func unclosed(_ start: Int, _ ending: [UInt8]) -> String {
    let line = source[start...].prefix { $0 != 0x0A && $0 != 0x0D }
    let text = String(decoding: line.prefix(24), as: UTF8.self)
    return "the tag `\(PartialPath.shown(text))\(line.count > 24 ? "…" : "")` is not closed: "
      + "`\(String(decoding: ending, as: UTF8.self))` is missing"
  }

  private func find(_ word: [UInt8], from start: Int) -> Int? {
    var start = start
    while start + word.count <= source.count, let at = source[start...].firstIndex(of: word[0]) {
      if source[at...].starts(with: word) { return at }
      start = at + 1
    }
    return nil
  }

  private static func trimmed(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var word = word.drop(while: isWhite)
    while let last = word.last, isWhite(last) { word.removeLast() }
    return word
  }

  private static func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
