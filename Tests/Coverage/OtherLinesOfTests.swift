import Coverage
import Model
import Testing

@Suite("Files that did not change and ran otherwise")
struct OtherLinesOfTests {
  private func file(_ states: [LineState], source: String? = "a", from first: Int = 1) -> CoverageDetail.File
  {
    var file = CoverageDetail.File(
      path: "A.swift", target: "A",
      lines: states.enumerated().map { LineCoverage(number: first + $0, state: $1, count: 0) })
    file.source = source
    return file
  }

  @Test("each line is told by when it ran")
  func lines() {
    let now = file([.executed, .executed, .notExecuted, .partlyExecuted, .executed, .notExecuted])
    let then = file([.notExecuted, .notExecuted, .executed, .executed, .executed, .notExecuted])
    #expect(
      OtherLines.File.of(now, before: then)
        == OtherLines.File(path: "A.swift", ran: [[1, 2]], didNotRun: [[3, 3]], partly: [4]))
    #expect(OtherLines.File.of(now, before: now) == nil)
  }

  @Test("of another source, or one that is not known, nothing is said")
  func sources() {
    let (now, then) = (file([.executed]), file([.notExecuted], source: "b"))
    #expect(OtherLines.File.of(now, before: then) == nil)
    #expect(
      OtherLines.File.of(file([.executed], source: nil), before: file([.notExecuted], source: nil)) == nil)
  }

  @Test("a line that only one of the two builds has is no other line")
  func otherBuild() {
    #expect(OtherLines.File.of(file([.executed]), before: file([.notExecuted], from: 2)) == nil)
  }
}
