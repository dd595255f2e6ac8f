import Explaining
import Foundation
import Model
import Testing

@testable import Terminal

@Suite("bothy show, in words")
struct ShowTextTests {
  @Test("it tells everything that is known")
  func everything() {
    var report = EndingTests.report()
    report.notes = ["something odd"]
    report.coverage?.notMeasured.append(
      NotMeasured(path: "Sources/H/H.swift", why: NewTestSupport.why, support: "H"))
    report.usage = Usage(cpuSeconds: 93, peakMemoryBytes: 1_230_000_000)
    let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    let text = ShowText.text(report, capabilities: pipe)
    for line in [
      "parser #42  ✗ test failures", "1 of 549 tests failed, 1 crashed, 1 of them new. 683 lines did not run",
      "Commit      01234567 on main, with changes that are not committed: Fix it", "1970-01-01 00:00:00 UTC",
      "after waiting 2.0 s", "Used        1 min 33 s of processor time, the largest process 1.2 GB of memory",
      "Phases      build     ✓ done      41 s", "            analyze   ⊘ skipped", "Failing tests (2)",
      "      in split() at Sources/P/S.swift:7:12", "Skipped (1)", "  P.G/testGPU: no gpu", "Resolved (1)",
      "  P                683  4,102 of 4,785  85.7 %", "  Sources/T/main.swift: no test links this target",
      "Not counted\n  Sources/H/H.swift: test support: only tests use it",
      "  Sources/G/x.swift: 120 lines, by Sources/G/**", "  something odd",
    ] { #expect(text.contains(line), "\(line)") }
    for line in text.split(separator: "\n") { #expect(line.last != " ", "\(line)") }
  }

  @Test("what did not run is told once: of what was told before the number, and all where that is wanted")
  func toldBefore() {
    var report = EndingTests.report()
    let rows = (1...3).map { (line: Int) in
      DidNotRun(
        .condition, "test\(line)", suite: "S", file: "Tests/S.swift", line: line, why: "it is private")
    }
    report.tests.didNotRun = rows
    let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    func text(isFull: Bool = false) -> String { ShowText.text(report, isFull: isFull, capabilities: pipe) }
    #expect(
      text().contains("  Tests/S.swift:3: S/test3: not built here: it is private\n")
        && !text().contains("--verbose"))
    report.tests.didNotRun = rows.known(from: Array(rows.dropFirst()), of: 41)
    let some = text()
    #expect(
      some.contains("In the sources, and did not run (3)\n  Tests/S.swift:1: S/test1: not built here: "))
    #expect(some.contains("  … and 2 not built here, told before: --verbose lists them\n"), "\(some)")
    #expect(!some.contains("S/test2"))
    report.tests.didNotRun = rows.known(from: rows, of: 41)
    #expect(
      text().contains(
        "In the sources, and did not run (3)\n  3 not built here, told before: --verbose lists them\n"))
    #expect(text(isFull: true).contains("  Tests/S.swift:3: S/test3: not built here: it is private\n"))
    report.tests.didNotRun = rows + [DidNotRun(.skipped, "testLater", suite: "S", why: "later")]
    #expect(text().contains("In the sources, and did not run (4)\n  Tests/S.swift:1: "))
    #expect(text().contains("test3: not built here: it is private\n  1 skipped, told above\n"))
  }

  @Test("many files that are not measured for one reason are counted, and listed where that is wanted")
  func notMeasured() {
    var report = EndingTests.report()
    report.coverage?.notMeasured =
      (1...6).map { NotMeasured(path: PackagePath("Sources/P/E\($0).swift"), why: "nothing in it can run") }
      + [NotMeasured(path: "Sources/T/main.swift", why: "no test links this target")]
    let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    let text = ShowText.text(report, capabilities: pipe)
    #expect(
      text.contains(
        "Not measured\n  Sources/T/main.swift: no test links this target\n"
          + "  6 files: nothing in it can run (--verbose lists them)\n"))
    #expect(ShowText.text(report, isFull: true, capabilities: pipe).contains("  Sources/P/E6.swift: nothing"))
  }

  @Test("a flaky test comes with the command that finds after which others it fails, as long as that is open")
  func unexplained() {
    var report = EndingTests.report()
    var test = TestCase(
      id: "T.A/testB", library: .xctest, target: "T", suite: "A", name: "testB", outcome: .flaky)
    test.failures = [TestFailure(message: "failed - no", file: nil, line: nil, kind: .assertion)]
    let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    func text() -> String {
      report.tests.cases = [test]
      return ShowText.text(report, why: { "bothy rerun b#1 --why \($0)" }, capabilities: pipe)
    }
    let told = "    After which others it fails is found by\n      bothy rerun b#1 --why T.A/testB\n"
    #expect(text().contains(told))
    test.passedIn = 3
    #expect(!text().contains("--why"))
  }

  @Test("a test that passed, and failed on the same commit, is named")
  func passedFlaky() {
    var report = EndingTests.report()
    let issue = Issue(
      kind: .flaky, message: "Passed, and failed in #3, of the same commit", target: "T", file: nil,
      line: nil, test: "T.A/testB", since: 4)
    report.issues.flaky = [issue]
    let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    let text = ShowText.text(report, isFull: false, capabilities: pipe)
    #expect(text.contains("Passed, and failed on the same commit (1)\n"))
    #expect(text.contains("T.A/testB") && text.contains(issue.message))
    report.tests.cases = [
      TestCase(id: "T.A/testB", library: .xctest, target: "T", suite: "A", name: "testB", outcome: .flaky)
    ]
    #expect(report.passedFlaky.isEmpty)
  }

  @Test("what is flaky now is not told to be as old as a failure of before that is open still")
  func flakyBesideFailure() {
    var report = EndingTests.report()
    report.tests.cases = [
      TestCase(id: "T.A/testB", library: .xctest, target: "T", suite: "A", name: "testB", outcome: .flaky)
    ]
    func issue(_ kind: Model.Issue.Kind, since: IntegrationNumber) -> Model.Issue {
      Model.Issue(
        kind: kind, message: "m", target: "T", file: nil, line: nil, test: "T.A/testB", since: since)
    }
    report.issues = IssueLists(unresolved: [issue(.testFailure, since: 2)], flaky: [issue(.flaky, since: 1)])
    report.issues.flaky[0].lastIn = 1
    let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    let text = ShowText.text(report, isFull: false, capabilities: pipe)
    #expect(text.contains("told as flaky in #1 too") && !text.contains("since #2"), "\(text)")
  }

  @Test("what was said to an expected failure stands apart from what failed")
  func expected() {
    var report = EndingTests.report()
    var test = TestCase(
      id: "P.a()", library: .swiftTesting, target: "P", suite: "", name: "a()", outcome: .expectedFailure)
    test.failures = [
      TestFailure(
        message: "Expectation failed: (n → 3) == 4\nwaits for 2.0", file: nil, line: nil, kind: .assertion,
        isKnown: true)
    ]
    report.tests.cases.append(test)
    let text = ShowText.text(
      report, capabilities: TerminalCapabilities(isTerminal: false, width: 100, colors: false))
    #expect(text.contains("  P.a(): Expectation failed: (n → 3) == 4 – waits for 2.0\n"), "\(text)")
  }

  @Test("what an older commit is compared with came later, and what is open there was not seen at it")
  func older() {
    var report = EndingTests.report()
    let pipe = TerminalCapabilities(isTerminal: false, width: 120, colors: false)
    for index in report.issues.unresolved.indices {
      report.issues.unresolved[index].seen = false
      report.issues.unresolved[index].test = "P.S/testElsewhere"
    }
    let now = ShowText.text(report, capabilities: pipe)
    #expect(now.contains("1 not seen this time") && now.contains(", compared with #41"))
    #expect(now.contains("Not seen this time (1)"))
    report.limited = Limitation()
    report.limited?.isOlderCommit = true
    let older = ShowText.text(report, capabilities: pipe)
    #expect(older.contains("1 open in #41, and not seen at this older commit"))
    #expect(older.contains(", compared with the later #41") && !older.contains("ot seen this time"))
    #expect(older.contains("Open in #41, and not seen at this older commit (1)"))
    // What was not asked for says nothing of that commit.
    report.limited?.tests = TestSelection(filters: ["a"], skips: [])
    #expect(ShowText.text(report, capabilities: pipe).contains("Open in #41, and not seen this time (1)"))
  }

  @Test("who may have broken the build is told below what the compiler says")
  func brokenBuild() {
    var report = EndingTests.report()
    let error = Model.Issue(
      kind: .buildError, message: "cannot find 'x' in scope", target: "P", file: "Sources/P/S.swift", line: 3,
      test: nil, since: 42, identity: "e")
    (report.result, report.issues) = (.buildErrors, IssueLists(new: [error]))
    let ada = Commit(
      id: "1a2b3c4d", branch: "main", author: "Ada", email: "a@x", date: .distantPast, subject: "Add x")
    report.commits = [ada]
    report.commit?.changes = false
    let pipe = TerminalCapabilities(isTerminal: false, width: 120, colors: false)
    let text = ShowText.text(report, capabilities: pipe)
    #expect(text.contains("  Suspected: Ada (1a2b3c4d, the only commit since #41)\n"), "\(text)")
  }

  @Test("a script is known by its first line, unless all is asked for")
  func scripts() {
    var report = EndingTests.report()
    report.triggers = [
      ScriptRun(.after, "./publish.sh", .passed), ScriptRun(.after, "make site\nscp -r site host:", .skipped),
    ]
    let pipe = TerminalCapabilities(isTerminal: false, width: 120, colors: false)
    let text = ShowText.text(report, capabilities: pipe)
    #expect(text.contains("after ./publish.sh: passed") && text.contains("after make site…: skipped"))
    #expect(!text.contains("scp"))
  }

  @Test("the first one counts its commits since no other")
  func firstOne() {
    var report = EndingTests.report()
    let commit = Commit(
      id: "0123456789", branch: "main", author: "b", email: "c", date: Date(), subject: "a")
    report.commits = [commit, commit]
    report.comparedWith = nil
    let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    #expect(ShowText.text(report, capabilities: pipe).contains("            2 commits\n"))
    report.comparedWith = Comparison(integration: 3, coverage: nil)
    #expect(ShowText.text(report, capabilities: pipe).contains("2 commits since #3\n"))
  }

  @Test("what was archived and is kept no longer is told as let go")
  func letGo() {
    var report = EndingTests.report()
    report.archive = [ArchivedProduct(product: "tool", path: "archive/t.tar", bytes: 7, sha256: "")]
    report.artifacts = ["archive/t.tar", "log/a"].map { Artifact(name: $0, path: $0, bytes: 7, sha256: "") }
    let pipe = TerminalCapabilities(isTerminal: false, width: 120, colors: false)
    let text = ShowText.text(report, gone: ["archive/t.tar"], capabilities: pipe)
    #expect(text.contains("tool: 7 bytes; let go: newer archives are kept"))
    #expect(text.contains("log/a") && !text.contains("archive/t.tar"))
    #expect(!ShowText.text(report, capabilities: pipe).contains("let go"))
  }

  @Test("on a terminal no line but a place is wider than it", arguments: [60, 80, 200])
  func widths(width: Int) {
    let capabilities = TerminalCapabilities(isTerminal: true, width: width, colors: true)
    var screen = Screen(width: width)
    screen.write(ShowText.text(EndingTests.report(), capabilities: capabilities))
    #expect(screen.wrappedLines.map { screen.lines[$0] } == [])
  }
}
