import Words

/// Whether the lines that changed ran, as `--require changed` asks.
public struct RequiredLines: Equatable, Sendable {
  public struct Missed: Equatable, Sendable {
    public var path: PackagePath
    public var lines: ClosedRange<Int>
  }

  /// In the order of files and lines.
  public private(set) var missed: [Missed] = []
  /// Why it is not sure that all of them ran.
  public private(set) var doubt: String?
  private var since: IntegrationNumber?

  public init(_ report: Report) {
    guard let coverage = report.coverage else {
      doubt = "lines were not measured" + (report.coverageNote.map { ": \($0)" } ?? "")
      return
    }
    guard let changes = report.changes, changes.since != nil else {
      doubt = report.changes?.note ?? "it is not known what changed"
      return
    }
    since = changes.since?.integration
    let changed = Dictionary(changes.files.map { ($0.path, $0) }) { first, _ in first }
    for file in coverage.targets.flatMap(\.files).sorted(by: { $0.path < $1.path }) {
      guard let changed = changed[file.path] else { continue }
      let lines = (file.missedLines + file.notKnownLines).flatMap { range in
        range.count == 2 && range[0] <= range[1] ? Array(range[0]...range[1]) : []
      }
      for line in Set(lines).sorted() where changed.contains(line) {
        if let last = missed.last, last.path == file.path, last.lines.upperBound == line - 1 {
          missed[missed.count - 1].lines = last.lines.lowerBound...line
        } else {
          missed.append(Missed(path: file.path, lines: line...line))
        }
      }
    }
    let unmeasured = coverage.notMeasured.filter { changed[$0.path] != nil }
    doubt =
      unmeasured.first.map { "\($0.path) changed and is not measured: \($0.why)" }
      ?? changes.note
  }

  public var count: Int { missed.reduce(0) { $0 + $1.lines.count } }

  /// Of an integration that was green itself.
  public var exitStatus: Int32 { !missed.isEmpty ? 1 : doubt == nil ? 0 : 4 }

  public var sentence: String {
    let since = since.map { " since \($0)" } ?? ""
    if count > 0 { return "\(Figures.count(count, "changed line"))\(since) did not run:" }
    if let doubt { return "It cannot be told whether the changed lines ran: " + doubt.ended }
    return "Every line that changed\(since) ran, as far as it can run."
  }
}
