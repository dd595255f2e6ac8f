import Coverage
import Kit
import Model
import Testing

@Suite("States of lines")
struct LineStateTests {
  /// Segments as llvm-cov writes them: line, column, count; no count where a region ends.
  private func segment(_ line: Int32, _ column: Int32, _ count: UInt64?, entry: Bool = true)
    -> CoverageSegment
  {
    CoverageSegment(
      line: line, column: column, count: count ?? 0, kind: count == nil ? .none : .code, isEntry: entry)
  }

  private func lines(_ source: String, _ segments: [CoverageSegment]) -> [LineCoverage] {
    LineStateScan.lines(of: Array(source.utf8), under: segments)
  }

  private func states(_ source: String, _ segments: [CoverageSegment]) -> [Int: LineState] {
    Dictionary(lines(source, segments).map { ($0.number, $0.state) }) { _, last in last }
  }

  @Test("a one-line case that never ran is not executed, though the region around it owns its indentation")
  func oneLineCase() {
    let found = lines(
      "  case 1: return 1\n", [segment(1, 1, 5), segment(1, 3, 0), segment(1, 19, 5, entry: false)])
    #expect(found.map(\.state) == [.notExecuted])
    #expect(found.map(\.count) == [0])
  }

  @Test("a line of which some characters ran is partly executed, and its span is exact")
  func partly() {
    let found = lines(
      "  x ?? makeIt() \n", [segment(1, 1, 3), segment(1, 8, 0), segment(1, 17, 3, entry: false)])
    #expect(found[0].state == .partlyExecuted)
    #expect(found[0].missed == [ColumnSpan(start: 8, end: 16)])
    #expect(found[0].count == 3)
  }

  @Test("a line without characters follows the region that it lies in")
  func blank() {
    let source = "func f() {\n\n \t\r\n}\n\nlet x = 1\n"
    #expect(
      states(source, [segment(1, 10, 2), segment(4, 2, nil, entry: false)]) == [
        1: .executed, 2: .executed, 3: .executed, 4: .executed,
      ])
    #expect(
      states(source, [segment(1, 10, 0), segment(4, 2, nil, entry: false)]) == [
        1: .notExecuted, 2: .notExecuted, 3: .notExecuted, 4: .notExecuted,
      ])
  }

  @Test("what the map does not cover is not executable")
  func outside() {
    #expect(
      states("let a = 1\n// text\nstruct S {}\n", [segment(1, 9, 1), segment(1, 10, nil)]) == [1: .executed])
    #expect(states("a\nb\n", []).isEmpty)
    #expect(states("", [segment(1, 1, 1)]).isEmpty)
  }

  @Test("columns are bytes: letters outside of ASCII before a region move nothing")
  func bytes() {
    let source = "let größe = é ?? ü\n"
    let column = Int32(source.utf8.count - "ü\n".utf8.count + 1)
    let found = lines(
      source, [segment(1, 1, 1), segment(1, column, 0), segment(1, column + 2, 1, entry: false)])
    #expect(found[0].missed == [ColumnSpan(start: Int(column), end: Int(column) + 2)])
  }

  @Test(
    "a line that ends in CR LF, or in nothing, has the same state as one that ends in LF",
    arguments: ["\n", "\r\n", ""])
  func ends(end: String) {
    let found = lines(
      "f() ?? g()" + end, [segment(1, 1, 1), segment(1, 8, 0), segment(1, 11, 1, entry: false)])
    #expect(found.map(\.state) == [.partlyExecuted])
    #expect(found[0].missed == [ColumnSpan(start: 8, end: 11)])
  }

  @Test("a gap decides only where nothing else stands")
  func gaps() {
    let gap = CoverageSegment(line: 1, column: 11, count: 0, kind: .gap, isEntry: false)
    let found = lines(
      "if (a > 3) // why\n  // more\n  return 0;\n",
      [segment(1, 1, 4), gap, segment(3, 3, 0), segment(3, 11, 4, entry: false), segment(3, 12, nil)])
    #expect(found.map(\.state) == [.executed, .notExecuted, .partlyExecuted])
  }

  @Test("the ways through a line are its regions and what of earlier ones reaches into it")
  func branches() {
    let found = lines(
      "} else if a {\n",
      [segment(0, 1, 2), segment(1, 2, 5, entry: false), segment(1, 11, 3), segment(1, 13, 0)])
    #expect(found[0].branches == [2, 5, 3, 0])
    #expect(found[0].starts == [RegionStart(column: 11, count: 3), RegionStart(column: 13, count: 0)])
    #expect(lines("return 1\n", [segment(1, 1, 3)])[0].branches.isEmpty)
  }

  @Test("a partly executed line always has a way that was taken and one that was not")
  func partlyHasBoth() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<3000 {
      for line in lines("  ab cd {}\n\n x\n", random.segments()) where line.state == .partlyExecuted {
        #expect(line.branches.contains(0) && line.branches.contains { $0 > 0 })
        #expect(!line.missed.isEmpty)
      }
    }
  }

  @Test("any segments over any source: no line twice, none that is not there, states as painted byte by byte")
  func painted() {
    var random = SeededRandom(seed: 42)
    let sources = ["", "\n", "a", "a\n\n b\r\n\t\n", "é\u{0}\n  x y\n}\n", "\n\n\n", "  \n a b c d e f\n  "]
    for round in 0..<7000 {
      let source = sources[round % sources.count]
      let segments = random.segments()
      let found = lines(source, segments)
      #expect(found.map { [$0.number: $0.state] } == painted(source, segments))
    }
  }

  /// By the characters that are not blank, done slowly.
  private func painted(_ source: String, _ segments: [CoverageSegment]) -> [[Int: LineState]] {
    var bytes = Array(source.utf8)
    if bytes.last == 10 { bytes.removeLast() } else if bytes.isEmpty { return [] }
    let inForce = { (line: Int, column: Int) in
      segments.last { ($0.line, $0.column) <= (Int32(line), Int32(column)) && $0.line <= line }
    }
    var result: [[Int: LineState]] = []
    let rows = bytes.split(separator: 10, omittingEmptySubsequences: false)
    for (row, text) in rows.enumerated() {
      let inked = text.indices.filter { !(text[$0] == 32 || (9...13).contains(text[$0])) }
      let columns = inked.map { $0 - text.startIndex + 1 }
      var deciding = columns.compactMap { inForce(row + 1, $0) }.filter { $0.kind != .none }
      if deciding.isEmpty, inked.isEmpty, let around = inForce(row + 1, 0), around.kind != .none {
        deciding = [around]
      }
      let ran = Set(deciding.map { $0.count > 0 })
      guard !ran.isEmpty else { continue }
      result.append([
        row + 1: ran.count == 2 ? .partlyExecuted : ran.contains(true) ? .executed : .notExecuted
      ])
    }
    return result
  }

  @Test("segments behind the end of a line or of the file, in disorder, or with odd numbers do no harm")
  func hostile() {
    let odd = [
      segment(9, 9, 1), segment(1, 900, 0), segment(1, 1, 1), segment(0, 0, 3), segment(-4, -4, 2),
      segment(2, .max, 1), segment(.max, .max, .max), segment(1, .min, .max), segment(.min, 3, 0),
    ]
    #expect(lines("a\n\nb", odd).map(\.number) == [1, 2, 3])
  }

  @Test("lines are counted with the last one, whether it ends or not")
  func counts() {
    #expect(
      ["", "a", "a\n", "a\nb", "\n\n"].map { LineStateScan.lineCount(of: Array($0.utf8)) } == [0, 1, 1, 2, 2])
  }
}

extension SeededRandom {
  private mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// A few segments, sorted, no two at one place.
  fileprivate mutating func segments() -> [CoverageSegment] {
    var places: [[Int32]] = []
    for _ in 0..<next(7) {
      let place = [Int32(next(5)), Int32(1 + next(12))]
      if !places.contains(place) { places.append(place) }
    }
    return places.sorted { $0.lexicographicallyPrecedes($1) }.map { place in
      let kind: CoverageSegment.Kind = next(4) == 0 ? .none : .code
      return CoverageSegment(
        line: place[0], column: place[1], count: kind == .none ? 0 : UInt64(next(3)), kind: kind,
        isEntry: next(2) == 0)
    }
  }
}
