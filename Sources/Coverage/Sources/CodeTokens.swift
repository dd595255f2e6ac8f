import Tokens
public import Words

/// A source as the compiler reads it: comments, and how wide blanks are, do not count. Where a line ends
/// does, as it may end a statement.
public struct CodeTokens: Sendable {
  enum Gap: Int { case none, blank, line }

  struct Token {
    var range: Range<Int>
    var gap: Gap
    var kind: SourceToken.Kind
    var line: Int
    var column: Int
    /// Where it stands, if somebody is told that; else 0.
    var place = 0
    /// What stands between it and the one before, if somebody is told that.
    var before: Range<Int>?
  }

  let bytes: [UInt8]
  let tokens: [Token]
  /// Bodies become a part of their callers, and nobody counts them as executed.
  private let isTransparent: Bool

  public init(_ bytes: [UInt8], placed: PlacedCalls = PlacedCalls()) {
    self.bytes = bytes
    var tokens: [Token] = []
    var isTransparent = false
    var gap = Gap.none
    var (line, lineStart) = (1, 0)
    for token in SourceTokens(bytes) {
      let first = (line: line, column: token.start - lineStart + 1)
      if token.kind != .identifier, token.kind != .keyword, token.kind != .space {
        for index in token.range where bytes[index] == UInt8(ascii: "\n") {
          (line, lineStart) = (line + 1, index + 1)
        }
      }
      switch token.kind {
      case .newline: gap = .line
      case .comment: gap = Self.holdsLine(bytes[token.range]) || gap == .line ? .line : .blank
      case .space: if gap == .none { gap = .blank }
      case .text, .textBegin, .textMiddle, .textEnd, .pattern, .number, .identifier, .keyword, .attribute,
        .directive, .punctuation:
        if token.kind == .attribute, bytes[token.range].elementsEqual("@_transparent".utf8) {
          isTransparent = true
        }
        tokens.append(
          Token(
            range: token.range, gap: gap, kind: token.kind, line: first.line, column: first.column))
        gap = .none
      }
    }
    Self.tellPlaces(&tokens, bytes, placed)
    MacroArguments.tell(&tokens, bytes)
    (self.tokens, self.isTransparent) = (tokens, isTransparent)
  }

  private static func tellPlaces(_ tokens: inout [Token], _ bytes: [UInt8], _ placed: PlacedCalls) {
    for index in tokens.indices {
      func tell(_ index: Int, withColumn: Bool) {
        guard tokens.indices.contains(index) else { return }
        let column = withColumn ? tokens[index].column : 0
        tokens[index].place = max(tokens[index].place, tokens[index].line | column << 32)
      }
      if placed.isEverywhere { tell(index, withColumn: placed.tellsColumns) }
      let kind = tokens[index].kind
      guard kind == .directive || !placed.names.isEmpty, kind.isNamed else { continue }
      let name = String(
        decoding: bytes[tokens[index].range].filter { $0 != UInt8(ascii: "`") }, as: UTF8.self)
      if kind == .directive, let withColumn = PlacedCalls.places[name] { tell(index, withColumn: withColumn) }
      guard kind != .keyword || name == "Self", placed.names.contains(name), isCall(tokens, index, bytes)
      else { continue }
      // The place is that of the name or of what begins its arguments.
      tell(index, withColumn: placed.tellsColumns)
      tell(index + 1, withColumn: placed.tellsColumns)
    }
  }

  /// What is declared, or stands for a type, is not called.
  private static func isCall(_ tokens: [Token], _ index: Int, _ bytes: [UInt8]) -> Bool {
    guard tokens[index].kind != .directive, tokens[index].kind != .attribute else { return true }
    guard tokens.indices.contains(index + 1),
      "({<".utf8.contains(bytes[tokens[index + 1].range.lowerBound])
    else { return false }
    guard index > 0 else { return true }
    let before = String(decoding: bytes[tokens[index - 1].range], as: UTF8.self)
    return !["func", "macro", "case", "class", "struct", "enum", "actor", "extension", "protocol"].contains(
      before)
  }

  private static func holdsLine(_ comment: ArraySlice<UInt8>) -> Bool { comment.contains(UInt8(ascii: "\n")) }

  /// Of what stands there.
  public func mark(of range: Range<Int>) -> ContentMark {
    var mark = ContentMark()
    let first = index(of: range.lowerBound)
    for token in tokens[first..<max(first, index(of: range.upperBound))] {
      add(token, isFirst: token.range.lowerBound == tokens[first].range.lowerBound, to: &mark)
    }
    return mark
  }

  /// Of all but what stands there; `isTold`: that something does is a part of it.
  public func mark(without ranges: [Range<Int>], isTold: Bool = true) -> ContentMark {
    var mark = ContentMark()
    var cuts = ranges.sorted { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) }[...]
    var end = 0
    for (index, token) in tokens.enumerated() {
      while let cut = cuts.first, cut.lowerBound <= token.range.lowerBound {
        if isTold, cut.upperBound > end { mark.add(-1) }
        end = max(end, cut.upperBound)
        cuts = cuts.dropFirst()
      }
      guard token.range.lowerBound >= end else { continue }
      add(token, isFirst: index == 0, to: &mark)
    }
    return mark
  }

  private func add(_ token: Token, isFirst: Bool, to mark: inout ContentMark) {
    mark.add((isFirst ? Gap.none : token.gap).rawValue)
    mark.add(token.place)
    if let before = token.before { mark.add(bytes[before]) }
    mark.add(bytes[token.range])
  }

  /// The index of the first token that begins there or behind.
  func index(of offset: Int) -> Int {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].range.lowerBound >= offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Whether it is the body of a function, so that nobody who does not call that can see what stands there:
  /// not the value of a variable, whose type may follow from it, nor what tells the type behind a `some`.
  public func isBody(_ range: Range<Int>) -> Bool {
    let first = index(of: range.lowerBound)
    guard !isTransparent, tokens.indices.contains(first), tokens[first].range.lowerBound == range.lowerBound,
      bytes[range.lowerBound] == UInt8(ascii: "{")
    else { return false }
    if first > 0, let before = tokens[first - 1].range.last, "=(,:[".utf8.contains(bytes[before]) {
      return false
    }
    if isOpaque(first) { return false }
    let next = index(of: range.upperBound)
    guard tokens.indices.contains(next) else { return true }
    return !(tokens[next].gap == .none && bytes[tokens[next].range.lowerBound] == UInt8(ascii: "("))
  }

  static let declaringTypes: Set<String> = ["class", "struct", "enum", "extension", "protocol", "actor"]
  static let declaring: Set<String> = declaringTypes.union([
    "func", "subscript", "var", "let", "init", "deinit",
  ])

  /// The nearest word before it that declares something, and is not within brackets that end before it.
  func declaration(before end: Int, _ declaring: Set<String>) -> Int? {
    var index = end - 1
    while index >= 0 {
      switch sign(index) {
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): index = opening(index)
      case _ where declares(index) && declaring.contains(text(index)): return index
      default: break
      }
      index -= 1
    }
    return nil
  }

  /// An actor is none in any other place.
  private func declares(_ index: Int) -> Bool {
    let token = tokens[index]
    return token.kind == .keyword
      || token.kind == .identifier && bytes[token.range].elementsEqual("actor".utf8)
        && tokens.indices.contains(index + 1) && tokens[index + 1].kind == .identifier
  }

  /// Whether the result of what this brace begins, of an accessor that of its variable, is some type that
  /// only the body tells.
  private func isOpaque(_ brace: Int) -> Bool {
    declaration(before: brace, Self.declaring).map { isOpaque(from: $0, to: brace) } ?? false
  }

  private func isOpaque(from declaration: Int, to brace: Int) -> Bool {
    var index = declaration + 1
    switch text(declaration) {
    case "var", "let": break
    case "func", "subscript":
      // What it is given may be called so too, and is told by who calls it.
      while index < brace, sign(index) != UInt8(ascii: "(") { index += 1 }
      index = closing(index, before: brace)
    default: return false
    }
    return index < brace && (index..<brace).contains { tokens[$0].kind == .keyword && text($0) == "some" }
  }

  /// Without backticks.
  func text(_ index: Int) -> String {
    let word = bytes[tokens[index].range]
    let isQuoted = word.first == UInt8(ascii: "`") && word.count > 2
    return String(decoding: isQuoted ? word.dropFirst().dropLast() : word, as: UTF8.self)
  }

  /// 0 for what is none.
  func sign(_ index: Int) -> UInt8 {
    guard tokens.indices.contains(index), tokens[index].kind == .punctuation else { return 0 }
    return bytes[tokens[index].range.lowerBound]
  }

  private func depth(_ index: Int) -> Int {
    switch sign(index) {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): -1
    default: 0
    }
  }

  /// The index of the bracket that the one at `end` closes.
  func opening(_ end: Int) -> Int {
    var open = 0
    for index in stride(from: end, through: 0, by: -1) {
      open -= depth(index)
      if open == 0 { return index }
    }
    return 0
  }

  private func closing(_ start: Int, before end: Int) -> Int {
    var open = 0
    for index in start..<max(start, end) {
      open += depth(index)
      if open == 0 { return index }
    }
    return end
  }
}

extension SourceToken.Kind {
  /// `Self` is a keyword.
  fileprivate var isNamed: Bool {
    self == .identifier || self == .directive || self == .attribute || self == .keyword
  }
}
