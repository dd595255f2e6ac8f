import Words

/// Files that only one of two integrations counts, although both have them: `coverage: exclude` leaves them
/// out of the other, or it could not measure them. Their totals are not of the same lines, whatever ran.
public struct CountedOtherwise: Equatable, Sendable {
  /// What one does not count of what the other counts.
  private struct Side: Equatable {
    var excluded: [Excluded]
    var unmeasured: [NotMeasured]
    /// Of the latter.
    var lines: Int

    var isEmpty: Bool { excluded.isEmpty && unmeasured.isEmpty }
  }

  private let here: Side
  private let there: Side

  /// Nil where what both have is counted in both, or in neither.
  public init?(_ now: CoverageReport, before: CoverageReport) {
    here = Self.side(of: now, beside: before)
    there = Self.side(of: before, beside: now)
    if here.isEmpty, there.isEmpty { return nil }
  }

  private static func side(of one: CoverageReport, beside other: CoverageReport) -> Side {
    guard !one.excluded.isEmpty || !one.notMeasured.isEmpty else {
      return Side(excluded: [], unmeasured: [], lines: 0)
    }
    let counted = Dictionary(
      other.targets.lazy.flatMap(\.files).map { ($0.path, $0.lines.executable) }, uniquingKeysWith: max
    ).filter { $0.value > 0 }
    let unmeasured = one.notMeasured.filter { counted[$0.path] != nil }
    return Side(
      excluded: one.excluded.filter { counted[$0.path] != nil }, unmeasured: unmeasured,
      lines: unmeasured.reduce(0) { $0 + (counted[$1.path] ?? 0) })
  }

  private static let mostNamed = 3

  /// "`coverage: exclude` leaves out 2,426 lines of 16 files here (Sources/A/**), which count in #41"
  public func words(before: String, now: String = "here") -> String {
    let sides = [(here, now, before), (there, before, now)]
    let excluded = sides.filter { !$0.0.excluded.isEmpty }.map {
      Self.words($0.0.excluded, in: $0.1, counted: $0.2)
    }
    let unmeasured = sides.filter { !$0.0.unmeasured.isEmpty }.map {
      Self.words($0.0.unmeasured, $0.0.lines, in: $0.1, counted: $0.2)
    }
    return
      ((excluded.isEmpty
      ? [] : ["`coverage: exclude` leaves out " + excluded.joined(separator: ", and ")]) + unmeasured)
      .joined(separator: "; ")
  }

  private static func words(_ files: [Excluded], in one: String, counted other: String) -> String {
    let lines = files.reduce(0) { $0 + $1.lines }
    return "\(Figures.count(lines, "line")) of \(Figures.count(files.count, "file")) \(one) "
      + "(\(named(files.map(\.rule)))), which \(lines == 1 ? "counts" : "count") \(other)"
  }

  private static func words(
    _ files: [NotMeasured], _ lines: Int, in one: String, counted other: String
  ) -> String {
    "\(Figures.count(lines, "line")) of \(Figures.count(files.count, "file")) "
      + "\(lines == 1 ? "counts" : "count") \(other), and not \(one) (\(named(files.map(\.why))))"
  }

  private static func named(_ reasons: [String]) -> String {
    let all = Set(reasons).sorted()
    return all.prefix(mostNamed).joined(separator: ", ") + (all.count > mostNamed ? ", …" : "")
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
      let why = countedOtherwise(than: former)
    {
      comparedWith?.coverage = nil
      notes.append(why)
    }
    if let base, base.integration == comparedWith?.base?.coverage?.integration,
      let why = countedOtherwise(than: base)
    {
      comparedWith?.base?.coverage = nil
      if !notes.contains(why) { notes.append(why) }
    }
    return notes
  }

  private func countedOtherwise(than other: Report) -> String? {
    guard let now = coverage, let before = other.coverage,
      let unlike = CountedOtherwise(now, before: before)
    else { return nil }
    let number = "\(other.integration)"
    return "Coverage is not compared with that of \(number): \(unlike.words(before: "in \(number)"))."
  }
}
