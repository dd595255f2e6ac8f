import Model
import Templates
import Words

/// How many lines less or more did not run than in the integration that coverage is compared with.
struct CoverageChange {
  /// nil when nothing can be compared: there is none, or another toolchain measured it.
  let baseline: IntegrationNumber?
  private let before: LineCounts
  private let files: [PackagePath: LineCounts]
  private let targets: [String: LineCounts]
  private let folders: [String: LineCounts]

  init(report: Report, earlier: Earlier) {
    let compared = report.comparedWith?.coverage
    let isSame = compared.map { $0.toolchain == nil || $0.toolchain == report.toolchain } ?? false
    baseline = isSame && !earlier.coverage.isEmpty ? compared?.integration : nil
    before = compared?.lines ?? LineCounts()
    files = Dictionary(earlier.coverage.map { ($0.path, $0.lines) }) { first, _ in first }
    targets = Dictionary(earlier.coverage.map { ($0.target, $0.lines) }, uniquingKeysWith: +)
    folders = Dictionary(
      earlier.coverage.map { (Self.key($0.target, CoveragePage.folder(of: $0.path)), $0.lines) },
      uniquingKeysWith: +)
  }

  /// NUL is in no path.
  private static func key(_ target: String, _ folder: String) -> String { target + "\0" + folder }

  func of(_ file: FileCoverage) -> TemplateValue { value(file.lines, files[file.path]) }

  func of(_ lines: LineCounts, target: String) -> TemplateValue { value(lines, targets[target]) }

  func of(_ lines: LineCounts, target: String, folder: String) -> TemplateValue {
    value(lines, folders[Self.key(target, folder)])
  }

  /// The whole package.
  func of(_ lines: LineCounts) -> TemplateValue { value(lines, before) }

  private func value(_ now: LineCounts, _ before: LineCounts?) -> TemplateValue {
    guard let baseline else { return .null }
    let change = now.notExecuted - (before?.notExecuted ?? 0)
    var text = change == 0 ? "" : (change < 0 ? "−" : "+") + Figures.grouped(abs(change))
    if before == nil { text += text.isEmpty ? "new" : " new" }
    return .object([
      "text": .text(text), "sort": .int(change), "isWorse": .bool(change > 0), "since": .text("\(baseline)"),
    ])
  }
}
