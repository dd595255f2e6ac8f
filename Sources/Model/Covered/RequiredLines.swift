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
  private var since: Changes.Since?
  private var bound = CoverageReport.Bound.exact
  /// Of those that ran.
  private var partly = 0
  /// Those of them in bodies of `for … where`, which the compiler counts before it checks the condition.
  private var uncertain: [Missed] = []
  /// Sources that changed and are left out of the coverage.
  private var leavesOut = false
  /// What is so where no line was to be looked at.
  private var nothing: String?

  public init(_ report: Report) {
    guard let coverage = report.coverage else {
      doubt = "lines were not measured" + (report.coverageNote.map { ": \($0)" } ?? "")
      return
    }
    guard let changes = report.changes else {
      doubt = "it is not known what changed"
      return
    }
    // On a branch that has only just left its base nothing is new.
    guard let earlier = changes.since,
      !Self.isSame(earlier, report.commit) || earlier.integration == report.comparedWith?.base?.integration
    else {
      let newest = changes.since?.integration.map { "\($0)" } ?? "It"
      let note =
        changes.note ?? "\(newest) was of this commit too, and no whole one of another was measured."
      (doubt, nothing) = (note, "There is nothing to compare with yet")
      return
    }
    (since, bound) = (earlier, coverage.bound)
    let changed = Dictionary(changes.files.map { ($0.path, $0) }) { first, _ in first }
    for file in coverage.targets.flatMap(\.files).sorted(by: { $0.path < $1.path }) {
      guard let changed = changed[file.path] else { continue }
      partly += file.partialLines.count(where: changed.requires)
      missed += Self.required(file.missedLines + file.notKnownLines, of: file.path, changed)
      uncertain += Self.required(file.atMostLines, of: file.path, changed)
    }
    leavesOut = changes.hold(linesOf: coverage.excluded.map(\.path))
    let unmeasured = coverage.notMeasured.filter { file in
      changed[file.path].map { $0.lines.isEmpty || !$0.required.isEmpty } ?? false
    }
    doubt = unmeasured.first.map { "\($0.path) changed and is \($0.word): \($0.why)" } ?? changes.note
    if doubt == nil { nothing = Self.nothing(changes, coverage) }
  }

  private static func required(
    _ ranges: [[Int]], of path: PackagePath, _ changed: ChangedFile
  ) -> [Missed] {
    let lines = ranges.flatMap { $0.count == 2 && $0[0] <= $0[1] ? Array($0[0]...$0[1]) : [] }
    var found: [Missed] = []
    for line in Set(lines).sorted() where changed.requires(line) {
      if let last = found.last, last.lines.upperBound == line - 1 {
        found[found.count - 1].lines = last.lines.lowerBound...line
      } else {
        found.append(Missed(path: path, lines: line...line))
      }
    }
    return found
  }

  /// Comparing a commit with itself would find nothing, whatever it brought.
  private static func isSame(_ earlier: Changes.Since, _ commit: Commit?) -> Bool {
    commit.map { !$0.changes && $0.id == earlier.commit } ?? false
  }

  private static func nothing(_ changes: Changes, _ coverage: CoverageReport) -> String? {
    if changes.files.allSatisfy(\.lines.isEmpty) { return "No line is new or different" }
    return changes.areMeasured(by: coverage) ? nil : "No line that is measured is new or different"
  }

  public var count: Int { missed.reduce(0) { $0 + $1.lines.count } }

  /// Of an integration that was green itself.
  public var exitStatus: Int32 { !missed.isEmpty ? 1 : doubt == nil ? 0 : 4 }

  public var sentence: String {
    let since = since.map { " since " + $0.words } ?? ""
    if count > 0 {
      let part = partly > 0 ? ", and \(Figures.grouped(partly)) ran only in part" : ""
      return "\(Self.words(count, bound).capitalizedFirst)\(since) did not run\(part):"
    }
    if let doubt {
      return (nothing ?? "It cannot be told whether the changed lines ran") + ": " + doubt.ended
    }
    if let nothing { return nothing + since.ended }
    var end = partly > 0 ? ", \(Figures.grouped(partly)) of them only in part" : ""
    end += bound.ofNoneMissed
    end += Self.words(uncertain: uncertain.reduce(0) { $0 + $1.lines.count }, bound)
    let lines = leavesOut ? "Every counted line" : "Every line"
    let mark = places.isEmpty ? "." : ":"
    return "\(lines) that changed\(since) ran\(end.isEmpty ? ", as far as it can run" : end)\(mark)"
  }

  /// Where those lie that its sentence is about.
  public var places: [Missed] {
    guard missed.isEmpty else { return missed }
    return doubt == nil && nothing == nil && bound.ofNoneMissed.isEmpty ? uncertain : []
  }

  /// ", 2 of them as far as is known", where not all are so anyway.
  public static func words(uncertain count: Int, _ bound: CoverageReport.Bound) -> String {
    guard count > 0, bound.ofNoneMissed.isEmpty else { return "" }
    return ", \(Figures.grouped(count)) of them as far as is known"
  }

  /// "at least 4 changed lines", where some of what counts as executed may not have been.
  public static func words(_ count: Int, _ bound: CoverageReport.Bound) -> String {
    let lines = Figures.count(count, "changed line")
    return bound.ofMissed.map { "\($0) \(lines)" } ?? lines
  }
}

extension Changes.Since {
  /// Of what was not committed there nothing is kept: "#12", "the commit of #12".
  public var words: String {
    guard let integration else { return "the commit" }
    return (hadChanges == true ? "the commit of " : "") + "\(integration)"
  }
}
