import Coverage
import Formats
import Foundation
import Model
import Reports
import Words

@testable import SamplePages

/// The sample's integration, grown to what a package of some size shows: many tests, long names, long files.
enum Rich {
  static let longFile: PackagePath = "Sources/Tables/Tables.swift"

  static let assets: [SiteInput.Asset] = ["bothy.css", "bothy.js"].compactMap { name in
    (try? Data(contentsOf: URL(fileURLWithPath: "\(Sample.root)/templates/assets/\(name)")))
      .map { (name, [UInt8]($0)) }
  }

  /// What lies above the integration: all bots, and the history of its own.
  static func history() throws -> [String: String] {
    var bot = HistorySample.input()
    bot.withPages = [104]
    let pages = try HistorySample.pages(bot, assets: assets)
    return pages.merging(["latest", "latest-green"].map { ("bots/stack/\($0)/report.json", "{}\n") }) { $1 }
  }

  static func input() -> SiteInput {
    var report = Sample.report()
    report.integration = 104
    report.tests.cases += (0..<6).flatMap { suite in (0..<12).map { test(suite: suite, number: $0) } }
    let measured = (1...12).map { shape(number: $0) } + [tables]
    if let coverage = report.coverage {
      let more = [
        TargetCoverage(name: "Shapes", files: measured.dropLast().map(\.file)),
        TargetCoverage(name: "Tables", files: [tables.file]),
      ]
      report.coverage = CoverageReport(
        targets: coverage.targets + more, notMeasured: coverage.notMeasured, excluded: coverage.excluded)
    }
    report.commits += (3...9).map { Sample.commit(String($0), "Draw shape \($0) without going around twice") }
    // Of what scrolls each must be in reach of a key.
    report.issues.new.append(
      Issue(
        kind: .warning,
        message: (1...30).map { "note \($0): what the compiler says of it" }.joined(separator: "\n"),
        target: "Shapes", file: "Sources/Shapes/Shape1.swift", line: 3, test: nil, since: 104,
        identity: IssueIdentity("long")))
    var sources = Sample.sources
    for one in measured { sources[one.file.path.rawValue] = one.text }
    var input = Sample.input(report, sources: sources, log: log)
    let details = Dictionary(uniqueKeysWithValues: measured.map { ($0.file.path, $0.detail) })
    let (detail, mark) = (input.detail, input.detailMark)
    input.detail = { details[$0] ?? detail($0) }
    input.detailMark = { path in details[path].map { _ in ContentMark() } ?? mark(path) }
    input.assets = assets
    input.earlier.pages = [41]
    input.earlier.paged = HistorySample.test().paged
    return input
  }

  /// The one before, where the tests' earlier outcomes lead.
  static func before() -> SiteInput {
    var report = Sample.report()
    report.integration = 41
    var input = Sample.input(report)
    input.earlier = Earlier()
    input.assets = assets
    return input
  }

  private static let log =
    Sample.log
    + (1...300).map { "[\($0)/300] Compiling Shapes Shape\($0).swift\n" }.joined()
    + "Sources/Shapes/Shape1.swift:3:7: warning: variable was never mutated; consider changing to let\n"
    + "\u{1B}[32mall done\u{1B}[0m " + String(repeating: "averyveryverylongword", count: 60) + "\n"

  private static func test(suite: Int, number: Int) -> TestCase {
    let names = [
      "testArea_ofAnEmptyShape_isNothing", "testMoving", "testDrawing_twice_drawsOnce",
      "testA_veryLongName_thatSaysAllThatCanBeSaid_aboutAShape_andThenSomeMore_untilTheLineIsFull_andWraps",
    ]
    let outcome: TestOutcome =
      switch (suite, number) {
      case (1, 3): .failed
      case (2, 5): .timedOut
      case (3, 1), (3, 2): .skipped
      case (4, 0): .expectedFailure
      case (5, 11): .notRun
      default: .passed
      }
    let name = names[number % 4] + (number < 4 ? "" : "_\(number)")
    var test = TestCase(
      id: TestID("ShapesTests.Shape\(suite)Tests/\(name)"), library: .xctest, target: "ShapesTests",
      suite: "Shape\(suite)Tests", name: name, outcome: outcome)
    test.seconds = Double(number * number) / 97
    test.file = "Tests/StackTests/StackTests.swift"
    test.line = 4
    if outcome == .skipped { test.skipReason = "needs a screen that this machine does not have" }
    if outcome == .failed || outcome == .timedOut {
      test.output = (1...30).map { "step \($0)\n" }.joined()
      test.failures = [
        TestFailure(
          message:
            "XCTAssertEqual failed: (\"Shape(width: 10, height: 20, name: \"a square\")\") is not equal "
            + "to (\"Shape(width: 10, height: 21, name: \"a square\")\") - its height",
          file: "Tests/StackTests/StackTests.swift", line: 5,
          kind: outcome == .failed ? .assertion : .timeout
        ).withValues
      ]
    }
    return test
  }

  private struct Measured {
    var file: FileCoverage
    var text: String
    var detail: CoverageDetail.File
  }

  private static func shape(number: Int) -> Measured {
    measured(
      PackagePath("Sources/Shapes/\(number % 3 == 0 ? "Round/" : "")Shape\(number).swift"),
      functions: number * 3)
  }

  private static let tables = measured(longFile, functions: 1250)

  /// Functions of eight lines; each fifth did not run, each third took one of its two ways.
  private static func measured(_ path: PackagePath, functions: Int) -> Measured {
    var text = ""
    var lines: [LineCoverage] = []
    var list: [FunctionCoverage] = []
    for index in 0..<functions {
      let (ran, both) = (index % 5 != 3, index % 3 != 1)
      let first = index * 8 + 1
      text += """
        /// The \(index)th way to draw, as "Drawing" has it.
        func draw\(index)(_ shape: Shape, on canvas: inout Canvas) -> Int {
          let line = canvas.lines[\(index)] // counted from 0
          guard line.isEmpty else { return canvas.width * \(index) + 1 }
          canvas.append("shape \\(shape.name) at \\(line)", style: .plain)
          return 0
        }


        """
      let count: UInt64 = ran ? UInt64(index * 7 + 1) : 0
      list.append(FunctionCoverage(name: "draw\(index)(_:on:)", line: first + 1, column: 60, count: count))
      for number in (first + 1)...(first + 6) {
        let isGuard = number == first + 3
        let state: LineState = !ran ? .notExecuted : isGuard && !both ? .partlyExecuted : .executed
        lines.append(
          LineCoverage(
            number: number, state: state, count: count,
            missed: state == .partlyExecuted ? [ColumnSpan(start: 29, end: 62)] : [],
            starts: number == first + 1 ? [RegionStart(column: 60, count: count)] : []))
      }
    }
    let detail = CoverageDetail.File(path: path, target: "", lines: lines, functions: list)
    return Measured(file: file(path, lines: lines, list: list), text: text, detail: detail)
  }

  private static func file(
    _ path: PackagePath, lines: [LineCoverage], list: [FunctionCoverage]
  ) -> FileCoverage {
    let missed = lines.filter { $0.state == .notExecuted }.map(\.number)
    let partial = lines.filter { $0.state == .partlyExecuted }.map(\.number)
    let ranges = missed.reduce(into: [[Int]]()) { ranges, number in
      if ranges.last?[1] == number - 1 {
        ranges[ranges.count - 1][1] = number
      } else {
        ranges.append([number, number])
      }
    }
    return FileCoverage(
      path: path,
      lines: LineCounts(
        executable: lines.count, executed: lines.count - missed.count, partial: partial.count),
      regions: PlaceCounts(),
      functions: PlaceCounts(count: list.count, executed: list.count { $0.count > 0 }),
      llvm: LLVMTotals(lines: LLVMTotals.Total(count: lines.count, covered: lines.count - missed.count)),
      missedLines: ranges, partialLines: partial, unusedMessageLines: [])
  }
}
