import Coverage
import Foundation
import Model
import Testing

@testable import Reports
@testable import SamplePages

@Suite struct SiteTests {
  @Test("every link and anchor of every page leads somewhere inside the site")
  func linksResolve() throws {
    let site = SiteReader(
      try Sample.pages(Sample.input()), besides: Sample.besides)
    #expect(site.pages.count == 9)
    #expect(site.brokenLinks.isEmpty)
  }

  @Test("from the first page one click leads to the line that failed, and to the first line that did not run")
  func oneClickToTheLine() throws {
    let index = PageReader(try #require(try Sample.pages(Sample.input())["index.html"]))
    #expect(index.links.contains("coverage/Tests/StackTests/StackTests.swift.html#L5"))
    #expect(index.links.contains("coverage/Sources/Stack/Stack.swift.html#L11"))
  }

  @Test("from the first page one click leads to the first of this integration's own changes that did not run")
  func oneClickToTheChange() throws {
    let index = try #require(try Sample.pages(Sample.input())["index.html"])
    #expect(
      index.contains("<a href=\"coverage/Sources/Stack/Stack.swift.html#L12\">1 changed line</a> did not run")
    )
  }

  @Test(
    "what is known of the changes is said, and why when it is little",
    arguments: [
      (Changes(since: nil, files: [], note: "There is no earlier one."), "<p> There is no earlier one.</p>"),
      (changes([]), "<p>No line that is measured is new or different since #41 (33333333).</p>"),
      (
        changes([ChangedFile(path: "README.md", lines: [[1, 2]])]),
        "<p>No line that is measured is new or different since #41 (33333333).</p>"
      ),
      (
        changes([ChangedFile(path: "Sources/Stack/Stack.swift", lines: [[7, 9]])]),
        "<p>Every line that changed since #41 (33333333) and can be executed ran.</p>"
      ),
      (
        changes([ChangedFile(path: "Sources/Stack/Stack.swift", lines: [[6, 6]])]),
        "1 changed line</a> ran only in part, since #41"
      ),
    ])
  func changesAreTold(changes: Changes, words: String) throws {
    var report = Sample.report()
    report.changes = changes
    let page = try #require(try Sample.pages(Sample.input(report))["coverage.html"])
    #expect(page.contains(words))
    report.limited = Limitation()
    report.limited?.tests = TestSelection(filters: ["Stack"], skips: [])
    let limited = try #require(try Sample.pages(Sample.input(report))["coverage.html"])
    #expect(!limited.contains("is new or different") && !limited.contains("Every line that changed"))
  }

  @Test("a failure that told no place is shown where its test is declared, and no line is marked for it")
  func declared() throws {
    var report = Sample.report()
    let file: PackagePath = "Tests/StackTests/StackTests.swift"
    var test = Sample.make("testPop_fromEmptyStack_isNil", .failed)
    test.failures = [TestFailure(message: "threw error", file: file, line: 4, kind: .thrownError)]
    test.failures[0].isAtDeclaration = true
    report.tests.cases = [test]
    let pages = try Sample.pages(Sample.input(report))
    let place = "StackTests.swift:4 (where it is declared)</a>"
    #expect(pages["index.html"]?.contains(place) == true)
    #expect(pages["index.html"]?.contains("class=\"here\"") == false)
    #expect(pages["tests.html"]?.contains(place) == true)
    let source = try #require(pages["coverage/\(file).html"])
    #expect(source.contains("It is declared here; no line was told: threw error"))
  }

  @Test("of thousands that failed in a file hundreds are drawn in it, and the rest is a number")
  func crowdedSource() throws {
    var report = Sample.report()
    let file: PackagePath = "Tests/StackTests/StackTests.swift"
    report.tests.cases = (0..<1234).map { number in
      var test = Sample.make("test\(number)", .failed)
      test.id = TestID("StackTests.StackTests/test\(number)")
      test.failures = [TestFailure(message: "no \(number)", file: file, line: 5, kind: .assertion)]
      return test
    }
    report.issues = IssueLists()
    let page = try #require(try Sample.pages(Sample.input(report))["coverage/\(file).html"])
    #expect(page.components(separatedBy: "<div class=\"note ").count - 1 == 300)
    #expect(page.contains("<li><a href=\"../../../issues.html\">934 more are not shown here</a></li>"))
  }

  @Test("the page of a file of 10,203 lines in which 10,000 tests failed has less than 1.5 MB")
  func crowdedLongSource() throws {
    var report = Sample.report()
    let file: PackagePath = "Tests/ManyTests/ManyTests.swift"
    func line(_ number: Int) -> String {
      "  func testDrawing\(number)OfAShapeIsRight() { "
        + "XCTAssertEqual(\"square of \\(area(\(number)))\", \"square of \(number + 1)\", \"its height\") }"
    }
    let suites = (0..<100).map { suite in
      ["final class Shape\(suite)Tests: XCTestCase {"] + (0..<100).map { line(suite * 100 + $0) } + ["}"]
    }
    let lines = ["import XCTest", "@testable import Many", ""] + suites.joined()
    report.tests.cases = (0..<10_000).map { number in
      var test = Sample.make("testDrawing\(number)OfAShapeIsRight", .failed)
      test.id = TestID("ManyTests.Shape\(number / 100)Tests/\(test.name)")
      let message =
        "XCTAssertEqual failed: (\"square of \(number)\") is not equal to (\"square of \(number + 1)\")"
      let place = 5 + number / 100 * 102 + number % 100
      test.failures = [TestFailure(message: message, file: file, line: place, kind: .assertion)]
      return test
    }
    report.issues = IssueLists()
    let source = lines.joined(separator: "\n") + "\n"
    let input = Sample.input(report, sources: [file.rawValue: source])
    let page = try #require(try Sample.pages(input)["coverage/\(file).html"])
    #expect(lines.count == 10_203 && source.utf8.count > 1_000_000)
    #expect(page.utf8.count < 1_500_000)
    #expect(page.contains("<tr id=L10202><td>10202<td>") && page.contains("It is too long for colours."))
    #expect(page.contains("<li><a href=\"../../../issues.html\">9,960 more are not shown here</a></li>"))
  }

  @Test("a long message that many tests say in a file is told once in it")
  func sharedMessage() throws {
    var report = Sample.report()
    let file: PackagePath = "Tests/StackTests/StackTests.swift"
    let message = String(repeating: "the connection was refused, ", count: 20)
    report.tests.cases = (4...6).map { line in
      var test = Sample.make("test\(line)", .failed)
      test.failures = [TestFailure(message: message, file: file, line: line, kind: .assertion)]
      return test
    }
    report.issues = IssueLists()
    let page = try #require(try Sample.pages(Sample.input(report))["coverage/\(file).html"])
    #expect(page.components(separatedBy: message).count == 2)
    #expect(page.components(separatedBy: "says the same as at <a href=\"#L4\">line 4</a>").count == 3)
  }

  @Test("what an integration is compared with is named once, with all that is told against it")
  func comparedOnce() throws {
    func lines(_ change: (inout Report) -> Void = { _ in }) throws -> [String] {
      var report = Sample.report()
      var tests = TestChanges(since: 41)
      tests.added = ["StackTests.StackTests/testPush"]
      report.comparedWith?.tests = tests
      report.changes = Self.changes([ChangedFile(path: "Sources/Stack/Stack.swift", lines: [[7, 9]])])
      change(&report)
      let page = try #require(try Sample.pages(Sample.input(report))["index.html"])
      let list = try #require(
        page.split(separator: "<ul class=\"compared\"").last?.split(separator: "</ul>").first)
      return list.split(separator: "<li>").dropFirst().map {
        $0.replacing(/<[^>]*>/, with: "").trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }
    func toBase(_ number: IntegrationNumber, _ report: inout Report) {
      var base = BaseComparison(
        branch: "main", integration: number, commit: CommitID(String(repeating: "4", count: 40)))
      base.tests = BaseComparison.Tests(total: 2, added: 1, gone: 0, newlyFailing: [], mended: [])
      report.comparedWith?.base = base
    }
    let ran = "every changed line that can be executed ran."
    #expect(try lines { $0.comparedWith?.base = nil } == ["Since #41 at 33333333: 1 test new; \(ran)"])
    #expect(
      try lines { toBase(40, &$0) } == [
        "Against main, #40 at 44444444: 1 test more.", "Since #41 at 33333333: 1 test new; \(ran)",
      ])
    #expect(try lines { toBase(41, &$0) } == ["Against main, #41 at 44444444: 1 test new; \(ran)"])
    // Of a working tree that is not kept only the commit can be compared with.
    let ofCommit = try lines {
      $0.comparedWith?.base = nil
      $0.changes?.since?.hadChanges = true
    }
    #expect(ofCommit == ["Since #41: 1 test new.", "Since the commit of #41 at 33333333: \(ran)"])
    let alone = try lines {
      $0.comparedWith = nil
      $0.changes?.since?.integration = nil
    }
    #expect(alone == ["Since the commit 33333333: \(ran)"])
  }

  @Test("the page of changes of a branch tells what they are against, and what of them did not run")
  func changesOfBranch() throws {
    var input = Sample.input()
    input.changesBase = (
      ChangesShown.Base("main", 40, CommitID(String(repeating: "4", count: 40))),
      [ChangedFile(path: "Sources/Stack/Stack.swift", lines: [[11, 11]])], "Of one link nothing is known."
    )
    let page = try #require(try Sample.pages(input)["changes.html"])
    #expect(page.contains("Of one link nothing is known."))
    #expect(page.contains("<h1>3 files changed against main at 44444444 (#40): 2 lines came, 1 went.</h1>"))
    #expect(page.contains("1 changed line</a> did not run, against main at 44444444 (#40)."))
    #expect(!page.contains("33333333"))
    let before = try #require(try Sample.pages(Sample.input())["changes.html"])
    #expect(before.contains("<h1>3 files changed since #41 (33333333): "))
  }

  @Test("a crash below a test shows the test's line, where it is declared, or that it is not known")
  func crashCaller() throws {
    func card(_ change: (inout TestCase) -> Void) throws -> String {
      var report = Sample.report()
      change(&report.tests.cases[2])
      return try #require(try Sample.pages(Sample.input(report))["index.html"])
    }
    let frame = StackFrame(
      function: "testPopURLs()", file: "Tests/StackTests/StackTests.swift", line: 5, column: nil)
    #expect(try card { $0.crash?.frames.append(frame) }.contains("called in the test at <a"))
    let declared = try card {
      $0.line = 4
      $0.crash?.frames.append(StackFrame(function: "implicit closure #1", file: nil, line: nil, column: nil))
    }
    #expect(declared.contains("No line of the test is in its stack; it is declared at <a"))
    #expect(declared.contains("StackTests.swift:4</a>"))
    #expect(try card { _ in }.contains("Where the test stood then is not known."))
    #expect(try !card { $0.file = $0.crash?.file }.contains("Where the test stood"))
  }

  @Test("an issue that is only carried on is not drawn at a line that may be another one by now")
  func carriedIssue() throws {
    var report = Sample.report()
    for index in report.issues.unresolved.indices {
      report.issues.unresolved[index].seen = false
      report.issues.unresolved[index].line = 999
    }
    let pages = try Sample.pages(Sample.input(report))
    #expect(try !#require(pages["coverage/Sources/Stack/Stack.swift.html"]).contains("never mutated"))
    #expect(try #require(pages["issues.html"]).contains("never mutated"))
  }

  private static func changes(_ files: [ChangedFile]) -> Changes {
    let since = Changes.Since(integration: 41, commit: CommitID(String(repeating: "3", count: 40)))
    return Changes(since: since, files: files, note: nil)
  }

  @Test("a page of a source stays the same for as long as what it shows does, its changed lines among it")
  func changesAreStable() throws {
    func page(_ change: (inout SiteInput) -> Void) throws -> SitePage {
      var input = Sample.input()
      change(&input)
      let site = Site.pages(input, templates: Sample.library())
      return try #require(site.first { $0.path == "coverage/Sources/Stack/Stack.swift.html" })
    }
    let before = try page { _ in }
    let same = try page {
      $0.report.integration = 43
      $0.report.changes?.since = Changes.Since(integration: 40, commit: "1")
      $0.report.tests.cases.append(Sample.make("testAnother", .failed))
      $0.earlier = Earlier()
    }
    #expect(same.mark == before.mark)
    #expect(try same.bytes() == before.bytes())
    let other = try page { $0.report.changes?.files[0].lines[0][1] = 8 }
    #expect(other.mark != before.mark)
  }

  @Test("of a hundred failing tests all can be reached, with their messages, and no link is broken")
  func manyFailures() throws {
    var report = Sample.report()
    for number in 1...100 {
      var test = Sample.make("testNumber\(number)", number > 90 ? .crashed : .failed)
      test.failures = [
        TestFailure(
          message: "wrong \(number)!", file: nil, line: nil, kind: .assertion)
      ]
      report.tests.cases.append(test)
    }
    let pages = try Sample.pages(Sample.input(report))
    let site = SiteReader(pages, besides: Sample.besides)
    #expect(site.brokenLinks.isEmpty)
    let index = try #require(pages["index.html"])
    #expect(index.components(separatedBy: "<article class=\"card").count == 61)
    #expect(index.contains("Failing tests <span class=\"count\">102</span>"))
    #expect(index.components(separatedBy: "<li><span class=\"word ").count > 60)
    #expect(index.contains("42 more failing tests, with their messages on the page of tests:"))
    #expect(index.contains("<a href=\"tests.html#failed\">32 failed</a>"))
    #expect(index.contains("<a href=\"tests.html#crashed\">10 crashed</a>"))
    let tests = try #require(pages["tests.html"])
    for number in 1...100 { #expect(tests.contains(">wrong \(number)!<")) }
  }

  @Test("tests that crashed at one line share a card, in which each has its own anchor")
  func oneCause() throws {
    var report = Sample.report()
    for number in 1...30 {
      var test = Sample.make("testPop\(number)", .crashed)
      test.crash = TestCrash(
        signal: "SIGILL", message: "Fatal error", file: "Sources/Stack/Stack.swift", line: 8, frames: [])
      report.tests.cases.append(test)
    }
    let pages = try Sample.pages(Sample.input(report))
    let site = SiteReader(pages, besides: Sample.besides)
    #expect(site.brokenLinks.isEmpty)
    let index = try #require(pages["index.html"])
    #expect(index.components(separatedBy: "<article class=\"card").count == 4)
    #expect(index.contains("30 tests crashed at Sources/Stack/Stack.swift:8"))
    #expect(index.contains("<a href=\"tests.html#crashed\">10 more tests</a>"))
    #expect(index.components(separatedBy: ">testPop7</a>").count == 3)
  }

  @Test("every page forbids what is remote and what is inline, and has neither")
  func pagesAreClosed() throws {
    for (path, text) in try Sample.pages(Sample.input()) where path.hasSuffix(".html") {
      #expect(text.hasPrefix("<!DOCTYPE html>\n"), "\(path)")
      #expect(text.contains("default-src 'none'; style-src 'self'; script-src 'self'"), "\(path)")
      #expect(!text.contains("}}") && !text.contains("{{"), "\(path)")
      let page = PageReader(text)
      let scripts = page.tags.filter { $0.name == "script" }
      #expect(scripts.count == 1 && scripts.allSatisfy { $0.attributes["src"] != nil }, "\(path)")
      let keys = page.tags.flatMap(\.attributes.keys)
      #expect(!keys.contains { $0 == "style" || $0.hasPrefix("on") }, "\(path)")
    }
  }

  @Test("beside the overview as many commits are counted as there are, of which the first are shown")
  func commits() throws {
    var input = Sample.input()
    input.report.commits = (0..<15).map { Sample.commit("4", "Change \($0)") }
    let page = try #require(try Sample.pages(input)["index.html"])
    #expect(page.contains("id=\"commits\">Commits <span class=\"count\">15</span>"))
    #expect(page.contains("10 more commits") && page.contains("Change 4") && !page.contains("Change 5"))
    // Who broke a test is among them.
    let culprit = Sample.commit("5", "Change it")
    input.report.commits[9] = culprit
    var issue = Model.Issue(
      kind: .testFailure, message: "m", target: nil, file: nil, line: nil, test: "T.S/a", since: 42)
    issue.culprit = CommitCulprit(.found(1), of: [Sample.commit("6", "Before"), culprit], by: [43])
    input.report.issues.new = [issue]
    let searched = try #require(try Sample.pages(input)["index.html"])
    #expect(searched.contains("10 more commits") && searched.contains("Change 3"))
    #expect(!searched.contains("Change 4") && searched.contains("Change it"))
  }

  @Test("an integration without tests, coverage, commits or log has all its pages")
  func emptyIntegration() throws {
    let now = Date(timeIntervalSince1970: 0)
    let report = Report(
      bot: "empty", integration: 1, result: .checkoutError, reason: "there is no such commit", commit: nil,
      toolchain: "", configuration: .release, queued: now, started: now)
    var input = SiteInput(report: report, botName: "empty", packagePath: ".")
    input.assets = Sample.input().assets
    let site = SiteReader(try Sample.pages(input), besides: [])
    #expect(site.pages.count == 7)
    #expect(site.brokenLinks.isEmpty)
  }

  @Test("a line of source costs at most 120 bytes of HTML on average")
  func sourceIsSmall() throws {
    let path: PackagePath = "Sources/Big/Big.swift"
    let text = try String(contentsOfFile: Sample.root + "/Tests/Reports/source.txt", encoding: .utf8)
    var report = Sample.report()
    let count = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    report.coverage = CoverageReport(
      targets: [
        TargetCoverage(
          name: "Big",
          files: [
            FileCoverage(
              path: path, lines: LineCounts(executable: count, executed: count), regions: PlaceCounts(),
              functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [], partialLines: [],
              unusedMessageLines: [])
          ])
      ], notMeasured: [], excluded: [])
    var input = Sample.input(report, sources: [path.rawValue: text])
    let lines = (1...count).map { LineCoverage(number: $0, state: .executed, count: 1) }
    input.detail = { $0 == path ? CoverageDetail.File(path: path, target: "Big", lines: lines) : nil }
    let page = try #require(try Sample.pages(input)["coverage/Sources/Big/Big.swift.html"])
    #expect(count > 1000)
    #expect(page.utf8.count / count <= 120)
  }
}
