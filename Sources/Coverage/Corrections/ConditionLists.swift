internal import Tokens

/// What an `if`, a `guard` or a `while` asks, as far as it asks several things, or only behind another `if`:
/// by the tokens of a source, in offsets.
struct ConditionLists {
  struct List {
    enum Word { case `if`, `guard`, `while` }

    var word: Word
    var keyword: Int
    /// Where its first condition begins.
    var first = 0
    /// Where the others begin.
    var later: [Int] = []
    /// Where the last one ends.
    var end = 0
    /// What runs where all hold; of a `guard`, where one does not.
    var body = 0..<0
    /// Where the bodies begin that come before an `else if`.
    var former: [Int] = []
    /// Something in it may throw.
    var tries = false
  }

  private(set) var lists: [List] = []
  /// What each line begins with that has anything but what closes.
  private(set) var lines: [(line: Int, offset: Int)] = []

  /// A list whose body did not open yet.
  private struct Header {
    var list: List
    var depth: Int
    var isEmpty = true
    var isBehindComma = false
    var isElse = false
  }

  private struct Brackets {
    var list: List?
    var isRepeated = false
    var start: Int
  }

  private var headers: [Header] = []
  private var open: [Brackets] = []
  /// The bodies of an `if` that was closed just now.
  private var closed: [Int]?
  /// The bodies before an `else` that was just now.
  private var others: [Int] = []
  private var isRepeated = false
  private var isBehindRepeated = false
  private var depth = 0
  private var before = (word: "", last: UInt8(0), end: 0)

  private static let closing = Array("}])".utf8)
  /// No condition has these outside of brackets.
  private static let beginning: Set<String> = [
    "func", "return", "for", "do", "switch", "repeat", "defer", "throw", "break", "continue",
  ]

  init(_ source: [UInt8]) {
    var line = 1
    var last = 0
    for token in SourceTokens(source) {
      let here = line
      for index in token.range where source[index] == UInt8(ascii: "\n") { line += 1 }
      guard !token.kind.isBlank else { continue }
      if last != here, !Self.closing.contains(source[token.start]) { lines.append((here, token.start)) }
      last = here
      read(token, source)
    }
    // Brackets in branches of `#if` may belong to others than it seems.
    if !open.isEmpty || depth != 0 { lists = [] }
    lists.sort { $0.keyword < $1.keyword }
  }

  private mutating func read(_ token: SourceToken, _ source: [UInt8]) {
    let isLabel = token.end < source.count && source[token.end] == UInt8(ascii: ":")
    let isWord = token.kind == .keyword && before.last != UInt8(ascii: ".") && !isLabel
    let word = isWord ? String(decoding: source[token.range], as: UTF8.self) : ""
    begin(token.start)
    if isWord { note(word, token.start) }
    switch token.kind {
    case .textBegin: depth += 1
    case .textEnd: depth -= 1
    case .punctuation:
      let byte = source[token.start]
      bracket(byte, token, byte == UInt8(ascii: "{") && SourceBranches.asksMore(source[..<before.end]))
    case .space, .newline, .comment, .text, .textMiddle, .pattern, .number, .identifier, .keyword, .attribute,
      .directive:
      break
    }
    if token.kind != .punctuation || source[token.start] != UInt8(ascii: "}") {
      (closed, isBehindRepeated) = (nil, false)
    }
    if word != "else" { others = [] }
    before = (word, source[token.end - 1], token.end)
  }

  /// What a condition begins with.
  private mutating func begin(_ start: Int) {
    guard var header = headers.last, header.depth == depth else { return }
    if header.isEmpty {
      header.list.first = start
    } else if header.isBehindComma {
      header.list.later.append(start)
    }
    (header.isEmpty, header.isBehindComma) = (false, false)
    headers[headers.count - 1] = header
  }

  private mutating func note(_ word: String, _ start: Int) {
    if Self.beginning.contains(word) { headers.removeAll { $0.depth >= depth } }
    switch word {
    case "if": headers.append(Header(list: List(word: .if, keyword: start, former: others), depth: depth))
    case "guard": headers.append(Header(list: List(word: .guard, keyword: start), depth: depth))
    case "while":
      if !isBehindRepeated { headers.append(Header(list: List(word: .while, keyword: start), depth: depth)) }
    case "repeat": isRepeated = true
    case "try": if let last = headers.indices.last { headers[last].list.tries = true }
    case "else":
      if let header = headers.last, header.depth == depth, header.list.word == .guard {
        headers[headers.count - 1].isElse = true
        headers[headers.count - 1].list.end = before.end
      } else {
        others = closed ?? []
      }
    default: break
    }
  }

  private mutating func bracket(_ byte: UInt8, _ token: SourceToken, _ isValue: Bool) {
    switch byte {
    case UInt8(ascii: ","):
      if let header = headers.last, header.depth == depth { headers[headers.count - 1].isBehindComma = true }
    case UInt8(ascii: "{"):
      if let header = headers.last, header.depth == depth, !isValue,
        header.list.word != .guard || header.isElse
      {
        headers.removeLast()
        var list = header.list
        if list.word != .guard { list.end = before.end }
        open.append(Brackets(list: list, start: token.start))
      } else {
        open.append(Brackets(isRepeated: isRepeated, start: token.start))
      }
      isRepeated = false
      depth += 1
    case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth -= 1
      headers.removeAll { $0.depth > depth }
      if byte == UInt8(ascii: "}"), let last = open.popLast() { close(last, token.end) }
    default: break
    }
  }

  private mutating func close(_ brackets: Brackets, _ end: Int) {
    isBehindRepeated = brackets.isRepeated
    closed = nil
    guard var list = brackets.list else { return }
    list.body = brackets.start..<end
    if list.word == .if { closed = list.former + [brackets.start] }
    if !list.later.isEmpty || !list.former.isEmpty { lists.append(list) }
  }
}
