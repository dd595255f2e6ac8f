import Formats
import Foundation
import Model
import Testing

@Suite("A summary to paste")
struct SummaryMarkdownTests {
  private static let nasty =
    "a | b `c` <script>alert(1)</script> @everyone #1\n- [x](y)\r\n```\n# "
    + String(
      repeating: "long ", count: 200)

  private func report(_ count: Int, said: String = "no", file: String = "Tests/T/A.swift") -> Report {
    var report = SampleReport.empty
    (report.result, report.reason) = (.testFailures, "\(count) of \(count) tests failed")
    report.tests.cases = (0..<count).map { number in
      var test = TestCase(
        id: TestID("T.S/t\(number)"), library: .xctest, target: "T", suite: "S", name: "t\(number)",
        outcome: .failed)
      test.failures = [
        TestFailure(message: said, file: PackagePath(file), line: number + 1, kind: .assertion)
      ]
      return test
    }
    report.issues.new = report.tests.cases.map {
      Issue(
        kind: .testFailure, message: said, target: "T", file: $0.failures[0].file, line: 1, test: $0.id,
        since: 2)
    }
    report.comparedWith = Comparison(integration: 1, coverage: nil)
    return report
  }

  @Test("tests that are gone are one line of it, with what became of them in the sources")
  func gone() {
    var report = report(0)
    var changes = TestChanges(since: 1)
    changes.gone = ["T.S/testA()", "T.S/testB()"]
    report.comparedWith?.tests = changes
    report.tests.didNotRun = [
      DidNotRun(.condition, "testA", target: "T", suite: "S", why: "it is not built")
    ]
    #expect(
      SummaryMarkdown.text(report).hasSuffix(
        "\n\n**Tests gone since `#1`: 2** (`T.S/testA()`: not built here, `T.S/testB()`)\n"))
  }

  @Test("the place of a failure that told none is said to be that of the declaration")
  func declared() {
    var report = report(1)
    report.tests.cases[0].failures[0].isAtDeclaration = true
    #expect(
      SummaryMarkdown.text(report).contains(
        "- ✗ failed `T.S/t0` at `Tests/T/A.swift:1` (where it is declared)\n"))
  }

  @Test("who may have broken the build is told as who may have broken a test")
  func brokenBuild() {
    var report = report(1)
    report.result = .buildErrors
    report.tests = TestReport(cases: [])
    report.comparedWith = Comparison(integration: 1, coverage: nil)
    report.commits = [
      Commit(
        id: CommitID(String(repeating: "b", count: 40)), branch: "main", author: "Ben", email: "b@e",
        date: Date(timeIntervalSince1970: 0), subject: "Break it")
    ]
    report.issues = IssueLists(new: [
      Model.Issue(
        kind: .buildError, message: "cannot find 'x' in scope", target: "T", file: "Sources/T/T.swift",
        line: 3,
        test: nil, since: report.integration)
    ])
    let text = SummaryMarkdown.text(report)
    #expect(text.contains("- `Sources/T/T.swift:3`; suspected: Ben (bbbbbbbb"), "\(text)")
  }

  @Test("of a test that failed in several places the first is told, and how many more there are")
  func severalPlaces() {
    var report = report(1)
    report.tests.cases[0].failures += report.tests.cases[0].failures + report.tests.cases[0].failures
    #expect(SummaryMarkdown.text(report).contains(":1`; 2 more failures\n"))
  }

  @Test("what was archived is one line of it")
  func archive() {
    var report = report(0)
    report.archive = [ArchivedProduct(product: "tool", path: "archive/t", bytes: 7, sha256: "")]
    #expect(SummaryMarkdown.text(report).hasSuffix("\n\n**Archive:** `tool: 7 bytes`\n"))
  }

  @Test("what is silenced is named with its reason")
  func silenced() {
    var report = report(1)
    report.issues.new[0].silence = Silence(.allNow, until: .forever, reason: "old", origin: .command)
    (report.issues.silenced, report.issues.new) = (report.issues.new, [])
    #expect(SummaryMarkdown.text(report).contains("**Silenced: 1** (`T.S/t0`: `old`)"))
  }

  @Test("it has the sentence, the commit, new failures with their places and what did not run")
  func whole() {
    var report = report(2, said: "failed - the gate is shut")
    report.commit = Commit(
      id: CommitID(String(repeating: "a", count: 40)), branch: "main", author: "A", email: "",
      date: SampleReport.at(0), subject: "Mend *it* (#7)")
    report.issues.unresolved = [report.issues.new.removeLast()]
    let file = FileCoverage(
      path: "Sources/P/A.swift", lines: LineCounts(executable: 9, executed: 6), regions: PlaceCounts(),
      functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [[3, 5]], partialLines: [],
      unusedMessageLines: [])
    report.coverage = CoverageReport(
      targets: [TargetCoverage(name: "P", files: [file])], notMeasured: [], excluded: [])
    report.changes = Changes(
      since: .init(integration: 1, commit: CommitID(String(repeating: "b", count: 40))),
      files: [ChangedFile(path: "Sources/P/A.swift", lines: [[4, 9]])], note: nil)
    #expect(
      SummaryMarkdown.text(report) == """
        ### ✗ test failures: `parser#1`

        2 of 2 tests failed, 1 of them new. 3 lines did not run.

        At aaaaaaaa `Mend *it* (#7)` on `main`.

        **New failures: 1**

        - ✗ failed `T.S/t0` at `Tests/T/A.swift:1`
          `the gate is shut`

        **Still failing: 1** (`T.S/t1`)

        **Changed lines since #1 that did not run: 2**

        - `Sources/P/A.swift` lines 4–5

        """)
  }

  @Test("it tells apart what still fails, what the base has too, what is gone and what is silenced")
  func lists() {
    var report = report(4)
    let all = report.issues.new
    var onBase = all[0]
    onBase.knownOn = "main"
    var gone = all[1]
    gone.testIsGone = true
    report.issues = IssueLists(
      cameBack: [
        Issue(kind: .warning, message: "careful", target: nil, file: "A.swift", line: 3, test: nil, since: 1)
      ], unresolved: [onBase], resolved: [gone, all[2], all[2]], silenced: [all[3]])
    let text = SummaryMarkdown.text(report)
    func name(_ issue: Model.Issue) -> String { "`\(issue.test?.rawValue ?? "")`" }
    #expect(text.contains("**Failing as on `main`: 1** (\(name(onBase)))") && !text.contains("Still failing"))
    #expect(text.contains("**Their tests are gone: 1** (\(name(gone)))"))
    // In two ways: two issues, one name.
    #expect(text.contains("**Resolved: 2** (\(name(all[2])))"))
    #expect(text.contains("**Silenced: 1** (\(name(all[3])))"))
    #expect(text.contains("**Also came back: 1** (`careful`)"))
  }

  @Test("of a first integration nothing is called new")
  func first() {
    var report = report(1)
    report.comparedWith = nil
    report.issues.new.append(
      Issue(kind: .warning, message: "careful", target: nil, file: "A.swift", line: 3, test: nil, since: 1))
    let text = SummaryMarkdown.text(report)
    #expect(text.contains("**Failures: 1**") && !text.contains("New"))
    #expect(text.hasSuffix("**Warnings: 1**\n\n- `A.swift:3`\n  `careful`\n"))
  }

  @Test("however much went wrong, and whatever is said, it stays short and breaks nothing")
  func hostile() {
    var report = report(500, said: Self.nasty, file: "Tests/`|`\n<b>.swift")
    report.reason = Self.nasty
    report.commit = Commit(
      id: CommitID(String(repeating: "a", count: 40)), branch: "x`|@all", author: "A", email: "",
      date: SampleReport.at(0), subject: Self.nasty)
    report.issues.cameBack = report.issues.new
    report.issues.unresolved = report.issues.new
    report.issues.resolved = report.issues.new
    report.issues.flaky = report.issues.new
    for kind in [Issue.Kind.buildError, .warning] {
      report.issues.new += (0..<50).map {
        Issue(kind: kind, message: Self.nasty, target: nil, file: "A.swift", line: $0, test: nil, since: 1)
      }
    }
    let text = SummaryMarkdown.text(report)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 60)
    #expect(text.utf8.count < 24_000)
    // Without what stands as code nothing is left that a forge reads anything into.
    let bare = text.replacing(/(`+)[^`](.*?[^`])?\1(?!`)/, with: "code")
    #expect(!bare.contains { "`<>|@[]".contains($0) })
    #expect(bare.filter { $0 == "#" }.count == 3 && bare.hasPrefix("### "))
    for line in bare.split(separator: "\n") {
      #expect(["### ", "- ", "  code", "**", "At ", "500 of"].contains { line.hasPrefix($0) }, "\(line)")
    }
  }
}
