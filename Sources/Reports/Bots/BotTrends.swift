import Model
import Templates
import Words

/// How a bot's tests, lines and phases went, as charts and as a table of the same numbers.
struct BotTrends {
  let input: BotInput
  let detail: BotDetail
  /// Oldest first, of one branch.
  private let rows: [PastRow]
  private let branch: BranchName?
  private let leavesOut: Bool
  /// The first integrations with another toolchain than the one before.
  private let changes: [IntegrationNumber: String]
  /// How long the phases took, of those of which any is known.
  private let seconds: [IntegrationNumber: [Phase.Kind: Double]]
  private let hasArchives: Bool

  private static let outcomes = IntegrationPage.outcomeOrder

  init(input: BotInput, detail: BotDetail, prefix: String = "") {
    (self.input, self.detail) = (input, detail)
    let ended = input.face.prefix(BotInput.trendLength).filter { $0.result != nil }
    let branch = input.ofBase == nil ? Self.mainBranch(of: ended) : input.bot.base
    let shown = ended.filter { $0.branch == branch }
    self.branch = branch
    leavesOut = input.past.contains { $0.result != nil && ($0.isLimited || $0.branch != branch) }
    rows = shown.reversed().map { PastRow($0, of: input, prefix: prefix) }
    changes = Self.toolchainChanges(rows)
    let figures = shown.map { HistoryFigures($0, phases: detail.phases[$0.number] ?? []) }
    seconds = Dictionary(zip(shown.map(\.number), figures.map(\.phases))) { first, _ in first }
      .filter { !$0.value.isEmpty }
    hasArchives = shown.contains { detail.archives[$0.number] != nil }
  }

  /// Branches have lines of their own: one that jumps between them would show changes that never were.
  private static func mainBranch(of past: [PastIntegration]) -> BranchName? {
    let counts = Dictionary(grouping: past, by: \.branch).mapValues(\.count)
    let most = counts.values.max()
    return past.first { counts[$0.branch] == most }?.branch
  }

  var value: TemplateValue {
    guard rows.count > 1, let first = rows.first, let last = rows.last else { return .null }
    let charts = [tests, lines, phases, warnings, archives].filter { $0 != .null }
    guard !charts.isEmpty else { return .null }
    return .object([
      "charts": .list(charts), "first": .text("\(first.past.number)"), "last": .text("\(last.past.number)"),
      "branch": leavesOut ? .line(branch?.rawValue ?? "no branch", most: 120) : .null,
      "leftOut": leavesOut ? .text("other branches and limited integrations") : .null,
      "changes": .some(toolchainChanges.map { .line($0, most: 300) }), "table": table,
    ])
  }

  // MARK: - Charts

  private var ends: (String, String) {
    (rows.first.map { "\($0.past.number)" } ?? "", rows.last.map { "\($0.past.number)" } ?? "")
  }

  private var tests: TemplateValue {
    // Failures have an axis of their own: one among thousands is seen.
    let wrong = Self.outcomes.filter(\.wentWrong)
    let series = wrong.map { (style: Status.of($0).style, word: Status.of($0).word) }
    let points = rows.map { row in
      let counts = HistoryFigures(row.past).tests
      let said =
        counts.map { counts in
          Self.outcomes.reversed().filter { counts[$0] > 0 }
            .map { "\(Figures.grouped(counts[$0])) \(Status.of($0).word)" }.joined(separator: ", ")
        } ?? "no test ran"
      var point = point(row, said, counts.map { counts in wrong.map { Double(counts[$0]) } }, "tests.html")
      point.line = counts.map { Double($0.total) }
      return point
    }
    let now = rows.last { ($0.past.tests?.total ?? 0) > 0 }.flatMap { row in
      row.past.tests.map { tests in
        let all = Figures.count(tests.total, "test")
        return tests.failures > 0
          ? number(Figures.grouped(tests.failures), "of \(all) failing", row, "tests.html")
          : number(Figures.grouped(tests.total), tests.total == 1 ? "test" : "tests", row, "tests.html")
      }
    }
    return StackedChart(series: series, points: points, lineWord: "all tests", isOfCounts: true)
      .value(id: "trend-tests", title: "Tests", now: now ?? .null, ends: ends) {
        Figures.tenth($0) + " failing"
      }
  }

  private var lines: TemplateValue {
    let series = [
      (style: "missed", word: "not executed"), ("partial", "partly executed"), ("ran", "executed"),
    ]
    let points = rows.map { row in
      let said =
        row.past.lines.map { lines in
          let bound = row.past.linesBound
          let missed = "\(bound.missed(lines.notExecuted)) of \(Figures.count(lines.executable, "line"))"
          let partly = "\(Figures.grouped(lines.partial)) of them partly"
          return "\(missed) not executed, \(bound.executed(lines.executed)) executed, \(partly)"
        } ?? "not measured"
      let weights = row.past.lines.map {
        [Double($0.notExecuted), Double($0.partial), Double($0.executed - $0.partial)]
      }
      return point(row, said, weights, "coverage.html")
    }
    let now = rows.last { $0.past.lines != nil }.flatMap { row in
      row.past.notExecuted.map { number($0, "not executed", row, "coverage.html") }
    }
    return StackedChart(series: series, points: points, isOfCounts: true)
      .value(id: "trend-lines", title: "Lines", now: now ?? .null, ends: ends) {
        Figures.count(Int($0), "line")
      }
  }

  private static let kinds = Phase.Kind.allCases

  private var phases: TemplateValue {
    let series = Self.kinds.map { (style: "phase-\($0.rawValue)", word: $0.rawValue) }
    let points = rows.map { row in
      let phases = seconds[row.past.number]
      let isCold = row.past.isClean || changes[row.past.number] != nil
      let said =
        phases.map { phases in
          Self.kinds.compactMap { kind in
            phases[kind].map { "\(kind.rawValue) \(Figures.duration($0))" }
          }.joined(separator: ", ")
        } ?? "not measured"
      let told = said + (isCold ? "; it began with nothing built" : "")
      var point = point(row, told, phases.map { phases in Self.kinds.map { phases[$0] ?? 0 } }, "log.html")
      point.isCold = isCold
      return point
    }
    let now = rows.last { seconds[$0.past.number] != nil && $0.past.seconds != nil }.map { row in
      number(Figures.duration(row.past.seconds ?? 0), "", row, "log.html")
    }
    return StackedChart(series: series, points: points, endsEarly: true)
      .value(id: "trend-phases", title: "Duration", now: now ?? .null, ends: ends) { Figures.duration($0) }
  }

  /// Only where there were any.
  private var warnings: TemplateValue {
    guard hasWarnings else { return .null }
    let series = [(style: "phase-build", word: "of the compiler"), ("phase-analyze", "of the analyzers")]
    let points = rows.map { row in
      let (compiler, analyzers) = (row.past.warnings, row.past.analyzerWarnings)
      let said = [
        compiler.map { Figures.count($0, "warning") + " of the compiler" },
        analyzers.map { "\(Figures.grouped($0)) of the analyzers" },
      ].compactMap { $0 }
      let weights = said.isEmpty ? nil : [Double(compiler ?? 0), Double(analyzers ?? 0)]
      let told = said.isEmpty ? "not known" : said.joined(separator: ", ")
      return point(row, told, weights, "issues.html")
    }
    let now = rows.last { $0.past.warnings != nil }.map { row in
      let all = (row.past.warnings ?? 0) + (row.past.analyzerWarnings ?? 0)
      return number(Figures.grouped(all), all == 1 ? "warning" : "warnings", row, "issues.html")
    }
    return StackedChart(series: series, points: points, isOfCounts: true)
      .value(id: "trend-warnings", title: "Warnings", now: now ?? .null, ends: ends) {
        Figures.count(Int($0), "warning")
      }
  }

  private var hasWarnings: Bool {
    rows.contains { ($0.past.warnings ?? 0) + ($0.past.analyzerWarnings ?? 0) > 0 }
  }

  /// Of all products together; only where something was archived.
  private var archives: TemplateValue {
    let points = rows.map { row in
      let sizes = detail.archives[row.past.number]
      let said = sizes?.map { "\($0.product) \(Figures.bytes($0.bytes))" }.joined(separator: ", ")
      let page = sizes == nil ? "index.html" : "index.html#archive"
      return point(row, said ?? "nothing archived", bytes(of: row).map { [Double($0)] }, page)
    }
    let now = rows.last { bytes(of: $0) != nil }.flatMap { row in
      bytes(of: row).map { number(Figures.bytes($0), "archived", row, "index.html#archive") }
    }
    return StackedChart(series: [(style: "phase-archive", word: "archived")], points: points)
      .value(id: "trend-archives", title: "Archives", now: now ?? .null, ends: ends) {
        Figures.bytes(Int($0))
      }
  }

  private func bytes(of row: PastRow) -> Int? {
    detail.archives[row.past.number].map { $0.reduce(0) { $0 + $1.bytes } }
  }

  private func number(_ count: String, _ word: String, _ row: PastRow, _ page: String) -> TemplateValue {
    .object([
      "count": .text(count), "word": .text(word), "href": .optional(row.folder.map { $0 + page }),
      "number": .text("\(row.past.number)"),
    ])
  }

  private func point(_ row: PastRow, _ said: String, _ weights: [Double]?, _ page: String)
    -> StackedChart.Point
  {
    StackedChart.Point(
      href: row.folder.map { $0 + page },
      title: "\(row.past.number) \(row.status.word), \(Moment.minute(row.past.started)): \(said)",
      weights: weights, mark: changes[row.past.number])
  }

  // MARK: - Toolchains

  private static func toolchainChanges(_ rows: [PastRow]) -> [IntegrationNumber: String] {
    var before: String?
    var changes: [IntegrationNumber: String] = [:]
    for row in rows {
      guard let toolchain = row.past.toolchain, !toolchain.isEmpty else { continue }
      if let before, before != toolchain {
        let (old, new) = (Shown.line(before, most: 120), Shown.line(toolchain, most: 120))
        changes[row.past.number] = "\(row.past.number): the toolchain changed from \(old) to \(new)"
      }
      before = toolchain
    }
    return changes
  }

  private var toolchainChanges: [String] { changes.sorted { $0.key > $1.key }.prefix(6).map(\.value) }

  // MARK: - Numbers

  private var table: TemplateValue {
    let outcomes = Self.outcomes.reversed().filter { outcome in
      rows.contains { ($0.past.tests?[outcome] ?? 0) > 0 }
    }
    let all = rows.compactMap { seconds[$0.past.number] }
    let whole = all.reduce(0) { $0 + $1.values.reduce(0, +) }
    // What never matters takes no column.
    let kinds = Self.kinds.filter { kind in all.reduce(0) { $0 + ($1[kind] ?? 0) } > whole / 100 }
    let heads =
      outcomes.map { Status.of($0).word } + ["not executed", "partly", "executed", "took"]
      + kinds.map(\.rawValue) + (hasWarnings ? ["warnings", "of analyzers"] : [])
      + (hasArchives ? ["archived"] : [])
    return .object([
      "heads": .list(heads.map { .text($0) }),
      "rows": .list(rows.reversed().map { tableRow($0, outcomes, kinds) }),
    ])
  }

  private func tableRow(_ row: PastRow, _ outcomes: [TestOutcome], _ kinds: [Phase.Kind]) -> TemplateValue {
    func cell(_ text: String?, _ page: String? = nil) -> TemplateValue {
      .object([
        "text": .text(text ?? "–"),
        "href": text == nil ? .null : .optional(page.flatMap { page in row.folder.map { $0 + page } }),
      ])
    }
    let past = row.past
    let tests = outcomes.map { outcome in
      // Where none ran, none is no number of them.
      cell(
        past.tests.flatMap { $0.total > 0 ? Figures.grouped($0[outcome]) : nil },
        "tests.html#\(Status.of(outcome).style)")
    }
    let executed = past.lines.map { past.linesBound.executed($0.executed) }
    let lines = [past.notExecuted, past.lines.map { Figures.grouped($0.partial) }, executed].map {
      cell($0, "coverage.html")
    }
    let phases = seconds[row.past.number]
    let durations = kinds.map { cell(phases?[$0].map(Figures.duration)) }
    let warnings =
      hasWarnings
      ? [past.warnings, past.analyzerWarnings].map { cell($0.map(Figures.grouped), "issues.html") } : []
    let archives = hasArchives ? [cell(bytes(of: row).map(Figures.bytes), "index.html#archive")] : []
    return .object([
      "number": .text("\(past.number)"), "href": .optional(row.folder.map { $0 + "index.html" }),
      "status": row.status.value,
      "cells": .list(
        tests + lines + [cell(past.seconds.map(Figures.duration))] + durations + warnings + archives),
    ])
  }
}
