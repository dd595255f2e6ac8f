import Explaining
import Foundation
import Model
import Testing

@testable import Terminal

@Suite("The last lines")
struct EndingTests {
  static func report() -> Report {
    var report = Report(
      bot: "parser", integration: 42, result: .testFailures, reason: "1 of 549 tests failed, 1 crashed",
      commit: Commit(
        id: "0123456789abcdef0123456789abcdef01234567", branch: "main", author: "Jane", email: "j@x.org",
        date: Date(timeIntervalSince1970: 0), subject: "Fix it", changes: true), toolchain: "Swift 6.3.1",
      configuration: .debug, queued: Date(timeIntervalSince1970: 0), started: Date(timeIntervalSince1970: 2))
    report.seconds = 71.34
    report.phases = [
      Phase(name: .build, status: .passed, seconds: 41), Phase(name: .analyze, status: .skipped, seconds: 0),
    ]
    report.tests = TestReport(cases: tests())
    let lines = LineCounts(executable: 4785, executed: 4102, partial: 262)
    let file = FileCoverage(
      path: "Sources/P/S.swift", lines: lines, regions: PlaceCounts(), functions: PlaceCounts(),
      llvm: LLVMTotals(), missedLines: [], partialLines: [], unusedMessageLines: [])
    report.coverage = CoverageReport(
      targets: [TargetCoverage(name: "P", files: [file])],
      notMeasured: [NotMeasured(path: "Sources/T/main.swift", why: "no test links this target")],
      excluded: [Excluded(path: "Sources/G/x.swift", rule: "Sources/G/**", lines: 120)])
    report.comparedWith = Comparison(
      integration: 41,
      coverage: Comparison.Coverage(
        integration: 40, lines: LineCounts(executable: 4785, executed: 4090, partial: 0), toolchain: nil))
    report.issues.new = [issue("P.H/testVersion", since: 42)]
    report.issues.unresolved = [issue("P.S/testDeep", since: 12)]
    report.issues.resolved = [issue("P.S/testOld", since: 3)]
    return report
  }

  private static func issue(_ test: TestID, since: IntegrationNumber) -> Model.Issue {
    Model.Issue(
      kind: .testFailure, message: "m", target: "P", file: "Tests/H.swift", line: 1, test: test, since: since,
      identity: IssueIdentity(test.rawValue))
  }

  private static func tests() -> [TestCase] {
    func test(_ suite: String, _ name: String, _ outcome: TestOutcome) -> TestCase {
      TestCase(
        id: TestID("P.\(suite)/\(name)"), library: .xctest, target: "P", suite: suite, name: name,
        outcome: outcome)
    }
    var old = test("S", "testDeep", .crashed)
    old.crash = TestCrash(
      signal: "SIGILL", message: "Fatal error: Index out of range", file: "Sources/P/S.swift", line: 7,
      frames: [StackFrame(function: "split()", file: "Sources/P/S.swift", line: 7, column: 12)])
    var new = test("H", "testVersion", .failed)
    new.failures = [
      TestFailure(message: "not equal\nto that", file: "Tests/H.swift", line: 41, column: 5, kind: .assertion)
    ]
    var skipped = test("G", "testGPU", .skipped)
    skipped.skipReason = "no gpu"
    return (1...546).map { test("A", "t\($0)", .passed) } + [old, new, skipped]
  }

  private let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)

  private func ending(_ report: Report, quiet: Bool = false, prefix: String = "") -> String {
    let display = Display(capabilities: pipe, quiet: quiet, verbose: false, packagePrefix: prefix)
    return display.ending(report, address: "/state/report.json", on: pipe)
  }

  @Test("what was archived has a row")
  func archive() {
    var report = Self.report()
    report.archive = [ArchivedProduct(product: "tool", path: "archive/t", bytes: 7, sha256: "")]
    #expect(ending(report).contains("\nArchive     tool: 7 bytes\n"))
  }

  @Test("what did not run is told with its number and the first of it, and all of it where that is wanted")
  func unrun() {
    var report = Self.report()
    report.tests.didNotRun = (1...5).map { (number: Int) in
      DidNotRun(
        .condition, "test\(number)", suite: "S", file: "Tests/S.swift", line: number, why: "it is private")
    }
    report.tests.didNotRun.append(DidNotRun(.knownIssue, "known", why: "w"))
    func lines(verbose: Bool) -> [String] {
      EndingText(
        report: report, page: "a", paragraphs: Paragraphs(pipe),
        place: Place(prefix: ""),
        isQuiet: false, isVerbose: verbose
      ).lines
    }
    let few = lines(verbose: false)
    #expect(few.contains("Did not run 5 not built here"))
    #expect(few.contains("            Tests/S.swift:3: S/test3: not built here: it is private"))
    #expect(few.contains("            and 2 more; --verbose tells all"))
    #expect(
      lines(verbose: true).contains("            Tests/S.swift:5: S/test5: not built here: it is private"))

    let all = report.tests.didNotRun
    report.tests.didNotRun = all.known(from: all.filter { $0.name != "test4" }, of: 41)
    let news = lines(verbose: false)
    let start = news.firstIndex(of: "Did not run 5 not built here") ?? 0
    #expect(
      news[start...].dropFirst().prefix(2) == [
        "            Tests/S.swift:4: S/test4: not built here: it is private",
        "            and 4 known before; --verbose tells all",
      ], "\(news)")
    report.tests.didNotRun = all.known(from: all, of: 41)
    #expect(
      lines(verbose: false).contains("Did not run 5 not built here, none of them new; --verbose tells all"))
    #expect(
      lines(verbose: true).contains("            Tests/S.swift:5: S/test5: not built here: it is private"))
    let told = EndingText(
      report: report, page: "a", show: "bothy show p", paragraphs: Paragraphs(pipe),
      place: Place(prefix: ""), isQuiet: false, isVerbose: false
    ).lines
    #expect(
      told.contains("Did not run 5 not built here, none of them new: bothy show p --verbose"), "\(told)")
    // A class of which nothing ran is no news, and nobody may have meant it.
    let suite = DidNotRun(.suite, "S", file: "Tests/S.swift", line: 1, why: "nothing of it ran")
    report.tests.didNotRun += [suite].known(from: [suite], of: 41)
    #expect(lines(verbose: false).contains("            Tests/S.swift:1: S: whole suite: nothing of it ran"))
  }

  @Test("first the sentence, then what failed with its place, new first, then changes and the address")
  func everything() {
    #expect(
      ending(Self.report()) == """

        ✗ test failures: 1 of 549 tests failed, 1 crashed, 1 of them new. \
        683 lines did not run, 12 fewer than in #40.

          ✗ failed     P.H/testVersion  new
            Tests/H.swift:41:5: not equal
              to that
          ↯ crashed    P.S/testDeep  since #12
            Sources/P/S.swift:7: SIGILL: Fatal error: Index out of range

        Tests       549: 546 passed, 1 failed, 1 crashed, 1 skipped
        Issues      1 new, 1 still there, 1 resolved, compared with #41
        Resolved    P.S/testOld
        Coverage    4,102 of 4,785 lines executed (85.7 %), 262 of them partly; \
        #40 had 4,090 of 4,785 (85.5 %)
        Time        1 min 11 s: build 41 s
        Report      /state/report.json

        """)
  }

  @Test("quiet leaves the errors, the sentence and the address")
  func quiet() {
    #expect(
      ending(Self.report(), quiet: true) == """
          ✗ failed     P.H/testVersion  new
            Tests/H.swift:41:5: not equal
              to that
          ↯ crashed    P.S/testDeep  since #12
            Sources/P/S.swift:7: SIGILL: Fatal error: Index out of range
        ✗ test failures: 1 of 549 tests failed, 1 crashed, 1 of them new.
        Report      /state/report.json

        """)
  }

  private static func failing(_ count: Int, _ message: String) -> Report {
    var report = Self.report()
    let failed = (1...count).map { number in
      var test = TestCase(
        id: TestID("ArgumentParserUnitTests.HelpGenerationTests/testHelpWithHidden\(number)"),
        library: .xctest, target: "P", suite: "A", name: "t", outcome: .failed)
      test.failures = (1...3).map { line in
        TestFailure(
          message: message, file: "Tests/ArgumentParserUnitTests/HelpGenerationTests.swift",
          line: number * 100 + line, kind: .assertion)
      }
      return test
    }
    report.tests.cases = failed + report.tests.cases.filter { $0.outcome == .passed }
    report.notes = ["something that people should know, and that takes a line or two of an 80 column screen"]
    report.reason = "\(count) of 555 tests failed"
    return report
  }

  private static let long =
    "failed - Actual output does not match:\n USAGE: a\n–OVERVIEW: A\n+OVERVIEW: B\n"
    + String(repeating: " more\n", count: 30)

  @Test("sentence, names and places of nine failing tests are on the last screen, and forty lines are enough")
  func nine() {
    for message in [Self.long, "not equal", String(repeating: "long ", count: 500)] {
      let capabilities = TerminalCapabilities(
        isTerminal: true, windowWidth: 80, environment: ["TERM": "xterm", "LANG": "C.UTF-8"])
      var small = capabilities
      small.height = 24
      let display = Display(capabilities: small, quiet: false, verbose: false)
      var screen = Screen(width: 80)
      screen.write(display.ending(Self.failing(9, message), address: "/state/report.json", on: small))
      #expect(screen.wrappedLines == [] && screen.lines.count <= 40)
      let seen = screen.lines.suffix(24).joined(separator: "\n")
      #expect(seen.contains("9 of 555 tests failed"))
      #expect(seen.contains("/state/report.json"))
      for number in 1...9 {
        #expect(seen.contains("HelpGenerationTests/testHelpWithHidden\(number)"))
        #expect(seen.contains("HelpGenerationTests.swift:\(number)01"))
      }
    }
  }

  @Test(
    "on one screen with the sentence and what to do next are as many of many as fit, and the rest is counted",
    arguments: [(11, 24), (12, 24), (20, 24), (30, 24), (30, 12), (400, 24)])
  func crowd(count: Int, height: Int) {
    for message in [Self.long, "not equal"] {
      var small = TerminalCapabilities(
        isTerminal: true, windowWidth: 80, environment: ["TERM": "xterm", "LANG": "C.UTF-8"])
      small.height = height
      let display = Display(capabilities: small, quiet: false, verbose: false)
      var screen = Screen(width: 80)
      let show = "bothy show 'local-parser#3' --state '/a/state/directory/with/a/long/name/as/there/are/some'"
      screen.write(
        display.ending(
          Self.failing(count, message), address: "/state/report.json", again: "bothy run --failed",
          show: show,
          on: small))
      let seen = screen.lines.suffix(height).joined(separator: "\n")
      #expect(seen.contains("\(count) of \(count + 546) tests failed"))
      let told = (1...count).count { seen.contains("HelpGenerationTests.swift:\($0)01") }
      #expect(told >= (height - 10) / 2 && told >= 1, "\(seen)")
      #expect(seen.replacing("\n", with: "").contains("and \(count - told) more tests: \(show)"), "\(seen)")
      #expect(seen.contains("Again       bothy run --failed\nReport      /state/report.json"))
    }
  }

  @Test("what fits is told in full, in the order of its worth; of a long difference the first pair")
  func few() {
    var tall = TerminalCapabilities(isTerminal: true, width: 100, colors: false)
    tall.height = 40
    let lines = Display(capabilities: tall, quiet: false, verbose: false)
      .ending(Self.failing(1, Self.long), address: "/r", on: tall).split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("✗ test failures: 1 of 547") == true)
    #expect(
      lines.count { $0 == "      -OVERVIEW: A" } == 3 && lines.count { $0 == "      +OVERVIEW: B" } == 3)
    #expect(lines.last == "Report      /r")
    let piped = ending(Self.failing(9, Self.long))
    #expect(
      piped.contains(".swift:101: -OVERVIEW: A  +OVERVIEW: B\n") && piped.contains("testHelpWithHidden9  +2"))
    #expect(piped.split(separator: "\n").count <= 30)
  }

  @Test("values that look alike are told once more, with signs for what nobody sees of them")
  func alike() {
    var report = Self.failing(1, "XCTAssertEqual failed: (\"a\") is not equal to (\"a \")")
    func told(_ first: String, _ second: String) -> Int {
      report.tests.cases[0].failures = report.tests.cases[0].failures.map { failure in
        var failure = failure
        failure.values = ComparedValues(.init(first), .init(second))
        return failure
      }
      return ending(report).split(separator: "\n").count { $0 == "      a ≠ a·" }
    }
    #expect(told("a", "a ") >= 1 && told("a", "b") == 0)
  }

  @Test("beside nine failing tests forty lines are enough for all that did not run, came, went and is noted")
  func crowdedNine() {
    var report = Self.failing(9, Self.long)
    report.tests.didNotRun = (1...5).map { (line: Int) in
      DidNotRun(
        .condition, "Suite\(line)", file: "Tests/ArgumentParserExampleTests/CountLinesExampleTests.swift",
        line: line, why: "`#if os(macOS)` is not taken here")
    }
    report.notes = (1...3).map { (number: Int) in
      "note \(number): " + String(repeating: "said at length ", count: 14)
    }
    var capabilities = TerminalCapabilities(
      isTerminal: true, windowWidth: 80, environment: ["TERM": "xterm", "LANG": "C.UTF-8"])
    capabilities.height = 24
    func screen(_ report: Report) -> Screen {
      var screen = Screen(width: 80)
      let display = Display(capabilities: capabilities, quiet: false, verbose: false)
      screen.write(display.ending(report, address: "/state/report.json", on: capabilities))
      return screen
    }
    let crowded = screen(report)
    #expect(crowded.lines.count <= 40)
    #expect(crowded.lines.contains("Did not run 5 not built here; --verbose tells all"))
    #expect(crowded.lines.contains("Notes       3 notes in the report"))
    report.notes = ["one alone"]
    #expect(screen(report).lines.contains("Note        one alone"))
  }

  @Test("places lead from where the person stands to the package")
  func prefix() {
    #expect(ending(Self.report(), prefix: "../p/").contains("    ../p/Tests/H.swift:41:5: not equal"))
  }

  @Test("another toolchain's coverage is not compared silently")
  func otherToolchain() {
    var report = Self.report()
    report.comparedWith?.coverage?.toolchain = "Swift 6.2"
    let text = ending(report)
    #expect(text.contains("683 lines did not run.\n"))
    #expect(text.contains("not compared with #40, which Swift 6.2 measured"))
  }

  @Test("where nothing was executable there is nothing to compare with")
  func nothingExecutable() {
    var report = Self.report()
    report.comparedWith?.coverage?.lines = LineCounts(executable: 0, executed: 0, partial: 0)
    #expect(ending(report).contains("262 of them partly; #40 had no executable lines\n"))
    report.coverage = CoverageReport(targets: [], notMeasured: [], excluded: [])
    #expect(ending(report).contains("Coverage    no executable lines\n"))
  }

  @Test("without coverage it is said why")
  func noCoverage() {
    var report = Self.report()
    report.coverage = nil
    report.coverageNote = "--no-coverage was given"
    #expect(ending(report).contains("Coverage    not measured: --no-coverage was given\n"))
    #expect(!ending(report).contains("did not run"))
  }

  @Test("in the first integration nothing is called new")
  func first() {
    var report = Self.report()
    report.comparedWith = nil
    report.issues.unresolved = []
    #expect(ending(report).contains("P.H/testVersion\n"))
  }

  @Test("build errors are told with their places")
  func buildErrors() {
    var report = Self.report()
    report.result = .buildErrors
    report.tests = TestReport(cases: [])
    report.issues = IssueLists(new: [
      Model.Issue(
        kind: .buildError, message: "cannot find 'x' in scope", target: "P", file: "Sources/P/S.swift",
        line: 3,
        test: nil, since: 42, identity: "e")
    ])
    #expect(ending(report).contains("  ✗ error  Sources/P/S.swift:3: cannot find 'x' in scope\n"))
    #expect(!ending(report).contains("Tests   "))
  }

  @Test("a hundred failing tests are cut, and the rest counted")
  func many() {
    var report = Self.report()
    report.tests.cases = (1...100).map {
      TestCase(
        id: TestID("P.A/t\($0)"), library: .xctest, target: "P", suite: "A", name: "t", outcome: .failed)
    }
    #expect(ending(report).contains("  … and 80 more tests\n"))
  }

  @Test("a note of several lines is one sentence, without signs for the breaks")
  func breaks() {
    var report = Self.report()
    report.notes = ["first\nsecond\n\nthird"]
    #expect(ending(report).contains("Note        first second third\n"))
    #expect(ShowText.text(report, capabilities: pipe).contains("  first second third\n"))
  }

  @Test("hostile names and messages cannot command the terminal", arguments: [20, 80])
  func hostile(width: Int) {
    let evil = "x\u{1B}[2J\u{1B}]0;t\u{07}\n\r\0\u{202E}\u{9B}31m"
    var report = Self.report()
    report.reason = evil
    report.notes = [evil]
    report.bot = BotID(evil)
    report.toolchain = evil
    report.commit?.subject = evil
    report.commit?.author = evil
    for place in report.tests.cases.indices.suffix(3) {
      report.tests.cases[place].id = TestID(evil)
      report.tests.cases[place].skipReason = evil
    }
    report.issues.resolved[0].test = TestID(evil)
    report.issues.new[0].message = evil
    report.artifacts = [Artifact(name: evil, path: evil, bytes: 1, sha256: "")]
    let capabilities = TerminalCapabilities(isTerminal: true, width: width, colors: true)
    let display = Display(capabilities: capabilities, quiet: false, verbose: false)
    var screen = Screen(width: 10_000)
    screen.write(display.ending(report, address: evil, on: capabilities))
    screen.write(ShowText.text(report, capabilities: capabilities))
    #expect(screen.unknown.isEmpty)
  }

  @Test("an error is one line, whatever is in it")
  func errors() {
    let text = Explanation(doing: "reading a\nb", wrong: "it is \u{1B}[31mred", advice: "").text
    #expect(text == "bothy: reading a\\nb: it is ^[[31mred")
  }
}
