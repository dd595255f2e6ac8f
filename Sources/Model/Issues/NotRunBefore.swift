extension IssueLists {
  /// What was skipped there, or not asked for, or gone for a while, may have been broken by whatever came
  /// before.
  /// - Parameter changes: since the newest whole integration, which may be an older one.
  public mutating func tellNotRun(in before: Report, _ changes: TestChanges?) {
    let outcomes = Dictionary(grouping: before.tests.cases, by: \.id).mapValues { $0.map(\.outcome) }
    let former = Dictionary((changes?.renamed ?? []).map { ($0.to, $0.from) }) { first, _ in first }
    let fresh = changes.map { Set($0.added) }
    func told(_ issue: Issue) -> Issue {
      guard let test = issue.test else { return issue }
      var issue = issue
      let known = [issue.renamedFrom ?? test, former[test] ?? test].flatMap { outcomes[$0] ?? [] }
      let ran = known.contains { $0 != .skipped && $0 != .notRun }
      // One that was never seen before has nobody else to be broken by.
      let isKnown = !known.isEmpty || !outcomes.isEmpty && fresh.map { !$0.contains(test) } ?? false
      if isKnown, !ran { issue.notRunIn = before.integration }
      return issue
    }
    (new, cameBack) = (new.map(told), cameBack.map(told))
  }
}
