internal import Tokens

/// What a `for try await` asks. The compiler takes those whose loop ended by a throw away at its beginning;
/// all of them were there.
struct AwaitedLoops {
  private var corrected = CorrectedCounts()

  init(_ regions: [LLVMExport.Region], of source: [UInt8]) {
    guard source.holds("for try await") else { return }
    let told = CorrectedCounts(regions)
    let lines = LineStarts(source)
    var asked: [(region: LLVMExport.Region, count: UInt64)] = []
    for header in Self.headers(in: source) {
      let (first, last) = (lines.place(header.lowerBound), lines.place(header.upperBound))
      // The count that holds before it, and the one that begins with it.
      let word = lines.place(max(0, header.lowerBound - 1))
      guard let around = told.innermost(word.line, word.column),
        let inside = told.innermost(last.line, last.column - 1), inside.count < around.count,
        lines.offset(inside.place.line, inside.place.column) == header.lowerBound
      else { continue }
      let span = LLVMExport.Place(
        line: first.line, column: first.column, endLine: last.line, endColumn: last.column)
      asked.append((LLVMExport.Region(place: span, file: around.file, count: inside.count), around.count))
    }
    guard !asked.isEmpty else { return }
    corrected = CorrectedCounts((regions + asked.map(\.region)).sorted { $0.place < $1.place })
    for (region, count) in asked { corrected.keep(count, of: region) }
  }

  /// From behind the `for` to the end of what it goes through.
  private static func headers(in source: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var open: [(start: Int, depth: Int)] = []
    var words: [(text: String, end: Int)] = [("", 0), ("", 0)]
    var (depth, end) = (0, 0)
    for token in SourceTokens(source) where !token.kind.isBlank {
      let word =
        token.kind == .keyword || token.kind == .identifier
        ? String(decoding: source[token.range], as: UTF8.self) : ""
      if words[0].text == "for", words[1].text == "try", word == "await" {
        open.append((words[0].end, depth))
      }
      if token.kind == .punctuation {
        switch source[token.start] {
        case UInt8(ascii: "{"):
          if let last = open.last, last.depth == depth, !SourceBranches.asksMore(source[..<end]) {
            found.append(last.start..<end)
            open.removeLast()
          }
          depth += 1
        case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
      if token.kind == .textBegin { depth += 1 }
      if token.kind == .textEnd { depth -= 1 }
      words = [words[1], (word, token.end)]
      end = token.end
    }
    return found
  }

  func applied(to segments: [CoverageSegment]) -> [CoverageSegment] { corrected.applied(to: segments) }
}
