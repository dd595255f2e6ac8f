internal import Tokens

/// A source with `repeat … while`, read once for all that is asked of it.
public struct RepeatingSource: Sendable {
  let bytes: [UInt8]
  /// Without blanks and comments.
  let tokens: [SourceToken]
  private let starts: [Int]
  /// By where the bodies of its loops begin: their tokens, and those of what is asked behind them.
  private let loops: [(body: Range<Int>, asked: Int)]

  /// To read the statements of a source without any.
  init(statementsOf source: [UInt8]) {
    bytes = source
    tokens = SourceTokens(source).filter { !$0.kind.isBlank }
    starts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    loops = []
  }

  /// Nil where it has none.
  public init?(_ source: [UInt8]) {
    guard source.holds("repeat ") || source.holds("repeat{") || source.holds("repeat\n") else { return nil }
    bytes = source
    tokens = SourceTokens(source).filter { !$0.kind.isBlank }
    starts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    var loops: [(body: Range<Int>, asked: Int)] = []
    var open: [(start: Int, isRepeated: Bool)] = []
    for index in tokens.indices where tokens[index].kind == .punctuation {
      let byte = source[tokens[index].start]
      if byte == UInt8(ascii: "{") {
        let isRepeated = index > 0 && Self.isWord("repeat", tokens[index - 1], source)
        open.append((index, isRepeated))
      } else if byte == UInt8(ascii: "}"), let last = open.popLast(), last.isRepeated {
        loops.append((last.start..<index + 1, index + 2))
      }
    }
    guard !loops.isEmpty else { return nil }
    self.loops = loops
  }

  private static func isWord(_ word: String, _ token: SourceToken, _ source: [UInt8]) -> Bool {
    token.kind == .keyword && source[token.range].elementsEqual(word.utf8)
  }

  /// The counts of one function's regions, in order, as they are; as they are told where that is not clear.
  public func counts(_ counts: [UInt64], of places: [LLVMExport.Place]) -> [UInt64] {
    let regions = zip(places, counts).map { LLVMExport.Region(place: $0, file: 0, count: $1) }
    let sorted = regions.sorted { $0.place < $1.place }
    guard let known = try? StatementFlow.counts(of: sorted, in: self) else { return counts }
    return regions.map { known[$0.place] ?? $0.count }
  }

  /// Whether one of its loops lies there.
  public func repeats(in place: LLVMExport.Place) -> Bool { !loops(in: place).isEmpty }

  /// What is to be known of one.
  struct Loop {
    var body: Int
    /// `break` or `continue` may leave a body.
    var jumps = false
    /// It may be left by something that its condition is not told without.
    var leaves = false
    /// The lines of its condition.
    var asked: [Int] = []
  }

  func loops(in place: LLVMExport.Place) -> [Loop] {
    let range = offset(place.line, place.column)..<offset(place.endLine, place.endColumn)
    return loops.filter { range.contains(tokens[$0.body.lowerBound].start) }.map { body, asked in
      var loop = Loop(body: tokens[body.lowerBound].start)
      for index in body {
        switch word(index) {
        case "break", "continue":
          loop.jumps = true
          if isName(index + 1) { loop.leaves = true }
        case "throw", "try": loop.leaves = true
        default: break
        }
      }
      if tokens.indices.contains(asked) { loop.asked = [line(of: tokens[asked].start)] }
      return loop
    }
  }

  private func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func offset(_ line: Int32, _ column: Int32) -> Int {
    starts.indices.contains(Int(line) - 1) ? starts[Int(line) - 1] + Int(column) - 1 : bytes.count
  }

  // MARK: - Tokens by their index

  /// The one that begins there.
  func index(of offset: Int) -> Int? {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].start < offset { low = middle + 1 } else { high = middle }
    }
    return low < tokens.count && tokens[low].start == offset ? low : nil
  }

  func text(_ index: Int) -> String { String(decoding: bytes[tokens[index].range], as: UTF8.self) }

  /// The byte of punctuation.
  func mark(_ index: Int) -> UInt8 {
    tokens[index].kind == .punctuation ? bytes[tokens[index].start] : 0
  }

  /// A keyword that is none of a member or a label.
  func word(_ index: Int) -> String {
    guard tokens.indices.contains(index), tokens[index].kind == .keyword,
      index == 0 || mark(index - 1) != UInt8(ascii: ".")
    else { return "" }
    let word = text(index)
    let isLabel = index + 1 < tokens.count && mark(index + 1) == UInt8(ascii: ":")
    return isLabel && word != "default" ? "" : word
  }

  func isName(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .identifier && !isNewLine(index)
  }

  /// Whether a new line begins with it.
  func isNewLine(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    return bytes[tokens[index - 1].end..<tokens[index].start].contains(UInt8(ascii: "\n"))
  }

  /// The name of the statement that begins there.
  func label(_ index: Int) -> String? {
    guard index + 2 < tokens.count, tokens[index].kind == .identifier, mark(index + 1) == UInt8(ascii: ":"),
      isNewLine(index) || "{;".utf8.contains(mark(index - 1)),
      ["for", "while", "repeat", "switch", "if", "do"].contains(word(index + 2))
    else { return nil }
    return text(index)
  }

  func isCondition(_ index: Int) -> Bool {
    tokens[index].kind == .directive && ["#if", "#elseif", "#else", "#endif"].contains(text(index))
  }
}
