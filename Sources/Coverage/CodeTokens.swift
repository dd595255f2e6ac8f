import Tokens
public import Words

/// A source as the compiler reads it: comments, and how wide blanks are, do not count. Where a line ends
/// does, as it may end a statement.
public struct CodeTokens: Sendable {
  private enum Gap: Int { case none, blank, line }

  private struct Token {
    var range: Range<Int>
    var gap: Gap
    /// Of what tells its own line; else 0.
    var line = 0
  }

  private let bytes: [UInt8]
  private let tokens: [Token]
  /// Bodies become a part of their callers, and nobody counts them as executed.
  private let isTransparent: Bool

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var tokens: [Token] = []
    var isTransparent = false
    var gap = Gap.none
    for token in SourceTokens(bytes) {
      switch token.kind {
      case .newline: gap = .line
      case .comment: gap = Self.holdsLine(bytes[token.range]) || gap == .line ? .line : .blank
      case .space: if gap == .none { gap = .blank }
      case .text, .textBegin, .textMiddle, .textEnd, .pattern, .number, .identifier, .keyword, .attribute,
        .directive, .punctuation:
        var known = Token(range: token.range, gap: gap)
        if token.kind == .directive, bytes[token.range].elementsEqual("#line".utf8) {
          known.line = 1 + bytes[..<token.start].count { $0 == UInt8(ascii: "\n") }
        }
        if token.kind == .attribute, bytes[token.range].elementsEqual("@_transparent".utf8) {
          isTransparent = true
        }
        tokens.append(known)
        gap = .none
      }
    }
    (self.tokens, self.isTransparent) = (tokens, isTransparent)
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
    mark.add(token.line)
    mark.add(bytes[token.range])
  }

  /// The index of the first token that begins there or behind.
  private func index(of offset: Int) -> Int {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].range.lowerBound >= offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Whether it is the body of a function, so that nobody who does not call that can see what stands there:
  /// not the value of a variable, whose type may follow from it.
  public func isBody(_ range: Range<Int>) -> Bool {
    let first = index(of: range.lowerBound)
    guard !isTransparent, tokens.indices.contains(first), tokens[first].range.lowerBound == range.lowerBound,
      bytes[range.lowerBound] == UInt8(ascii: "{")
    else { return false }
    if first > 0, let before = tokens[first - 1].range.last, "=(,:[".utf8.contains(bytes[before]) {
      return false
    }
    let next = index(of: range.upperBound)
    guard tokens.indices.contains(next) else { return true }
    return !(tokens[next].gap == .none && bytes[tokens[next].range.lowerBound] == UInt8(ascii: "("))
  }
}
