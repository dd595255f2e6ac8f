import Foundation
import Model
import Testing

@testable import Terminal

private typealias Issue = Model.Issue

@Suite("bothy compare, in words") struct CompareTextTests {
  private static func test(
    _ name: String, _ outcome: TestOutcome, body: String, _ message: String? = nil, seconds: Double? = nil
  ) -> TestCase {
    var test = TestCase(
      id: TestID("ParserTests.HelpTests/\(name)"), library: .xctest, target: "ParserTests",
      suite: "HelpTests",
      name: name, outcome: outcome)
    test.body = TestBody(body)
    (test.file, test.line, test.seconds) = ("Tests/ParserTests/HelpTests.swift", 40, seconds)
    test.failures =
      message.map {
        [TestFailure(message: $0, file: "Tests/ParserTests/HelpTests.swift", line: 41, kind: .assertion)]
      } ?? []
    return test
  }

  private static func file(_ path: PackagePath, _ executed: Int, of executable: Int) -> FileCoverage {
    FileCoverage(
      path: path, lines: LineCounts(executable: executable, executed: executed), regions: PlaceCounts(),
      functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [], partialLines: [], unusedMessageLines: [])
  }

  private static func report(
    _ number: Int, _ result: IntegrationResult, commit: Character, _ tests: [TestCase],
    _ files: [FileCoverage]
  ) -> Report {
    var report = Report(
      bot: "parser", integration: IntegrationNumber(number), result: result, reason: "",
      commit: Commit(
        id: CommitID(String(repeating: commit, count: 40)), branch: "main", author: "", email: "",
        date: Date(timeIntervalSince1970: 0), subject: ""), toolchain: "Swift 6.3.1",
      configuration: .debug, queued: Date(timeIntervalSince1970: 0), started: Date(timeIntervalSince1970: 0))
    report.tests.cases = tests
    report.reason = Sentence.tests(report.tests)
    report.coverage = CoverageReport(
      targets: [TargetCoverage(name: "Parser", files: files)], notMeasured: [], excluded: [])
    report.phases = [Phase(name: .build, status: .passed, seconds: 12.5)]
    (report.seconds, report.dependencies) = (20, [])
    return report
  }

  static func difference() -> IntegrationDifference {
    let before = report(
      41, .testFailures, commit: "a",
      [
        test("testVersion", .passed, body: "v", seconds: 1), test("testHelp", .failed, body: "h", "no help"),
        test("testOld", .passed, body: "o"), test("testGone", .passed, body: "g"),
        test("testGPU", .passed, body: "p"),
      ], [file("Sources/Parser/Old.swift", 4, of: 4), file("Sources/Parser/Parser.swift", 90, of: 100)])
    var now = report(
      42, .testFailures, commit: "b",
      [
        test("testVersion", .failed, body: "v", "XCTAssertEqual failed: (\"1\") is not equal to (\"2\")"),
        test("testHelp", .passed, body: "h"), test("testNew", .passed, body: "o"),
        test("testGPU", .skipped, body: "p"), test("testCame", .passed, body: "c", seconds: 1),
      ], [file("Sources/Parser/New.swift", 0, of: 3), file("Sources/Parser/Parser.swift", 95, of: 100)])
    now.phases[0].seconds = 40
    now.issues.new = [
      Issue(
        kind: .warning, message: "variable 'x' was never used", target: "Parser",
        file: "Sources/Parser/New.swift", line: 3, test: nil, since: 42)
    ]
    now.dependencies = [
      PinnedDependency(identity: "yams", location: "/yams", version: "5.1.0", branch: nil, revision: nil)
    ]
    var sources = ComparedSources()
    sources.commits = .later(3)
    let bot = Bot(name: "parser", repository: "/srv/parser")
    return IntegrationDifference(
      ComparedIntegration(before, settings: bot), ComparedIntegration(now, settings: bot), sources)
  }

  private static let expected = """
    parser #42 compared with #41
    1 test newly failing, 1 fixed, 1 newly skipped; 1 test added, 1 gone, 1 renamed;
    2 fewer lines did not run; 1 warning came; 1 other dependency.

    #41         ✗ test failures: 1 of 5 tests failed
    #42         ✗ test failures: 1 of 5 tests failed
    Commits     aaaaaaaa on main and bbbbbbbb on main: 3 commits later
    Took        20 s, as before, build 40 s instead of 13 s

    To be minded
      Tests failed or did not run in both: other lines run then.

    Newly failing (1)
      ✗ failed  ParserTests.HelpTests/testVersion, passed in #41
        Tests/ParserTests/HelpTests.swift:41: XCTAssertEqual failed: ("1") is not
        equal to ("2")

    Fixed (1)
      ✓ passed  ParserTests.HelpTests/testHelp, failed in #41

    Newly skipped (1)
      ⊘ skipped  ParserTests.HelpTests/testGPU, passed in #41

    Tests added (1)
      ParserTests.HelpTests/testCame

    Tests gone (1)
      ParserTests.HelpTests/testGone

    Tests renamed or moved (1)
      ParserTests.HelpTests/testNew, renamed from ParserTests.HelpTests/testOld

    Issues that came (1)
      Sources/Parser/New.swift:3: ▲ warning: variable 'x' was never used

    Coverage
      2 fewer lines did not run, 8 instead of 10
      Sources/Parser/Parser.swift: 95 of 100 lines executed, 90 of 100 in #41
      Sources/Parser/New.swift: 0 of 3 lines executed, not among the files
        measured in #41
      Sources/Parser/Old.swift: 4 of 4 in #41, not among the files measured now

    Dependencies (1)
      yams 5.1.0, new

    Page        /state/site/bots/parser/compare/41-42.html

    """

  @Test("the differing things are told first, with whole names and places")
  func whole() {
    let terminal = TerminalCapabilities(isTerminal: true, width: 80, colors: false)
    let text = CompareText.text(
      Self.difference(), page: "/state/site/bots/parser/compare/41-42.html", capabilities: terminal)
    #expect(text == Self.expected)
  }

  @Test("it says so where nothing differs")
  func nothing() {
    let one = Self.report(1, .succeeded, commit: "a", [Self.test("t", .passed, body: "t")], [])
    var other = Self.report(2, .succeeded, commit: "b", [Self.test("t", .passed, body: "t")], [])
    other.seconds = 19
    let bot = Bot(name: "parser", repository: "/srv/parser")
    let text = CompareText.text(
      IntegrationDifference(
        ComparedIntegration(one, settings: bot), ComparedIntegration(other, settings: bot)),
      capabilities: TerminalCapabilities(isTerminal: true, width: 80, colors: false))
    #expect(
      text == """
        parser #2 compared with #1
        Nothing differs but the commit and how long it took.

        #1          ✓ succeeded: 1 test passed
        #2          ✓ succeeded: 1 test passed
        Commits     aaaaaaaa on main and bbbbbbbb on main
        Took        19 s instead of 20 s

        """)
  }

  @Test(
    "on a terminal no line is wider than it, and nothing that others wrote acts", arguments: [60, 80, 200])
  func widths(width: Int) {
    let capabilities = TerminalCapabilities(isTerminal: true, width: width, colors: true)
    var screen = Screen(width: width)
    screen.write(CompareText.text(Self.difference(), page: "/s", capabilities: capabilities))
    #expect(screen.wrappedLines.map { screen.lines[$0] } == [] && screen.unknown == [])
  }

  @Test("a long name stays whole, so that it can be copied")
  func longNames() {
    let name = "testShoppingList_withLessThanAPack_isOnePack_andNothingIsLeftOver"
    let bot = Bot(name: "parser", repository: "/srv/parser")
    let difference = IntegrationDifference(
      ComparedIntegration(
        Self.report(1, .succeeded, commit: "a", [Self.test(name, .passed, body: "x")], []), settings: bot),
      ComparedIntegration(
        Self.report(2, .testFailures, commit: "b", [Self.test(name, .failed, body: "x")], []), settings: bot))
    let text = CompareText.text(
      difference, capabilities: TerminalCapabilities(isTerminal: true, width: 80, colors: false))
    #expect(text.contains("\n  ✗ failed  passed in #1\n    ParserTests.HelpTests/\(name)\n"), "\(text)")
  }

  @Test("a pipe gets all of a long list, a terminal its beginning")
  func long() {
    let tests = (0..<40).map { Self.test("test\($0)", .failed, body: "\($0)", "m") }
    let passed = (0..<40).map { Self.test("test\($0)", .passed, body: "\($0)") }
    let bot = Bot(name: "parser", repository: "/srv/parser")
    let difference = IntegrationDifference(
      ComparedIntegration(Self.report(1, .succeeded, commit: "a", passed, []), settings: bot),
      ComparedIntegration(Self.report(2, .testFailures, commit: "b", tests, []), settings: bot))
    let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    let terminal = TerminalCapabilities(isTerminal: true, width: 80, colors: false)
    #expect(CompareText.text(difference, capabilities: pipe).contains("HelpTests/test39"))
    let text = CompareText.text(difference, capabilities: terminal)
    #expect(text.contains("Newly failing (40)") && text.contains("  … 30 more"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 50)
  }
}

@Suite("bothy compare, as it is typed") struct CompareLineTests {
  private func refusal(_ words: String...) -> String {
    do {
      return "understood: \(try CommandLineParser.parse(["compare"] + words, environment: [:]).command)"
    } catch { return "\(error)" }
  }

  @Test("two integrations are compared, by number or the latest")
  func both() throws {
    func parse(_ words: String...) throws -> CommandLineVerb {
      try CommandLineParser.parse(["compare"] + words, environment: [:]).command
    }
    let (one, two) = (
      IntegrationAddress(bot: "p", number: 41), IntegrationAddress(bot: "p", number: 42)
    )
    #expect(try parse("p#41", "p#42") == .compare(one, two, json: false))
    #expect(try parse("p#42", "q", "--json") == .compare(two, IntegrationAddress(bot: "q"), json: true))
  }

  @Test("what is missing is asked for")
  func missing() {
    #expect(refusal().contains("it was not said which bot"))
    #expect(refusal("p#41").contains("it was not said what to compare p#41 with"))
    #expect(refusal("p#41", "p#x").contains("`#x` is no integration's number"))
  }
}
