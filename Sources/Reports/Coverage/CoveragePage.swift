import Model
import Templates
import Words

/// `coverage.html`: targets, folders and files.
struct CoveragePage: PagePart {
  let frame: PageFrame

  func values() -> [String: TemplateValue] {
    var values = frame.values(section: .coverage)
    values["changed"] = ChangedView(frame: frame).whole
    values["note"] = .optional(report.coverageNote.map { Shown.line($0.capitalizedFirst.ended) })
    guard let coverage = report.coverage else {
      values["sentence"] = .text("Coverage was not measured.")
      values["coverage"] = .null
      return values
    }
    values["sentence"] = .line(
      report.limited?.tests != nil
        ? "What some of the tests ran."
        : Sentence.lines(
          coverage.lines, before: report.comparedWith?.coverage, toolchain: report.toolchain,
          atMost: coverage.atMost, bound: coverage.bound, ofAll: coverage.countsAll) + "."
    )
    let change = CoverageChange(report: report, earlier: material.input.earlier)
    values["coverage"] = .object([
      "compared": .optional(change.baseline.map { "\($0)" }),
      "totals": Self.counts(coverage.lines, coverage.functions, change: change.of(coverage.lines)),
      "llvm": .list([
        totals("Lines", coverage.lines.executed, of: coverage.lines.executable, coverage.llvm.lines),
        totals("Regions", coverage.regions.executed, of: coverage.regions.count, coverage.llvm.regions),
        totals(
          "Functions", coverage.functions.executed, of: coverage.functions.count, coverage.llvm.functions),
      ]),
      "targets": .list(coverage.targets.map { target($0, change) }),
      "atMost": .optional(Self.atMost(coverage)),
      "doubts": .some((coverage.tooLow + coverage.tooHigh).map { .object(["text": .line($0)]) }),
      "notMeasured": files(coverage.notMeasured.filter { !$0.isSupport }),
      "support": files(coverage.notMeasured.filter(\.isSupport)),
      "other": OtherLinesView(frame: frame).value,
      "unreachable": .some(
        unreachable(coverage), of: coverage.targets.flatMap(\.files).reduce(0) { $0 + $1.unreachable.count }),
      "excluded": .some(
        coverage.excluded.map {
          .object([
            "file": place($0.path), "rule": .line($0.rule), "lines": .count($0.lines),
            "reason": .optional($0.reason.map { Shown.line($0, most: 400) }),
          ])
        }),
    ])
    return values
  }

  private func files(_ files: [NotMeasured]) -> TemplateValue {
    .some(files.map { .object(["file": place($0.path), "why": .line($0.why)]) })
  }

  private static func atMost(_ coverage: CoverageReport) -> String? {
    guard coverage.atMost > 0 else { return nil }
    return
      "\(Figures.grouped(coverage.atMost)) of the executed lines may not have run: the compiler counts the "
      + "body of `for … where` before it checks the condition."
  }

  private static let mostMarks = 500

  /// The lines that are marked as unreachable; mistakes first.
  private func unreachable(_ coverage: CoverageReport) -> [TemplateValue] {
    let marks = coverage.targets.flatMap(\.files).flatMap { file in file.unreachable.map { (file.path, $0) } }
    let sorted = marks.filter { $0.1.mistake != nil } + marks.filter { $0.1.mistake == nil }
    return sorted.prefix(Self.mostMarks).map { path, mark in
      .object([
        "file": place(path, mark.line), "reason": .optional(mark.reason.map { Shown.line($0, most: 400) }),
        "since": .optional(mark.since.map { "\($0)" }), "isMistake": .bool(mark.mistake != nil),
        "found": .text(
          mark.mistake ?? (mark.found == .inPart ? "a part of it did not run" : "it did not run")),
      ])
    }
  }

  private func totals(
    _ name: String, _ executed: Int, of count: Int, _ llvm: LLVMTotals.Total
  ) -> TemplateValue {
    func total(_ part: Int, _ whole: Int) -> TemplateValue {
      .object([
        "covered": .count(part), "count": .count(whole), "percent": .text(Figures.percent(part, of: whole)),
      ])
    }
    return .object([
      "name": .text(name), "ours": total(executed, count), "theirs": total(llvm.covered, llvm.count),
    ])
  }

  private func target(_ target: TargetCoverage, _ change: CoverageChange) -> TemplateValue {
    var order: [String] = []
    var folders: [String: [FileCoverage]] = [:]
    for file in target.files {
      let folder = Self.folder(of: file.path)
      if folders[folder] == nil { order.append(folder) }
      folders[folder, default: []].append(file)
    }
    return .object([
      "name": .line(target.name),
      "onlyFolder": .optional(order.count > 1 ? nil : order.first.map { Shown.line($0) }),
      "counts": Self.counts(
        target.lines, target.functions, change: change.of(target.lines, target: target.name)),
      "files": .text(Figures.count(target.files.count, "file")),
      "folders": .list(
        order.map { folder in
          let files = folders[folder] ?? []
          return .object([
            "name": .line(folder),
            "counts": Self.counts(
              files.reduce(LineCounts()) { $0 + $1.lines }, files.reduce(PlaceCounts()) { $0 + $1.functions },
              change: change.of(
                files.reduce(LineCounts()) { $0 + $1.lines }, target: target.name, folder: folder)),
            "files": .list(files.map { row($0, change) }),
          ])
        }),
    ])
  }

  func row(_ file: FileCoverage, _ change: CoverageChange) -> TemplateValue {
    let folder = Self.folder(of: file.path)
    let name = file.path.rawValue.dropFirst(folder.isEmpty ? 0 : folder.utf8.count + 1)
    let missed = file.missedLines.first?.first
    let first = missed ?? file.partialLines.first
    return .object([
      "folder": .line(folder), "name": .line(String(name)), "path": .line(file.path.rawValue),
      "href": .optional(source(file.path, line: nil)),
      "firstMissed": .optional(source(file.path, line: first)),
      "counts": Self.counts(
        file.lines, file.functions, change: change.of(file),
        missed: missed.flatMap { source(file.path, line: $0) },
        partial: file.partialLines.first.flatMap { source(file.path, line: $0) }),
    ])
  }

  static func folder(of path: PackagePath) -> String {
    path.rawValue.pathParts.dropLast().joined(separator: "/")
  }

  /// `missed` and `partial` lead to the first such line.
  static func counts(
    _ lines: LineCounts, _ functions: PlaceCounts, change: TemplateValue = .null, missed: String? = nil,
    partial: String? = nil
  ) -> TemplateValue {
    .object([
      "notExecuted": .count(lines.notExecuted), "hasMissed": .bool(lines.notExecuted > 0),
      "change": change,
      "missedHref": .optional(missed), "partialHref": .optional(partial),
      "partial": .count(lines.partial), "hasPartial": .bool(lines.partial > 0),
      "executed": .count(lines.executed), "executable": .count(lines.executable),
      "percent": .text(Figures.percent(lines.executed, of: lines.executable)),
      "sortMissed": .int(lines.notExecuted), "sortPartial": .int(lines.partial),
      "sortExecutable": .int(lines.executable),
      "sortPercent": .int(lines.executable == 0 ? -1 : lines.executed * 100_000 / lines.executable),
      "functionsMissed": .count(functions.count - functions.executed),
      "hasFunctionsMissed": .bool(functions.executed < functions.count),
      "sortFunctions": .int(functions.count - functions.executed), "functions": .count(functions.count),
      "bar": CoverageBar.value(lines),
    ])
  }
}
