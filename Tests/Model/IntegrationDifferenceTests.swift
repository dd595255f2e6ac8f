import Foundation
import Testing

@testable import Model

private typealias Issue = Model.Issue

@Suite("What differs between two integrations") struct IntegrationDifferenceTests {
  static func report(
    _ number: Int, _ result: IntegrationResult = .succeeded, commit: Character = "a",
    _ change: (inout Report) -> Void = { _ in }
  ) -> Report {
    var report = Report(
      bot: "b", integration: IntegrationNumber(number), result: result, reason: "",
      commit: Commit(
        id: CommitID(String(repeating: commit, count: 40)), branch: "main", author: "", email: "",
        date: Date(timeIntervalSince1970: 0), subject: ""), toolchain: "Swift 1",
      configuration: .debug, queued: Date(timeIntervalSince1970: 0), started: Date(timeIntervalSince1970: 0))
    report.phases = [Phase(name: .build, status: .passed, seconds: 1)]
    report.dependencies = []
    report.tests.cases = [test("a", .passed)]
    change(&report)
    return report
  }

  static func test(
    _ name: String, _ outcome: TestOutcome, body: String? = nil, _ message: String? = nil,
    seconds: Double? = nil
  ) -> TestCase {
    var test = TestCase(
      id: TestID("T.S/\(name)"), library: .xctest, target: "T", suite: "S", name: name, outcome: outcome)
    test.body = body.map { TestBody($0) }
    test.failures = message.map { [TestFailure(message: $0, file: nil, line: nil, kind: .assertion)] } ?? []
    test.seconds = seconds
    return test
  }

  private static func difference(
    _ before: Report, _ now: Report, _ sources: ComparedSources = ComparedSources(),
    settings: (Bot?, Bot?) = (Bot(name: "b", repository: "/r"), Bot(name: "b", repository: "/r"))
  ) -> IntegrationDifference {
    IntegrationDifference(
      ComparedIntegration(before, settings: settings.0), ComparedIntegration(now, settings: settings.1),
      sources)
  }

  // MARK: Tests

  static let outcomes: [(TestOutcome, TestOutcome, TestDifference.Kind?)] = [
    (.passed, .passed, nil), (.passed, .failed, .newlyFailing), (.skipped, .crashed, .newlyFailing),
    (.notRun, .timedOut, .newlyFailing), (.flaky, .failed, .newlyFailing), (.failed, .passed, .fixed),
    (.crashed, .expectedFailure, .fixed), (.failed, .skipped, .newlySkipped),
    (.passed, .skipped, .newlySkipped), (.failed, .notRun, .newlyNotRun), (.passed, .notRun, .newlyNotRun),
    (.passed, .flaky, .newlyFlaky), (.failed, .flaky, .newlyFlaky), (.flaky, .passed, .otherwise),
    (.skipped, .passed, .ranAgain), (.notRun, .passed, .ranAgain), (.failed, .crashed, .failsOtherwise),
    (.expectedFailure, .passed, .otherwise), (.flaky, .flaky, nil), (.failed, .failed, nil),
  ]

  @Test(
    "an outcome that is another one has one kind; a failing test that is skipped is not fixed",
    arguments: outcomes)
  func kinds(was: TestOutcome, now: TestOutcome, kind: TestDifference.Kind?) throws {
    let difference = Self.difference(
      Self.report(1) { $0.tests.cases = [Self.test("x", was)] },
      Self.report(2) { $0.tests.cases = [Self.test("x", now)] })
    let tests = try #require(difference.tests)
    #expect(tests.changes.map(\.kind) == (kind.map { [$0] } ?? []))
    #expect(tests.changes.first?.before == (kind == nil ? nil : was))
  }

  @Test("tests that came, went and are called otherwise are told once each; a new one that fails, twice")
  func comings() throws {
    let before = Self.report(1) {
      $0.tests.cases = [
        Self.test("stays", .passed, body: "1"), Self.test("old", .failed, body: "2"),
        Self.test("gone", .failed, body: "3"),
      ]
    }
    let now = Self.report(2, .testFailures) {
      $0.tests.cases = [
        Self.test("stays", .passed, body: "1"), Self.test("new", .passed, body: "2"),
        Self.test("came", .failed, body: "4"),
      ]
    }
    let tests = try #require(Self.difference(before, now).tests)
    #expect(tests.renamed.map { [$0.from, $0.to] } == [["T.S/old", "T.S/new"]])
    #expect(tests.added.map(\.id) == ["T.S/came"] && tests.gone.map(\.id) == ["T.S/gone"])
    #expect(tests.changes.map(\.test.id) == ["T.S/came", "T.S/new"])
    #expect(tests.changes.map(\.kind) == [.newlyFailing, .fixed])
    #expect(tests.changes.map(\.before) == [nil, .failed])
    #expect(
      Self.difference(before, now).sentence
        == "1 test newly failing, 1 fixed; 1 test added, 1 gone, 1 renamed.")
    let back = try #require(Self.difference(now, before).tests)
    #expect(back.added.map(\.id) == ["T.S/gone"] && back.gone.map(\.id) == ["T.S/came"])
  }

  @Test("tests that stand in another file under their names are told, by their files")
  func elsewhere() throws {
    func report(_ number: Int, _ files: PackagePath...) -> Report {
      Self.report(number) { report in
        report.tests.cases = files.enumerated().map { index, file in
          var test = Self.test("t\(index)", .passed)
          test.file = file
          return test
        }
      }
    }
    let some = Self.difference(report(1, "T/A.swift", "T/A.swift"), report(2, "T/A.swift", "T/B.swift"))
    #expect(some.sentence == "1 test moved.")
    #expect(some.tests?.renamedWords == ["T.S/t1, moved from T/A.swift to T/B.swift"])
    let all = Self.difference(report(1, "T/A.swift", "T/A.swift"), report(2, "T/B.swift", "T/B.swift"))
    #expect(all.sentence == "2 tests moved.")
    #expect(all.tests?.renamedWords == ["2 tests, moved from T/A.swift to T/B.swift"])
    #expect(all.tests?.renamedCount == 2 && all.tests?.renamed == [])
    let none = Self.difference(report(1, "T/A.swift"), report(2, "T/A.swift"))
    #expect(none.sentence.hasPrefix("Nothing differs but"))
  }

  @Test("another message of a test that fails in both is told, a number in it is not")
  func messages() throws {
    func tests(_ one: String, _ other: String) -> TestDifference? {
      Self.difference(
        Self.report(1, .testFailures) { $0.tests.cases = [Self.test("x", .failed, one)] },
        Self.report(2, .testFailures) { $0.tests.cases = [Self.test("x", .failed, other)] }
      ).tests
    }
    #expect(tests("took 3 s", "took 4 s")?.stillFailing == ["T.S/x"])
    #expect(tests("no file", "no such user")?.changes.map(\.kind) == [.failsOtherwise])
  }

  @Test("where not all were asked for, only what both ran is compared, and no coverage")
  func selection() throws {
    var selection = Limitation()
    selection.tests = TestSelection(filters: ["x"], skips: [])
    let before = Self.report(1) {
      $0.tests.cases = [Self.test("x", .passed, body: "1"), Self.test("y", .passed, body: "2")]
      $0.coverage = Self.coverage([("A.swift", 10, 5)])
    }
    let limited = Self.report(2) {
      $0.tests.cases = [Self.test("x", .failed, body: "1")]
      $0.coverage = Self.coverage([("A.swift", 10, 2)])
      ($0.limited, $0.selection) = (selection, selection.tests)
    }
    let difference = Self.difference(before, limited)
    let tests = try #require(difference.tests)
    #expect(tests.gone.isEmpty && tests.added.isEmpty && !tests.isWhole)
    #expect(tests.changes.map(\.kind) == [.newlyFailing])
    #expect(difference.coverage == nil)
    #expect(difference.caveats.contains { $0.hasPrefix("#2 was limited: 1 test, only x") })
    #expect(difference.caveats.contains { $0.hasPrefix("They were not asked for the same tests") })
  }

  @Test("two that each took what its own change concerns are no more alike than that")
  func selectedByChange() {
    var selection = Limitation()
    selection.tests = TestSelection(filters: [], skips: [])
    selection.tests?.affectedSince = 1
    let both = ["x", "y"].map { name in
      Self.report(name == "x" ? 2 : 3) {
        $0.tests.cases = [Self.test(name, .passed, body: name)]
        $0.coverage = Self.coverage([("A.swift", 10, 2)])
        ($0.limited, $0.selection) = (selection, selection.tests)
      }
    }
    let apart = Self.difference(both[0], both[1])
    #expect(apart.tests?.isWhole == false && apart.tests?.gone.isEmpty == true && apart.coverage == nil)
    #expect(apart.caveats.contains { $0.hasPrefix("They were not asked for the same tests") })
  }

  @Test("what did not build has no tests that could be compared, and its errors came")
  func unbuilt() {
    let broken = Self.report(2, .buildErrors) {
      $0.tests.cases = []
      $0.phases = [Phase(name: .build, status: .failed, seconds: 1)]
      $0.reason = "The package did not build: 1 error"
      $0.issues.new = [Self.issue(.buildError, "no such type")]
    }
    let before = Self.report(1) { $0.issues.new = [Self.issue(.warning, "unused")] }
    let difference = Self.difference(before, broken)
    #expect(difference.tests == nil)
    #expect(difference.issues.came.map(\.message) == ["no such type"] && difference.issues.went.isEmpty)
    #expect(
      difference.caveats.contains(
        "#2 did not build: The package did not build: 1 error; "
          + "its tests, warnings and coverage are not known."
      ))
    let back = Self.difference(broken, before)
    #expect(back.issues.came.isEmpty && back.issues.went.map(\.message) == ["no such type"])
  }

  // MARK: Issues, coverage

  private static func issue(_ kind: Issue.Kind, _ message: String, file: PackagePath? = "A.swift") -> Issue {
    Issue(kind: kind, message: message, target: "A", file: file, line: 3, test: nil, since: 1)
  }

  @Test("warnings came and went by their identities; what was only carried on has not come")
  func issues() {
    var carried = Self.issue(.warning, "carried")
    carried.seen = false
    let before = Self.report(1) {
      $0.issues.new = [Self.issue(.warning, "one"), Self.issue(.warning, "both"), carried]
    }
    let now = Self.report(2) {
      $0.issues.unresolved = [Self.issue(.warning, "both"), Self.issue(.warning, "carried")]
      $0.issues.new = [Self.issue(.warning, "two"), Self.issue(.analyzerWarning, "clang: leak")]
    }
    let issues = Self.difference(before, now).issues
    #expect(issues.came.map(\.message) == ["two"] && issues.went.map(\.message) == ["one"])
    #expect(issues.stayed == 1)
    var analyzed = before
    analyzed.analysis = [Analysis(.clang)]
    #expect(Self.difference(analyzed, now).issues.came.map(\.message) == ["two", "clang: leak"])
  }

  static func coverage(
    _ files: [(PackagePath, Int, Int)], excluded: [Excluded] = []
  ) -> CoverageReport {
    let files = files.map { path, executable, executed in
      FileCoverage(
        path: path, lines: LineCounts(executable: executable, executed: executed),
        regions: PlaceCounts(), functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [],
        partialLines: [], unusedMessageLines: [])
    }
    return CoverageReport(
      targets: [TargetCoverage(name: "A", files: files)], notMeasured: [], excluded: excluded)
  }

  @Test("coverage differs by file: more, fewer, new, gone and left out, the greatest difference first")
  func coverage() throws {
    let before = Self.report(1) {
      $0.coverage = Self.coverage([
        ("Same.swift", 5, 5), ("More.swift", 10, 10), ("Fewer.swift", 10, 1), ("Out.swift", 4, 4),
      ])
    }
    let now = Self.report(2) {
      $0.coverage = Self.coverage(
        [("Same.swift", 5, 5), ("More.swift", 10, 8), ("Fewer.swift", 12, 12), ("New.swift", 7, 0)],
        excluded: [Excluded(path: "Out.swift", rule: "Out*", lines: 4)])
    }
    let coverage = try #require(Self.difference(before, now).coverage)
    #expect(coverage.files.map(\.path) == ["Fewer.swift", "New.swift", "More.swift", "Out.swift"])
    #expect(coverage.files.map(\.more) == [-9, 7, 2, 0] && coverage.sameFiles == 1)
    #expect(coverage.files.last?.words("#1") == "4 of 4 in #1, not measured now: left out by Out*")
    #expect(coverage.more == nil && coverage.words.hasPrefix("the totals are not compared"))
    #expect(
      Self.difference(before, now).caveats.contains(
        "Totals of coverage are not compared: `coverage: exclude` leaves out 4 lines of 1 file in #2 (Out*), "
          + "which count in #1."))
    #expect(coverage.added.map(\.path) == ["New.swift"] && coverage.gone.map(\.path) == ["Out.swift"])
  }

  @Test("figures that miss something stand alone, and unequal runs are said to be")
  func unlikeCoverage() {
    let before = Self.report(1) { $0.coverage = Self.coverage([("A.swift", 5, 5)]) }
    var alone = Self.report(2) { $0.coverage = Self.coverage([("A.swift", 5, 1)]) }
    let failed = Self.report(3, .testFailures) {
      $0.coverage = Self.coverage([("A.swift", 5, 1)])
      $0.tests.cases = [Self.test("a", .failed)]
    }
    #expect(
      Self.difference(before, failed).caveats
        == [Self.chance, "Tests failed or did not run in #3: other lines run then."])
    alone.coverage?.standsAlone = true
    #expect(Self.difference(before, alone).coverage == nil)
    #expect(
      Self.difference(before, alone).caveats.contains {
        $0.hasPrefix("The coverage of #2 is incomplete")
      })
    let unmeasured = Self.report(4) { $0.coverageNote = "llvm-cov is missing" }
    #expect(
      Self.difference(before, unmeasured).caveats.contains(
        "The coverage of #4 was not measured: llvm-cov is missing."))
  }

  @Test("what only one of them looked for is not compared, and that is said")
  func analyzers() {
    func analyzed(_ number: Int, _ names: [String]) -> Report {
      Self.report(number) { report in
        report.phases = [Phase(name: .build, status: .passed, seconds: 1)]
        report.analysis = names.map { name in
          var analysis = Analysis(.command("lint"))
          analysis.analyzer = name
          return analysis
        }
      }
    }
    let said = Self.difference(analyzed(2, ["clang"]), analyzed(3, ["clang", "lint.sh"])).caveats
    #expect(said.contains("Not compared, for only one of them looked for it: what lint.sh found in #3."))
    let same = Self.difference(analyzed(2, ["clang"]), analyzed(3, ["clang"])).caveats
    #expect(!same.contains { $0.hasPrefix("Not compared") })
  }

  private static let chance =
    "Both are of the same commit, built with the same settings: what differs is chance, or comes "
    + "from outside of the sources."
}
