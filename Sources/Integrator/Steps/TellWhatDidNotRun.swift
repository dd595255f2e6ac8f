import Model

/// Awaits the list of what did not run: whatever else became of the tests, it is told.
struct TellWhatDidNotRun: Step {
  let phase = Phase.Kind.test
  let action: Bot.Action? = .test

  func outlasts(_ facts: Facts) -> Bool { facts.didNotRun != nil }

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    guard var found = facts.didNotRun?.value else { return }
    let idle = skipIdle(&facts)
    if !idle.isEmpty {
      let before = workbench.order.completeReport.flatMap { workbench.earlier.report(at: $0) }
      let known = before.map { idle.known(from: $0.tests.didNotRun, of: $0.integration) }
      found = (found + (known ?? idle)).inOrder
    }
    facts.evidence.tests.didNotRun = found
    if facts.countsAll { facts.report.limited?.wholeCount = facts.evidence.tests.listedCount }
  }

  private func skipIdle(_ facts: inout Facts) -> [DidNotRun] {
    guard let counts = facts.bodies, let sources = facts.testRun?.run.known else { return [] }
    return IdleBodies(counts: counts).skip(&facts.evidence.tests.cases, of: sources)
  }
}
