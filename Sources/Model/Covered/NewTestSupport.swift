import Words

/// Targets that became test support because tests alone use them: nobody may have meant it.
public enum NewTestSupport {
  public static let why = "test support: only tests use it"

  /// In sentences, where an integration is the first to tell of them; nil where there are none. The first of
  /// all has its page of coverage for that.
  public static func note(_ coverage: CoverageReport, before: CoverageReport?) -> String? {
    guard let before else { return nil }
    let known = Set(before.notMeasured.compactMap(\.support))
    // Former versions did not name the target.
    let told = Set(before.notMeasured.filter { $0.why == why }.map(\.path))
    let rows = coverage.notMeasured.filter { $0.support != nil && !told.contains($0.path) }
    let new = Set(rows.compactMap(\.support)).subtracting(known).sorted()
    guard let first = new.first else { return nil }
    if new.count == 1 {
      return
        "\(first) is test support, and its lines are not counted: it is in no product, and only tests use "
        + "it. \(advice("it"))"
    }
    return
      "\(first) and \(Figures.count(new.count - 1, "more target")) are test support, and their lines are "
      + "not counted: they are in no product, and only tests use them. \(advice("them"))"
  }

  private static func advice(_ what: String) -> String {
    "A product of Package.swift with \(what) in it, or a target of a product that uses \(what), has \(what) "
      + "counted."
  }
}
