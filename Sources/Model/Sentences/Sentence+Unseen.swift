import Words

extension Sentence {
  /// "; testKnown, which failed before, did not run": green as it is, nobody mended that. Nothing of what is
  /// limited, which says itself what it left out.
  static func unseen(_ report: Report) -> String {
    guard report.result.exitStatus == 0, report.limited == nil else { return "" }
    func tests(_ issues: [Issue]) -> Set<TestID> { Set(issues.filter(\.kind.isRed).compactMap(\.test)) }
    let loud = tests(report.issues.unresolved.filter { !$0.seen })
    let quiet = tests(report.issues.silenced.filter { !$0.seen }).subtracting(loud)
    // Of what is not done with it all, as of an older commit, some may have run.
    let ran = Set(report.tests.cases.filter { $0.outcome != .skipped }.map(\.id))
    let unseen = loud.union(quiet).subtracting(ran).sorted()
    guard let first = unseen.first else { return "" }
    if unseen.count > 1 {
      let silenced = quiet.isEmpty ? "" : ", \(Figures.grouped(quiet.count)) of them silenced,"
      return "; \(Figures.grouped(unseen.count)) tests that failed before\(silenced) did not run"
    }
    let name = first.rawValue.split(separator: "/").last.map(String.init) ?? first.rawValue
    return "; \(name), which failed before\(quiet.isEmpty ? "" : " and is silenced"), did not run"
  }
}
