import Model

/// Of a search that did not come to its end: why, in words.
struct TellWhyItStopped: Step {
  let phase = Phase.Kind.report

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    let isMap = workbench.order.mapping != nil
    guard facts.isStopped || !isMap && facts.report.tests.cases.isEmpty else { return }
    facts.evidence.diagnostics = facts.evidence.diagnostics.map { $0.relative(to: workbench.packageFolder) }
    let judgement = Judgement.of(facts.evidence)
    (facts.report.result, facts.report.reason) = (judgement.result, judgement.reason)
  }
}
