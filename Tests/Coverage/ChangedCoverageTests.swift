import Coverage
import Model
import Testing

@Suite struct ChangedCoverageTests {
  private func file(_ path: PackagePath, missed: [[Int]], partial: [Int] = []) -> FileCoverage {
    FileCoverage(
      path: path, lines: LineCounts(executable: 100, executed: 50), regions: PlaceCounts(),
      functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: missed, partialLines: partial,
      unusedMessageLines: [])
  }

  private func coverage(_ files: FileCoverage...) -> CoverageReport {
    CoverageReport(targets: [TargetCoverage(name: "T", files: files)], notMeasured: [], excluded: [])
  }

  private func changes(_ files: [PackagePath: [[Int]]]) -> Changes {
    Changes(since: nil, files: files.map { ChangedFile(path: $0.key, lines: $0.value) }, note: nil)
  }

  @Test("what changed and did not run is where both lists of lines meet")
  func common() {
    let found = ChangedCoverage.of(
      changes(["a": [[1, 4], [8, 8], [10, 20], [30, 31]]]),
      coverage(file("a", missed: [[3, 5], [7, 9], [12, 13], [19, 30]], partial: [2, 6, 31])))
    #expect(found.files.map(\.missed) == [[[3, 4], [8, 8], [12, 13], [19, 20], [30, 30]]])
    #expect(found.files.map(\.partial) == [[2, 31]])
    #expect(found.missedCount == 8 && found.partialCount == 2)
    #expect(found.files.first?.first == 3)
  }

  @Test("files with most lines that did not run come first, then by name")
  func order() {
    let found = ChangedCoverage.of(
      changes(["a": [[1, 9]], "b": [[1, 9]], "c": [[1, 9]], "d": [[1, 9]], "e": [[1, 9]]]),
      coverage(
        file("e", missed: [[1, 1]]), file("a", missed: []), file("d", missed: [[1, 2]]),
        file("c", missed: [[1, 1]], partial: [3]), file("b", missed: [[1, 1]])))
    #expect(found.files.map(\.path) == ["d", "c", "b", "e"])
    #expect(found.touchesMeasured)
  }

  @Test("what changed in sources that are not counted, and what may not have run, is known of")
  func uncertain() {
    var file = file("a", missed: [])
    file.atMostLines = [[3, 5], [9, 12]]
    var coverage = coverage(file)
    coverage.notMeasured = [NotMeasured(path: "main.swift", why: "nothing links it")]
    coverage.excluded = [Excluded(path: "made.swift", rule: "made*", lines: 9)]
    var found = ChangedCoverage.of(changes(["a": [[1, 3], [10, 20]]]), coverage)
    #expect(found.uncertain == 4 && !found.leavesOut && found.lineWords == "line")
    for path in ["main.swift", "made.swift"] as [PackagePath] {
      found = ChangedCoverage.of(changes(["a": [[1, 2]], path: [[1, 1]]]), coverage)
      #expect(found.uncertain == 0 && found.leavesOut && found.lineWords == "counted line", "\(path)")
    }
  }

  @Test("a change of files that are not measured says nothing about what ran")
  func notMeasured() {
    let found = ChangedCoverage.of(
      changes(["README.md": [[1, 2]]]), coverage(file("a", missed: [[1, 2]])))
    #expect(found.files.isEmpty && !found.touchesMeasured)
  }

  @Test("changed lines of comments and blanks alone count neither as missed nor as partly executed")
  func withoutCode() {
    var file = ChangedFile(path: "a", lines: [[1, 4], [8, 8], [10, 20]])
    file.withoutCode = [[2, 2], [8, 8], [10, 11], [15, 16], [20, 20]]
    #expect(file.required == [[1, 1], [3, 4], [12, 14], [17, 19]])
    let changes = Changes(since: nil, files: [file], note: nil)
    let found = ChangedCoverage.of(
      changes, coverage(self.file("a", missed: [[1, 12], [16, 17]], partial: [15, 19])))
    #expect(found.files.map(\.missed) == [[[1, 1], [3, 4], [12, 12], [17, 17]]])
    #expect(found.files.map(\.partial) == [[19]])
    file.withoutCode = file.lines
    let nothing = ChangedCoverage.of(
      Changes(since: nil, files: [file], note: nil), coverage(self.file("a", missed: [[1, 20]])))
    #expect(nothing.files.isEmpty && !nothing.touchesMeasured)
  }

  @Test(
    "which lines hold no code",
    arguments: [
      ("// a\nlet b = 1 // c\n  /* d */\n\t\n/* e */ f()\n", [[1, 1], [3, 4]]),
      ("/// a\n///\nfunc b() {\n  /*\n   c /* d */\n\n   */\n}\n", [[1, 2], [4, 7]]),
      ("let a = \"\"\"\n  // b\n\n  /* c \\(d) */\n  \"\"\"\n// e\n", [[6, 6]]),
      ("let a = \"// b\"\nlet c = #\"/*\"#\nlet d = /\\/\\*/\n// e", [[4, 4]]),
      ("a(/* b\n   c\n*/ d)\n/* e\n*/ }\n}\n", [[2, 2], [4, 4]]),
      ("#if A\r\n// b\r\n#endif\r\n\r\n@c // d\r\n", [[2, 2], [4, 4]]),
      ("/* never\nended", [[1, 2]]), ("", []),
    ] as [(String, [[Int]])])
  func whichHoldNone(source: String, expected: [[Int]]) {
    let file = ChangedFile(path: "a.swift", lines: [[1, 99]]).lookedThrough(Array(source.utf8))
    #expect(file.withoutCode == expected)
    let first = ChangedFile(path: "a.swift", lines: [[1, 1]]).lookedThrough(Array(source.utf8))
    #expect(first.withoutCode == (expected.first?[0] == 1 ? [[1, 1]] : []))
  }

  @Test("nobody knows which lines of another language hold code")
  func otherLanguage() {
    let file = ChangedFile(path: "a.txt", lines: [[1, 2]]).lookedThrough(Array("// a\n\n".utf8))
    #expect(file.withoutCode == nil && file.required == [[1, 2]])
    let c = ChangedFile(path: "a.c", lines: [[1, 3]]).lookedThrough(Array("// a\nint b; /* c\n*/\n".utf8))
    #expect(c.withoutCode == [[1, 1], [3, 3]])
  }

  @Test("of changed lines those count that can be executed, marked ones apart")
  func executable() {
    let lines = [(2, LineState.executed), (3, .notExecuted), (4, .unreachable), (9, .notKnown)]
      .map { LineCoverage(number: $0.0, state: $0.1, count: 0) }
    let file = CoverageDetail.File(path: "a", target: "T", lines: lines)
    func count(_ ranges: [[Int]]) -> Int? {
      ChangedFile(path: "a", lines: ranges).counted(in: file).executable
    }
    #expect(count([[1, 3], [9, 12]]) == 3 && count([[4, 8]]) == 0)
    #expect(ChangedFile(path: "a", lines: [[1, 1]]).counted(in: nil).executable == nil)
    var changes = changes(["a": [[4, 8]]])
    changes.files[0].executable = 0
    #expect(!ChangedCoverage.of(changes, coverage(self.file("a", missed: []))).touchesMeasured)
  }

  @Test("ranges that are none are passed over")
  func oddities() {
    let found = ChangedCoverage.of(
      changes(["a": [[], [1], [3, 2], [5, 6]]]), coverage(file("a", missed: [[1], [1, 9]])))
    #expect(found.files.map(\.missed) == [[[5, 6]]])
  }
}
