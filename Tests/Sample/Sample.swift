import Coverage
import Formats
import Foundation
import Model
import Reports
import Templates
import Words

/// A small integration with one of everything, and what is needed to make its pages.
enum Sample {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  static func library() -> TemplateLibrary {
    let folder = URL(fileURLWithPath: root + "/templates").resolvingSymlinksInPath().path
    let names = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".mustache") }
    return TemplateLibrary(names: names) { name in
      (try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))).map { [UInt8]($0) }
    }
  }

  static func pages(_ input: SiteInput) throws -> [String: String] {
    let pages = Site.pages(input, templates: library())
    return Dictionary(
      uniqueKeysWithValues: try pages.map { ($0.path, String(decoding: try $0.bytes(), as: UTF8.self)) })
  }

  static let stack = """
    /// A pile of things.
    public struct Stack<Element> {
    \tpublic private(set) var items: [Element] = []

      public mutating func pop() -> Element? {
        guard let last = items.last else { return nil }
        items.removeLast()
        return last
      }

      var isEmpty: Bool { items.isEmpty && true }
      var text: String { "a \\(items.count) & <b> things" }
    }

    """
  static let test = """
    import XCTest

    final class StackTests: XCTestCase {
      func testPop_fromEmptyStack_isNil() {
        XCTAssertEqual(Stack<Int>().pop(), 1, "must be nil")
      }
    }

    """

  /// What lies beside its pages.
  static let besides = Set(
    ["report.json", "log.txt", "attachments/seen <b>.txt", "attachments/of nobody.svg"]
      + attached.map(\.artifact.path))

  static func input(
    _ report: Report = report(), sources: [String: String] = sources, log: String = log
  ) -> SiteInput {
    var input = SiteInput(report: report, botName: "Stack", packagePath: "/srv/git/stack")
    input.source = { path in sources[path.rawValue].map { Array($0.utf8) } }
    input.detail = { path in
      lines[path].map { CoverageDetail.File(path: path, target: "Stack", lines: $0, functions: functions) }
    }
    input.detailMark = { path in lines[path].map { _ in ContentMark() } }
    input.log = Array(log.utf8)
    input.changes = changes
    input.exports = ["report.json", "log.txt"]
    input.assets = [("bothy.css", Array("css".utf8)), ("bothy.js", Array("js".utf8))]
    input.bytes = [
      "report.json": 4711, "attachments/seen <b>.txt": 12, "attachments/of nobody.svg": 99,
    ]
    for (artifact, bytes) in attached { input.bytes[artifact.path] = bytes.count }
    input.attached = attached
    input.earlier.outcomes = [
      "StackTests.StackTests/testPopURLs": [
        .init(integration: 41, outcome: .crashed), .init(integration: 40, outcome: .crashed),
        .init(integration: 39, outcome: .crashed), .init(integration: 38, outcome: .passed),
      ],
      "StackTests.StackTests/testPush": [
        .init(integration: 41, outcome: .failed), .init(integration: 40, outcome: .passed),
        .init(integration: 38, outcome: .failed), .init(integration: 37, outcome: .skipped),
      ],
    ]
    input.earlier.coverage = [
      .init(
        target: "Stack", path: "Sources/Stack/Stack.swift", lines: LineCounts(executable: 6, executed: 5)),
      .init(
        target: "Stack", path: "Sources/Stack/Gone.swift", lines: LineCounts(executable: 2, executed: 0)),
    ]
    input.earlier.pages = [41, 40, 38]
    input.testMap = testMap
    return input
  }

  /// One line is executed before the first test, one by all that pop, one by a test alone.
  static var testMap: TestMap {
    let path: PackagePath = "Sources/Stack/Stack.swift"
    var map = TestMap(commit: commit("1", "").id, mark: "")
    map.functions = [TestMap.Function(path: path, symbol: "$s1", name: "pop()", line: 5, mark: "")]
    map.traces = [[0...0], [0...1], [0...4]].map { TestMap.Trace(function: 0, lines: $0) }
    map.before = [0]
    map.tests = [("StackTests.StackTests/testPush", 1), ("StackTests.pushes(_:)", 2)].map { id, trace in
      TestMap.Test(id: id, outcome: .passed, mark: "", traces: [trace], measuredAt: nil)
    }
    return map
  }

  /// A file of each kind that the page of changes tells apart.
  static let changes = [
    FileChange(
      ChangedFiles.File(path: "Sources/Stack/Stack.swift", kind: .modified, added: 2, removed: 1),
      path: "Sources/Stack/Stack.swift",
      hunks: [
        .init(
          old: 5, new: 5,
          lines: [
            "   public mutating func pop() -> Element? {", "-    guard let last = items.first <= 1 {",
            "+    guard let last = items.last else { return nil }", "+    items.removeLast()",
            "     return last",
          ]),
        .init(old: 11, new: 12, lines: [" ", "+  var text: String { \"a \\(items.count) & <b> things\" }"]),
      ]),
    FileChange(
      ChangedFiles.File(path: "Tests/New <name>.swift", from: "Tests/Old.swift", kind: .renamed), path: nil,
      hunks: []),
    FileChange(
      ChangedFiles.File(path: "logo.png", kind: .added, isBinary: true), path: "logo.png", hunks: [],
      isCut: true),
  ]

  static let sources = ["Sources/Stack/Stack.swift": stack, "Tests/StackTests/StackTests.swift": test]

  static let log = """
    ==> build
    $ swift build
    \u{1B}[1;31mSources/Stack/Stack.swift:3:7: error: \u{1B}[0mno <such> thing

    ==> test
    Sources/Stack/Stack.swift:4:7: warning: unused
    done
    $ ./publish.sh
    no host

    """

  static let lines: [PackagePath: [LineCoverage]] = [
    "Sources/Stack/Stack.swift": [
      LineCoverage(
        number: 5, state: .executed, count: 12_345, starts: [RegionStart(column: 42, count: 12_345)]),
      LineCoverage(
        number: 6, state: .partlyExecuted, count: 3, missed: [ColumnSpan(start: 38, end: 52)],
        starts: [RegionStart(column: 38, count: 0)], carried: [3]),
      LineCoverage(number: 7, state: .executed, count: 3),
      LineCoverage(number: 8, state: .executed, count: 3),
      LineCoverage(number: 9, state: .executed, count: 3),
      LineCoverage(
        number: 11, state: .notExecuted, count: 0, starts: [RegionStart(column: 21, count: 0)]),
      LineCoverage(
        number: 12, state: .notExecuted, count: 0, starts: [RegionStart(column: 20, count: 0)]),
    ]
  ]

  static let functions = [
    FunctionCoverage(name: "Stack.pop() -> A?", line: 5, column: 42, count: 12_345),
    FunctionCoverage(name: "Stack.isEmpty.getter", line: 11, column: 21, count: 0),
  ]

  static func report() -> Report {
    let began = Date(timeIntervalSince1970: 1_795_000_000)
    var report = Report(
      bot: "stack", integration: 42, result: .testFailures, reason: "1 of 5 tests failed, 1 crashed",
      commit: commit("1", "Pop more"), toolchain: "Swift 6.3.1", configuration: .debug, queued: began,
      started: began)
    report.seconds = 71.3
    report.phases = [
      Phase(name: .checkout, status: .passed, seconds: 0.2),
      Phase(name: .build, status: .passed, seconds: 61),
      Phase(name: .test, status: .failed, seconds: 9.4), Phase(name: .archive, status: .skipped, seconds: 0),
    ]
    report.phases[3].why = "no build product: 1 of 5 tests failed, 1 crashed"
    report.changes = Changes(
      since: Changes.Since(integration: 41, commit: CommitID(String(repeating: "3", count: 40))),
      files: [ChangedFile(path: "Sources/Stack/Stack.swift", lines: [[6, 7], [12, 13]])], note: nil)
    report.commits = [commit("1", "Pop more"), commit("2", "Push less", skipped: true)]
    report.commits[0].body = "Because <less> is not enough:\n- pop\n- push"
    report.commits[0].changed = ChangedFiles(count: 4, files: changes.map(\.file))
    report.commits[1].changed = ChangedFiles(count: 1, files: [changes[0].file])
    report.tests = TestReport(cases: cases())
    report.tests.didNotRun = [
      DidNotRun(
        .condition, "testPeek", target: "StackTests", suite: "StackTests",
        file: "Tests/StackTests/StackTests.swift", line: 9, why: "`#if os(macOS)` is not taken here"),
      DidNotRun(.knownIssue, "`pop <all>`()", target: "StackTests", why: "Expectation failed: a < b"),
    ]
    report.coverage = coverage()
    report.issues = issues()
    report.comparedWith = Comparison(
      integration: 41,
      coverage: Comparison.Coverage(
        integration: 40, lines: LineCounts(executable: 7, executed: 4, partial: 0), toolchain: nil))
    report.comparedWith?.dependencies = [
      DependencyDifference(identity: "yams", before: pinned("5.0.1"), now: pinned("5.1.0"))
    ]
    report.notes = ["The log was cut."]
    report.triggers = [
      ScriptRun(.before, "./prepare.sh", .passed),
      ScriptRun(.after, "./publish.sh", .failed, why: "it ended with status 3"),
      ScriptRun(.after, "./praise.sh", .skipped),
    ]
    report.triggers[0].seconds = 2
    report.triggers[1].seconds = 0.5
    report.usage = Usage(cpuSeconds: 100.5, peakMemoryBytes: 412_000_000)
    report.artifacts = [
      Artifact(name: "of/nobody <i>.svg", path: "attachments/of nobody.svg", bytes: 99, sha256: "00ff")
    ]
    report.artifacts += attached.map(\.artifact)
    return report
  }

  private static func pinned(_ version: String) -> PinnedDependency {
    PinnedDependency(
      identity: "yams", location: "https://forge.example/yams.git", version: version, branch: nil,
      revision: nil)
  }

  static func commit(_ digit: String, _ subject: String, skipped: Bool = false) -> Commit {
    Commit(
      id: CommitID(String(repeating: digit, count: 40)), branch: "main", author: "Ada",
      email: "ada@example.org",
      date: Date(timeIntervalSince1970: 1_794_990_000), subject: subject, skipped: skipped)
  }

  private static func cases() -> [TestCase] {
    var failed = make("testPop_fromEmptyStack_isNil", .failed)
    failed.line = 4
    failed.output = "about to pop\n"
    failed.attachments = attached.map(\.artifact.path)
    failed.failures = [
      TestFailure(
        message: "XCTAssertEqual failed: (\"nil\") is not equal to (\"Optional(1)\") - must be nil",
        file: "Tests/StackTests/StackTests.swift", line: 5, kind: .assertion
      ).withValues
    ]
    var crashed = make("testPopURLs", .crashed)
    crashed.crash = TestCrash(
      signal: "SIGILL", message: "Fatal error: Index out of range", file: "Sources/Stack/Stack.swift",
      line: 7,
      frames: [
        StackFrame(function: "Stack.pop()", file: "Sources/Stack/Stack.swift", line: 7, column: 5),
        StackFrame(function: "main", file: nil, line: nil, column: nil),
      ])
    var skipped = make("testSlow", .skipped)
    skipped.skipReason = "no <gpu>"
    var free = TestCase(
      id: "StackTests.pushes(_:)", library: .swiftTesting, target: "StackTests", suite: "",
      name: "pushes(_:)",
      outcome: .passed)
    free.displayName = "Pushing is popping backwards"
    free.arguments = [TestArgument(name: "1", outcome: .passed)]
    free.tags = [".fast"]
    free.attachments = ["attachments/seen <b>.txt", "attachments/gone.txt"]
    return [make("testPush", .passed), failed, crashed, skipped, free]
  }

  static func make(_ name: String, _ outcome: TestOutcome) -> TestCase {
    var test = TestCase(
      id: TestID("StackTests.StackTests/\(name)"), library: .xctest, target: "StackTests",
      suite: "StackTests",
      name: name, outcome: outcome)
    test.seconds = 0.012
    test.file = "Tests/StackTests/StackTests.swift"
    return test
  }

  private static func coverage() -> CoverageReport {
    let file = FileCoverage(
      path: "Sources/Stack/Stack.swift", lines: LineCounts(executable: 7, executed: 5, partial: 1),
      regions: PlaceCounts(count: 4, executed: 1), functions: PlaceCounts(count: 3, executed: 1),
      llvm: LLVMTotals(lines: LLVMTotals.Total(count: 7, covered: 5)), missedLines: [[11, 12]],
      partialLines: [6], unusedMessageLines: [])
    return CoverageReport(
      targets: [TargetCoverage(name: "Stack", files: [file])],
      notMeasured: [NotMeasured(path: "Sources/Tool/main.swift", why: "no test links this target")],
      excluded: [Excluded(path: "Sources/Generated/G.swift", rule: "Sources/Generated/**", lines: 120)])
  }

  private static func issues() -> IssueLists {
    func issue(_ kind: Issue.Kind, _ message: String, test: TestID? = nil, since: IntegrationNumber) -> Issue
    {
      Issue(
        kind: kind, message: message, target: "Stack", file: "Sources/Stack/Stack.swift", line: 3, test: test,
        since: since, identity: IssueIdentity(message))
    }
    return IssueLists(
      new: [
        issue(
          .testFailure, "not equal", test: "StackTests.StackTests/testPop_fromEmptyStack_isNil", since: 42)
      ],
      unresolved: [
        issue(.warning, "never mutated", since: 40),
        issue(.testFailure, "Fatal error", test: "StackTests.StackTests/testPopURLs", since: 39),
      ], resolved: [issue(.warning, "was unused", since: 30)])
  }
}
