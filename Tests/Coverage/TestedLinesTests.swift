import Coverage
import Model
import Testing

@Suite("Which tests execute which lines")
struct TestedLinesTests {
  /// `a` and `b` execute the first function, `b` more of it; something runs before the first test.
  private var map: TestMap {
    var map = TestMap(commit: "c", mark: "")
    map.functions = [
      TestMap.Function(path: "A.swift", symbol: "1", name: "one()", line: 10, mark: ""),
      TestMap.Function(path: "A.swift", symbol: "2", name: "inner()", line: 12, mark: ""),
      TestMap.Function(path: "B.swift", symbol: "3", name: "two()", line: 1, mark: ""),
    ]
    map.traces = [
      TestMap.Trace(function: 0, lines: [0...1, 5...5]), TestMap.Trace(function: 0, lines: [0...5]),
      TestMap.Trace(function: 1, lines: [0...0]), TestMap.Trace(function: 2, lines: [0...2]),
    ]
    map.before = [3]
    map.tests = [
      TestMap.Test(id: "T/a", outcome: .passed, mark: "", traces: [0], measuredAt: "c"),
      TestMap.Test(id: "T/b", outcome: .passed, mark: "", traces: [1, 2], measuredAt: "c"),
    ]
    return map
  }

  @Test("are lines with the same tests together, however they came there")
  func groups() {
    let tested = TestedLines(map)
    #expect(
      tested.groups(in: "A.swift") == [
        TestedLines.Group(tests: ["T/a", "T/b"], isBefore: false, lines: [10, 11, 15]),
        TestedLines.Group(tests: ["T/b"], isBefore: false, lines: [12, 13, 14]),
      ])
    #expect(
      tested.groups(in: "B.swift") == [TestedLines.Group(tests: [], isBefore: true, lines: [1, 2, 3])])
    #expect(tested.groups(in: "C.swift") == [])
  }

  @Test("can be told from what they were")
  func marks() {
    var other = map
    other.tests.removeLast()
    #expect(TestedLines(map).mark(of: "A.swift") == TestedLines(map).mark(of: "A.swift"))
    #expect(TestedLines(map).mark(of: "A.swift") != TestedLines(other).mark(of: "A.swift"))
    #expect(TestedLines(map).mark(of: "B.swift") == TestedLines(other).mark(of: "B.swift"))
  }

  @Test("and what a test executes that no other does comes first")
  func executed() throws {
    let tests = ExecutedByTests(map)
    let executed = try #require(tests.executed(by: "T/b"))
    #expect(executed.functions.map(\.name) == ["inner()", "one()"])
    #expect(executed.functions.map(\.isOnly) == [true, false])
    #expect(executed.commit == "c" && executed.outcome == .passed)
    #expect(tests.executed(by: "T/c") == nil)
  }
}
