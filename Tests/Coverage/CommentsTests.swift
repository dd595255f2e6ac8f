import Testing

@testable import Coverage

@Suite("Comments are no code")
struct CommentsTests {
  private func blanked(_ source: String, path: String = "A.swift", line: Int32 = 1) -> String {
    let segment = CoverageSegment(line: line, column: 1, count: 0)
    return String(
      decoding: Comments.blanked(Array(source.utf8), path: path, under: [segment]), as: UTF8.self)
  }

  @Test("they become blanks, of the same bytes and lines")
  func blanks() {
    #expect(blanked("f() // é\n") == "f()" + String(repeating: " ", count: 6) + "\n")
    #expect(blanked("a /* b\n c */ d\n") == "a     \n      d\n")
    #expect(blanked("f(\"// no\", /x\\/*/)\n") == "f(\"// no\", /x\\/*/)\n")
    #expect(blanked("f(); // c", path: "a.c") == "f();     ")
  }

  @Test("where none shares a line with a segment, and in what is no source, all stays as it is")
  func untouched() {
    #expect(blanked("f()\n// c\n") == "f()\n// c\n")
    #expect(blanked("f() // c\n", path: "a.txt") == "f() // c\n")
  }

  @Test("a line that never ran is not executed, whatever is said behind it")
  func states() {
    let source = Array("  default:\n    return 1 // why\n  } // end\n".utf8)
    let segments = [
      CoverageSegment(line: 1, column: 3, count: 0),
      CoverageSegment(line: 2, column: 13, count: 4, isEntry: false),
    ]
    let code = Comments.blanked(source, path: "A.swift", under: segments)
    #expect(
      LineStateScan.lines(of: code, under: segments).map(\.state) == [
        .notExecuted, .notExecuted, .executed,
      ])
    #expect(LineStateScan.lines(of: source, under: segments)[1].state == .partlyExecuted)
  }
}
