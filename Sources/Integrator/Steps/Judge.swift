import Model

/// What all that was found comes to.
struct Judge: Step {
  let phase = Phase.Kind.report

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    var evidence = facts.evidence
    evidence.diagnostics = evidence.diagnostics.map { $0.relative(to: workbench.packageFolder) }
    for sentence in evidence.oddEnds + evidence.doubts { workbench.note(sentence) }
    let judgement = Judgement.of(evidence)
    (facts.report.tests, facts.report.selection) = (evidence.tests, evidence.selection)
    (facts.report.result, facts.report.reason) = (judgement.result, judgement.reason)
    (facts.report.issues, facts.report.comparedWith) = (judgement.issues, judgement.comparedWith)
    if facts.report.coverage == nil, facts.report.coverageNote == nil {
      facts.report.coverageNote = "no tests were run"
    }
  }
}
