public import Coverage
public import Model

/// Coverage in the format of lcov's tracefiles, which genhtml and many editors read.
public enum LCOV {
  public static func write(_ report: CoverageReport, _ detail: CoverageDetail) -> [UInt8] {
    var text = TextBytes()
    for target in report.targets {
      for file in target.files {
        write(file, detail.file(file.path), to: &text)
      }
    }
    return text.bytes
  }

  private static func write(_ file: FileCoverage, _ detail: CoverageDetail.File?, to text: inout TextBytes) {
    // As with lcov's own marks, what is marked is not in the file.
    let lines = (detail?.lines ?? []).filter { $0.state != .unreachable }
    text.add("TN:\nSF:", plain(file.path.rawValue), "\n")
    write(file.functions, detail?.functions ?? [], to: &text)
    writeBranches(lines, to: &text)
    for line in lines {
      text.add("DA:")
      text.add(UInt64(clamping: line.number))
      text.add(",")
      text.add(line.count)
      text.add("\n")
    }
    text.add("LF:\(file.lines.executable)\nLH:\(file.lines.executed)\nend_of_record\n")
  }

  private static func write(
    _ counts: PlaceCounts, _ functions: [FunctionCoverage], to text: inout TextBytes
  ) {
    let names = uniqueNames(functions)
    for (function, name) in zip(functions, names) {
      text.add("FN:\(function.line),", name, "\n")
    }
    for (function, name) in zip(functions, names) {
      text.add("FNDA:\(function.count),", name, "\n")
    }
    text.add("FNF:\(counts.count)\nFNH:\(counts.executed)\n")
  }

  /// Readers tell functions apart by their names alone.
  private static func uniqueNames(_ functions: [FunctionCoverage]) -> [String] {
    let names = functions.map { plain($0.name) }
    let uses = names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return zip(functions, names).map { function, name in
      uses[name] == 1 ? name : "\(name) at \(function.line):\(function.column)"
    }
  }

  /// Each way through a line is a branch; a line that was never reached has none that was weighed.
  private static func writeBranches(_ lines: [LineCoverage], to text: inout TextBytes) {
    var found = 0
    var taken = 0
    for line in lines {
      for (index, count) in line.branches.enumerated() {
        text.add("BRDA:\(line.number),0,\(index),")
        text.add(line.state == .notExecuted ? "-" : "\(count)")
        text.add("\n")
        found += 1
        if count > 0 { taken += 1 }
      }
    }
    text.add("BRF:\(found)\nBRH:\(taken)\n")
  }

  /// A record is one line.
  private static func plain(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 < 0x20 }) else { return name }
    return String(name.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
  }
}
