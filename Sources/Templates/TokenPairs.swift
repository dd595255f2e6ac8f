/// Finds the end of each section, parent and block, and what stands where it has no meaning.
struct TokenPairs {
  /// Rendering goes into each level.
  static let deepest = 200

  private(set) var tokens: [Token]
  private(set) var mistakes: [Mistake] = []
  private var opened: [Int] = []
  private let source: [UInt8]

  init(_ scanned: [Token], source: [UInt8]) {
    tokens = scanned
    self.source = source
    for index in tokens.indices where !tokens[index].isText {
      if tokens[index].kind == .end { end(index) } else { take(index) }
    }
    for index in opened { tell(index, "`\(tag(index))` is not closed: `{{/\(name(index))}}` is missing") }
    mistakes += blocksGivenTwice()
  }

  private mutating func take(_ index: Int) {
    if let around = opened.last, tokens[around].kind == .parent {
      switch tokens[index].kind {
      case .block: tokens[index].isArgument = true
      case .comment, .delimiters: break
      case .lead, .text, .lineEnd, .value, .raw, .section, .inverted, .end, .partial, .parent:
        tell(
          index,
          "`\(tag(index))` would never appear: inside of the parent `\(name(around))` only blocks count")
      }
    }
    guard tokens[index].opensPair else { return }
    if opened.count == Self.deepest { tell(index, "more than \(Self.deepest) sections lie in each other") }
    opened.append(index)
  }

  private mutating func end(_ index: Int) {
    guard let last = opened.last else { return tell(index, "`\(tag(index))` closes nothing") }
    if let match = opened.lastIndex(where: { name($0) == name(index) }) {
      for open in opened[(match + 1)...] {
        tell(open, "`\(tag(open))` is not closed before `\(tag(index))`, \(place(index))")
      }
      opened.removeSubrange((match + 1)...)
    } else {
      tell(index, "`\(tag(index))` does not close `\(tag(last))`, \(place(last)): write `{{/\(name(last))}}`")
    }
    // A wrong name closes what is open all the same, so that one mistake is told once.
    guard let open = opened.popLast() else { return }
    tokens[open].partner = index
    tokens[index].partner = open
  }

  private func blocksGivenTwice() -> [Mistake] {
    var mistakes: [Mistake] = []
    for (index, token) in tokens.enumerated() where token.kind == .parent {
      var given: [String: Int] = [:]
      var inner = index + 1
      while inner < token.partner ?? 0 {
        if tokens[inner].isArgument {
          if let first = given[name(inner)] {
            let message = "the block `\(name(inner))` is given twice, first \(place(first))"
            mistakes.append(Mistake(offset: tokens[inner].range.lowerBound, message: message))
          }
          given[name(inner)] = given[name(inner)] ?? inner
        }
        inner = max(inner, tokens[inner].partner ?? 0) + 1
      }
    }
    return mistakes
  }

  private mutating func tell(_ index: Int, _ message: String) {
    mistakes.append(Mistake(offset: tokens[index].range.lowerBound, message: message))
  }

  private func name(_ index: Int) -> String { (tokens[index].isDynamic ? "*" : "") + tokens[index].name }

  private func tag(_ index: Int) -> String {
    PartialPath.shown(String(decoding: source[tokens[index].range], as: UTF8.self))
  }

  private func place(_ index: Int) -> String {
    let place = TextPlace(tokens[index].range.lowerBound, in: source)
    return "at \(place.line):\(place.column)"
  }
}
