public import Model

/// What of an integration's own changes did not run.
public struct ChangedCoverage: Equatable, Sendable {
  public struct File: Equatable, Sendable {
    public var path: PackagePath
    /// First and last line, each inclusive, of what changed and did not run.
    public var missed: [[Int]]
    public var partial: [Int]

    public var missedCount: Int { missed.reduce(0) { $0 + $1[1] - $1[0] + 1 } }
    /// The line to look at first.
    public var first: Int? { missed.first?.first ?? partial.first }
  }

  /// Only files with something to tell, those with most first.
  public var files: [File]
  /// How many lines that changed count as executed and may not have run.
  public var uncertain = 0
  /// Some that changed are in sources that are not counted.
  public var leavesOut = false
  /// Whether any line that changed is measured at all.
  public var touchesMeasured: Bool

  public var missedCount: Int { files.reduce(0) { $0 + $1.missedCount } }
  public var partialCount: Int { files.reduce(0) { $0 + $1.partial.count } }
  /// Of which it is told that each of them ran: "line", "counted line".
  public var lineWords: String { leavesOut ? "counted line" : "line" }

  public static func of(_ changes: Changes, _ coverage: CoverageReport) -> ChangedCoverage {
    let changed = Dictionary(changes.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var files: [File] = []
    var seen: Set<PackagePath> = []
    var uncertain = 0
    for file in coverage.targets.flatMap(\.files) {
      guard let lines = changed[file.path], seen.insert(file.path).inserted else { continue }
      let found = File(
        path: file.path, missed: common(lines.required, file.notExecutedLines),
        partial: file.partialLines.filter { lines.requires($0) })
      if found.first != nil { files.append(found) }
      uncertain += common(lines.required, file.atMostLines).reduce(0) { $0 + $1[1] - $1[0] + 1 }
    }
    files.sort {
      ($1.missedCount, $1.partial.count, $0.path) < ($0.missedCount, $0.partial.count, $1.path)
    }
    let others = coverage.notMeasured.map(\.path) + coverage.excluded.map(\.path)
    return ChangedCoverage(
      files: files, uncertain: uncertain, leavesOut: changes.hold(linesOf: others),
      touchesMeasured: changes.areMeasured(by: coverage))
  }

  /// The lines that lie in both lists of ranges.
  private static func common(_ first: [[Int]], _ second: [[Int]]) -> [[Int]] {
    let first = first.filter { $0.count == 2 }
    let second = second.filter { $0.count == 2 }
    var ranges: [[Int]] = []
    var (a, b) = (0, 0)
    while a < first.count, b < second.count {
      let from = max(first[a][0], second[b][0])
      let to = min(first[a][1], second[b][1])
      if from <= to { ranges.append([from, to]) }
      if first[a][1] < second[b][1] { a += 1 } else { b += 1 }
    }
    return ranges
  }
}

extension ChangedFile {
  /// With how many of its lines that hold code can be executed.
  public func counted(in file: CoverageDetail.File?) -> ChangedFile {
    guard let file else { return self }
    var counted = self
    counted.executable = file.lines.count { $0.state != .unreachable && requires($0.number) }
    return counted
  }
}
