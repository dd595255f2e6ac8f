import Model
import Templates

/// `coverage.html`: targets, folders and files.
struct CoveragePage {
  let material: SiteMaterial
  let frame: PageFrame

  private var report: Report { material.report }

  func values() -> [String: TemplateValue] {
    var values = frame.values(
      title: "Coverage of \(material.input.botName) \(report.integration)", section: .coverage)
    values["changed"] = ChangedView(material: material, address: frame.address).whole
    values["note"] = .optional(report.coverageNote.map { Shown.line($0) })
    guard let coverage = report.coverage else {
      values["sentence"] = .text("Coverage was not measured.")
      values["coverage"] = .null
      return values
    }
    values["sentence"] = .line(
      Sentence.lines(coverage.lines, before: report.comparedWith?.coverage, toolchain: report.toolchain) + "."
    )
    values["coverage"] = .object([
      "totals": Self.counts(coverage.lines, coverage.functions),
      "regions": .object([
        "executed": .count(coverage.regions.executed), "count": .count(coverage.regions.count),
        "percent": .text(Figures.percent(coverage.regions.executed, of: coverage.regions.count)),
      ]),
      "llvm": .list([
        llvm("Lines", coverage.llvm.lines), llvm("Regions", coverage.llvm.regions),
        llvm("Functions", coverage.llvm.functions),
      ]),
      "targets": .list(coverage.targets.map(target)),
      "notMeasured": .some(
        coverage.notMeasured.map {
          .object(["file": material.place($0.path, nil, from: frame.address), "why": .line($0.why)])
        }),
      "excluded": .some(
        coverage.excluded.map {
          .object([
            "file": material.place($0.path, nil, from: frame.address), "rule": .line($0.rule),
            "lines": .count($0.lines),
          ])
        }),
    ])
    return values
  }

  private func llvm(_ name: String, _ total: LLVMTotals.Total) -> TemplateValue {
    .object([
      "name": .text(name), "covered": .count(total.covered), "count": .count(total.count),
      "percent": .text(Figures.percent(total.covered, of: total.count)),
    ])
  }

  private func target(_ target: TargetCoverage) -> TemplateValue {
    var order: [String] = []
    var folders: [String: [FileCoverage]] = [:]
    for file in target.files {
      let folder = Self.folder(of: file.path)
      if folders[folder] == nil { order.append(folder) }
      folders[folder, default: []].append(file)
    }
    return .object([
      "name": .line(target.name), "counts": Self.counts(target.lines, target.functions),
      "files": .text(Sentence.count(target.files.count, "file")),
      "folders": .list(
        order.map { folder in
          let files = folders[folder] ?? []
          return .object([
            "name": .line(folder),
            "counts": Self.counts(
              files.reduce(LineCounts()) { $0 + $1.lines },
              files.reduce(PlaceCounts()) { $0 + $1.functions }),
            "files": .list(files.map { Self.row($0, material: material, address: frame.address) }),
          ])
        }),
    ])
  }

  static func row(_ file: FileCoverage, material: SiteMaterial, address: Address) -> TemplateValue {
    let folder = folder(of: file.path)
    let name = file.path.rawValue.dropFirst(folder.isEmpty ? 0 : folder.utf8.count + 1)
    let missed = file.missedLines.first?.first
    let first = missed ?? file.partialLines.first
    return .object([
      "folder": .line(folder), "name": .line(String(name)), "path": .line(file.path.rawValue),
      "href": .optional(material.source(file.path, line: nil, from: address)),
      "firstMissed": .optional(material.source(file.path, line: first, from: address)),
      "counts": counts(
        file.lines, file.functions,
        missed: missed.flatMap { material.source(file.path, line: $0, from: address) },
        partial: file.partialLines.first.flatMap { material.source(file.path, line: $0, from: address) }),
    ])
  }

  private static func folder(of path: PackagePath) -> String {
    path.rawValue.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// `missed` and `partial` lead to the first such line.
  static func counts(
    _ lines: LineCounts, _ functions: PlaceCounts, missed: String? = nil, partial: String? = nil
  ) -> TemplateValue {
    .object([
      "notExecuted": .count(lines.notExecuted), "hasMissed": .bool(lines.notExecuted > 0),
      "missedHref": .optional(missed), "partialHref": .optional(partial),
      "partial": .count(lines.partial), "hasPartial": .bool(lines.partial > 0),
      "executed": .count(lines.executed), "executable": .count(lines.executable),
      "percent": .text(Figures.percent(lines.executed, of: lines.executable)),
      "sortMissed": .int(lines.notExecuted), "sortPartial": .int(lines.partial),
      "sortExecutable": .int(lines.executable),
      "sortPercent": .int(lines.executable == 0 ? -1 : lines.executed * 100_000 / lines.executable),
      "functionsMissed": .count(functions.count - functions.executed),
      "hasFunctionsMissed": .bool(functions.executed < functions.count),
      "sortFunctions": .int(functions.count - functions.executed),
      "functions": .count(functions.count),
      "bar": CoverageBar.value(lines),
    ])
  }
}
