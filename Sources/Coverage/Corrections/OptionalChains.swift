internal import Tokens

/// What a chain of `?.` gives to what it calls: where the chain ends at nil, nobody evaluates it, and the
/// compiler counts that nowhere.
struct OptionalChains {
  /// The lines that ran so often at most: those that begin in a chain, behind its first `?`. What has a
  /// region of its own, as a closure does, is counted as it ran.
  private(set) var lines: Set<Int> = []

  /// Brackets that are open, the first one around all.
  private struct Brackets {
    /// They are a part of a chain, or in one.
    var isInChain = false
    /// A chain goes on in them.
    var chains = false
  }

  private var open = [Brackets()]

  init(in source: [UInt8], _ regions: [LLVMExport.Region]) {
    guard Self.mayHold(source) else { return }
    lazy var starts = LineStarts(source)
    lazy var begun = Dictionary(
      regions.map { (starts.offset($0.place.line, $0.place.column), $0.count) }, uniquingKeysWith: max)
    var line = 1
    var isNewLine = true
    var before = (end: 0, isWord: false)
    for token in SourceTokens(source) {
      let here = line
      if token.kind != .identifier, token.kind != .keyword, token.kind != .space {
        line += source[token.range].count { $0 == UInt8(ascii: "\n") }
      }
      if token.kind == .newline { isNewLine = true }
      guard !token.kind.isBlank else { continue }
      let mark = token.kind == .punctuation ? source[token.start] : 0
      let isApart = token.start > before.end || isNewLine
      if ends(mark, token, source, isNewLine: isNewLine, isApart: isApart) {
        open[open.count - 1].chains = false
      }
      let last = open[open.count - 1]
      if isNewLine, last.isInChain || last.chains, !"}])".utf8.contains(mark) { lines.insert(here) }
      switch mark {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        let count = mark == UInt8(ascii: "{") ? begun[token.start] : nil
        // Who evaluated something there came so far.
        if let count, count > 0 { lines.remove(here) }
        open.append(Brackets(isInChain: (last.isInChain || last.chains) && count == nil))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if open.count > 1 { open.removeLast() }
      case UInt8(ascii: "?"):
        if !isApart, !before.isWord, Self.chains(source[token.end...]) { open[open.count - 1].chains = true }
      default: break
      }
      if token.kind == .textBegin { open.append(Brackets(isInChain: last.isInChain || last.chains)) }
      if token.kind == .textEnd, open.count > 1 { open.removeLast() }
      let isWord = token.kind == .keyword && !source[token.range].elementsEqual("self".utf8)
      before = (token.end, isWord)
      isNewLine = false
    }
    // Brackets in branches of `#if` may belong to others than it seems.
    if open.count != 1 { lines = [] }
  }

  /// What follows a `?` of a chain, in the next line too.
  private static func chains(_ rest: ArraySlice<UInt8>) -> Bool {
    if let next = rest.first, "([".utf8.contains(next) { return true }
    let next = rest.drop { $0 <= 0x20 }
    return next.first == UInt8(ascii: ".")
      && (next.startIndex == rest.startIndex || rest.first == UInt8(ascii: "\n"))
  }

  /// Whether a chain has ended before this.
  private func ends(
    _ mark: UInt8, _ token: SourceToken, _ source: [UInt8], isNewLine: Bool, isApart: Bool
  ) -> Bool {
    guard open[open.count - 1].chains else { return false }
    if token.kind == .keyword { return !source[..<token.start].suffix(1).elementsEqual(".".utf8) }
    if ",;:".utf8.contains(mark) { return true }
    if isNewLine { return mark != UInt8(ascii: ".") && !Self.goesOn(source[..<token.start]) }
    // What is assigned to it is in it; what it is compared with is not.
    let isOperator = mark > 0 && "&|+-*/%<>!?^~".utf8.contains(mark)
    let isEqual = mark == UInt8(ascii: "=") && token.end < source.count && source[token.end] == mark
    return isApart && (isOperator || isEqual)
  }

  /// A line that ends so goes on with what it begins with.
  private static func goesOn(_ source: ArraySlice<UInt8>) -> Bool {
    guard let last = source.last(where: { $0 > 0x20 }) else { return false }
    return ".=".utf8.contains(last)
  }

  /// Whether a line that has such a chain goes on with it in the next one; as far as bytes tell it.
  private static func mayHold(_ bytes: [UInt8]) -> Bool {
    var index = 1
    while index + 1 < bytes.count {
      defer { index += 1 }
      guard bytes[index] == UInt8(ascii: "?"), bytes[index - 1] > 0x20 else { continue }
      let next = bytes[index + 1]
      guard [UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "\n")].contains(next)
      else { continue }
      var (end, depth) = (index + 1, 0)
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
        switch bytes[end] {
        case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        end += 1
      }
      if depth > 0 || (end > 0 && bytes[end - 1] == UInt8(ascii: "=")) { return true }
      while end < bytes.count, bytes[end] <= 0x20 { end += 1 }
      if end < bytes.count, bytes[end] == UInt8(ascii: ".") { return true }
    }
    return false
  }
}
