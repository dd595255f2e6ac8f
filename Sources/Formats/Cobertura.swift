public import Model

/// Coverage in the format of Cobertura (its DTD 04), which Jenkins and GitLab read.
public enum Cobertura {
  /// `source` is the folder that the file names are relative to; `timestamp` counts seconds since 1970.
  public static func write(
    _ report: CoverageReport, _ detail: CoverageDetail, timestamp: Int, source: String = ".",
    version: String = "bothy"
  ) -> [UInt8] {
    var text = TextBytes()
    let branches = Branches(detail.files.map { Branches($0.lines) })
    text.add(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
      "<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n",
      "<coverage ", rates(report.lines, branches),
      " lines-covered=\"\(report.lines.executed)\" lines-valid=\"\(report.lines.executable)\"",
      " branches-covered=\"\(branches.taken)\" branches-valid=\"\(branches.count)\"",
      " complexity=\"0\" version=\"\(escaped(version))\" timestamp=\"\(timestamp)\">\n",
      "  <sources>\n    <source>\(escaped(source))</source>\n  </sources>\n  <packages>\n")
    for target in report.targets { write(target, detail, to: &text) }
    text.add("  </packages>\n</coverage>\n")
    return text.bytes
  }

  /// How many ways there are through some lines, and how many were taken.
  private struct Branches {
    var count = 0
    var taken = 0

    init(_ lines: [LineCoverage]) {
      for line in lines {
        let branches = line.branches
        count += branches.count
        taken += branches.count { $0 > 0 }
      }
    }

    init(_ parts: [Branches]) {
      count = parts.reduce(0) { $0 + $1.count }
      taken = parts.reduce(0) { $0 + $1.taken }
    }
  }

  private static func write(_ target: TargetCoverage, _ detail: CoverageDetail, to text: inout TextBytes) {
    let files = target.files.map { ($0, detail.file($0.path)?.lines ?? []) }
    let branches = Branches(files.map { Branches($0.1) })
    text.add(
      "    <package name=\"\(escaped(target.name))\" ", rates(target.lines, branches),
      " complexity=\"0\">\n      <classes>\n")
    for (file, lines) in files { write(file, lines, to: &text) }
    text.add("      </classes>\n    </package>\n")
  }

  private static func write(_ file: FileCoverage, _ lines: [LineCoverage], to text: inout TextBytes) {
    let path = escaped(file.path.rawValue)
    let name = escaped(file.path.rawValue.split(separator: "/").last.map(String.init) ?? "")
    text.add(
      "        <class name=\"\(name)\" filename=\"\(path)\" ", rates(file.lines, Branches(lines)),
      " complexity=\"0\">\n          <methods>\n")
    let byNumber = Dictionary(lines.map { ($0.number, $0) }) { first, _ in first }
    for function in file.functionList { write(function, byNumber[function.line], to: &text) }
    text.add("          </methods>\n          <lines>\n")
    // Not indented: there are as many as the package has lines.
    for line in lines { write(line, to: &text) }
    text.add("          </lines>\n        </class>\n")
  }

  private static func write(_ function: FunctionCoverage, _ line: LineCoverage?, to text: inout TextBytes) {
    let rate = function.count > 0 ? "1.0" : "0.0"
    text.add(
      "<method name=\"\(escaped(function.name))\" signature=\"\" line-rate=\"\(rate)\"",
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
    let branches = line.branches
    guard !branches.isEmpty else {
      text.add("\"/>\n")
      return
    }
    let taken = branches.count { $0 > 0 }
    let share = "\(100 * taken / branches.count)%"
    text.add(
      "\" branch=\"true\" condition-coverage=\"\(share) (\(taken)/\(branches.count))\">",
      "<conditions><condition number=\"0\" type=\"jump\" coverage=\"\(share)\"/></conditions></line>\n")
  }

  private static func rates(_ lines: LineCounts, _ branches: Branches) -> String {
    "line-rate=\"\(rate(lines.executed, of: lines.executable))\" "
      + "branch-rate=\"\(rate(branches.taken, of: branches.count))\""
  }

  /// Four decimals, and never 1 while something is missing.
  private static func rate(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "0.0" }
    let tenThousandths = 10_000 * part / whole
    let digits = String(tenThousandths % 10_000)
    return "\(tenThousandths / 10_000)." + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Text for an attribute or an element; what XML can't say becomes U+FFFD.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0xEF || "<>&\"'".utf8.contains($0) }) else {
      return text
    }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
