public import Model
internal import Threads
internal import Words

/// Coverage of a package's own sources, from what llvm-cov exported.
public enum CoverageMeasure {
  /// One computation for every number: the report's counts are sums over the lines of the detail.
  ///
  /// `read` gives a source's bytes, nil when it can't be read; `demangle` a readable name.
  public static func measure(
    export: LLVMExport, package: PackageDescription, packageFolder: String, exclude: [String],
    dead: [PackagePath: [DeadCall]] = [:],
    read: @Sendable (PackagePath) -> [UInt8]?, demangle: @Sendable (String) -> String
  ) -> (report: CoverageReport, detail: CoverageDetail) {
    let owners = CoverageOwners(package, folder: packageFolder)
    let parts = CoverageParts(export, owners: owners)
    let globs = exclude.map(Glob.init)
    var measured: [String: [FileCoverage]] = [:]
    var details: [CoverageDetail.File] = []
    var excluded: [Excluded] = []
    var notMeasured: [NotMeasured] = []
    let support = TestSupport.targets(of: package, read: read)
    let findings = Parallel.map(parts.files) { part in
      if let why = support[part.target.name] {
        return Finding.notMeasured(Self.support(part.path, why, part.target.name))
      }
      return find(
        part, in: export, globs: globs, dead: dead[part.path] ?? [], read: read, demangle: demangle)
    }
    for finding in findings {
      switch finding {
      case .measured(let file, let detail):
        measured[detail.target, default: []].append(file)
        details.append(detail)
      case .excluded(let file): excluded.append(file)
      case .notMeasured(let file): notMeasured.append(file)
      }
    }
    for var absent in owners.absent(from: Set(parts.files.map(\.path))) {
      if let target = owners.target(of: absent.path), let why = support[target] {
        absent = Self.support(absent.path, why, target)
      }
      if let rule = Glob.rule(for: absent.path.rawValue, among: globs) {
        excluded.append(Excluded(path: absent.path, rule: rule.text, lines: 0))
      } else {
        notMeasured.append(absent)
      }
    }
    let targets = measured.sorted { $0.key < $1.key }.map { name, files in
      TargetCoverage(name: name, files: files.sorted { $0.path < $1.path })
    }
    let report = CoverageReport(
      targets: targets, notMeasured: notMeasured.sorted { $0.path < $1.path },
      excluded: excluded.sorted { $0.path < $1.path })
    return (report, CoverageDetail(files: details))
  }

  private static func support(_ path: PackagePath, _ why: String, _ target: String) -> NotMeasured {
    NotMeasured(path: path, why: why, support: why == NewTestSupport.why ? target : nil)
  }

  private enum Finding: Sendable {
    case measured(FileCoverage, CoverageDetail.File)
    case excluded(Excluded)
    case notMeasured(NotMeasured)
  }

  private static func find(
    _ part: CoverageParts.File, in export: LLVMExport, globs: [Glob], dead: [DeadCall],
    read: (PackagePath) -> [UInt8]?, demangle: (String) -> String
  ) -> Finding {
    guard let source = read(part.path) else {
      return .notMeasured(NotMeasured(path: part.path, why: "its source could not be read"))
    }
    let file = export.files[part.file]
    guard !isOutgrown(file, by: source) else {
      return .notMeasured(
        NotMeasured(path: part.path, why: "its source is shorter than the one that was built"))
    }
    let measure = FileMeasure(part, file, source: source, export: export, dead: dead)
    if let rule = Glob.rule(for: part.path.rawValue, among: globs) {
      return .excluded(Excluded(path: part.path, rule: rule.text, lines: measure.lines.count))
    }
    let name = { (mangled: String) in
      FunctionName.readable(demangle(FunctionName.mangled(mangled)), module: part.target.c99name)
    }
    var detail = CoverageDetail.File(
      path: part.path, target: part.target.name, lines: measure.lines,
      functions: measure.functionList(name: name))
    detail.source = ContentMark(source).text
    return .measured(measure.coverage(totals: file.totals), detail)
  }

  /// Whether the map goes on behind the end of the source, which then is not the one that was compiled.
  private static func isOutgrown(_ file: LLVMExport.File, by source: [UInt8]) -> Bool {
    guard let last = file.segments.map(\.line).max() else { return false }
    return Int(last) > LineStateScan.lineCount(of: source)
  }
}
