import Words

/// Files that `coverage: exclude` leaves out of only one of two integrations: their totals do not count the
/// same lines, whatever ran.
public struct ExcludedOtherwise: Equatable, Sendable {
  /// Left out now, and counted before.
  public let here: [Excluded]
  /// The other way round.
  public let there: [Excluded]

  /// Nil where what both have is counted in both, or in neither.
  public init?(_ now: CoverageReport, before: CoverageReport) {
    here = now.excluded(among: before)
    there = before.excluded(among: now)
    if here.isEmpty, there.isEmpty { return nil }
  }

  private static let mostRules = 3

  /// "`coverage: exclude` leaves out 2,426 lines of 16 files here (Sources/A/**), which count in #41".
  public func words(before: String, now: String = "here") -> String {
    let sides = [(here, now, before), (there, before, now)].filter { !$0.0.isEmpty }
    return "`coverage: exclude` leaves out "
      + sides.map { Self.words($0.0, in: $0.1, counted: $0.2) }.joined(separator: ", and ")
  }

  private static func words(_ files: [Excluded], in one: String, counted other: String) -> String {
    let rules = Set(files.map(\.rule)).sorted()
    let named = rules.prefix(mostRules).joined(separator: ", ") + (rules.count > mostRules ? ", …" : "")
    let lines = files.reduce(0) { $0 + $1.lines }
    return "\(Figures.count(lines, "line")) of \(Figures.count(files.count, "file")) \(one) (\(named)), "
      + "which \(lines == 1 ? "counts" : "count") \(other)"
  }
}

extension CoverageReport {
  /// What it leaves out of the files that another one counts.
  fileprivate func excluded(among other: CoverageReport) -> [Excluded] {
    guard !excluded.isEmpty else { return [] }
    let counted = Set(
      other.targets.lazy.flatMap(\.files).filter { $0.lines.executable > 0 }.map(\.path))
    return excluded.filter { counted.contains($0.path) }
  }
}

extension Report {
  /// Takes back what its coverage is compared with where that counts other files, and says why.
  /// - Parameters:
  ///   - former: the one that its coverage is compared with.
  ///   - base: of its branch.
  public mutating func withdrawUnlikeCoverage(former: Report?, base: Report?) -> [String] {
    var notes: [String] = []
    if let former, former.integration == comparedWith?.coverage?.integration,
      let why = excludedOtherwise(than: former)
    {
      comparedWith?.coverage = nil
      notes.append(why)
    }
    if let base, base.integration == comparedWith?.base?.coverage?.integration,
      let why = excludedOtherwise(than: base)
    {
      comparedWith?.base?.coverage = nil
      if !notes.contains(why) { notes.append(why) }
    }
    return notes
  }

  private func excludedOtherwise(than other: Report) -> String? {
    guard let now = coverage, let before = other.coverage,
      let unlike = ExcludedOtherwise(now, before: before)
    else { return nil }
    let number = "\(other.integration)"
    return "Coverage is not compared with that of \(number): \(unlike.words(before: "in \(number)"))."
  }
}
