/// In what the coverage of two integrations differs, file by file.
public struct CoverageDifference: Equatable, Sendable {
  public struct File: Equatable, Sendable {
    public var path: PackagePath
    /// Absent where it was not measured.
    public var before: LineCounts?
    public var now: LineCounts?
    /// Why it was not measured in the one that lacks it, where that is known.
    public var why: String?
    /// Its source is the same to the last byte.
    public var isSame = false
    /// Of a file that is the same, lines that only one of the two ran.
    public var other: OtherLines.File?

    /// How many more lines did not run.
    public var more: Int { (now?.notExecuted ?? 0) - (before?.notExecuted ?? 0) }
    /// Not the same lines are executable though the source is the same: another compiler, or other settings.
    public var isCountedOtherwise: Bool { isSame && before?.executable != now?.executable }
  }

  public var before: LineCounts
  public var now: LineCounts
  /// Those that differ, the ones with the greatest difference first.
  public var files: [File] = []
  /// Of how many as many lines ran in both.
  public var sameFiles = 0
  /// In which of the two tests failed, or did not run that did in the other.
  public var unequal: Comparison.Coverage.Unequal?
  /// What only one of them counts, so that their totals are not compared.
  public let excluded: CountedOtherwise?

  /// Nil where either was not measured, or says too little to be compared.
  init?(_ before: Report, _ now: Report, _ sources: ComparedSources, _ match: TestMatch) {
    guard let old = before.comparableCoverage, let new = now.comparableCoverage else { return nil }
    (self.before, self.now) = (old.lines, new.lines)
    excluded = CountedOtherwise(new, before: old)
    unequal = .of(here: now.tests.gaps, there: before.tests.gaps(match))
    let (was, here) = (old.byPath, new.byPath)
    let others = Dictionary(sources.otherLines.map { ($0.path, $0) }) { first, _ in first }
    for path in Set(was.keys).union(here.keys) {
      var file = File(path: path, before: was[path], now: here[path])
      file.isSame = sources.sameFiles.contains(path)
      file.other = file.isSame ? others[path] : nil
      if file.before == file.now, file.other == nil {
        sameFiles += 1
        continue
      }
      if file.now == nil { file.why = new.whyNot(path) }
      if file.before == nil { file.why = old.whyNot(path) }
      files.append(file)
    }
    files.sort {
      (-abs($0.more), -$0.size, $0.path.rawValue) < (-abs($1.more), -$1.size, $1.path.rawValue)
    }
  }

  public var isNone: Bool { files.isEmpty && before == now }
  /// How many more lines did not run; nil where the totals do not count the same files.
  public var more: Int? { excluded == nil ? now.notExecuted - before.notExecuted : nil }

  public var added: [File] { files.filter { $0.before == nil } }
  public var gone: [File] { files.filter { $0.now == nil } }
}

extension CoverageDifference.File {
  /// How much of it is different.
  fileprivate var size: Int {
    let (old, new) = (before ?? LineCounts(), now ?? LineCounts())
    return abs(new.executable - old.executable) + abs(new.executed - old.executed)
      + abs(new.partial - old.partial)
  }
}

extension CoverageReport {
  fileprivate var byPath: [PackagePath: LineCounts] {
    Dictionary(targets.flatMap(\.files).map { ($0.path, $0.lines) }) { first, _ in first }
  }

  fileprivate func whyNot(_ path: PackagePath) -> String? {
    if let rule = excluded.first(where: { $0.path == path })?.rule { return "left out by \(rule)" }
    return notMeasured.first { $0.path == path }?.why
  }
}
