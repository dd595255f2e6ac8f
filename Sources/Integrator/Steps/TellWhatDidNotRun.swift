import Model

/// Awaits the list of what did not run: whatever else became of the tests, it is told.
struct TellWhatDidNotRun: Step {
  let phase = Phase.Kind.test
  let action: Bot.Action? = .test

  func outlasts(_ facts: Facts) -> Bool { facts.didNotRun != nil }

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    guard var found = facts.didNotRun?.value else { return }
    let ran = passBusy(&facts)
    found.removeAll { row in
      row.kind == .skipped
        && ran.contains { ($0.name, $0.suite, $0.target) == (row.name, row.suite, row.target) }
    }
    let idle = skipIdle(&facts)
    if !idle.isEmpty {
      let before = workbench.order.completeReport.flatMap { workbench.earlier.report(at: $0) }
      let known = before.map { idle.known(from: $0.tests.didNotRun, of: $0.integration) }
      found = (found + (known ?? idle)).inOrder
    }
    facts.evidence.tests.didNotRun = found
    if facts.countsAll { facts.report.limited?.wholeCount = facts.evidence.tests.listedCount }
  }

  private func passBusy(_ facts: inout Facts) -> [TestCase] {
    guard let counts = facts.bodies, let sources = facts.testRun?.run.known else { return [] }
    let ran = IdleBodies(counts: counts).pass(&facts.evidence.tests.cases, of: sources)
    return ran.isEmpty ? [] : facts.evidence.tests.cases.filter { ran.contains($0.id) }
  }

  private func skipIdle(_ facts: inout Facts) -> [DidNotRun] {
    guard let counts = facts.bodies, let sources = facts.testRun?.run.known else { return [] }
    return IdleBodies(counts: counts).skip(&facts.evidence.tests.cases, of: sources)
  }
}
