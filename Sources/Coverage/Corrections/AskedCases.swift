internal import Tokens

/// What a `case … where` asks, and what a pattern calls. The compiler counts what runs where it holds, and
/// not that it was asked: as many asked it at most as were not taken by the cases before it.
struct AskedCases {
  /// Lines that ran so often at most.
  private(set) var atMost: Set<Int> = []
  private var corrected = CorrectedCounts()

  init(_ regions: [LLVMExport.Region], of source: [UInt8]) {
    guard !regions.isEmpty, ChoiceSource.mayAsk(in: source) else { return }
    let choices = ChoiceSource(source).choices
    guard !choices.isEmpty else { return }
    let lines = LineStarts(source)
    let told = CorrectedCounts(regions)
    var begun: [Int: UInt64] = [:]
    for region in regions {
      begun[lines.offset(region.place.line, region.place.column)] = region.count
    }
    var asked: [(region: LLVMExport.Region, count: UInt64)] = []
    for choice in choices {
      guard var left = begun[choice.subject] else { continue }
      for part in choice.cases {
        guard let count = begun[part.start] else { break }
        if count == 0, left > 0, left < .max / 4, let condition = part.condition {
          let (first, last) = (lines.place(condition.lowerBound), lines.place(condition.upperBound))
          guard let around = told.innermost(first.line, first.column) else { continue }
          let span = LLVMExport.Place(
            line: first.line, column: first.column, endLine: last.line, endColumn: last.column)
          asked.append((LLVMExport.Region(place: span, file: around.file, count: around.count), left))
          atMost.formUnion(Int(first.line)...Int(last.line))
        }
        // Who fell into it may have been taken by the one before.
        if !part.isFallenInto { left = count < left ? left - count : 0 }
      }
    }
    guard !asked.isEmpty else { return }
    corrected = CorrectedCounts((regions + asked.map(\.region)).sorted { $0.place < $1.place })
    for (region, count) in asked { corrected.keep(count, of: region) }
  }

  func applied(to segments: [CoverageSegment]) -> [CoverageSegment] { corrected.applied(to: segments) }
}

/// The `switch`es of a source that ask with `where` or by a call, by its tokens, in offsets.
struct ChoiceSource {
  struct Case {
    var start: Int
    /// From behind its first `where`, or from the first call in its pattern, to the colon.
    var condition: Range<Int>?
    var isFallenInto = false
  }

  struct Choice {
    /// Where that begins which is chosen by.
    var subject: Int
    var cases: [Case] = []
  }

  private(set) var choices: [Choice] = []

  private struct Brackets {
    var choice: Choice?
    /// A `fallthrough` is in its last case.
    var falls = false
    var isPattern = false
    var hasWhere = false
    /// What looks like a call in that pattern takes values out of a case.
    var binds = false
  }

  /// Whether it is worth a look, which takes time.
  static func mayAsk(in source: [UInt8]) -> Bool {
    source.holds("switch")
      && (source.holds("where") || source.lines(beginningWith: "case ").contains { $0.contains(parenthesis) })
  }

  private static let parenthesis = UInt8(ascii: "(")

  private var open: [Brackets] = []
  private var headers: [(subject: Int?, depth: Int)] = []
  private var depth = 0

  init(_ source: [UInt8]) {
    var before = (word: "", last: UInt8(0), end: 0)
    /// What may be a function.
    var name: (start: Int, end: Int)?
    for token in SourceTokens(source) where !token.kind.isBlank {
      let isWord = token.kind == .keyword && before.last != UInt8(ascii: ".")
      let word = isWord ? String(decoding: source[token.range], as: UTF8.self) : ""
      if let last = headers.indices.last, headers[last].subject == nil { headers[last].subject = token.start }
      note(
        word, token,
        isOther: ["if", "guard", "while", "for"].contains(before.word) || before.last == UInt8(ascii: ","))
      if let name, name.end == token.start, source[token.start] == Self.parenthesis { note(call: name.start) }
      switch token.kind {
      case .textBegin: depth += 1
      case .textEnd: depth -= 1
      case .punctuation:
        bracket(
          source[token.start], token, isValue: SourceBranches.asksMore(source[..<before.end]), before.end)
      case .space, .newline, .comment, .text, .textMiddle, .pattern, .number, .identifier, .keyword,
        .attribute, .directive:
        break
      }
      let isFunction = token.kind == .identifier && before.last != UInt8(ascii: ".")
      name = isFunction && 97...122 ~= source[token.start] ? (token.start, token.end) : nil
      before = (word, source[token.end - 1], token.end)
    }
    // Brackets in branches of `#if` may belong to others than it seems.
    if !open.isEmpty || depth != 0 { choices = [] }
  }

  /// `isOther`: it begins no case.
  private mutating func note(_ word: String, _ token: SourceToken, isOther: Bool) {
    guard let last = open.indices.last else {
      if word == "switch" { headers.append((nil, depth)) }
      return
    }
    switch word {
    case "switch": headers.append((nil, depth))
    case "case" where !isOther, "default" where !isOther:
      guard open[last].choice != nil, isDirect else { return }
      let part = Case(start: token.start, isFallenInto: open[last].falls)
      open[last].choice?.cases.append(part)
      (open[last].falls, open[last].isPattern) = (false, true)
      (open[last].hasWhere, open[last].binds) = (false, false)
    case "where":
      guard open[last].isPattern, isDirect, var part = open[last].choice?.cases.popLast() else { return }
      if part.condition == nil { part.condition = token.end..<token.end }
      open[last].choice?.cases.append(part)
      open[last].hasWhere = true
    case "let", "var":
      guard open[last].isPattern, var part = open[last].choice?.cases.popLast() else { return }
      if !open[last].hasWhere { part.condition = nil }
      open[last].choice?.cases.append(part)
      open[last].binds = true
    case "fallthrough":
      if let index = open.lastIndex(where: { $0.choice != nil }) { open[index].falls = true }
    default: break
    }
  }

  private mutating func note(call start: Int) {
    guard let last = open.indices.last, open[last].isPattern, !open[last].binds,
      var part = open[last].choice?.cases.popLast()
    else { return }
    if part.condition == nil { part.condition = start..<start }
    open[last].choice?.cases.append(part)
  }

  private mutating func bracket(_ byte: UInt8, _ token: SourceToken, isValue: Bool, _ end: Int) {
    switch byte {
    case UInt8(ascii: ":"):
      guard let last = open.indices.last, open[last].isPattern, isDirect else { return }
      open[last].isPattern = false
      guard var part = open[last].choice?.cases.popLast() else { return }
      part.condition = part.condition.map { $0.lowerBound..<max($0.lowerBound, end) }
      open[last].choice?.cases.append(part)
    case UInt8(ascii: "{"):
      if let header = headers.last, header.depth == depth, !isValue, let subject = header.subject {
        headers.removeLast()
        open.append(Brackets(choice: Choice(subject: subject)))
      } else {
        open.append(Brackets())
      }
      depths.append(depth)
      depth += 1
    case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth -= 1
      headers.removeAll { $0.depth > depth }
      guard byte == UInt8(ascii: "}"), let brackets = open.popLast() else { return }
      depths.removeLast()
      if let choice = brackets.choice, choice.cases.contains(where: { $0.condition != nil }) {
        choices.append(choice)
      }
    default: break
    }
  }

  /// The depths that the open ones stand in.
  private var depths: [Int] = []

  /// It stands in the innermost brackets themselves.
  private var isDirect: Bool { depths.last.map { $0 + 1 == depth } ?? false }
}
