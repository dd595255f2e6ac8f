import Model

/// Nothing runs any more, and what the log had no room for is told.
struct CloseLog: Step {
  let phase = Phase.Kind.report

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    workbench.surroundings.endDescendants()
    // One that was canceled while it waited for its turn leaves alone what another builds there.
    if facts.hasBuildFolder { BuildFolder(workbench.order).tidy() }
    if let sentence = workbench.log.closing() { workbench.notes.add(sentence) }
  }
}
