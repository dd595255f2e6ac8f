internal import Tokens

/// The compiler counts what is deferred as the region around it, its branches too, so that one which was not
/// taken has the count of all: only the most that it can be.
enum DeferredBranches {
  private enum Brackets {
    case deferred
    case branch(line: Int)
    case other
  }

  /// The lines inside of them. What has a region of its own, as a closure does, is counted as it ran.
  static func lines(in source: [UInt8], _ regions: [LLVMExport.Region]) -> Set<Int> {
    guard source.holds("defer") else { return [] }
    var found: Set<Int> = []
    var open: [Brackets] = []
    // Whether what is in the brackets around lies in something deferred, and counts as that does.
    var isDeferred = [false]
    var (line, start) = (1, 0)
    var isKeyword = false
    // Where one of `? :` is open.
    var choice: Int?
    var before: UInt8 = 0
    lazy var counted = Set(regions.map { Start(line: $0.place.line, column: $0.place.column) })
    for token in SourceTokens(source) {
      let here = Start(line: Int32(clamping: line), column: Int32(clamping: token.start - start + 1))
      for index in token.range where source[index] == UInt8(ascii: "\n") {
        (line, start) = (line + 1, index + 1)
      }
      guard !token.kind.isBlank else { continue }
      let word = source[token.range]
      let isPunctuation = token.kind == .punctuation
      if isPunctuation, word.first == UInt8(ascii: "{") {
        let isInside = isDeferred.last == true
        if isKeyword {
          open.append(.deferred)
          isDeferred.append(true)
        } else if isInside, !counted.contains(here) {
          open.append(.branch(line: line))
          isDeferred.append(true)
        } else {
          open.append(.other)
          isDeferred.append(false)
        }
      } else if isPunctuation, word.first == UInt8(ascii: "}"), let last = open.popLast() {
        isDeferred.removeLast()
        // Brackets alone in the first and the last line say nothing, unless there is no other line.
        if case .branch(let first) = last {
          found.formUnion(line > first + 1 ? first + 1..<line : line..<line + 1)
        }
      }
      // What `? :` chooses has no count of its own there, either.
      if isPunctuation, isDeferred.last == true, word.first == UInt8(ascii: "?"), Self.isApart(token, source)
      {
        found.insert(line)
        choice = open.count
      } else if let depth = choice, depth == open.count, isPunctuation, word.first == UInt8(ascii: ":"),
        Self.isApart(token, source)
      {
        found.insert(line)
        choice = nil
      }
      isKeyword = token.kind == .keyword && word.elementsEqual("defer".utf8) && before != UInt8(ascii: ".")
      before = word.last ?? 0
    }
    return found
  }

  private static func isApart(_ token: SourceToken, _ source: [UInt8]) -> Bool {
    token.start > 0 && source[token.start - 1] <= 0x20 && token.end < source.count
      && source[token.end] <= 0x20
  }

  private struct Start: Hashable {
    var line: Int32
    var column: Int32
  }
}
