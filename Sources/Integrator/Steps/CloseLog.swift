import Model

/// Nothing runs any more, and what the log had no room for is told.
struct CloseLog: Step {
  let phase = Phase.Kind.report

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    workbench.surroundings.endDescendants()
    BuildFolder(workbench.order).tidy()
    if let sentence = workbench.log.closing() { workbench.notes.add(sentence) }
  }
}
