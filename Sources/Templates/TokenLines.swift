/// The white space around tags: a line with nothing but a tag on it disappears, what such a tag brings in is
/// indented like the tag, and what is given to a parent loses the indentation it was written with.
struct TokenLines {
  private(set) var tokens: [Token]
  private let source: [UInt8]

  init(_ scanned: [Token], source: [UInt8]) {
    tokens = scanned
    self.source = source
    for index in tokens.indices where tokens[index].kind == .lead { standAlone(index) }
    for index in tokens.indices where tokens[index].isArgument { takeArgument(index) }
    // Outer ones come first: an inner one loses what is left.
    for index in tokens.indices where tokens[index].isArgument && tokens[index].opensLine { dedent(index) }
  }

  private mutating func standAlone(_ lead: Int) {
    let index = lead + 1
    guard index < tokens.count, tokens[index].mayStandAlone else { return }
    // A parent with all that it holds is one tag.
    let last = tokens[index].kind == .parent ? tokens[index].partner ?? index : index
    if let rest = restOfLine(after: last) {
      remove(rest)
    } else if tokens[index].kind == .block, tokens[index].partner == index + 1,
      restOfLine(after: index + 1) != nil
    {
      // `{{$name}}{{/name}}` keeps the end of its line for what will stand there.
    } else {
      return
    }
    tokens[lead].isRemoved = true
    tokens[index].indentation = lead
    tokens[index].opensLine = true
  }

  /// Before and after a block that is given to a parent nothing counts.
  private mutating func takeArgument(_ index: Int) {
    if let rest = restOfLine(after: index), rest.contains(where: { tokens[$0].kind == .lineEnd }) {
      remove(rest)
      tokens[index].opensLine = true
    }
    guard let end = tokens[index].partner, end - 1 > index, tokens[end - 1].kind == .lead else { return }
    tokens[end - 1].isRemoved = true
  }

  private mutating func dedent(_ index: Int) {
    guard let end = tokens[index].partner else { return }
    let common = Self.indentation(of: index, in: tokens, source).count
    for lead in index..<end where tokens[lead].kind == .lead {
      let range = tokens[lead].range
      tokens[lead].range = min(range.lowerBound + common, range.upperBound)..<range.upperBound
    }
  }

  /// The white space that all lines of a block's content begin with, as a range of the source.
  static func indentation(of block: Int, in tokens: [Token], _ source: [UInt8]) -> Range<Int> {
    var common: Range<Int>?
    let end = tokens[block].partner ?? block
    for lead in block..<end where tokens[lead].kind == .lead && lead + 1 < end {
      guard tokens[lead + 1].kind != .lineEnd else { continue }
      let range = tokens[lead].range
      guard let before = common else {
        common = range
        continue
      }
      let count = zip(source[before], source[range]).prefix { $0 == $1 }.count
      common = before.lowerBound..<before.lowerBound + count
    }
    return common ?? 0..<0
  }

  /// The white space and the line end behind a tag; nil when something else stands there.
  private func restOfLine(after index: Int) -> Range<Int>? {
    var next = index + 1
    if next < tokens.count, tokens[next].kind == .text,
      source[tokens[next].range].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
    {
      next += 1
    }
    if next == tokens.count { return index + 1..<next }
    return tokens[next].kind == .lineEnd ? index + 1..<next + 1 : nil
  }

  private mutating func remove(_ range: Range<Int>) {
    for index in range { tokens[index].isRemoved = true }
  }
}
