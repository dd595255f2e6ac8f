import Model
import Testing

@testable import Coverage

@Suite("What lies behind a crash")
struct DeadCallsTests {
  private func place(_ line: Int32, _ column: Int32, _ endLine: Int32, _ endColumn: Int32) -> LLVMExport.Place
  {
    LLVMExport.Place(line: line, column: column, endLine: endLine, endColumn: endColumn)
  }

  private func segment(_ line: Int32, _ column: Int32, _ count: UInt64, entry: Bool = true) -> CoverageSegment
  {
    CoverageSegment(line: line, column: column, count: count, isEntry: entry)
  }

  /// Lines 1 to 10 are a function, 3 to 6 a loop in it, 8 has a closure.
  private let source = Array("f {\n a\n for {\n  b\n  c\n }\n d\n e { i }\n g\n}\n".utf8)

  private func states(
    _ calls: [DeadCall], entries: UInt64, turns: UInt64, closure: UInt64? = nil
  ) -> [LineState] {
    let body = place(1, 3, 10, 2)
    var functions = [CoverageParts.Function(place: body, count: entries, function: 0)]
    var regions = [
      LLVMExport.Region(place: body, file: 0, count: entries),
      LLVMExport.Region(place: place(3, 6, 6, 3), file: 0, count: turns),
    ]
    var segments = [segment(1, 3, entries), segment(3, 6, turns), segment(6, 3, entries, entry: false)]
    if let closure {
      functions.append(.init(place: place(8, 4, 8, 9), count: closure, function: 1))
      regions.append(LLVMExport.Region(place: place(8, 4, 8, 9), file: 0, count: closure))
      segments += [segment(8, 4, closure), segment(8, 9, entries, entry: false)]
    }
    let dead = DeadCalls(calls, functions: functions, regions: regions, source: source)
    segments = dead.applied(to: segments)
    return LineStateScan.lines(of: source, under: segments).map(\.state)
  }

  private func unknown(_ states: [LineState]) -> [Int] {
    states.indices.filter { states[$0] == .notKnown }.map { $0 + 1 }
  }

  @Test("where every call died, the lines behind are not known, and those before ran")
  func all() {
    let two = [DeadCall(line: 2, column: 2), DeadCall(line: 2, column: 2)]
    let found = states(two, entries: 2, turns: 0)
    #expect(unknown(found) == [3, 7, 8, 9, 10])
    #expect(
      found[..<2] == [.executed, .executed] && found[3...5] == [.notExecuted, .notExecuted, .notExecuted])
  }

  @Test("where one got past, the counts stand")
  func past() {
    #expect(unknown(states([DeadCall(line: 2, column: 2)], entries: 2, turns: 0)) == [])
    #expect(unknown(states([], entries: 2, turns: 2)) == [])
  }

  @Test("the later of two places decides: somebody came between them")
  func later() {
    let calls = [DeadCall(line: 2, column: 2), DeadCall(line: 7, column: 2)]
    #expect(unknown(states(calls, entries: 2, turns: 3)) == [8, 9, 10])
  }

  @Test("a loop may have been gone through before; what is behind the loop was never come to")
  func loops() {
    #expect(unknown(states([DeadCall(line: 4, column: 3)], entries: 1, turns: 5)) == [7, 8, 9, 10])
    #expect(unknown(states([DeadCall(line: 4, column: 3)], entries: 1, turns: 1)) == [5, 6, 7, 8, 9, 10])
  }

  @Test("a loop whose condition died ran as often as its own counter says; behind it nobody came")
  func condition() {
    #expect(unknown(states([DeadCall(line: 3, column: 2)], entries: 1, turns: 5)) == [7, 8, 9, 10])
    let found = states([DeadCall(line: 3, column: 2)], entries: 1, turns: 5)
    #expect(found[3] == .executed && found[4] == .executed)
  }

  @Test("a closure behind the place is a function of its own, that others may have called")
  func closures() {
    let calls = [DeadCall(line: 2, column: 2)]
    let found = states(calls, entries: 1, turns: 0, closure: 4)
    #expect(unknown(found) == [3, 7, 9, 10] && found[7] == .partlyExecuted)
    #expect(unknown(states(calls, entries: 1, turns: 0, closure: 0)) == [3, 7, 8, 9, 10])
    #expect(unknown(states([DeadCall(line: 8, column: 6)], entries: 1, turns: 0, closure: 1)) == [])
  }

  @Test("what lies between a closure that died and its call ran, where llvm-cov tells of no end of it")
  func betweenClosureAndCall() {
    let source = Array("f {\n e {\n  b ? c : d\n  x\n }\n a\n e\n g\n}\n".utf8)
    let places = [place(1, 3, 9, 2), place(2, 4, 5, 3), place(3, 7, 3, 8), place(3, 11, 3, 12)]
    let regions = zip(places, [1, 1, 1, 0]).map { LLVMExport.Region(place: $0, file: 0, count: $1) }
    let functions = places[..<2].map { CoverageParts.Function(place: $0, count: 1, function: 0) }
    let dead = DeadCalls(
      [DeadCall(line: 4, column: 3), DeadCall(line: 7, column: 2)], functions: functions, regions: regions,
      source: source)
    let segments = dead.applied(to: [
      segment(1, 3, 1), segment(2, 4, 1), segment(3, 7, 1), segment(3, 8, 1, entry: false),
      segment(3, 11, 0), segment(3, 12, 1, entry: false),
    ])
    let states = LineStateScan.lines(of: source, under: segments).map(\.state)
    #expect(unknown(states) == [5, 8, 9])
    #expect(states[5] == .executed && states[6] == .executed)
  }

  @Test("of a place without a column its line counts, and behind it begins the next")
  func noColumn() {
    #expect(unknown(states([DeadCall(line: 7, column: 0)], entries: 1, turns: 0)) == [8, 9, 10])
  }

  @Test("what stands in the brackets of the call was there before it")
  func arguments() {
    let source = Array("f {\n a(\n  b,\n  \"x\") { i in\n  i\n }\n c\n}\n".utf8)
    let body = place(1, 3, 8, 2)
    let closure = place(4, 8, 6, 3)
    let functions = [
      CoverageParts.Function(place: body, count: 1, function: 0),
      .init(place: closure, count: 2, function: 1),
    ]
    let regions = [body, closure].map { LLVMExport.Region(place: $0, file: 0, count: $0 == body ? 1 : 2) }
    let dead = DeadCalls(
      [DeadCall(line: 2, column: 2)], functions: functions, regions: regions, source: source)
    let segments = dead.applied(to: [segment(1, 3, 1), segment(4, 8, 2), segment(6, 3, 1, entry: false)])
    let states = LineStateScan.lines(of: source, under: segments).map(\.state)
    #expect(states == Array(repeating: .executed, count: 6) + [.notKnown, .notKnown])
    let parts = dead.applied(to: regions + [LLVMExport.Region(place: place(7, 2, 7, 3), file: 0, count: 1)])
    #expect(parts.map(\.count) == [1, 2, 0])
  }

  /// A function from the first bracket to the last, that began `entries` times.
  private func deferred(_ text: String, _ calls: [(Int, Int)], entries: UInt64 = 1) -> [LineState] {
    let source = Array(text.utf8)
    let body = place(1, 3, Int32(LineStateScan.lineCount(of: source)), 2)
    let dead = DeadCalls(
      calls.map { DeadCall(line: $0.0, column: $0.1) },
      functions: [CoverageParts.Function(place: body, count: entries, function: 0)],
      regions: [LLVMExport.Region(place: body, file: 0, count: entries)], source: source)
    let segments = dead.applied(to: [segment(1, 3, entries), segment(body.endLine, 2, 0, entry: false)])
    return LineStateScan.lines(of: source, under: segments).map(\.state)
  }

  @Test("what was deferred before the place did not run")
  func deferredBefore() {
    let text = "f {\n a\n defer {\n  b\n }\n d()\n e\n}\n"
    #expect(unknown(deferred(text, [(6, 2)])) == [3, 4, 5, 7, 8])
    #expect(unknown(deferred(text, [(2, 2)])) == [3, 4, 5, 6, 7, 8])
    // One of two got to the end; or it died in there.
    #expect(unknown(deferred(text, [(6, 2)], entries: 2)) == [])
    #expect(unknown(deferred(text, [(4, 3), (7, 2)])) == [])
  }

  @Test("who died in what was deferred had all of its block behind it")
  func inDeferred() {
    let text = "f {\n defer {\n  z\n }\n a\n defer {\n  b\n  c()\n  d\n }\n e\n}\n"
    #expect(unknown(deferred(text, [(8, 3)])) == [2, 3, 4, 9, 10, 12])
    #expect(unknown(deferred(text, [(8, 3)], entries: 2)) == [])
  }

  @Test("what was deferred in a block that had ended ran; on one line only its own part is meant")
  func deferredElsewhere() {
    #expect(unknown(deferred("f {\n do {\n  defer { b }\n  c\n }\n d()\n}\n", [(6, 2)])) == [7])
    let one = deferred("f {\n defer { b }\n a(); defer { c }; d()\n}\n", [(3, 20)])
    #expect(one == [.executed, .notKnown, .partlyExecuted, .notKnown])
    // The last runs first.
    let two = "f {\n defer { b }\n defer { c }\n d\n return\n}\n"
    #expect(unknown(deferred(two, [(3, 10), (5, 2)])) == [2])
    #expect(unknown(deferred(two, [(2, 10), (5, 2)])) == [])
  }
}
