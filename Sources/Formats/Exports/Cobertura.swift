public import Coverage
public import Model
internal import Threads

/// Coverage in the format of Cobertura (its DTD 04), which Jenkins and GitLab read.
public enum Cobertura {
  /// `source` is the folder that the file names are relative to; `timestamp` counts seconds since 1970.
  public static func write(
    _ report: CoverageReport, _ detail: CoverageDetail, timestamp: Int, source: String = ".",
    version: String = "bothy"
  ) -> [UInt8] {
    let files = report.targets.flatMap(\.files)
    let classes = Parallel.map(files) { file in Class(file, detail.file(file.path)) }
    let byPath = Dictionary(zip(files.map(\.path), classes)) { first, _ in first }
    let branches = classes.reduce(PlaceCounts()) { $0 + $1.branches }
    var text = TextBytes()
    text.add(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
      "<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n",
      "<coverage ", rates(report.lines, branches),
      " lines-covered=\"\(report.lines.executed)\" lines-valid=\"\(report.lines.executable)\"",
      " branches-covered=\"\(branches.executed)\" branches-valid=\"\(branches.count)\"",
      " complexity=\"0\" version=\"\(TextBytes.escaped(version))\" timestamp=\"\(timestamp)\">\n",
      "  <sources>\n    <source>\(TextBytes.escaped(source))</source>\n  </sources>\n  <packages>\n")
    for target in report.targets {
      let classes = target.files.compactMap { byPath[$0.path] }
      text.add(
        "    <package name=\"\(TextBytes.escaped(target.name))\" ",
        rates(target.lines, classes.reduce(PlaceCounts()) { $0 + $1.branches }),
        " complexity=\"0\">\n      <classes>\n")
      for one in classes { text.add(one.bytes) }
      text.add("      </classes>\n    </package>\n")
    }
    text.add("  </packages>\n</coverage>\n")
    return text.bytes
  }

  /// A file, as this format calls it.
  private struct Class: Sendable {
    let branches: PlaceCounts
    let bytes: [UInt8]

    init(_ file: FileCoverage, _ detail: CoverageDetail.File?) {
      branches = Cobertura.counted(detail).reduce(PlaceCounts()) { $0 + $1.branchCounts }
      var text = TextBytes()
      Cobertura.write(file, detail, branches, to: &text)
      bytes = text.bytes
    }
  }

  /// What is marked as unreachable is in no total, and not in the file.
  private static func counted(_ detail: CoverageDetail.File?) -> [LineCoverage] {
    (detail?.lines ?? []).filter { $0.state != .unreachable }
  }

  private static func write(
    _ file: FileCoverage, _ detail: CoverageDetail.File?, _ branches: PlaceCounts, to text: inout TextBytes
  ) {
    let lines = counted(detail)
    let path = TextBytes.escaped(file.path.rawValue)
    let name = TextBytes.escaped(file.path.rawValue.split(separator: "/").last.map(String.init) ?? "")
    text.add(
      "        <class name=\"\(name)\" filename=\"\(path)\" ", rates(file.lines, branches),
      " complexity=\"0\">\n          <methods>\n")
    let byNumber = Dictionary(lines.map { ($0.number, $0) }) { first, _ in first }
    for function in detail?.functions ?? [] { write(function, byNumber[function.line], to: &text) }
    text.add("          </methods>\n          <lines>\n")
    // Not indented: there are as many as the package has lines.
    for line in lines { write(line, to: &text) }
    text.add("          </lines>\n        </class>\n")
  }

  private static func write(_ function: FunctionCoverage, _ line: LineCoverage?, to text: inout TextBytes) {
    let rate = function.count > 0 ? "1.0" : "0.0"
    text.add(
      "<method name=\"\(TextBytes.escaped(function.name))\" signature=\"\" line-rate=\"\(rate)\"",
      " branch-rate=\"\(rate)\" complexity=\"0\"><lines>")
    if let line {
      text.add("<line number=\"\(line.number)\" hits=\"\(line.count)\"/>")
    }
    text.add("</lines></method>\n")
  }

  private static func write(_ line: LineCoverage, to text: inout TextBytes) {
    text.add("<line number=\"")
    text.add(UInt64(clamping: line.number))
    text.add("\" hits=\"")
    text.add(line.count)
    let branches = line.branchCounts
    guard branches.count > 0 else { return text.add("\"/>\n") }
    let share = "\(100 * branches.executed / branches.count)%"
    text.add(
      "\" branch=\"true\" condition-coverage=\"\(share) (\(branches.executed)/\(branches.count))\">",
      "<conditions><condition number=\"0\" type=\"jump\" coverage=\"\(share)\"/></conditions></line>\n")
  }

  private static func rates(_ lines: LineCounts, _ branches: PlaceCounts) -> String {
    "line-rate=\"\(rate(lines.executed, of: lines.executable))\" "
      + "branch-rate=\"\(rate(branches.executed, of: branches.count))\""
  }

  /// Four decimals, and never 1 while something is missing.
  private static func rate(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "0.0" }
    let tenThousandths = 10_000 * part / whole
    let digits = String(tenThousandths % 10_000)
    return "\(tenThousandths / 10_000)." + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
