import Model
import Testing

@testable import Coverage

@Suite("Lines marked as unreachable")
struct UnreachableMarksTests {
  private func marks(_ source: String, path: String = "A.swift") -> [UnreachableMarks.Mark] {
    UnreachableMarks.marks(in: Array(source.utf8), path: path)
  }

  private func mark(_ line: Int, _ reason: String?) -> UnreachableMarks.Mark {
    UnreachableMarks.Mark(line: line, reason: reason)
  }

  @Test("a comment behind code marks its line; one of its own the next line that has code")
  func lines() {
    #expect(marks("f()\ng() // bothy: unreachable, it stops before\n") == [mark(2, "it stops before")])
    #expect(
      marks("// bothy: unreachable, no such case\n\n// and more\n  default: f()\n") == [
        mark(4, "no such case")
      ])
    #expect(marks("/* bothy: unreachable, a\n b */ f()") == [mark(2, "a\n b")])
    #expect(marks("f() // bothy: unreachable: why\r\ng()\r\n") == [mark(1, "why")])
    #expect(marks("int f; // bothy: unreachable, c", path: "a.c") == [mark(1, "c")])
  }

  @Test("a text of several lines counts its lines")
  func longText() {
    #expect(marks("let a = \"\"\"\n x\n \"\"\"\nf() // bothy: unreachable, r") == [mark(4, "r")])
  }

  @Test("a mark without a reason is known as one, and what is no mark is none")
  func reasons() {
    #expect(marks("f() // bothy: unreachable") == [mark(1, nil)])
    #expect(marks("f() // bothy: unreachable,  ") == [mark(1, nil)])
    #expect(marks("f() // bothy: unreachables, x") == [])
    #expect(marks("f(\"// bothy: unreachable, x\")") == [])
    #expect(marks("f() // see bothy: unreachable, x") == [])
    #expect(marks("f() // bothy: unreachable, x", path: "a.txt") == [])
    #expect(marks("// bothy: unreachable, at the end") == [mark(1, "at the end")])
  }

  @Test("what came of a mark is told, and only what did not run is taken out")
  func applied() {
    var lines = [
      LineCoverage(number: 1, state: .executed, count: 3),
      LineCoverage(
        number: 2, state: .partlyExecuted, count: 3, missed: [ColumnSpan(start: 1, end: 2)],
        starts: [RegionStart(column: 1, count: 0)], carried: [3]),
      LineCoverage(number: 3, state: .notExecuted, count: 0),
      LineCoverage(number: 5, state: .notExecuted, count: 0),
    ]
    let told = UnreachableMarks.apply(
      [mark(1, "a"), mark(2, "b"), mark(3, "c"), mark(4, "d"), mark(5, nil)], to: &lines)
    #expect(told.map(\.found) == [.ran, .inPart, .unreachable, .notExecutable, .noReason])
    #expect(lines.map(\.state) == [.executed, .executed, .unreachable, .notExecuted])
    #expect(lines[1].missed == [] && lines[1].branches == [])
    #expect(told.map { $0.mistake != nil } == [true, false, false, true, true])
  }

  @Test("a mark is as old as the same reason in the same file, wherever its line went")
  func ages() {
    func report(_ marks: [(Int, String?)]) -> CoverageReport {
      var file = FileCoverage(
        path: "A.swift", lines: LineCounts(), regions: PlaceCounts(), functions: PlaceCounts(),
        llvm: LLVMTotals(), missedLines: [], partialLines: [], unusedMessageLines: [])
      file.unreachable = marks.map { UnreachableLine(line: $0.0, reason: $0.1, found: .unreachable) }
      return CoverageReport(
        targets: [TargetCoverage(name: "A", files: [file])], notMeasured: [], excluded: [])
    }
    func ages(_ report: CoverageReport) -> [IntegrationNumber?] {
      report.targets[0].files[0].unreachable.map(\.since)
    }
    var first = report([(3, "a"), (9, "a")])
    first.date(4, after: [])
    #expect(ages(first) == [4, 4])
    var second = report([(1, "b"), (5, "a"), (11, "a"), (12, "a")])
    second.date(7, after: [first])
    #expect(ages(second) == [7, 4, 4, 7])
    // What the newest does not know another one may.
    var third = report([(1, "b"), (5, "a"), (9, "c")])
    third.date(9, after: [report([(9, "c")]), second])
    #expect(ages(third) == [7, 4, nil])
    #expect(report([(3, nil)]).mistakenMarks == [])
  }
}
