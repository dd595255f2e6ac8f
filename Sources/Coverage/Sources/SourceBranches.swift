internal import Tokens

/// Where a source branches: what its `if`s ask, their bodies, and what comes behind them.
struct SourceBranches {
  /// Behind an `if`, a `switch` or a loop, in functions that nothing leaves early: offsets.
  private(set) var ends: Set<Int> = []
  /// Behind an `if` that nothing leaves early, in functions that something else does.
  private(set) var quietEnds: Set<Int> = []
  /// What follows `if`, `switch` and `while`.
  private(set) var asked: Set<Int> = []
  /// By what an `else` begins with: where the bodies begin that come before it.
  private(set) var former: [Int: [Int]] = [:]

  private struct Chain {
    var bodies: [Int] = []
    var hasElse = false
    /// The compiler counts anew behind it.
    var isUneven = false
  }

  /// Brackets that are open.
  private struct Brackets {
    var begun: Begun?
    /// Of a function, a closure or a type: something may leave it early, or where its branches end.
    var isLeft = false
    var isUneven = false
    var ends: [Int] = []
    var quietEnds: [Int] = []
  }

  /// What a keyword began, until its brackets open.
  private struct Begun {
    var depth: Int
    /// Of an `if`, and of its `else`.
    var chain: Chain?
    /// All who come into it come out of it.
    var isPassed = false
  }

  private var open: [Brackets] = []
  private var begun: [Begun] = []
  /// An `if` whose last body was closed.
  private var closed: Chain?
  private var isAfterElse = false
  private var asks = false
  private var depth = 0

  private static let control: Set<String> = [
    "if", "else", "for", "while", "switch", "guard", "do", "catch", "repeat", "defer",
  ]
  /// What a `guard` is for may end the process too.
  private static let leaving: Set<String> = [
    "return", "throw", "try", "guard", "break", "continue", "fallthrough",
  ]

  init(_ source: [UInt8]) {
    var before: UInt8 = 0
    var end = 0
    for token in SourceTokens(source) where !token.kind.isBlank {
      let word = source[token.range]
      let isKeyword = token.kind == .keyword && before != UInt8(ascii: ".")
      if !isKeyword || !word.elementsEqual("else".utf8) { closed = nil }
      // What `try?` throws goes nowhere, and behind `try!` all ends.
      let next = token.end < source.count ? source[token.end] : 0
      let isKept = word.elementsEqual("try".utf8) && "?!".utf8.contains(next)
      note(token.start, isKeyword && !isKept ? String(decoding: word, as: UTF8.self) : nil)
      if token.kind == .textBegin { depth += 1 }
      if token.kind == .textEnd { depth -= 1 }
      if token.kind == .punctuation {
        let byte = source[token.start]
        bracket(byte, token, isValue: byte == UInt8(ascii: "{") && Self.asksMore(source[..<end]))
      }
      (before, end) = (source[token.end - 1], token.end)
    }
    // Brackets in branches of `#if` may belong to others than it seems.
    if !open.isEmpty || depth != 0 { (ends, quietEnds) = ([], []) }
  }

  private mutating func note(_ start: Int, _ keyword: String?) {
    if asks {
      asked.insert(start)
      // What an `else if` asks is asked of who came by the bodies before.
      if let chain = begun.last?.chain, !chain.bodies.isEmpty { former[start] = chain.bodies }
    }
    asks = false
    guard let keyword else { return }
    if Self.leaving.contains(keyword) { leave() }
    if Self.leaving.contains(keyword) || keyword == "switch" || keyword == "catch" { makeUneven() }
    guard Self.control.contains(keyword) else { return }
    switch keyword {
    case "else":
      var chain = closed
      chain?.hasElse = true
      // Of a `guard` it belongs to no `if`.
      if chain == nil, begun.last?.depth == depth { begun.removeLast() }
      begun.append(Begun(depth: depth, chain: chain))
      closed = nil
      isAfterElse = true
      return
    case "if":
      if isAfterElse, var chain = begun.popLast()?.chain {
        chain.hasElse = false
        begun.append(Begun(depth: depth, chain: chain))
      } else {
        begun.append(Begun(depth: depth, chain: Chain()))
      }
    default: begun.append(Begun(depth: depth, isPassed: keyword == "for" || keyword == "switch"))
    }
    isAfterElse = false
    asks = ["if", "switch", "while"].contains(keyword)
  }

  private mutating func leave() {
    if let function = open.lastIndex(where: { $0.begun == nil }) { open[function].isLeft = true }
  }

  private mutating func makeUneven() {
    // What a chain asks may leave it too.
    if begun.last?.chain != nil { begun[begun.count - 1].chain?.isUneven = true }
    for index in open.indices.reversed() where open[index].begun != nil { open[index].isUneven = true }
  }

  private static let operators: [Bool] = {
    let signs = Set("&|=+-*/%^~:,<".utf8)
    return (0...UInt8.max).map(signs.contains)
  }()

  /// What ends with an operator goes on: brackets that follow are a value, no body.
  static func asksMore(_ source: ArraySlice<UInt8>) -> Bool {
    guard let last = source.last else { return false }
    return operators[Int(last)] || source.suffix(2).elementsEqual("??".utf8)
  }

  private mutating func bracket(_ byte: UInt8, _ token: SourceToken, isValue: Bool) {
    switch byte {
    case UInt8(ascii: "{"):
      if var last = begun.last, last.depth == depth, !isValue {
        begun.removeLast()
        if let chain = last.chain, chain.hasElse { former[token.start] = chain.bodies }
        last.chain?.bodies.append(token.start)
        open.append(Brackets(begun: last))
      } else {
        open.append(Brackets())
      }
      isAfterElse = false
      depth += 1
    case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth -= 1
      while let last = begun.last, last.depth > depth { begun.removeLast() }
      if byte == UInt8(ascii: "}"), let last = open.popLast() { close(last, token.end) }
    default: break
    }
  }

  private mutating func close(_ brackets: Brackets, _ end: Int) {
    guard let begun = brackets.begun else {
      if brackets.isLeft { quietEnds.formUnion(brackets.quietEnds) } else { ends.formUnion(brackets.ends) }
      return
    }
    closed = begun.chain
    if brackets.isUneven { closed?.isUneven = true }
    guard begun.chain != nil || begun.isPassed else { return }
    guard let function = open.lastIndex(where: { $0.begun == nil }) else { return }
    open[function].ends.append(end)
    if closed?.isUneven == false { open[function].quietEnds.append(end) }
  }
}
